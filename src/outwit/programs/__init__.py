"""The five assignment programs, exact to the byte."""
