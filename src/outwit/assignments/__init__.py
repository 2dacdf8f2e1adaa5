"""The assignments that the games come from: programs, exact to the byte, and how others are marked.

Each has a folder. To import a folder loads nothing else, so a program starts quickly.
"""
