"""What every reader promises for any bytes, as targets for a fuzzer.

A target is a module of this folder with a function ``target(data: bytes) -> None``. It returns if
the reader keeps its promises: bad input raises only the errors that the reader documents, and good
input that is written and read again is the same. Anything else that is raised is a finding.
"""
