"""What the benchmarks' commands share: versions, runs with a limit, the CSV that is taken up again, profiles."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.harness import campaign, options, profiles
from benchmarks.harness.campaign import Series, Settings
from benchmarks.harness.execute import CLOCK, execute
from benchmarks.harness.merging import merge
from benchmarks.harness.rows import Row, Table
from benchmarks.harness.versions import MAPPER_CC, Variant
from benchmarks.programs import HERE, NPB, NPB_NAMES, Case, Program, header_folder, npb

DONE = Row("A", "S", "openmp", "", "1.0", "1.1", "9.0", "SUCCESSFUL", "cpu x 2", "3.5", "")


def script(folder: Path, text: str) -> Path:
    """An executable shell script."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def settings(folder: Path) -> Settings:
    """Two runs of each series, with what is built in a folder."""
    return Settings(work=folder / "work", threads=2, timeout=500, repeats=2)


@pytest.mark.parametrize("name", NPB_NAMES)
@pytest.mark.parametrize("size", ["S", "C"])
def test_the_makefile_builds_the_same_sources(name: str, size: str) -> None:
    command = ["make", "-n", "-B", "-C", str(NPB), f"CLASS={size}", name.upper()]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    program = npb(name, size)
    made = {f"npb/{word}" for word in re.findall(r"\S+\.c\b", done.stdout)}
    assert made == set(program.sources)
    assert all((HERE / source).exists() for source in program.sources)
    assert ("-mcmodel=medium" in done.stdout) == ("-mcmodel=medium" in program.flags)


@pytest.mark.parametrize(
    ("text", "failure", "verified"),
    [
        ("echo 'Seconds = 0.5'; echo 'Verification = SUCCESSFUL'", None, "SUCCESSFUL"),
        ("echo 'Seconds = 0.5'; echo 'Verification = UNSUCCESSFUL'; exit 1", None, "UNSUCCESSFUL"),
        ("echo 'Seconds = 0.5'; exit 3", "exit 3", None),
        ("kill -SEGV $$", "signal 11", None),
        ("true", "no result", None),
        ("sleep 30 & sleep 30", "timeout", None),
    ],
)
def test_every_end_of_a_run_is_told(text: str, failure: str | None, verified: str | None, tmp_path: Path) -> None:
    outcome = execute(script(tmp_path, text), (), os.environ, 0.5)
    assert outcome.failure == failure
    assert outcome.values.get("Verification") == verified
    assert outcome.whole < 10


def test_a_clock_tells_how_far_a_run_was(tmp_path: Path) -> None:
    start = f"echo warning >&2; echo 'clock 0 starts at {time.monotonic() - 7:.6f}' >&2"
    cut_off = execute(script(tmp_path, f"{start}; sleep 30"), (), {**os.environ, **CLOCK}, 0.5)
    assert cut_off.timed is not None
    assert 7 < cut_off.timed < 17
    assert cut_off.said == "warning"
    ended = execute(script(tmp_path, f"{start}; echo 'Seconds = 0.5'"), (), os.environ, 5)
    assert (ended.timed, ended.said) == (None, "warning")
    source = """#include "npb.h"
    #include <unistd.h>
    int main(void) { timer_start(1); sleep(30); return 0; }"""
    (tmp_path / "clock.c").write_text(source, encoding="utf-8")
    files = [tmp_path / "clock.c", HERE / "npb/common/timers.c"]
    subprocess.run(["gcc", f"-I{HERE}/npb/common", *files, "-o", tmp_path / "clock"], check=True)
    real = execute(tmp_path / "clock", (), {**os.environ, **CLOCK}, 0.5)
    assert real.timed is not None
    assert 0 < real.timed < 10


def test_rows_are_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    Table(path).append(DONE)
    again = Table(path)
    assert again.rows == [DONE]
    assert path.read_text(encoding="utf-8").startswith(
        "program,class,version,flags,seconds,whole,mops,verified,device,checksum,said\n"
    )
    assert again.missing(DONE.key, 3) == 2
    assert again.missing(DONE.key, 1) == 0
    assert again.missing(("A", "S", "openmp", "-fno-nest"), 1) == 1
    again.append(Row("A", "W", "openmp", "", "", "9.0", "", "timeout", "cpu x 2", "", ""))
    assert Table(path).missing(("A", "W", "openmp", ""), 3) == 0


