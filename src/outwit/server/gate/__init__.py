"""The gate: all requests and sockets enter, and all answers leave, through it."""
