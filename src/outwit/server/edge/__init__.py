"""Identity, hosts, limits and timeouts of clients; and the operator's settings."""
