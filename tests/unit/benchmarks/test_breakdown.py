"""The breakdown: what is compared, what is run and what is not, and where it ran."""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.breakdown import building, choices, plan, session, versions
from benchmarks.breakdown.session import Session, Settings
from benchmarks.breakdown.versions import Part
from benchmarks.harness import ahead, batch, hold, witness
from benchmarks.harness.campaign import Series
from benchmarks.harness.execute import Outcome
from benchmarks.harness.rows import ON_CPU, Row, Table
from benchmarks.harness.versions import LONGEST_TAG, Variant
from benchmarks.programs import Case, Program
from mapper_training.evaluation import steps
from mapper_training.evaluation.steps import NO_BOUND

LOOP = """#include <stdio.h>
static double a[1000];
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  printf("Seconds = 0.5\\nVerification = %s\\n", a[7] == 7 ? "SUCCESSFUL" : "UNSUCCESSFUL");
  return 0;
}
"""
REPORT = """mapper: Card: a warning
mapper: device Card 1, model m, start-up 3.0 ms
mapper: device memory at most 1.0 MB: arrays 1.0, states of virtual threads 0.0, else 0.0
region                                device      calls           ms    kernel ms      copy ms       bytes up
f_1                                   OpenCL          2        0.434        0.000        0.000              0
  loop f_1                                     2 launches        0.000 ms kernel
g_1                                   CPU             1        0.434
"""
THERE = "mapper: device Card, model m\nregion  device\nf_1      OpenCL          2        0.434\n"


def test_versions_add_one_transformation_at_a_time_or_lack_one() -> None:
    assert [variant.flags for variant in versions.ladder(["nest", "swap"], ["nest", "swap", "tile"])] == [
        ("-fno-nest", "-fno-swap", "-fno-tile"),
        ("--passes=nest",),
        ("--passes=nest,swap",),
    ]
    assert [variant.flags for variant in versions.without(["nest"])] == [("-fno-nest",)]
    tags = {
        Variant("opencl", tuple(f"-fno-{word}" for word in "abcdefghijklmnop"[:count])).tag for count in (15, 16)
    }
    assert len(tags) == 2
    assert all(len(tag) < LONGEST_TAG for tag in tags)


def test_parts_are_classes_and_sizes() -> None:
    assert versions.parts("A,B-/tiny") == [[Part("A"), Part("B", without=True)], [Part("tiny")]]
    with pytest.raises(ValueError, match="'X' is none of S, W"):
        versions.parts("A,X-")
    assert versions.series("CG", "tiny", Variant("openmp")) is None
    assert versions.series("gemm", "A", Variant("openmp")) is None
    kernel = versions.series("gemm", "tiny", Variant("openmp"))
    assert kernel is not None
    assert (kernel.program, kernel.case.size) == ("gemm", "tiny")


def test_limits_follow_openmp_and_what_was_cut_off() -> None:
    assert choices.limit(None, 0.0, 10.0, None) == choices.Limit(10.0, 11.0)
    assert choices.limit(1.0, 0.5, 10.0, None) == choices.Limit(5.0, 7.0)
    assert choices.limit(0.01, 0.0, 10.0, None).timed == choices.LEAST
    assert choices.limit(9.0, 0.0, 10.0, 8.0).timed == 4.0


def test_what_seems_slower_is_run_again() -> None:
    times = [("plain", 8.0), ("+a", 4.0), ("+b", 4.2), ("+c", 3.9)]
    assert choices.runs(times, 3, thorough=False) == {"plain": 1, "+a": 3, "+b": 3, "+c": 1}
    assert choices.runs(times, 3, thorough=True) == {"plain": 1, "+a": 3, "+b": 3, "+c": 2}
    against = choices.runs_against("all", {"all": 4.0, "-a": 8.0, "-b": 3.0, "-c": 4.1}, 3)
    assert against == {"all": 3, "-a": 1, "-b": 3, "-c": 3}


def test_the_report_tells_where_regions_ran() -> None:
    seen = witness.read(REPORT)
    assert (seen.place, seen.said) == ("Card 1: 1 of 2 regions", "mapper: Card: a warning")
    assert witness.read("no table").there == frozenset()


