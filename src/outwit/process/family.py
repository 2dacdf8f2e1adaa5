"""All processes of a program that was started: found by descent, stopped and killed together."""

from __future__ import annotations

from outwit.process.processes import family, kill_group

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess

    from outwit.process.first import FirstProcess


class Family:
    """The processes of one start of a program, beginning with the one that we have started.

    Enclosed, nobody can leave it: who loses its parent becomes a child of the first process.
    """

    def __init__(self, process: subprocess.Popen[bytes], first: FirstProcess | None) -> None:
        self.process = process
        # Of the enclosure; None without one.
        self.first = first

    def members(self) -> list[int]:
        """List the processes that are known; the one that we have started is the first."""
        return family(self.process.pid)

    def kill(self) -> bool:
        """Kill everybody; tell whether it is known that nobody is left.

        Our process must not have been reaped, so that its number is still its own.
        """
        is_gone = self.first is not None and self.first.kill()
        if self.process.returncode is None:
            kill_group(self.process.pid)
        if self.first is not None and not is_gone:
            # It may have told the number just before it was killed.
            self.process.wait()
            is_gone = self.first.kill()
        return is_gone

    def close(self) -> None:
        """Forget what was noted of the processes."""
        if self.first is not None:
            self.first.close()
