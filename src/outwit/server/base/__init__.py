"""What every room of the portal uses: tasks, threads and their queue, logs, metrics."""