# ---- building ----------------------------------------------------------------------------------------------


def test_equal_texts_are_one_program_and_what_mapper_compile_makes(tmp_path: Path) -> None:
    (tmp_path / "same.c").write_text(LOOP, encoding="utf-8")
    case = Case(Program("same", (str(tmp_path / "same.c"),)), ("1",))
    ladder = versions.ladder(["tile", "overwrite", "vector"])
    series = [Series(case, variant) for variant in (Variant("openmp"), *ladder)]
    deadline = math.inf
    assert building.build(series, tmp_path / "work", (), 2, deadline) == {}
    made = [batch.known(case.program, variant, tmp_path / "work") for variant in ladder]
    assert made[0] == made[1]
    assert len({one.text for one in made if one}) == 2
    assert made[-1] is not None
    assert made[-1].applied == ("overwrite",)
    files = [variant.executable(case.program, tmp_path / "work") for variant in ladder]
    assert files[0].samefile(files[1])
    command = ladder[-1].command(case.program, tmp_path, ())
    assert os.spawnvp(os.P_WAIT, command[0], command) == 0
    assert ladder[-1].executable(case.program, tmp_path).read_bytes() == files[-1].read_bytes()
    with pytest.raises(TimeoutError):
        building.build(series, tmp_path / "other", (), 2, time.monotonic())


def test_what_cannot_be_built_is_told(tmp_path: Path) -> None:
    (tmp_path / "broken.c").write_text("int main(void) { return x; }\n", encoding="utf-8")
    series = Series(Case(Program("broken", (str(tmp_path / "broken.c"),))), versions.ladder([])[0])
    failures = building.build([series], tmp_path / "work", (), 1, time.monotonic() + 100)
    assert "E003" in failures[series.name] or "undeclared" in failures[series.name]


# ---- a session ---------------------------------------------------------------------------------------------

World = Callable[[Mapping[str, Sequence[float | None]]], list[str]]


@pytest.fixture(name="world")
def _world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> World:
    """Programs that take what is said: seconds by `SIZE VERSION`, None where not even the clock starts.

    The last one of several holds for all later runs; the text of `+same` is that of the step before.  Gives the
    runs that were made; where nothing is said, those that only built kernels.
    """
    ran: list[str] = []
    warmed: list[str] = []
    times: dict[str, list[float | None]] = {}

    def name_of(series: Series) -> str:
        return f"{series.case.size} {steps.label(series.variant.version, series.variant.label)}"

    def series_of(_: str, size: str, variant: Variant) -> Series:
        return Series(Case(Program(f"cg.{size}", (), size_class=size, benchmark="CG")), variant)

    def known(program: Program, variant: Variant, _: Path) -> batch.Made:
        text = name_of(Series(Case(program), variant)).replace("+same", "+nest")
        return batch.Made(text, ("nest", "swap"))

    def execute(path: Path, _: object, environment: Mapping[str, str], limit: float) -> Outcome:
        name = path.name
        left = times[name]
        seconds = left.pop(0) if len(left) > 1 else left[0]
        if "MAPPER_INFO" not in environment and "MAPPER_DEVICE" in environment:
            return Outcome({}, 0.0, None, "")
        ran.append(name)
        if seconds is None or seconds > limit:
            return Outcome({}, limit, "timeout", "", None if seconds is None else limit - 1.2)
        values = {"Seconds": str(abs(seconds)), "Verification": "SUCCESSFUL"}
        return Outcome(values, abs(seconds) + 0.1, None, THERE if seconds > 0 else "")

    monkeypatch.setattr(versions, "series", series_of)

    def build(wanted: Sequence[Series], *rest: object) -> dict[str, str]:
        done = rest[-1]
        assert callable(done)
        done(wanted)
        return {}

    def warm(_: Session, one: Series) -> None:
        warmed.append(name_of(one))

    monkeypatch.setattr(building, "build", build)
    monkeypatch.setattr(batch, "known", known)
    monkeypatch.setattr(session, "execute", execute)
    monkeypatch.setattr(Session, "_executable", lambda _, one: tmp_path / name_of(one))
    monkeypatch.setattr(Session, "_warm", warm)

    def run(scripted: Mapping[str, Sequence[float | None]]) -> list[str]:
        times.update({name: list(values) for name, values in scripted.items()})
        return ran if scripted else warmed

    return run


