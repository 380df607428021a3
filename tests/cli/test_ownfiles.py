"""Files that the program writes: a full disk leaves the old file or none, never half of one."""

from __future__ import annotations

import ast
import errno
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.main import main
from cli.storage import ownfiles
from tests.cli.games import sessions

ROOT = Path(__file__).parents[2]
RECORD = sessions()[0].record() or b""
ROOM = 1 << 10
"""So many bytes a file may have where the disk is full."""


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond a few bytes while the block runs, as on a disk that has no more room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own."""
    monkeypatch.setenv("MARE_HOME", str(tmp_path / "home"))
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")
    return tmp_path / "files"


def names(folder: Path) -> list[str]:
    """All files of a folder."""
    return sorted(path.name for path in folder.iterdir())


# ---------------------------------------------------------------------- commands


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_a_page_or_picture_that_has_no_room_leaves_what_was_there(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str, *, is_there: bool
) -> None:
    (folder / "game.mare").write_bytes(RECORD)
    if is_there:
        assert main(["show", "game.mare", option, "drawn"]) == 0
    before = {name: (folder / name).read_bytes() for name in names(folder)}
    capsys.readouterr()
    with full_disk():
        assert main(["show", "game.mare", option, "drawn"]) == 2
    assert capsys.readouterr().err.startswith("mare: drawn: ")
    assert {name: (folder / name).read_bytes() for name in names(folder)} == before


@pytest.mark.parametrize("is_there", [False, True])
def test_an_export_that_has_no_room_leaves_the_record_that_was_there(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    (folder / "game.mare").write_bytes(RECORD)
    assert main(["import", "game.mare"]) == 0
    (folder / "game.mare").unlink()
    if is_there:
        (folder / "kept.mare").write_bytes(RECORD)
    publish = ownfiles.publish

    def write(path: Path, data: bytes) -> None:
        with full_disk():
            publish(path, data)

    monkeypatch.setattr(ownfiles, "publish", write)
    capsys.readouterr()
    assert main(["export", sessions()[0].charter.id.hex()[:8], "kept.mare"]) == 1
    assert capsys.readouterr().err.startswith("mare: cannot write the record to kept.mare: ")
    assert names(folder) == (["kept.mare"] if is_there else [])
    assert not is_there or (folder / "kept.mare").read_bytes() == RECORD


# ---------------------------------------------------------------------- files for others


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_a_new_file_has_the_rights_that_files_have_here(folder: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        ownfiles.publish(folder / "new", b"whole")
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "new").stat().st_mode) == 0o666 & ~umask
    assert names(folder) == ["new"]


@pytest.mark.parametrize(("before", "after"), [(0o640, 0o640), (0o4755, 0o755)])
def test_a_file_that_was_there_keeps_its_rights_but_none_to_run_as_another(
    folder: Path, before: int, after: int
) -> None:
    (folder / "old").write_bytes(b"old")
    (folder / "old").chmod(before)
    ownfiles.publish(folder / "old", b"new")
    assert (folder / "old").read_bytes() == b"new"
    assert stat.S_IMODE((folder / "old").stat().st_mode) == after


def test_a_link_stays_and_what_it_leads_to_is_replaced(folder: Path) -> None:
    (folder / "old").write_bytes(b"old")
    (folder / "link").symlink_to("old")
    ownfiles.publish(folder / "link", b"new")
    assert (folder / "link").is_symlink()
    assert (folder / "old").read_bytes() == b"new"


def test_a_pipe_or_device_is_written_to() -> None:
    ownfiles.publish(Path(os.devnull), b"anything")
    assert not Path(os.devnull).is_file()
    with pytest.raises(OSError, match="No space left"):
        ownfiles.publish(Path("/dev/full"), b"anything")


@pytest.mark.parametrize("there", ["/dev/fd/{}", "/proc/self/fd/{}", "link"])
def test_what_the_program_has_open_is_written_to_and_keeps_what_was_there(folder: Path, there: str) -> None:
    (folder / "log").write_bytes(b"first, ")
    with (folder / "log").open("ab") as file:
        (folder / "link").symlink_to(f"/dev/fd/{file.fileno()}")
        ownfiles.publish(Path(there.format(file.fileno())), b"second")
    assert (folder / "log").read_bytes() == b"first, second"


def test_a_private_file_is_private_while_it_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "old").write_bytes(b"old")
    (folder / "old").chmod(0o600)
    rights: list[int] = []

    def fsync(descriptor: int) -> None:
        rights.append(stat.S_IMODE(os.fstat(descriptor).st_mode))

    monkeypatch.setattr(os, "fsync", fsync)
    ownfiles.publish(folder / "old", b"new")
    assert rights[0] == 0o600


# ---------------------------------------------------------------------- all of them

WRITERS = {"write_bytes", "write_text", "mkstemp", "NamedTemporaryFile"}
APPENDING = "ab"


def written_by(source: str) -> list[int]:
    """The lines of a module that write a file by themselves; what is appended to a log is no file that is replaced."""
    found: list[int] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [
            word.value
            for word in [*node.args, *(word.value for word in node.keywords)]
            if isinstance(word, ast.Constant)
        ]
        modes = [word for word in words if isinstance(word, str) and word != APPENDING and set(word) & set("wax+")]
        if name in WRITERS or (name == "open" and modes):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("text", ["path.write_bytes(b'')", "open(name, 'w')", "path.open(mode='xb')"])
def test_the_checker_sees_what_writes_a_file(text: str) -> None:
    assert written_by(text) == [1]


def test_only_one_module_writes_files() -> None:
    modules = [path for path in (ROOT / "cli").rglob("*.py") if path != ROOT / "cli" / "storage" / "ownfiles.py"]
    found = {path.relative_to(ROOT).as_posix(): written_by(path.read_text("utf-8")) for path in modules}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_file_is_written_where_the_system_opens_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows opens none; a new name lasts there by itself."""
    opened = os.open

    def files_only(path: Path, *rest: int) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return opened(path, *rest)

    monkeypatch.setattr(os, "open", files_only)
    ownfiles.replace(tmp_path / "file", b"data")
    assert (tmp_path / "file").read_bytes() == b"data"