def test_another_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="not a table"):
        Table(path)


def test_words_are_known_ones() -> None:
    read = options.words(["CG", "MG"])
    assert read("mg,CG") == ["MG", "CG"]
    assert read("all") == ["CG", "MG"]
    assert options.words(["LU", "lu"])("LU,lu") == ["LU", "lu"]
    with pytest.raises(argparse.ArgumentTypeError, match="'ft' is none of CG, MG"):
        read("ft")


def test_variants_differ_by_file_only_where_they_are_built_differently(tmp_path: Path) -> None:
    program = npb("cg", "S")
    forced, chosen = Variant("opencl"), Variant("mapped")
    flagged, dropped = Variant("opencl", ("-fno-nest",)), Variant("opencl", compiler=MAPPER_CC)
    assert forced.executable(program, tmp_path) == chosen.executable(program, tmp_path)
    files = {variant.executable(program, tmp_path) for variant in (forced, flagged, dropped, Variant("openmp"))}
    assert len(files) == 4
    assert (flagged.label, dropped.label, Variant("openmp", ("-fno-nest",)).label) == (
        "-fno-nest",
        "mapper-cc",
        "",
    )
    assert forced.environment(3)["MAPPER_DEVICE"] == "opencl"
    assert chosen.environment(3)["MAPPER_DEVICE"] == "auto"
    assert Variant("sequential").environment(3)["OMP_NUM_THREADS"] == "1"


def write_program(folder: Path, name: str, factor: str) -> Program:
    """A program that prints a checksum, which differs between its sequential and its OpenMP version."""
    text = f"""#include <stdio.h>
int main(void)
{{
  double factor = 1.0;
#ifdef _OPENMP
  factor = {factor};
#endif
  printf("Seconds = 0.25\\nChecksum = %.17g\\n", 3.0 * factor);
  return 0;
}}
"""
    (folder / f"{name}.c").write_text(text, encoding="utf-8")
    return Program(name, (str(folder / f"{name}.c"),))


def test_program_without_kernels_is_not_said_to_have_run_on_the_device(tmp_path: Path) -> None:
    series = [Series(Case(write_program(tmp_path, "plain", "1.0")), Variant("opencl"))]
    rows = list(campaign.measure(series, Table(None), settings(tmp_path), "card"))
    assert {row.device for row in rows} == {"cpu x 2"}


def test_builds_at_once_read_one_whole_header(tmp_path: Path) -> None:
    def inode() -> int:
        folder = header_folder(npb("cg", "S"), tmp_path)
        assert folder is not None
        (header,) = folder.iterdir()
        return header.stat().st_ino

    first = inode()
    assert inode() == first
    (tmp_path / "cg.S.include" / "npbparams.h").write_text("", encoding="utf-8")
    assert inode() != first


def test_checksums_are_compared_with_the_sequential_version(tmp_path: Path) -> None:
    programs = [write_program(tmp_path, "near", "1.0 + 1e-12"), write_program(tmp_path, "far", "1.1")]
    series = [Series(Case(p, ("7",)), Variant(version)) for p in programs for version in ("sequential", "openmp")]
    table = Table(tmp_path / "table.csv")
    rows = list(campaign.measure(series, table, settings(tmp_path), "no device"))
    assert [(row.program, row.size, row.version, row.verified) for row in rows] == [
        (name, "7", version, "UNSUCCESSFUL" if (name, version) == ("far", "openmp") else "SUCCESSFUL")
        for name in ("near", "far")
        for version in ("sequential", "openmp")
        for _ in range(2)
    ]
    assert not list(campaign.measure(series, Table(table.path), settings(tmp_path), "no device"))


def test_what_cannot_be_built_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "broken.c").write_text("int main(void) { return x; }\n", encoding="utf-8")
    series = [Series(Case(Program("broken", (str(tmp_path / "broken.c"),))), Variant("openmp"))]
    [row] = campaign.measure(series, Table(None), settings(tmp_path), "no device")
    assert row.verified == "build failed"
    assert "broken.c" in row.said


