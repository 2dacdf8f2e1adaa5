"""Boards, scripts and damaged files to run the programs on."""
