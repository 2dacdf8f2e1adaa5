"""System calls that programs may not make, and their numbers on the machines that we know."""

from __future__ import annotations

import errno

X86_64, AARCH64 = "x86_64", "aarch64"
# How the system names the architecture of a call.
ARCHITECTURES = {X86_64: 0xC000_003E, AARCH64: 0xC000_00B7}
MACHINES = tuple(ARCHITECTURES)
# Calls with larger numbers are newer than this list, or of another kind (x32).
LAST_CALL = 456

# Numbers by machine, in the order of MACHINES; None: the machine has no such call.
Numbers = tuple[int | None, int | None]

# Refused with "operation not permitted": nobody but the system's owner needs them.
FORBIDDEN: dict[str, Numbers] = {
    # Other processes: their memory, files and registers.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "perf_event_open": (298, 241),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # Keys, which belong to a user and outlive a program.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # Code in the system.
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    # Mounts and namespaces.
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "setns": (308, 268),
    # Files past the folders that lead to them.
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    # The machine.
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
}
# Refused as if the system did not have them: programs then do without.
ABSENT: dict[str, Numbers] = {
    # The C library starts threads by ``clone`` instead, whose flags can be looked at.
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # There is a small number of these for the whole machine.
    "io_setup": (206, 0),
    # Memory that no process need map, and that is counted nowhere.
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "memfd_secret": (447, 447),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
    "uselib": (134, None),
    "ustat": (136, None),
    "sysfs": (139, None),
    "_sysctl": (156, None),
}
ERRORS = ((FORBIDDEN, errno.EPERM), (ABSENT, errno.ENOSYS))
# Permitted by their arguments.
CHECKED: dict[str, Numbers] = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "clone": (56, 220),
    "unshare": (272, 97),
    "personality": (135, 92),
    "prctl": (157, 167),
    "ioctl": (16, 29),
}


def number_of(name: str, machine: str) -> int | None:
    """Return the number of a call on a machine, None if it has none there."""
    for table in (FORBIDDEN, ABSENT, CHECKED):
        if name in table:
            return table[name][MACHINES.index(machine)]
    raise KeyError(name)
