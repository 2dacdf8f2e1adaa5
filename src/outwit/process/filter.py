"""The filter of system calls under which enclosed programs run.

Bubblewrap gives it to the system, and no program can take it off. Whatever programs in C, Java, C#,
Python, JavaScript and Rust need is permitted.

Of sockets, a program may make local ones, and those of the internet: its network has no other
machine, but programs that have parts talk to each other through it, and Java and C# look there for
addresses when they start.
"""

from __future__ import annotations

import errno
import os
import socket
from functools import cache

from outwit.process.bpf import (
    ALLOW,
    ARCHITECTURE,
    ERROR,
    IF_ANY_BIT,
    IF_EQUAL,
    IF_GREATER,
    KILL,
    NUMBER,
    Assembler,
)
from outwit.process.calls import ARCHITECTURES, CHECKED, ERRORS, LAST_CALL, number_of

INTERNET = (socket.AF_INET, socket.AF_INET6)
# The protocols of the internet: the usual one of a kind of socket, TCP and UDP.
PROTOCOLS = (0, socket.IPPROTO_TCP, socket.IPPROTO_UDP)
# Flags that make namespaces, of ``clone`` and of ``unshare``.
NEW_NAMESPACES, NEW_TIME = 0x7E02_0000, 0x80
# Personalities: the usual one, that without random addresses, and the question which it is.
PERSONALITIES = (0, 0x0004_0000, 0xFFFF_FFFF)
# By this a process would hide how much it uses.
SET_DUMPABLE, HIDDEN = 4, 0
# What types into a terminal.
TYPING = (0x5412, 0x541C)
ALLOWED = "allowed"


def refusal(error: int) -> str:
    """Return the label of the line that refuses a call with an error."""
    return f"refused: {errno.errorcode[error]}"


def filter_for(machine: str) -> bytes:
    """Return the filter for a machine, as the system takes it."""
    code = Assembler()
    code.load(ARCHITECTURE)
    code.jump_if(IF_EQUAL, ARCHITECTURES[machine], "", "killed")
    code.load(NUMBER)
    code.jump_if(IF_GREATER, LAST_CALL, refusal(errno.ENOSYS))
    for calls, error in ERRORS:
        for name in calls:
            if (number := number_of(name, machine)) is not None:
                code.jump_if(IF_EQUAL, number, refusal(error))
    for name in CHECKED:
        number = number_of(name, machine)
        assert number is not None
        code.jump_if(IF_EQUAL, number, name)
    code.give(ALLOW)
    add_checks(code)
    code.label(ALLOWED)
    code.give(ALLOW)
    for error in (errno.EPERM, errno.ENOSYS, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT):
        code.label(refusal(error))
        code.give(ERROR | error)
    code.label("killed")
    code.give(KILL)
    return code.assemble()


def add_checks(code: Assembler) -> None:
    """Add the lines that look at the arguments of a call."""
    forbidden, family = refusal(errno.EPERM), refusal(errno.EAFNOSUPPORT)
    code.label("socket")
    code.load_argument(0)
    code.jump_if(IF_EQUAL, socket.AF_UNIX, ALLOWED)
    for each in INTERNET:
        code.jump_if(IF_EQUAL, each, "protocol", family if each == INTERNET[-1] else "")
    code.label("protocol")
    code.load_argument(2)
    for protocol in PROTOCOLS[:-1]:
        code.jump_if(IF_EQUAL, protocol, ALLOWED)
    code.jump_if(IF_EQUAL, PROTOCOLS[-1], ALLOWED, refusal(errno.EPROTONOSUPPORT))
    code.label("socketpair")
    code.load_argument(0)
    code.jump_if(IF_EQUAL, socket.AF_UNIX, ALLOWED, family)
    code.label("clone")
    code.load_argument(0)
    code.jump_if(IF_ANY_BIT, NEW_NAMESPACES, forbidden, ALLOWED)
    code.label("unshare")
    code.load_argument(0)
    code.jump_if(IF_ANY_BIT, NEW_NAMESPACES | NEW_TIME, forbidden, ALLOWED)
    code.label("personality")
    code.load_argument(0)
    for number in PERSONALITIES[:-1]:
        code.jump_if(IF_EQUAL, number, ALLOWED)
    code.jump_if(IF_EQUAL, PERSONALITIES[-1], ALLOWED, forbidden)
    code.label("prctl")
    code.load_argument(0)
    code.jump_if(IF_EQUAL, SET_DUMPABLE, "", ALLOWED)
    code.load_argument(1)
    code.jump_if(IF_EQUAL, HIDDEN, forbidden, ALLOWED)
    code.label("ioctl")
    code.load_argument(1)
    code.jump_if(IF_EQUAL, TYPING[0], forbidden)
    code.jump_if(IF_EQUAL, TYPING[1], forbidden, ALLOWED)


@cache
def filter_here() -> bytes:
    """Return the filter for this machine; nothing if we know none."""
    machine = os.uname().machine
    return filter_for(machine) if machine in ARCHITECTURES else b""


def open_filter() -> int:
    """Return a handle from which bubblewrap reads the filter, once."""
    handle = os.memfd_create("filter", os.MFD_CLOEXEC)
    os.write(handle, filter_here())
    os.lseek(handle, 0, os.SEEK_SET)
    return handle
