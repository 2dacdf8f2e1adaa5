"""Tools for all parts of the portal: tasks, threads, the work queue, logs and metrics."""
