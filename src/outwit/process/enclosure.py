"""Bubblewrap: a view of the system in which a program sees little, and changes nothing outside.

The program has no rights, no network, and processes of its own only. Started by root, it is a user
of its own; otherwise it is in a user namespace.
"""

from __future__ import annotations

import glob
import itertools
import os
import pwd
import shutil
import stat
import subprocess
from contextlib import suppress
from functools import cache

from outwit.process.command import STANDARD
from outwit.process.filter import filter_here, open_filter
from outwit.process.limits import MEBIBYTE, ResourceLimits
from outwit.process.ours import SYSTEM, is_inside, is_of_system, is_ours, needed_by_ours, our_places
from outwit.process.users import next_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# What the system's programs need of /etc; nothing else is there.
SETTINGS = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone"),
    *("java*", "mono", "dotnet", "fonts", "nsswitch.conf", "mime.types"),
)
ALONE = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
ALWAYS = ("--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop", "ALL")
# Root's programs give their rights away for good, and become another user.
TO_LEAVE = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
# In a user namespace of its own a program would have all rights again, and could mount what no
# limit counts. It is in one in which there can be no further ones.
LAST_NAMESPACE = ("--unshare-user", "--disable-userns")
# What is there is shown once more, to one who has become another user.
AS_IT_IS = ("--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--die-with-parent")
PROBE = ("/bin/sh", "-c", "echo $((6 * 7))")
PROBE_SECONDS = 10.0
# What others may do with a folder that is open to them, and how much is shown of closed ones.
OPEN, MOST_CLOSED = 0o005, 2_000
# In place of the handle from which bubblewrap reads the filter.
FILTER = "<filter>"
# Places that are made for every program.
MADE = ("/dev", "/proc")
# Files of a home that are shown where a command names the home itself.
MOST_OF_HOME = 200
# Where a program finds `python` if the system calls it `python3` only.
STAND_INS = "/run/outwit"
# Mebibytes of the places for temporary files.
SCRATCH = 64


@cache
def can_enclose() -> bool:
    """Tell whether bubblewrap is installed and permitted; tried once."""
    if shutil.which("bwrap") is None or shutil.which("setpriv") is None:
        return False
    return is_running(enclose(list(PROBE), "/", (), ResourceLimits(), next_user(), writable=False))


@cache
def last_namespace() -> tuple[str, ...]:
    """Return the words that forbid user namespaces; none where bubblewrap cannot.

    Older ones cannot, and no other user can where the system forbids user namespaces to all.
    """
    found = shutil.which("bwrap") or "bwrap"
    user = next_user()
    before = [] if user is None else become(user)
    tried = [*before, found, "--bind", "/", "/", *LAST_NAMESPACE, "--"]
    return LAST_NAMESPACE if is_running(tried) else ()


@cache
def can_filter() -> bool:
    """Tell whether the calls of enclosed programs can be filtered; tried once."""
    if not can_enclose() or not filter_here():
        return False
    words = enclose(
        list(PROBE), "/", (), ResourceLimits(), next_user(), writable=False, filtered=True
    )
    handle = open_filter()
    try:
        return is_running(with_filter(words, handle), (handle,))
    finally:
        os.close(handle)


def with_filter(words: list[str], handle: int) -> list[str]:
    """Return words of an enclosure with the handle from which the filter is read."""
    return [str(handle) if word == FILTER else word for word in words]


