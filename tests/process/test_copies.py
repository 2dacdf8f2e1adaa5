from __future__ import annotations

import os
from pathlib import Path

import pytest

from outwit.errors import BadFile
from outwit.process.copies import copy_tree, entries, fingerprint
from tests.tools import needs_user


def folder(place: Path) -> Path:
    source = place / "source"
    (source / "inner" / "deeper").mkdir(parents=True)
    (source / "run").write_text("a program")
    (source / "run").chmod(0o700)
    (source / "inner" / "data").write_bytes(bytes(range(256)))
    (source / "link").symlink_to("inner/data")
    (source / "out").symlink_to("/etc/passwd")
    os.mkfifo(source / "pipe")
    return source


def test_a_copy_has_files_folders_and_links_but_no_pipes(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    copy_tree(str(folder(tmp_path)), str(target))
    assert sorted(path.name for path in target.iterdir()) == ["inner", "link", "out", "run"]
    assert (target / "inner" / "data").read_bytes() == bytes(range(256))
    assert (target / "out").is_symlink()
    assert os.readlink(target / "link") == "inner/data"
    assert (target / "run").stat().st_mode & 0o777 == 0o755
    assert (target / "inner" / "deeper").is_dir()


def test_a_hash_changes_with_names_contents_and_rights(tmp_path: Path) -> None:
    source = folder(tmp_path)
    seen = {fingerprint(str(source))}
    assert fingerprint(str(source)) in seen
    (source / "inner" / "data").write_bytes(b"other")
    seen.add(fingerprint(str(source)))
    (source / "inner" / "data").rename(source / "inner" / "datum")
    seen.add(fingerprint(str(source)))
    (source / "run").chmod(0o600)
    seen.add(fingerprint(str(source)))
    (source / "link").unlink()
    (source / "link").symlink_to("inner")
    seen.add(fingerprint(str(source)))
    assert len(seen) == 5


def test_too_much_is_refused(tmp_path: Path) -> None:
    source = folder(tmp_path)
    with pytest.raises(BadFile, match="more than 3 files"):
        list(entries(str(source), most=3))
    with pytest.raises(BadFile, match="more than 0 MiB"):
        list(entries(str(source), largest=100))
    source.joinpath(*["d"] * 60).mkdir(parents=True)
    with pytest.raises(BadFile, match="nested more than 50 deep"):
        fingerprint(str(source))


@needs_user
def test_what_is_closed_to_us_is_named(tmp_path: Path) -> None:
    source = folder(tmp_path)
    (source / "run").chmod(0)
    with pytest.raises(BadFile, match="'run' cannot be read: Permission denied"):
        fingerprint(str(source))