def test_costliest_loops_come_first(tmp_path: Path) -> None:
    loops = [
        {"id": "f_1", "line": 3, "launches": 4, "refused": 0, "refusal": None, "kernel_seconds": 0.001},
        {"id": "f_2", "line": 5, "launches": 2, "refused": 1, "refusal": "no memory", "kernel_seconds": 0.5},
        {"id": "f_3", "line": 7, "launches": 0, "refused": 0, "refusal": None, "kernel_seconds": 0.0},
    ]
    region = {
        "id": "f_1",
        "cpu": {"calls": 1, "seconds": 0.01},
        "opencl": {"calls": 2, "seconds": 0.6},
        "upload": {"count": 1, "bytes": 3_000_000, "seconds": 0.25},
        "download": {"count": 1, "bytes": 1_000_000, "seconds": 0.125},
        "loops": loops,
    }
    path = tmp_path / "CG.S.opencl.json"
    path.write_text(json.dumps({"device": {"name": "Card"}, "regions": [region]}), encoding="utf-8")
    assert [line.split(maxsplit=7) for line in profiles.table([path], 9).splitlines()[1:]] == [
        ["CG.S.opencl", "f_2", "Card", "2", "500.000", "375.000", "4.000", "1 refused: no memory"],
        ["CG.S.opencl", "f_1", "cpu", "1", "10.000", "0.000", "0.000", "region"],
        ["CG.S.opencl", "f_1", "Card", "4", "1.000", "0.000", "0.000"],
    ]
    assert len(profiles.table([path], 1).splitlines()) == 2


def test_the_command_needs_no_package_of_its_own() -> None:
    heavy = "pyopencl numpy pandas sklearn matplotlib rich typer jinja2 networkx".split()
    code = f"import sys, benchmarks.npb.__main__ as m; print([n for n in {heavy!r} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def _table(folder: Path, *rows: Row, device: str = "a GPU") -> Path:
    folder.mkdir()
    table = Table(folder / "npb.csv")
    for row in rows:
        table.append(row)
    machine = {"cpu": "c", "threads": "16", "device": device}
    (folder / "platform.json").write_text(json.dumps(machine))
    return folder / "npb.csv"


def _time(size: str, whole: str, verified: str = "SUCCESSFUL", flags: str = "") -> Row:
    return Row("IS", size, "opencl", flags, whole, whole, "", verified, "a GPU", "", "")


def test_new_measurements_take_the_place_of_old_ones(tmp_path: Path) -> None:
    old = _table(
        tmp_path / "old", _time("A", "2.0"), _time("A", "3.0"), _time("B", "4.0"), _time("C", "", "timeout")
    )
    again = [_time("A", "1.0"), _time("B", "", "timeout"), _time("C", "9.0"), _time("A", "5.0", flags="-fno-gang")]
    new = _table(tmp_path / "new", *again)
    (tmp_path / "new" / "profiles").mkdir()
    (tmp_path / "new" / "profiles" / "IS.A.opencl.json").write_text("{}")
    (tmp_path / "new" / "profiles" / "IS.B.opencl.json").write_text("{")
    command = [sys.executable, "-m", "benchmarks.npb", "--merge", str(new), "--csv", str(old)]
    said = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=True).stdout
    assert [(row.size, row.whole, row.flags) for row in Table(old).rows] == [
        ("A", "1.0", ""),
        ("B", "4.0", ""),
        ("C", "9.0", ""),
        ("A", "5.0", "-fno-gang"),
    ]
    assert said.count("replaced") == 2
    assert "kept     IS B opencl" in said
    assert "IS.B.opencl.json: it is not whole" in said
    assert [path.name for path in (tmp_path / "old" / "profiles").iterdir()] == ["IS.A.opencl.json"]


def test_measurements_of_another_machine_are_not_merged(tmp_path: Path) -> None:
    old, new = (
        _table(tmp_path / "old", _time("A", "2.0")),
        _table(tmp_path / "new", _time("A", "1.0"), device="another"),
    )
    with pytest.raises(ValueError, match="another machine"):
        list(merge(new, old))
    assert Table(old).rows == [_time("A", "2.0")]
