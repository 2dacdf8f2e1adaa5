"""Tables, files and pages about tournaments."""
