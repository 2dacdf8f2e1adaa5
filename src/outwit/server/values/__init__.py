"""Plain functions and values of the portal, without tasks, sockets and locks."""