def is_running(words: list[str], handles: tuple[int, ...] = ()) -> bool:
    """Tell whether a command runs behind these words."""
    try:
        done = subprocess.run(
            [*words, *PROBE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS,
            check=False,
            pass_fds=handles,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout == b"42\n"


def enclose(
    command: list[str],
    folder: str,
    reads: Iterable[str],
    limits: ResourceLimits,
    user: int | None,
    *,
    writable: bool = True,
    filtered: bool = False,
) -> list[str]:
    """Return the words to put before a command so that it can write only in a folder.

    With ``filtered``, its system calls are filtered; ``with_filter`` adds the handle.
    """
    words = [shutil.which("bwrap") or "bwrap", *system()]
    for place in ("/tmp", "/dev/shm"):
        words += ["--size", str(SCRATCH * MEBIBYTE), "--tmpfs", place]
        words += ["--chmod", "1777", place]
    shown = sorted(visible(command, reads))
    for place in parents([*shown, folder] if writable else shown):
        # Else they would be open to root alone.
        words += ["--perms", "0755", "--dir", place]
    for place in shown:
        words += bind(place) if user is None else bind_for_others(place)
    if not is_ours(command[0]):
        # Unless it is shown on purpose, or not seen anyway.
        seen = [place for place in our_places() if place not in shown]
        words += hide(place for place in seen if is_inside(place, (*shown,)) or is_of_system(place))
    if writable:
        words += ["--bind", folder, folder]
    words += ["--remount-ro", "/", "--remount-ro", "/dev", *ALONE, *ALWAYS]
    # Only the user to whom it belongs can go there.
    inside = ["env", f"--chdir={folder}", *limit_words(limits, limits.processes)]
    last = last_namespace()
    # The processes that change the user and make the last namespace are not filtered yet.
    seccomp = ["--seccomp", FILTER] if filtered else []
    if user is None:
        return [*words, *(last or ("--unshare-user",)), *seccomp, "--", *inside]
    if last:
        inside = ["bwrap", *AS_IT_IS, *last, *seccomp, "--cap-drop", "ALL", "--", *inside]
        return [*words, *TO_LEAVE, "--", *become(user), *inside]
    return [*words, *TO_LEAVE, *seccomp, "--", *become(user), *inside]


def become(user: int) -> list[str]:
    """Return the words with which root becomes another user for good."""
    ids = [f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return ["setpriv", *ids, "--no-new-privs", "--inh-caps=-all", "--"]


def bind(place: str) -> list[str]:
    """Return the words that show a place as it is."""
    return ["--ro-bind", place, place]


def hide(places: Iterable[str]) -> list[str]:
    """Return the words that put an empty folder or file in the place of others."""
    words: list[str] = []
    for place in places:
        if os.path.isdir(place):
            words += ["--perms", "0555", "--tmpfs", place, "--remount-ro", place]
        else:
            words += ["--ro-bind", os.devnull, place]
    return words


def bind_for_others(place: str) -> list[str]:
    """Return the words that show a place to another user, who may not be allowed to look at it.

    Folders that are closed to others are made anew, with what is in them. Files that are closed to
    others stay so. What goes away meanwhile is not shown.
    """
    words: list[str] = []
    waiting, count = [place], 0
    while waiting:
        path = waiting.pop()
        try:
            mode = os.lstat(path).st_mode
        except FileNotFoundError:
            if path == place:
                raise
            continue
        if not stat.S_ISDIR(mode) or mode & OPEN == OPEN or count > MOST_CLOSED:
            words += bind(path) if path == place else ["--ro-bind-try", path, path]
            continue
        words += ["--perms", "0755", "--dir", path]
        try:
            names = os.listdir(path)
        except OSError:
            continue
        count += len(names)
        for name in names:
            inner = os.path.join(path, name)
            if os.path.islink(inner):
                with suppress(FileNotFoundError):
                    words += ["--symlink", os.readlink(inner), inner]
            elif os.path.isfile(inner) or os.path.isdir(inner):
                waiting.append(inner)
    return words


def limit_words(limits: ResourceLimits, processes: int | None) -> list[str]:
    """Return the words to put before a command so that it runs within limits."""
    count = [] if processes is None else [f"--nproc={processes}:{processes}"]
    return ["prlimit", *limits.words, *count, "--"]


@cache
def system() -> tuple[str, ...]:
    """Return the words that show the system's programs."""
    words: list[str] = []
    for name in SYSTEM:
        path = f"/{name}"
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    for pattern in SETTINGS:
        for path in sorted(glob.glob(f"/etc/{pattern}")):
            words += ["--ro-bind", os.path.realpath(path), path]
    words += stand_ins()
    return ("--perms", "0755", "--dir", "/etc", *words, "--proc", "/proc", "--dev", "/dev")


def stand_ins() -> list[str]:
    """Return the words that make `python` the system's `python3`, if it has no `python`."""
    path = os.pathsep.join(STANDARD)
    found = shutil.which("python3", path=path)
    if found is None or shutil.which("python", path=path) is not None:
        return []
    words = [word for place in parents([f"{STAND_INS}/python"]) for word in ("--dir", place)]
    return [*words, "--symlink", found, f"{STAND_INS}/python"]


def parents(places: list[str]) -> list[str]:
    """Return the folders on the way to places, those nearer the root first."""
    found = set()
    for place in places:
        *way, _ = place.split("/")[1:]
        found |= {"/" + "/".join(way[:count]) for count in range(1, len(way) + 1)}
    return sorted(found - {"/tmp"})


def visible(command: list[str], reads: Iterable[str]) -> set[str]:
    """Return what a program must see beside the system: its files and what they need."""
    places = {os.path.abspath(place) for place in reads if os.path.exists(place)}
    for word in itertools.chain.from_iterable(word.split(":") for word in command):
        if os.path.isabs(word) and os.path.exists(word):
            places |= {*surroundings(word), *surroundings(os.path.realpath(word))}
    for program in (command[0], os.path.realpath(command[0])):
        # The libraries of an interpreter are in ../lib of its folder.
        folder, prefix = os.path.dirname(program), os.path.dirname(os.path.dirname(program))
        has_libraries = os.path.isdir(os.path.join(prefix, "lib"))
        if os.path.basename(folder) == "bin" and has_libraries and not is_home(prefix):
            places.add(prefix)
    if is_ours(command[0]):
        places |= needed_by_ours()
    return {place for place in places if not is_of_system(place) and not is_inside(place, MADE)}


def surroundings(path: str) -> list[str]:
    """Return the folder of a file or the folder itself; of a home only the file, or its files."""
    is_folder = os.path.isdir(path)
    folder = path if is_folder else os.path.dirname(path)
    if not is_home(folder):
        return [folder]
    if not is_folder:
        return [path]
    with os.scandir(path) as entries:
        return [
            entry.path
            for entry in itertools.islice(entries, MOST_OF_HOME)
            if entry.is_file(follow_symlinks=False) and not entry.name.startswith(".")
        ]


@cache
def homes() -> frozenset[str]:
    """Return the home folders of this machine."""
    found = {user.pw_dir for user in pwd.getpwall()} | {os.path.expanduser("~")}
    return frozenset(os.path.realpath(place) for place in found)


def is_home(folder: str) -> bool:
    """Tell whether a folder is somebody's home, or so near the root that homes are in it."""
    real = os.path.realpath(folder)
    return real.count("/") < 2 or real in homes() or os.path.isdir(os.path.join(real, ".ssh"))
