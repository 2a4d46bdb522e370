"""Entries of the cache of translations: damaged and foreign ones are none, and there is a bound."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mapper.options import Options, UnitCommand
from mapper.translations import store
from mapper.translations.entry import Entry, decode, encode
from mapper.translations.key import Key, Source, key

KEY = "ab" * 32
ENTRY = Entry("a message\n", {"report": "{}\udcff"}, (b"one", b"", b"\0three"), library=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv(store.SWITCH)
    return store.folder()


def test_what_is_kept_is_found(folder: Path) -> None:
    assert store.load(KEY) is None
    store.save(KEY, ENTRY)
    assert store.load(KEY) == ENTRY
    assert store.load("cd" * 32) is None
    assert [path.name for path in folder.iterdir()] == [KEY]


def test_every_torn_file_is_none() -> None:
    data = encode(KEY, ENTRY)
    assert decode(KEY, data) == ENTRY
    for length in range(len(data)):
        assert decode(KEY, data[:length]) is None
    for position in range(len(data)):
        assert decode(KEY, data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :]) is None


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _link(path: Path) -> None:
    path.symlink_to(path.rename(path.with_name("elsewhere")))


def _directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _renamed(path: Path) -> None:
    path.write_bytes(encode("cd" * 32, ENTRY))


@pytest.mark.parametrize("spoil", [_pipe, _link, _directory, _renamed, lambda path: path.chmod(0o620)])
def test_only_plain_files_of_the_user_are_read(folder: Path, spoil: Callable[[Path], object]) -> None:
    store.save(KEY, ENTRY)
    spoil(folder / KEY)
    assert store.load(KEY) is None


def test_a_folder_that_cannot_be_written_is_no_error(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("no folder")
    store.save(KEY, ENTRY)
    assert store.load(KEY) is None


def test_the_least_recently_used_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", 2 * len(encode(KEY, ENTRY)))
    for number in range(3):
        store.save(f"{number:064}", ENTRY)
        os.utime(folder / f"{number:064}", (os.stat(folder).st_mtime - 60 + number,) * 2)
    store.load(f"{1:064}")
    store.save(KEY, ENTRY)
    assert {path.name for path in folder.iterdir()} == {f"{1:064}", KEY}


def test_unused_ones_go_after_a_while(folder: Path) -> None:
    store.save(KEY, ENTRY)
    os.utime(folder / KEY, (0, 0))
    store.save("cd" * 32, ENTRY)
    assert [path.name for path in folder.iterdir()] == ["cd" * 32]


def _key(
    tmp_path: Path, flags: tuple[str, ...] = (), text: str = "", options: Options | None = None
) -> Key | None:
    source = Source(str(tmp_path / "a.c"), UnitCommand(("cc",), flags), text)
    return key(options or Options(sources=(source.name,)), [source], [], {})


def test_a_source_that_changes_meanwhile_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int a;")
    (tmp_path / "a.h").write_text("")
    known = _key(tmp_path, text=f'# 1 "{tmp_path}/a.h"\n')
    assert known is not None
    (tmp_path / "a.h").write_text("int b;")
    known.save(ENTRY)
    assert known.load() is None
    again = _key(tmp_path, text=f'# 1 "{tmp_path}/a.h"\n')
    assert again is not None
    assert again.digest != known.digest
    again.save(Entry("", lasting=False))
    assert again.load() is None
    again.save(ENTRY)
    assert again.load() == ENTRY


def test_equal_options_have_one_key(tmp_path: Path) -> None:
    def of(names: list[str]) -> str:
        found = _key(tmp_path, options=Options(sources=("a.c",), disabled=frozenset(names)))
        assert found is not None
        return found.digest

    assert of(["tile", "gang", "halo"]) == of(["halo", "tile", "gang"]) != of(["tile"])


def test_what_the_key_cannot_know_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _key(tmp_path, ("-O3",)) is not None
    assert _key(tmp_path, ("-fplugin=x.so",)) is None
    assert _key(tmp_path, text='__asm__(".incbin \\"x\\"");') is None
    assert _key(tmp_path, options=Options(sources=("a.c",), save_temps=True)) is None
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert _key(tmp_path) is None


def test_it_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _key(tmp_path) is not None
    monkeypatch.setenv(store.SWITCH, "0")
    assert _key(tmp_path) is None
