"""The cache of built kernels."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.harness.bench import Bench, compile_c

# ---- the cache ---------------------------------------------------------------------------------------------


def cached(folder: Path) -> list[Path]:
    """The files of a kernel cache."""
    return sorted(folder.glob("*")) if folder.is_dir() else []


def builds_from_source(bench: Bench, counts: Path, **more: str) -> int:
    """Run a promise and count how often OpenCL C was compiled."""
    bench.promise("vector", FAKE_COUNTS=str(counts), **more)
    return dict(line.split() for line in counts.read_text().splitlines())["clCreateProgramWithSource"] != "0"


@pytest.mark.opencl
def test_second_process_takes_the_first_ones_kernels(bench: Bench, tmp_path: Path) -> None:
    folder, counts = tmp_path / "deep" / "cache", tmp_path / "counts"
    assert builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder))
    (entry,) = cached(folder)
    assert not builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder))
    assert builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder), MAPPER_GROUP_SIZE="4")
    assert len(cached(folder)) == 2
    assert entry in cached(folder)


@pytest.mark.opencl
def test_old_entries_and_the_least_used_of_many_go(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    now, day, entry = time.time(), 24 * 3600, "{:032x}.clbin"

    def put(name: str, days: float, size: int = 10) -> None:
        with (folder / name).open("wb") as file:
            file.truncate(size)
        os.utime(folder / name, (now - days * day,) * 2)

    for number, days in enumerate([89, 91]):
        put(entry.format(number), days)
    for number, days in enumerate([3, 1, 2], start=2):
        put(entry.format(number), days, 100 << 20)
    put(entry.format(5) + ".abcdef", 2)
    put(entry.format(6) + ".abcdef", 0.5)
    put("notes.txt", 400)
    bench.promise("vector", MAPPER_CACHE_DIR=str(folder))
    left = {path.name for path in cached(folder)}
    (fresh,) = {name for name in left if not name.startswith("0000") and name != "notes.txt"}
    assert left == {fresh, entry.format(3), entry.format(4), entry.format(6) + ".abcdef", "notes.txt"}
    put(fresh, 80)
    bench.promise("vector", MAPPER_CACHE_DIR=str(folder))
    assert (folder / fresh).stat().st_mtime > now - day


@pytest.mark.opencl
def test_damaged_entries_are_built_anew(bench: Bench, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    where = {"MAPPER_CACHE_DIR": str(tmp_path / "cache")}
    bench.promise("vector", **where)
    (entry,) = cached(tmp_path / "cache")
    good = entry.read_bytes()
    flipped = bytearray(good)
    flipped[-5] ^= 1
    for bad in (b"", good[:20], good[: len(good) // 2], good + b"x", bytes(flipped), b"y" + good[1:]):
        entry.write_bytes(bad)
        assert builds_from_source(bench, counts, **where)
        assert not builds_from_source(bench, counts, **where)


@pytest.mark.opencl
def test_an_entry_of_another_source_or_options_is_not_taken(bench: Bench, tmp_path: Path) -> None:
    counts, folder = tmp_path / "counts", tmp_path / "cache"
    bench.promise("vector", MAPPER_CACHE_DIR=str(folder))
    (mine,) = cached(folder)
    bench.promise("vector", MAPPER_CACHE_DIR=str(folder), MAPPER_GROUP_SIZE="4")
    (other,) = set(cached(folder)) - {mine}
    mine.write_bytes(other.read_bytes())
    assert builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder))
    assert not builds_from_source(bench, counts, MAPPER_CACHE_DIR=str(folder))


@pytest.mark.opencl
def test_entries_of_other_users_are_not_taken(bench: Bench, tmp_path: Path) -> None:
    counts, where = tmp_path / "counts", {"MAPPER_CACHE_DIR": str(tmp_path / "cache")}
    bench.promise("vector", **where)
    (entry,) = cached(tmp_path / "cache")
    if os.geteuid() == 0:
        os.chown(entry, 12345, 12345)
    else:  # the process believes that it is somebody else
        (tmp_path / "user.c").write_text("unsigned geteuid(void) { return 12345; }\n")
        compile_c(tmp_path / "user.so", "-shared", "-fPIC", tmp_path / "user.c")
        where["LD_PRELOAD"] = str(tmp_path / "user.so")
    assert builds_from_source(bench, counts, **where)
    if os.geteuid() == 0:  # it was replaced
        assert not builds_from_source(bench, counts, **where)


@pytest.mark.opencl
@pytest.mark.parametrize("kind", ["pipe", "link", "writable", "folder"])
def test_only_plain_files_of_ones_own_are_read(bench: Bench, tmp_path: Path, kind: str) -> None:
    counts, folder = tmp_path / "counts", tmp_path / "cache"
    where = {"MAPPER_CACHE_DIR": str(folder)}
    assert builds_from_source(bench, counts, **where)
    (entry,) = cached(folder)
    if kind == "writable":
        entry.chmod(0o666)
    else:
        entry.rename(tmp_path / "elsewhere")
    if kind == "pipe":
        os.mkfifo(entry)
    elif kind == "link":
        entry.symlink_to(tmp_path / "elsewhere")
    elif kind == "folder":
        entry.mkdir()
    os.mkfifo(folder / "devices")
    assert builds_from_source(bench, counts, **where)
    if kind != "folder":  # it was replaced
        assert entry.is_file()
        assert not entry.is_symlink()
        assert not builds_from_source(bench, counts, **where)


def test_files_are_written_whole_or_not_at_all(bench: Bench, tmp_path: Path) -> None:
    bench.run("promises", "torn_files", MAPPER_STATE_DIR=str(tmp_path)).check_returncode()
    assert [path.name for path in tmp_path.iterdir()] == ["0000000000000007.whole"]


@pytest.mark.opencl
def test_no_cache_where_nothing_can_be_written(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere")):
        done = bench.promise("vector", MAPPER_CACHE_DIR=str(folder), MAPPER_INFO="0")
        assert done.stderr == ""


@pytest.mark.opencl
def test_cache_follows_xdg_and_home(bench: Bench, tmp_path: Path) -> None:
    without = {"MAPPER_CACHE_DIR": "", "XDG_CACHE_HOME": str(tmp_path / "xdg"), "HOME": str(tmp_path / "home")}
    bench.promise("vector", **without)
    assert len(cached(tmp_path / "xdg" / "mapper")) == 1
    bench.promise("vector", **{**without, "XDG_CACHE_HOME": ""})
    assert len(cached(tmp_path / "home" / ".cache" / "mapper")) == 1


@pytest.mark.opencl
def test_processes_share_a_cache_at_once(bench: Bench, tmp_path: Path) -> None:
    where = {"MAPPER_CACHE_DIR": str(tmp_path / "cache")}
    with ThreadPoolExecutor(4) as pool:
        for done in pool.map(lambda _: bench.run("promises", "vector", **where), range(6)):
            assert done.returncode == 0, done.stderr
    assert len(cached(tmp_path / "cache")) == 1
