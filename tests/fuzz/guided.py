"""Fuzzes one target by coverage, with Atheris: ``python -m tests.fuzz.guided TARGET SECONDS``.

The modules run interpreted, so that the rules of the games are seen, too. Inputs that reach
something new are added to ``build/fuzz/corpus``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.fuzz.corpus import FOLDER, kept, target_named
from tests.fuzz.replay import WORKING, Findings, attempt
from tests.interpreted import PACKAGE, InterpretedFinder

# Bytes of an input, unless a kept one has more; mebibytes that the process may have.
LONGEST, MOST_MEMORY = 4_096, 2_048
# Seconds after which an input that nothing interrupts ends the run.
STUCK_SECONDS = 300


def main(name: str, seconds: int) -> None:
    """Fuzz a target; libFuzzer ends the process."""
    import atheris  # not everybody has it

    sys.meta_path.insert(0, InterpretedFinder)
    with atheris.instrument_imports(include=[PACKAGE]):
        target = target_named(name)
        for data in kept(name):
            # Some modules are imported where they are used.
            attempt(target, data, Findings(name))
    findings = Findings(name)
    folder: Path = WORKING / name
    folder.mkdir(parents=True, exist_ok=True)
    findings.folder.mkdir(parents=True, exist_ok=True)
    longest = max([LONGEST, *map(len, kept(name))])
    atheris.Setup(
        [
            name,
            f"-max_total_time={seconds}",
            f"-max_len={longest}",
            f"-rss_limit_mb={MOST_MEMORY}",
            f"-timeout={STUCK_SECONDS}",
            f"-artifact_prefix={findings.folder}/",
            "-print_final_stats=1",
            "-verbosity=1",
            str(folder),
            str(FOLDER / name),
        ],
        lambda data: attempt(target, data, findings),
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
