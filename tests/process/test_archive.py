from __future__ import annotations

import gzip
import io
import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.errors import BadFile
from outwit.process import archive
from outwit.process.archive import pack, read_folder, read_upload, unpack

HELLO = b"print('hello')\n"


def zipped(*items: tuple[str, bytes], mode: int = 0o100644) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in items:
            info = zipfile.ZipInfo(name, (2024, 2, 3, 4, 5, 6))
            info.external_attr = mode << 16
            made.writestr(info, data)
    return target.getvalue()


def tarred(*members: tarfile.TarInfo, data: bytes = HELLO) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as made:
        for member in members:
            member.size = len(data) if member.isreg() else 0
            made.addfile(member, io.BytesIO(data) if member.isreg() else None)
    return target.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, leads: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, leads
    return info


def refused(*files: tuple[str, bytes]) -> str:
    with pytest.raises(BadFile) as found:
        read_upload(files)
    assert "\n" not in str(found.value)
    return str(found.value)


def contents(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        return {info.filename: found.read(info) for info in found.infolist()}


def test_a_zip_a_tar_a_folder_and_a_single_file_become_the_same_bytes() -> None:
    single = read_upload([("main.py", HELLO)])
    folder = read_upload([("ada/main.py", HELLO)])
    from_zip = read_upload([("ada.zip", zipped(("ada/main.py", HELLO)))])
    from_tar = read_upload([("ada.tar.gz", tarred(member("./ada/main.py")))])
    assert single.names == ("main.py",)
    assert single == folder == from_zip == from_tar
    assert contents(single.data) == {"main.py": HELLO}


def test_names_are_sorted_and_folders_kept_below_the_common_one() -> None:
    found = read_upload([("top/src/b.py", b"b"), ("top/a.py", b"a"), ("top/src/a.py", b"a")])
    assert found.names == ("a.py", "src/a.py", "src/b.py")


def test_only_one_common_folder_is_taken_off() -> None:
    assert read_upload([("a/b/main.py", HELLO)]).names == ("b/main.py",)
    assert read_upload([("a/main.py", HELLO), ("b/main.py", HELLO)]).names == (
        "a/main.py",
        "b/main.py",
    )


def test_empty_folders_of_an_archive_stay() -> None:
    data = read_upload([("x.zip", zipped(("bin/", b""), ("main.c", b"")))]).data
    assert list(contents(data)) == ["bin/", "main.c"]


def test_what_nobody_means_to_hand_in_is_left_out() -> None:
    junk = (".git/config", "__MACOSX/._main.py", "ada/.DS_Store", "ada/__pycache__/m.pyc", "._x")
    sent = [*((name, b"junk") for name in junk), ("ada/main.py", HELLO)]
    assert read_upload([("x.zip", zipped(*sent))]).names == ("main.py",)


def test_of_permissions_only_the_right_to_execute_stays() -> None:
    data = zipped(("run", b"#!/bin/sh\n"), mode=stat.S_IFREG | 0o6711)
    with zipfile.ZipFile(io.BytesIO(read_upload([("x.zip", data)]).data)) as found:
        assert found.getinfo("run").external_attr >> 16 == stat.S_IFREG | 0o755
        assert found.getinfo("run").date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/etc/passwd", "leads out"),
        ("a/../../b", "leads out"),
        ("a\\b.py", "backslash"),
        ("a\0b", "cannot be shown"),
        ("a\x1b[2J", "cannot be shown"),
        ("a/" * 40 + "b", "nested"),
        ("b" * 300, "too long"),
    ],
)
def test_a_name_that_is_not_plain_is_refused(name: str, reason: str) -> None:
    assert reason in refused((name, HELLO), ("main.py", HELLO))
    assert reason in refused(("x.tar.gz", tarred(member("m"), member(name.replace("\0", "\1")))))


def test_a_nul_in_a_zip_is_refused_though_its_reader_cuts_it() -> None:
    data = zipped(("mainX.py", HELLO)).replace(b"mainX.py", b"main\0.py")
    assert "cannot be shown" in refused(("x.zip", data))


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_are_refused(kind: bytes) -> None:
    data = tarred(member("a"), member("b", kind, "a"))
    assert "hand in files and folders only" in refused(("x.tgz", data))


