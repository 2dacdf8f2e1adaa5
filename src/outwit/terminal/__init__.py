"""Play at a terminal: the application, and the line mode for pipes and screen readers."""
