"""Which protections against strangers' programs this machine has, and how to get more."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.process.cgroup import CONTROLLERS, SETTING, Place, place
from outwit.process.enclosure import can_enclose, can_filter, last_namespace
from outwit.process.filter import filter_here
from outwit.process.limits import can_limit

IN_FORCE, PARTLY, MISSING = "in force", "partly", "missing"


class Protection(Value):
    """A protection, whether it is in force, what it does, and what to do if it does not."""

    name: str
    state: str
    effect: str
    cure: str = ""


def protections() -> list[Protection]:
    """Return all protections, as they are for the user who asks."""
    return [limits(), enclosure(), call_filter(), group(), freezing()]


def limits() -> Protection:
    """Return the limits of single processes."""
    state = IN_FORCE if can_limit() else MISSING
    effect = "processor time, file size and open files of each process"
    return Protection("limits", state, effect, "" if can_limit() else "apt-get install util-linux")


def enclosure() -> Protection:
    """Return the enclosure by bubblewrap."""
    effect = "other files, processes and the network are hidden; all processes end together"
    if not can_enclose():
        cure = "apt-get install bubblewrap, and permit user namespaces"
        return Protection("bubblewrap", MISSING, effect, cure)
    if not last_namespace():
        cure = "install bubblewrap 0.8 or later, and permit user namespaces"
        return Protection("bubblewrap", PARTLY, f"{effect}; further namespaces can be made", cure)
    return Protection("bubblewrap", IN_FORCE, effect)


def call_filter() -> Protection:
    """Return the filter of system calls."""
    effect = "no tracing, keys, mounts, namespaces, shared segments or unusual sockets"
    if can_filter():
        return Protection("call filter", IN_FORCE, effect)
    cure = "install bubblewrap" if filter_here() else "use a machine with x86-64 or aarch64"
    return Protection("call filter", MISSING, effect, cure)


def group() -> Protection:
    """Return the control groups."""
    there = place()
    effect = "memory, processes and processor share are limited by the system"
    if there is None:
        cure = f"run as root, or by `systemd-run --user --scope`, or name a group in {SETTING}"
        return Protection("control group", MISSING, f"{effect}; without: counted by us", cure)
    if lacking := lacking_in(there):
        effect = f"processes are frozen and killed by the system; not limited: {', '.join(lacking)}"
        cure = f"enable {', '.join(lacking)} in {there.path}/cgroup.subtree_control"
        return Protection("control group", PARTLY, effect, cure)
    return Protection("control group", IN_FORCE, effect)


def lacking_in(there: Place) -> list[str]:
    """Return what the groups in a place cannot limit."""
    return [name for name in CONTROLLERS if name not in there.controllers]


def freezing() -> Protection:
    """Return how programs are kept from running in their opponents' time."""
    if place() is not None or can_enclose():
        return Protection("own time only", IN_FORCE, "a player is stopped unless it is to move")
    effect = "a player is stopped unless it is to move; processes that have left it are not"
    return Protection("own time only", PARTLY, effect, "install bubblewrap")