def test_a_link_in_a_zip_is_refused() -> None:
    data = zipped(("main.py", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777)
    assert "'main.py' is a link" in refused(("x.zip", data))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_is_in_it_once() -> None:
    assert "twice" in refused(("x.zip", zipped(("a", b"1"), ("./a", b"2"))))
    assert "twice" in refused(("a", b"1"), ("a", b"2"))
    assert "a file and a folder" in refused(("a", b"1"), ("a/b", b"2"))
    assert read_upload([("A", b"1"), ("a", b"2")]).names == ("A", "a")


def test_a_password_is_refused() -> None:
    data = bytearray(zipped(("main.py", HELLO)))
    listed = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[listed + 8] |= 1
    assert "password" in refused(("x.zip", bytes(data)))


def test_an_unusual_packing_is_refused() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("main.py", HELLO)
    assert "unusual" in refused(("x.zip", target.getvalue()))


def test_a_bomb_is_refused_by_the_bytes_really_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_UNPACKED", 100_000)
    monkeypatch.setattr(archive, "TAR_OVERHEAD", 10_000)
    zeros = bytes(200_000)
    assert "unpacked" in refused(("x.zip", zipped(("a", zeros))))
    assert "unpacked" in refused(("x.zip", zipped(("a", zeros[:60_000]), ("b", zeros[:60_000]))))
    assert "unpacked" in refused(("x.tar.gz", tarred(member("a"), data=zeros)))
    assert "unpacked" in refused(("a", zeros))
    # A header that says it is long: it is read before any file.
    head = tarfile.TarInfo("a")
    head.type, head.size = tarfile.XHDTYPE, 1 << 34
    assert "unpacked" in refused(("x.tgz", gzip.compress(head.tobuf(tarfile.GNU_FORMAT) + zeros)))


def test_a_zip_that_says_less_than_it_has_is_refused() -> None:
    data = bytearray(zipped(("a", bytes(5_000))))
    listed = data.index(b"PK\x01\x02")
    data[listed + 24 : listed + 28] = (10).to_bytes(4, "little")
    assert "is not a zip" in refused(("x.zip", bytes(data)))


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_FILES", 3)
    monkeypatch.setattr(archive, "LARGEST_PACKED", 1_000)
    many = [(f"{number}.py", b"") for number in range(4)]
    assert "more than 3 files" in refused(*many)
    assert "more than 3 files" in refused(("x.zip", zipped(*many)))
    assert "more than 3 files" in refused(("x.zip", b"PK\x01\x02" * 13))
    noise = os.urandom(2_000)
    assert "packed" in refused(("x.zip", zipped(("a", noise))))
    assert "packed" in refused(("a", noise))


def test_nothing_and_what_is_no_archive_are_refused() -> None:
    assert refused() == "there is no file in it"
    assert "no file" in refused(("x.zip", zipped(("a/", b""))))
    assert "is not a zip" in refused(("x.zip", HELLO))
    assert "is not a .tar.gz" in refused(("x.tgz", gzip.compress(HELLO)[:-9]))
    assert "as .zip or .tar.gz" in refused(("x.rar", HELLO))


@pytest.fixture(scope="module")
def seeds() -> dict[str, bytes]:
    names = "a", "b/c.py", "d"
    return {
        "x.zip": zipped(*((name, HELLO) for name in names)),
        "x.tgz": tarred(*map(member, names)),
        "x.tar": gzip.decompress(tarred(*map(member, names))),
    }


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["x.zip", "x.tgz", "x.tar"]),
    st.lists(st.tuples(st.integers(0, 4_000), st.integers(0, 255)), max_size=8),
    st.integers(0, 300),
)
def test_a_damaged_archive_is_refused_or_is_a_folder(
    seeds: dict[str, bytes], name: str, changes: list[tuple[int, int]], cut: int
) -> None:
    data = bytearray(seeds[name])
    for place, byte in changes:
        data[place % len(data)] = byte
    damaged = bytes(data[: len(data) - (cut if cut < 100 else 0)])
    try:
        found = read_upload([(name, damaged)])
    except BadFile:
        refused((name, damaged))
        return
    kept = contents(found.data)
    assert found.names == tuple(sorted(name for name in kept if not name.endswith("/")))
    assert not any(name.startswith("/") or ".." in name.split("/") for name in kept)


