"""The assignments that the games come from: programs, exact to the byte, and how others are marked.

A folder for each. This module and those of the folders load nothing: programs start quickly.
"""
