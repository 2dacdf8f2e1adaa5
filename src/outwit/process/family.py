"""All processes of a program that was started: found by descent, stopped and killed together."""

from __future__ import annotations

import signal
import time
from threading import Lock

from outwit.process.processes import ENDED, STOPPED, family, kill_group, send, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable

    from outwit.process.cgroup import Cgroup
    from outwit.process.first import FirstProcess

# How often processes that wake each other are stopped before the watch goes on with it.
STOPS = 10
# Seconds until a process that was sent a signal has stopped.
STOP_SECONDS = 0.0002


class Family:
    """The processes of one start of a program, beginning with the one that we have started.

    With a control group or an enclosure nobody can leave it: in an enclosure, who loses its parent
    becomes a child of the first process.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        first: FirstProcess | None = None,
        cgroup: Cgroup | None = None,
        least: int = 0,
    ) -> None:
        self.process = process
        # Of the enclosure; None without one.
        self.first = first
        self.cgroup = cgroup
        # How many processes there are if the program has started none.
        self.least = least
        # Held while processes are stopped or continued: the watch does so in a thread of its own.
        self._lock = Lock()
        self._is_frozen = False
        self._stopped: set[int] = set()
        # Those that were stopped the last time, most of which will be there again.
        self._known: set[int] = set()

    @property
    def is_closed(self) -> bool:
        """Tell whether nobody can leave the family."""
        return self.first is not None or self.cgroup is not None

    def members(self) -> list[int]:
        """List the processes, those that have ended included if they have not been reaped."""
        if self.cgroup is not None:
            return self.cgroup.members()
        return family(self.process.pid)

    def freeze(self) -> None:
        """Stop everybody until ``thaw``."""
        with self._lock:
            if not self._is_frozen:
                self._is_frozen = True
                if self.cgroup is not None:
                    self.cgroup.freeze()
                else:
                    send(self._known, signal.SIGSTOP)
                    self._stopped |= self._known
                    self._stop()

    def keep_frozen(self, others: Iterable[int] = ()) -> None:
        """Stop those that have been continued since, and others, if the family is frozen."""
        with self._lock:
            if self._is_frozen and self.cgroup is None:
                self._stop(others, is_sure=False)

    def thaw(self) -> None:
        """Let everybody go on."""
        with self._lock:
            if self._is_frozen:
                self._is_frozen = False
                if self.cgroup is not None:
                    self.cgroup.thaw()
                else:
                    send(self._stopped, signal.SIGCONT)
                    self._stopped.clear()

    def kill(self) -> bool:
        """Kill everybody; tell whether it is known that nobody is left.

        Our process must not have been reaped, so that its number is still its own.
        """
        is_gone = self.cgroup is not None and self.cgroup.kill()
        if not is_gone and self.first is not None:
            is_gone = self.first.kill()
        if self.process.returncode is None:
            kill_group(self.process.pid)
        if not is_gone and self.first is not None:
            # It may have told the number just before it was killed.
            self.process.wait()
            is_gone = self.first.kill()
        # The next program in a frozen group would not start.
        self.thaw()
        return is_gone

    def close(self) -> None:
        """Forget what was noted of the processes."""
        if self.first is not None:
            self.first.close()

    def _stop(self, others: Iterable[int] = (), *, is_sure: bool = True) -> None:
        """Stop everybody: again, as long as some start or continue others.

        A program that is alone cannot continue itself, so one look is enough if that ``is_sure``.
        """
        for count in range(STOPS):
            found = [*self.members(), *others]
            is_alone = is_sure and len(found) <= self.least
            if is_alone:
                # Those before it are bubblewrap's, and sleep.
                del found[:-1]
            awake = [
                pid
                for pid in found
                if pid not in self._stopped or not (is_alone or state_of(pid) in STOPPED + ENDED)
            ]
            if not awake:
                if is_sure:
                    self._known = {*found}
                return
            self._stopped.update(awake)
            send(awake, signal.SIGSTOP)
            if count:
                time.sleep(STOP_SECONDS)
