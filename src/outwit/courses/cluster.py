"""Does tasks on the machines of a Ray cluster; one that is lost with its machine is done again."""

from __future__ import annotations

from typing import Any

from outwit.arena.cluster import MOST_LOSSES, connect
from outwit.courses.work import Outcome, Task, do
from outwit.errors import MarkerFault


class Cluster:
    """The cluster at an address; ``local`` starts one on this machine.

    Raise UsageError if Ray is not installed or the cluster cannot be reached.
    """

    def __init__(self, address: str) -> None:
        self.ray: Any
        self.ray, self.is_ours = connect(address)
        self.task = self.ray.remote(max_retries=0)(do)

    def do(self, task: Task) -> Outcome:
        """Do a task somewhere; raise what it raises, MarkerFault if it is lost too often."""
        for _ in range(MOST_LOSSES):
            try:
                found: Outcome = self.ray.get(self.task.remote(task))
            except self.ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except self.ray.exceptions.RayError as error:
                lost = str(error).partition("\n")[0]
            else:
                return found
        raise MarkerFault(f"the cluster has lost this task {MOST_LOSSES} times: {lost}")

    def close(self) -> None:
        """End the connection."""
        if self.is_ours:
            self.ray.shutdown()
