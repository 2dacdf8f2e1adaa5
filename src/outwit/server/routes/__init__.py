"""The pages and sockets of browsers."""