def settings(tmp_path: Path, budget: float = 100) -> Settings:
    return Settings(tmp_path, 2, 1, 10.0, 3, time.monotonic() + budget)


def test_only_what_is_close_is_run_again(world: World, tmp_path: Path) -> None:
    ran = world({"S OpenMP": [1.0], "S plain": [4.0], "S +nest": [1.0], "S +swap": [1.5, 1.2, 0.98]})
    rows = list(Session(["CG"], ["nest", "same", "swap"], Table(None), settings(tmp_path)).run([[Part("S")]]))
    assert ran == ["S OpenMP", "S plain", "S +nest", "S +swap", *["S +nest", "S +swap"] * 2]
    assert [row.said for row in rows if "same" in row.flags and "swap" not in row.flags] == [
        "the same program as with --passes=nest"
    ]
    assert {row.device for row in rows if row.version == "opencl"} == {"Card: 1 of 1 regions"}
    assert sorted(world({})) == ["S +nest", "S +swap", "S plain"]


def test_what_was_cut_off_is_not_run_at_a_larger_size(world: World, tmp_path: Path) -> None:
    scripted: dict[str, list[float | None]]
    scripted = {"OpenMP": [1.0], "plain": [99.0], "+nest": [99.0], "+swap": [0.5]}
    ran = world({f"{size} {name}": values for size in "AB" for name, values in scripted.items()})
    table = Table(None)
    list(Session(["CG"], ["nest", "swap"], table, settings(tmp_path)).run([[Part("A"), Part("B")]]))
    assert ran == ["A OpenMP", "A plain", "A +nest", "A +swap", "B OpenMP", "B +swap"]
    said = [(row.size, row.said) for row in table.rows if row.verified == "timeout"]
    assert said == [
        ("A", "more than 5 s"),
        ("A", "more than 2.5 s"),
        ("B", "more than 5 s at A"),
        ("B", "more than 2.5 s at A"),
    ]


def test_a_run_without_a_clock_has_no_bound(world: World, tmp_path: Path) -> None:
    scripted: dict[str, list[float | None]] = {"OpenMP": [1.0], "plain": [None], "+nest": [0.5]}
    ran = world({f"{size} {name}": values for size in "AB" for name, values in scripted.items()})
    table = Table(None)
    list(Session(["CG"], ["nest"], table, settings(tmp_path)).run([[Part("A"), Part("B")]]))
    assert [name for name in ran if "plain" in name] == ["A plain", "B plain"]
    assert {row.said for row in table.rows if row.verified == "timeout"} == {NO_BOUND}


def test_a_run_on_the_cpu_is_no_time(world: World, tmp_path: Path) -> None:
    world({"S OpenMP": [1.0], "S plain": [-0.9], "S +nest": [0.5]})
    rows = list(Session(["CG"], ["nest"], Table(None), settings(tmp_path)).run([[Part("S")]]))
    assert [(row.seconds, row.verified, row.device) for row in rows[1:]] == [
        ("", ON_CPU, "CPU"),
        ("0.5", "SUCCESSFUL", "Card: 1 of 1 regions"),
    ]


def test_a_session_goes_on_where_the_last_one_ended(world: World, tmp_path: Path) -> None:
    ran = world({"S OpenMP": [1.0], "S plain": [4.0], "S +nest": [1.0]})
    path = tmp_path / "table.csv"
    assert not list(Session(["CG"], ["nest"], Table(path), settings(tmp_path, -1)).run([[Part("S")]]))
    first = Session(["CG"], ["nest"], Table(path), settings(tmp_path)).run([[Part("S")]])
    next(first)
    next(first)
    list(Session(["CG"], ["nest"], Table(path), settings(tmp_path)).run([[Part("S")]]))
    assert ran == ["S OpenMP", "S plain", "S +nest"]