def built(place: Path) -> Path:
    source = place / "source"
    (source / "inner").mkdir(parents=True)
    (source / "empty").mkdir()
    (source / "run").write_bytes(b"#!/bin/sh\n")
    (source / "run").chmod(0o700)
    (source / "inner" / "data").write_bytes(bytes(range(256)))
    (source / "link").symlink_to("inner/data")
    (source / "inner" / "up").symlink_to("../run")
    outside = ("out", "/etc/passwd"), ("over", "../x"), ("inner/hop", "link/../x")
    for name, leads in outside:
        (source / name).symlink_to(leads)
    os.mkfifo(source / "pipe")
    return source


def test_a_built_folder_comes_back_with_its_links_that_stay_inside(tmp_path: Path) -> None:
    data = pack(str(built(tmp_path)))
    target = tmp_path / "target"
    target.mkdir()
    unpack(data, str(target))
    found = sorted(str(path.relative_to(target)) for path in target.rglob("*"))
    assert found == ["empty", "inner", "inner/data", "inner/up", "link", "run"]
    assert (target / "link").read_bytes() == bytes(range(256))
    assert os.readlink(target / "inner" / "up") == "../run"
    assert (target / "run").stat().st_mode & 0o777 == 0o755
    assert pack(str(target)) == data


def test_a_built_folder_may_be_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_BUILT", 1_000)
    (tmp_path / "noise").write_bytes(os.urandom(2_000))
    with pytest.raises(BadFile, match="after its build"):
        pack(str(tmp_path))


def test_nothing_is_unpacked_outside_or_through_a_link(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(BadFile, match="leads out"):
        unpack(zipped(("../x", HELLO)), str(target))
    unpack(zipped(("out", b"/etc"), mode=stat.S_IFLNK | 0o777), str(target))
    assert not os.path.lexists(target / "out")


def test_a_hand_in_comes_back_from_its_bytes(tmp_path: Path) -> None:
    unpack(read_upload([("a/main.py", HELLO), ("a/b/c", b"c")]).data, str(tmp_path))
    assert (tmp_path / "main.py").read_bytes() == HELLO
    assert (tmp_path / "b" / "c").read_bytes() == b"c"


def write(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(HELLO)
    return folder


def test_a_folder_of_this_machine_is_as_its_archive(tmp_path: Path) -> None:
    folder = write(tmp_path, "main.py", "src/a.py", ".git/HEAD", "src/__pycache__/a.pyc", "._a.py")
    (folder / "main.py").chmod(0o700)
    (folder / "empty").mkdir()
    found = read_folder(str(folder))
    assert found.names == ("main.py", "src/a.py")
    assert contents(found.data) == {"empty/": b"", "main.py": HELLO, "src/a.py": HELLO}
    with zipfile.ZipFile(io.BytesIO(found.data)) as packed:
        modes = {info.filename: info.external_attr >> 16 & 0o777 for info in packed.infolist()}
    assert (modes["main.py"], modes["src/a.py"]) == (0o755, 0o644)


@pytest.mark.parametrize("leads", ["/etc/passwd", "/etc", ""])
def test_links_and_pipes_in_a_folder_are_refused_and_not_read(tmp_path: Path, leads: str) -> None:
    folder = write(tmp_path, "main.py")
    if leads:
        (folder / "other").symlink_to(leads)
    else:
        os.mkfifo(folder / "other")
    with pytest.raises(BadFile, match=r"'other' is (a link|not a file)"):
        read_folder(str(folder))


def test_a_folder_is_refused_where_it_is_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path, "a", "b")
    monkeypatch.setattr(archive, "MOST_FILES", 1)
    with pytest.raises(BadFile, match="more than 1 files"):
        read_folder(str(folder))
    monkeypatch.undo()
    monkeypatch.setattr(archive, "LARGEST_UNPACKED", 20)
    with pytest.raises(BadFile, match="unpacked"):
        read_folder(str(folder))


def test_a_folder_that_is_empty_or_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no file"):
        read_folder(str(tmp_path))
    with pytest.raises(BadFile, match="nowhere"):
        read_folder(str(tmp_path / "nowhere"))
