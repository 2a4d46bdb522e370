"""Forks, threads, ends of the process, locales: the run-time library beside what else a program does."""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path

import pytest

from tests.harness.bench import Bench

EITHER = pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])


def test_children_find_all_locks_free(bench: Bench) -> None:
    bench.promise("forked_beside_threads", MAPPER_DEVICE="auto", MAPPER_REVISE="0", MAPPER_INFO="0")


@pytest.mark.opencl
@EITHER
def test_children_of_a_region_go_on_with_it(bench: Bench, memory: dict[str, str]) -> None:
    bench.promise("forked_in_a_region", **memory)


@pytest.mark.opencl
@EITHER
@pytest.mark.parametrize("promise", ["vector", "reductions"])
def test_drivers_may_fork(bench: Bench, tmp_path: Path, promise: str, memory: dict[str, str]) -> None:
    bench.promise(promise, FAKE_FORK="1", MAPPER_CACHE_DIR=str(tmp_path), MAPPER_INFO="0", **memory)


@pytest.mark.opencl
@EITHER
def test_handlers_may_look_at_arrays_at_any_time(bench: Bench, memory: dict[str, str]) -> None:
    bench.promise("interrupted", **memory)
    bench.promise("signals_of_drivers", **memory)


@pytest.mark.opencl
@EITHER
@pytest.mark.parametrize("ahead", ["0", "1"])
@pytest.mark.parametrize("early", ["0", "1"])
def test_nothing_of_drivers_shows(
    bench: Bench, tmp_path: Path, memory: dict[str, str], ahead: str, early: str
) -> None:
    cold = {"MAPPER_CACHE_DIR": str(tmp_path), "POCL_CACHE_DIR": str(tmp_path)}
    bench.promise("rude_driver", FAKE_RUDE="1", MAPPER_AHEAD=ahead, MAPPER_EARLY=early, **cold, **memory)


@pytest.mark.opencl
@EITHER
def test_processes_may_end_anywhere(bench: Bench, memory: dict[str, str]) -> None:
    assert bench.promise("ends_in_a_region", **memory).stdout == "1998\n"
    for _ in range(5):
        bench.promise("ends_beside_a_region", **memory)


# ---- races -------------------------------------------------------------------------------------------------


def free_of_races(done: subprocess.CompletedProcess[str], what: str) -> None:
    """The promise was held without a race; the sanitizer's reports are written from where the first begins."""
    found = done.stderr.partition("WARNING: ThreadSanitizer")
    reports = "".join(found[1:]) or done.stderr
    assert (done.returncode, found[1]) == (0, ""), f"{what}: exit {done.returncode}\n{reports}\n{done.stdout}"


@pytest.mark.opencl
@EITHER
def test_threads_run_regions_without_races(watched: Bench, tmp_path: Path, memory: dict[str, str]) -> None:
    # Drivers were not compiled so: what they do behind their calls is not seen.
    (tmp_path / "drivers").write_text("called_from_lib:libpocl\nrace:libpocl\nrace:libLLVM\n")
    options = f"suppressions={tmp_path / 'drivers'} ignore_noninstrumented_modules=1"
    model = {"TSAN_OPTIONS": options, "MAPPER_DEVICE": "auto", "MAPPER_STATE_DIR": str(tmp_path), **memory}
    where_it_says = ("threads", "exploring_threads", "forked_beside_threads")
    for promise in (*where_it_says, "taken_threads"):
        done = watched.run("promises", promise, MAPPER_REVISE=str(int(promise not in where_it_says)), **model)
        free_of_races(done, promise)


@pytest.mark.opencl
def test_the_device_is_opened_beside_the_program_without_races(watched: Bench, tmp_path: Path) -> None:
    options = "ignore_noninstrumented_modules=1"
    auto = {"TSAN_OPTIONS": options, "MAPPER_DEVICE": "auto", "MAPPER_STATE_DIR": str(tmp_path), "REGISTERED": "1"}
    for how in ({}, {"MAPPER_INFO": "0"}, {"FORKS": "1"}, {"LEAVES": "1"}):
        free_of_races(watched.run("promises", "repeated", FAKE_DISCRETE="1", **auto, **how), f"repeated {how}")
    assert any(tmp_path.glob("*.history"))


# ---- texts and numbers -------------------------------------------------------------------------------------


def write_locale(folder: Path) -> None:
    """The numbers of a locale `comma` that writes 0,5, in the format that the C library reads."""
    texts = [b",\0", b".\0", b"\x03\0", struct.pack("<I", ord(",")), struct.pack("<I", ord(".")), b"UTF-8\0"]
    offsets, data = [], b""
    start = 8 + 4 * len(texts)
    for text in texts:
        data += b"\0" * (-len(data) % 4)
        offsets.append(start + len(data))
        data += text
    magic = 0x20031115 ^ 1  # of the second category, LC_NUMERIC
    (folder / "comma").mkdir(parents=True)
    header = struct.pack(f"<II{len(offsets)}I", magic, len(offsets), *offsets)
    (folder / "comma" / "LC_NUMERIC").write_bytes(header + data)


@pytest.mark.opencl
def test_profile_is_json_in_any_locale(bench: Bench, tmp_path: Path) -> None:
    write_locale(tmp_path)
    profile = tmp_path / "profile.json"
    done = bench.promise("odd_texts", MAPPER_DEVICE="auto", MAPPER_PROFILE=str(profile), LOCPATH=str(tmp_path))
    (region,) = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    assert (
        region["file"]
        == "café/caf" + "\N{REPLACEMENT CHARACTER}" * 10 + '"\\\t😀' + "\N{REPLACEMENT CHARACTER}" * 2
    )
    assert region["opencl"]["seconds"] > 0
    assert "because items > 10 (1000)" in done.stderr
    assert all("," not in line for line in done.stderr.splitlines() if line.startswith("main_1 "))