def test_all_are_compared_with_all_but_one(world: World, tmp_path: Path) -> None:
    ran = world({"S +swap": [1.0], "S -nest": [2.0], "S -swap": [0.9, 1.1]})
    list(Session(["CG"], ["nest", "swap"], Table(None), settings(tmp_path)).run([[Part("S", without=True)]]))
    assert ran == ["S +swap", "S -nest", "S -swap", "S +swap", "S -swap", "S +swap", "S -swap"]


def test_what_is_known_of_the_steps_is_not_built_again_for_all_but_one(world: World, tmp_path: Path) -> None:
    table = Table(None)
    scripted = {"S OpenMP": [1.0], "S plain": [4.0], "S +nest": [2.0], "S +swap": [1.0]}
    ran = world(scripted)
    list(Session(["CG"], ["nest", "swap"], table, settings(tmp_path)).run([[Part("S")]]))
    world({"S +swap": [1.0], "S -nest": [2.0], "S -swap": [1.5]})
    del ran[:], world({})[:]
    list(Session(["CG"], ["nest", "swap"], table, settings(tmp_path)).run([[Part("S", without=True)]]))
    assert ran == ["S -nest", "S -swap"]  # both are clear gains
    assert sorted(world({})) == ["S -nest", "S -swap"]


def test_what_changes_nothing_at_two_sizes_is_foreseen(world: World, tmp_path: Path) -> None:
    scripted = {f"{size} {name}": [1.0] for size in "SWA" for name in ("OpenMP", "plain", "+nest", "+swap")}
    ran = world(scripted)
    table = Table(None)
    chosen = replace(settings(tmp_path), foresee=True)
    list(Session(["CG"], ["nest", "same", "swap"], table, chosen).run([[Part("S"), Part("W")]]))
    del ran[:]
    rows = list(Session(["CG"], ["nest", "same", "swap"], table, chosen).run([[Part("A")]]))
    assert ran[:4] == ["A OpenMP", "A plain", "A +nest", "A +swap"]
    assert not [row for row in rows if row.flags == "--passes=nest,same"]
    case = steps.cases([{**vars(row), "class": row.size} for row in table.rows])[2]
    assert (case.times["+same"].seconds, case.times["+same"].same) == (1.0, "+nest")
    assert not any(time.wrong for time in case.times.values())


def test_kernels_are_built_without_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(
        """#include <stdio.h>
        #include <stdlib.h>
        __attribute__((constructor)) static void before(void)
        {
          FILE *file = fopen("before", "w");
          fputs(getenv("LD_PRELOAD") ? "children load it, too" : "alone", file);
          fclose(file);
        }
        int main(void) { fclose(fopen("main", "w")); return 0; }
        """,
        encoding="utf-8",
    )
    subprocess.run(["gcc", source, "-o", program], check=True)
    monkeypatch.chdir(tmp_path)
    assert ahead.build_kernels(program, (), os.environ, tmp_path, 10.0)
    assert (tmp_path / "before").read_text(encoding="utf-8") == "alone"
    assert not (tmp_path / "main").exists()


def test_a_process_holds_the_device_as_long_as_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_OPENCL_LIBRARY", "/nonexistent")
    with hold.device():
        begin = time.monotonic()
    assert time.monotonic() - begin < 30


def test_the_plan_sums_up(tmp_path: Path) -> None:
    row = Row("CG", "S", "opencl", "--passes=nest", "1.0", "2.0", "", "SUCCESSFUL", "", "", "")
    text = plan.text(
        ["CG", "gemm"], [Part("S"), Part("S", without=True)], ["nest"], [row], settings(tmp_path), 5.0
    )
    lines = [line.split() for line in text.splitlines()]
    assert [line[:4] for line in lines[1:]] == [["S", "CG", "1", "2.00"], ["S-", "CG", "1", "2.00"]]
    assert "over" in lines[2]
    assert json.dumps(lines[1][-1]) == '"4"'
