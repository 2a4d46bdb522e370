"""The evaluation on small made-up platforms, where the larger of two sizes belongs on the device."""

from __future__ import annotations

import base64
import json
import math
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from mapper.commands import evaluate as command
from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.model.tree import PATIENCE, Granularity, Leaf, Model, Split, Sums
from tests.unit.training.fakes import raw
from training.evaluate import Evaluation, evaluate, platforms
from training.evaluation import stepplot, tables
from training.evaluation.data import CPU, MAPPED, OPENCL, OPENMP, SEQUENTIAL, TIMED, WHOLE, Asked, Case, Run, read
from training.evaluation.page import Transformed, html, write
from training.evaluation.pictures import as_svg, speedups
from training.evaluation.predict import Choice, choose, folds, nearest_flip, path
from training.evaluation.results import CHOSEN, ORACLE, geometric_mean, parts, result, summarise

PROGRAMS = ("CG", "EP", "LU", "LU_HP", "MG")
SIZES = {"S": 1e3, "B": 1e8}
STARTUP = 0.01


def seconds(size: float, device: str) -> float:
    """Of a call of a region."""
    return size * 1e-8 if device == CPU else 1e-4 + size * 1e-9


def profile(program: str, size: float, device: str) -> dict[str, Any]:
    """A document of MAPPER_PROFILE of one region that was executed once."""
    count = {"calls": 1, "seconds": seconds(size, device)}
    calls = {name: count if name == device else {"calls": 0, "seconds": 0.0} for name in (CPU, OPENCL)}
    cost = {"count": 1, "bytes": 0, "seconds": 0.5 * seconds(size, device) if device == OPENCL else 0.0}
    nothing = {"count": 0, "bytes": 0, "seconds": 0.0}
    asked = [
        {"region": "r", "about": about, "entered": 1, "at": 0.0, "score": 0.0, "features": features(size, startup)}
        for about, startup in (("program", 1.0), ("region", 0.0))
    ]
    return {
        "schema": 1,
        "device": {"name": "a device", "startup_seconds": STARTUP} if device == OPENCL else None,
        "questions": asked if device == CPU else [],
        "regions": [
            {
                "id": "r",
                "file": f"{program}.c",
                **calls,
                **{"kernel": cost, "upload": nothing, "download": nothing},
                "feature_names": list(schema.NAMES),
                "vectors": [{"values": features(size, 0.0), **calls}],
            }
        ],
    }


def features(size: float, startup: float) -> list[float]:
    """All features of one call."""
    return schema.combine(raw(size), schema.State(1.0, size, 0.0, startup))


def npb(programs: tuple[str, ...] = PROGRAMS) -> pd.DataFrame:
    """The table of NPB runs."""
    rows = []
    for program in programs:
        for size, value in SIZES.items():
            for version in (SEQUENTIAL, OPENMP, OPENCL):
                timed = seconds(value, OPENCL if version == OPENCL else CPU) * (4 if version == SEQUENTIAL else 1)
                whole = timed + 0.001 + (STARTUP if version == OPENCL else 0.0)
                rows.append((program, size, version, timed, whole, value / timed, "SUCCESSFUL"))
    return pd.DataFrame(rows, columns=["program", "class", "version", "seconds", "whole", "mops", "verified"])


def training() -> pd.DataFrame:
    """Rows of eight training programs."""
    rows = [
        {
            "program": f"p{number}",
            "region": "r",
            "arguments": str(size),
            **dict(zip(schema.RAW_NAMES, raw(size * (1 + number / 10)), strict=True)),
            "seconds_cpu": seconds(size, CPU),
            "seconds_opencl": seconds(size, OPENCL),
            "startup_seconds": STARTUP,
        }
        for number in range(8)
        for size in (1e2, 1e4, 1e6, 1e8)
    ]
    return pd.DataFrame(rows)


def platform(folder: Path, table: pd.DataFrame | None = None, profiles: bool = True) -> Path:
    """A folder of measured data."""
    (folder / "npb" / "profiles").mkdir(parents=True)
    table = npb() if table is None else table
    table.to_csv(folder / "npb" / "npb.csv", index=False)
    (folder / "npb" / "platform.json").write_text(json.dumps({"device": "a device", "cpu": "a processor"}))
    training().to_csv(folder / "quick.csv", index=False)
    cases = set(zip(table["program"].map(str), table["class"].map(str), strict=True))
    for program, size in sorted(cases) if profiles else ():
        for device in (CPU, OPENCL):
            document = profile(program, SIZES[size], device)
            (folder / "npb" / "profiles" / f"{program}.{size}.{device}.json").write_text(json.dumps(document))
    return folder


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    """Of the made-up platform."""
    return evaluate(read(platform(tmp_path_factory.mktemp("data") / "made-up")), jobs=1)


def case(openmp: float, opencl: float, **more: Run) -> Case:
    """Seconds of the whole process; the timed part takes half of each."""
    runs = {OPENMP: Run(openmp, openmp / 2), OPENCL: Run(opencl, opencl / 2), **more}
    return Case("CG", "S", runs)


def chosen(opened: float, on_cpu: tuple[str, ...] = ()) -> Choice:
    """A choice that was made for no reason."""
    return Choice(opened, "", on_cpu, Asked("r", True, 0.0, ()), 0.0)


# ---- the arithmetic ----------------------------------------------------------------------------------------


def test_the_oracle_takes_the_faster_side_in_each_view() -> None:
    runs = {OPENMP: Run(1.0, 0.9), OPENCL: Run(2.0, 0.5)}
    found = result(Case("CG", "S", runs), chosen(1.0), 1e9, 0.1)
    assert (found.seconds[WHOLE][ORACLE], found.seconds[TIMED][ORACLE]) == (1.0, 0.5)
    assert (found.seconds[WHOLE][CHOSEN], found.seconds[TIMED][CHOSEN]) == (1.0, 0.9)
    assert (found.right(WHOLE), found.right(TIMED)) == (True, False)
    assert found.share(TIMED) == pytest.approx(0.5 / 0.9)
    assert found.speedup(WHOLE, OPENCL, OPENMP) == 0.5
    assert found.speedup(WHOLE, OPENCL, SEQUENTIAL) is None


@pytest.mark.parametrize(("opencl", "right"), [(1.0, True), (1.019, True), (1.021, False), (3.0, False)])
def test_two_percent_more_is_still_right(opencl: float, right: bool) -> None:
    assert result(case(1.0, opencl), chosen(0.0), 1e9, 0.1).right() is right


def test_a_device_that_is_opened_late_is_paid_after_the_cpu() -> None:
    found = result(case(10.0, 3.0), chosen(0.25), 1e9, 1.0)
    assert found.seconds[WHOLE][CHOSEN] == pytest.approx(0.25 * 10 + 1 + 0.75 * 2)
    assert found.seconds[TIMED][CHOSEN] == pytest.approx(0.25 * 5 + 0.75 * 1.5)


def test_a_region_that_stays_on_the_cpu_is_exchanged_and_its_arrays_move() -> None:
    profiles = {device: profile("CG", 1e8, device) for device in (CPU, OPENCL)}
    questions = (Asked("r", False, 0.0, tuple(features(1e8, 0.0))),)
    mixed = replace(case(1.2, 0.5), profiles=profiles, questions=questions)
    found = result(mixed, chosen(0.0, ("r",)), 1e9, STARTUP)
    assert found.seconds[WHOLE][CHOSEN] == pytest.approx(0.5 + 1.0 - 0.1001 + 1e8 / 1e9)


def test_scores_are_counted_and_averaged() -> None:
    results = [result(case(1.0, 2.0), choice, 1e9, 0.1) for choice in (chosen(1.0), chosen(0.0), None)]
    found = summarise(results, WHOLE, OPENMP)
    assert (found.cases, found.right, found.accuracy) == (2, 1, 0.5)
    assert found.oracle == pytest.approx(math.sqrt(0.5))
    assert (found.always_cpu, found.always_opencl) == (1.0, 0.5)
    assert found.speedups[CHOSEN] == pytest.approx(math.sqrt(0.5))
    assert geometric_mean([None, 4.0, 9.0]) == pytest.approx(6.0)
    assert geometric_mean([None]) is None


def test_the_parts_of_a_process_on_the_device_make_the_whole() -> None:
    with_profile = replace(case(9.0, 1.0), profiles={OPENCL: profile("CG", 1e8, OPENCL)})
    found = parts(with_profile)
    assert found is not None
    assert (found.opening, found.copies) == (STARTUP, 0.0)
    assert found.kernels == pytest.approx(0.05005)
    assert found.opening + found.copies + found.kernels + found.host == pytest.approx(1.0)
    assert parts(case(9.0, 1.0)) is None


# ---- following a model -------------------------------------------------------------------------------------

BY_CALLS = Split(schema.NAMES.index("calls"), 10.0, Leaf(-0.5), Leaf(0.75))


def asked(about_program: bool, at: float, calls: float, region: str = "r") -> Asked:
    """A question of so many calls."""
    return Asked(region, about_program, at, tuple(schema.combine(raw(1.0), schema.State(calls))))


def followed(model: Model, *questions: Asked, calls: int = 1) -> Choice | None:
    """The choice in a process of a second on the CPU, which its region's calls take."""
    document = profile("CG", 1e8, CPU)
    document["regions"][0]["vectors"][0][CPU]["calls"] = calls
    return choose(replace(case(1.0, 1.0), profiles={CPU: document}, questions=questions), model)


def test_the_first_answer_that_is_opencl_opens_the_device() -> None:
    model = Model("m", (BY_CALLS,), startup=5.0)
    found = followed(model, asked(True, 0.0, 1), asked(True, 0.4, 11), asked(True, 0.6, 99))
    assert found is not None
    assert found.opened == pytest.approx(0.4)
    assert (found.score, found.question.at) == (0.75, 0.4)


def test_without_such_an_answer_it_stays_closed() -> None:
    found = followed(Model("m", (BY_CALLS,), startup=5.0), asked(True, 0.0, 1), asked(False, 0.0, 99))
    assert found is not None
    assert (found.opened, found.score) == (1.0, -0.5)
    assert followed(Model("m", (BY_CALLS,)), asked(False, 0.0, 1)) is None


def test_regions_that_waited_long_enough_open_it() -> None:
    model = Model("m", (BY_CALLS,), startup=0.25 / PATIENCE)
    found = followed(model, asked(True, 0.0, 1), asked(False, 0.0, 99), calls=1000)
    assert found is not None
    assert found.opened == pytest.approx(0.25)


@pytest.mark.parametrize(("calls", "opened"), [(1, 1.0), (3, 1 / 3), (2, 0.5)])
def test_no_call_is_broken_off_to_open_it(calls: int, opened: float) -> None:
    model = Model("m", (BY_CALLS,), startup=0.25 / PATIENCE)
    found = followed(model, asked(True, 0.0, 1), asked(False, 0.0, 99), calls=calls)
    assert found is not None
    assert found.opened == pytest.approx(opened)


@pytest.mark.parametrize(("granularity", "on_cpu"), [(Granularity.PROGRAM, ()), (Granularity.REGION, ("r",))])
def test_regions_follow_their_own_answers_where_the_model_says_so(
    granularity: Granularity, on_cpu: tuple[str, ...]
) -> None:
    model = Model("m", (BY_CALLS,), granularity=granularity, startup=5.0)
    found = followed(model, asked(True, 0.0, 11), asked(False, 0.0, 1), asked(False, 0.0, 11, "other"))
    assert found is not None
    assert (found.opened, found.on_cpu) == (0.0, on_cpu)


def test_the_distance_to_the_other_answer() -> None:
    model = Model("m", (Split(schema.NAMES.index("work_items"), 1e9, BY_CALLS, Leaf(1.0)),))
    question = asked(True, 0.0, 2.0)
    flip = nearest_flip(model, question.features)
    assert flip is not None
    assert (flip.feature, flip.value, flip.threshold, flip.factor) == ("calls", 2.0, 10.0, 5.0)
    assert path(model, question.features) == ["work_items <= 1e+09 (it is 1)", "calls <= 10 (it is 2)"]
    assert nearest_flip(Model("m", (Leaf(1.0),)), question.features) is None


def test_prices_have_units_those_of_combined_features_too() -> None:
    calls, fresh = schema.NAMES.index("calls"), schema.NAMES.index("fresh")
    model = Model("m", (Leaf(0.0),), sums=Sums(((calls, 3.0),), ((fresh, 2.0),)))
    units = {row[0]: row[1] for row in tables.price_rows(model)[1:]}
    assert (units["calls"], units["fresh"]) == ("executions", "bytes")


def test_the_distance_of_sums_is_where_both_sides_take_as_long() -> None:
    calls, launches = schema.NAMES.index("calls"), schema.NAMES.index("launches")
    model = Model("m", (Leaf(0.0),), sums=Sums(((calls, 3.0),), ((calls, 1.0), (launches, 8.0))))
    features = [0.0] * len(schema.NAMES)
    features[calls], features[launches] = 2.0, 1.0  # six seconds and ten
    flip = nearest_flip(model, features)
    assert flip is not None
    assert (flip.feature, flip.threshold) == ("launches", 0.5)  # calls would have to be twice as many, as well
    assert tables.sums_words(model.sums or Sums((), ()), features).startswith(
        "Expected from there on: 6 s with CPU (calls 6)"
    )


# ---- holding programs out ----------------------------------------------------------------------------------


def test_no_fold_trains_on_the_program_that_it_predicts(evaluation: Evaluation) -> None:
    assert set(evaluation.folds) == {"CG", "EP", "LU", "MG"}
    own = {f"p{number}" for number in range(8)}
    for group, fold in evaluation.folds.items():
        assert fold.programs == own | {f"NPB {other}" for other in evaluation.folds if other != group}
    alone = folds(evaluation.measured, ("tree",), 1, 6, npb=False, jobs=1)
    assert {fold.programs for fold in alone.values()} == {frozenset(own)}


def test_what_can_be_learnt_is_learnt(evaluation: Evaluation) -> None:
    found = evaluation.summary(WHOLE)
    assert (found.cases, found.accuracy) == (10, 1.0)
    assert found.oracle == pytest.approx(1.0)
    assert found.always_cpu is not None
    assert found.always_cpu < 0.5
    assert evaluation.misses() == []


def test_shuffled_labels_do_badly(evaluation: Evaluation) -> None:
    measured, shares = evaluation.measured, []
    for seed in range(3):
        shuffled = [_shuffled(table, seed) for table in (measured.training, measured.npb_rows)]
        found = evaluate(replace(measured, training=shuffled[0], npb_rows=shuffled[1]), jobs=1)
        shares.append(found.summary(WHOLE).oracle or 0.0)
        assert len(found.misses()) == found.summary(WHOLE).cases - found.summary(WHOLE).right
    assert np.mean(shares) < 0.75


def _shuffled(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    order = np.random.default_rng(seed).permutation(len(table))
    labels = [name for side in (CPU, OPENCL) for name in (f"seconds_{side}", f"whole_{side}") if name in table]
    return table.assign(**{name: table[name].to_numpy()[order] for name in labels})


# ---- what is read, and what is missing ---------------------------------------------------------------------


def test_missing_sequential_times_are_estimated(tmp_path: Path) -> None:
    table = npb()
    lacking = table[(table["version"] != SEQUENTIAL) | (table["class"] == "S")]
    run = next(each for each in read(platform(tmp_path / "p", lacking)).cases if each.name == "CG.B").runs[
        SEQUENTIAL
    ]
    assert run.estimated
    assert run.timed == pytest.approx(4.0)
    assert run.whole == pytest.approx(4.001)


def test_a_run_that_was_cut_off_is_a_lower_bound(tmp_path: Path) -> None:
    table = npb()
    late = (table["program"] == "EP") & (table["class"] == "B") & (table["version"] == OPENCL)
    table.loc[late, "whole"] = 25.0
    table.loc[late, "verified"] = "timeout"
    measured = read(platform(tmp_path / "p", table))
    run = next(each for each in measured.cases if each.name == "EP.B").runs[OPENCL]
    assert (run.whole, run.timed, run.cut_off) == (25.0, 25.0, True)


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    table = npb()
    wrong = (table["program"] == "MG") & (table["class"] == "B") & (table["version"] == OPENCL)
    table.loc[wrong, "verified"] = "UNSUCCESSFUL"
    folder = platform(tmp_path / "p", table)
    for path_ in (folder / "npb" / "profiles").glob("EP.*"):
        path_.unlink()
    (folder / "npb" / "profiles" / "CG.S.cpu.json").write_text("{")
    found = evaluate(read(folder), jobs=1)
    told = "\n".join(found.measured.missing)
    for text in (
        "MG.B has no opencl time: UNSUCCESSFUL.",
        "MG.B is left out",
        "asked in CG.S, EP.S, EP.B: no choice can be predicted there",
        "CG.S.cpu.json can't be used",
        "no full training set",
        "no breakdown",
        "no micro.json",
        "no relayout.csv",
    ):
        assert text in told
    assert {each.case.name for each in found.results if each.choice is None} == {"CG.S", "EP.S", "EP.B"}
    page = html(found, Transformed("there is none"), {})
    assert "MG.B is left out" in page
    assert "there is none" in page


def test_a_profile_of_the_device_alone_tells_what_the_model_is_asked(tmp_path: Path) -> None:
    folder = platform(tmp_path / "p")
    profiles = folder / "npb" / "profiles"
    on_cpu = json.loads((profiles / "CG.B.cpu.json").read_text())
    on_device = json.loads((profiles / "CG.B.opencl.json").read_text())
    on_device["questions"] = on_cpu["questions"]
    on_device["questions"][1]["at"] = seconds(1e8, OPENCL) / 2
    (profiles / "CG.B.opencl.json").write_text(json.dumps(on_device))
    (profiles / "CG.B.cpu.json").unlink()
    measured = read(folder)
    (found,) = (each for each in measured.cases if each.name == "CG.B")
    assert found.on_cpu == {"r": pytest.approx(seconds(1e8, CPU))}
    assert [each.at for each in found.questions] == [0.0, pytest.approx(seconds(1e8, CPU) / 2)]
    (predicted,) = (each for each in evaluate(measured, jobs=1).results if each.case.name == "CG.B")
    assert predicted.right()


def test_questions_of_other_kernels_are_not_asked(tmp_path: Path) -> None:
    folder = platform(tmp_path / "p")
    profiles = folder / "npb" / "profiles"
    on_device = json.loads((profiles / "CG.B.opencl.json").read_text())
    on_device["questions"] = profile("CG", 1e6, CPU)["questions"]
    (profiles / "CG.B.opencl.json").write_text(json.dumps(on_device))
    measured = read(folder)
    (found,) = (each for each in measured.cases if each.name == "CG.B")
    assert found.questions[0].features[0] == 1e6
    assert found.on_cpu == {"r": pytest.approx(seconds(1e8, CPU))}
    assert "CG.B: the model was asked other questions on the CPU than on the device." in measured.missing


def test_without_profiles_there_are_times_but_no_predictions(tmp_path: Path) -> None:
    found = evaluate(read(platform(tmp_path / "p", profiles=False)), jobs=1)
    summary = found.summary(WHOLE)
    assert (summary.cases, summary.accuracy) == (0, None)
    assert summary.always_opencl is not None
    page = html(found, Transformed(""), {})
    assert "Nothing can be predicted" in page


def test_too_few_programs_to_learn_from_are_told(tmp_path: Path) -> None:
    folder = platform(tmp_path / "p", npb(("CG", "EP")))
    (folder / "quick.csv").unlink()
    found = evaluate(read(folder), jobs=1)
    assert "There are too few programs to learn from: no choice can be predicted." in found.missing
    assert "There are no rows of training programs: models are trained on NPB alone." in found.missing
    assert found.summary(WHOLE).cases == 0


def test_a_profile_of_another_schema_is_left_out(tmp_path: Path) -> None:
    folder = platform(tmp_path / "p")
    file = folder / "npb" / "profiles" / "CG.S.cpu.json"
    file.write_text(file.read_text().replace('"int_ops"', '"other_ops"'))
    assert "CG.S.cpu.json is of another feature schema" in "\n".join(read(folder).missing)


@pytest.mark.parametrize("text", [None, "program,class\nCG,S\n", ""])
def test_a_folder_without_npb_times_is_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "npb.csv").write_text(text)
    with pytest.raises(MapperError) as caught:
        read(tmp_path)
    assert caught.value.diagnostics[0].code == "E024"


# ---- the page and the command ------------------------------------------------------------------------------


def test_the_page_holds_every_program_and_is_always_the_same(evaluation: Evaluation, tmp_path: Path) -> None:
    transformed = Transformed("BT.S", {"mem": 8.0, "items": 0.0}, {"mem": 2.0, "items": 0.0})
    written = write(evaluation, transformed, tmp_path / "one")
    page = written[0].read_text(encoding="utf-8")
    assert html(evaluation, transformed, {}) == html(evaluation, transformed, {})
    again = as_svg(speedups(evaluation.results, WHOLE, evaluation.over))
    assert base64.b64encode(again.encode()).decode() in page
    assert all(f"<td>{program}</td>" in page for program in PROGRAMS)
    assert "http" not in page.replace("http-equiv", "")
    names = {path_.name for path_ in written}
    assert {"whole.png", "timed.png", "breakdown.png", "scores.png", "tree_tree.png", "cases.csv"} <= names
    table = pd.read_csv(tmp_path / "one" / "cases.csv")
    assert len(table) == 2 * len(evaluation.results)
    assert (tmp_path / "one" / "features.csv").read_text().splitlines()[1] == "mem,accesses,8,2,0.25"


def test_the_mapped_program_as_measured_stands_beside_the_prediction(tmp_path: Path) -> None:
    table = npb(("CG", "EP"))
    table = pd.concat([table, table[table["version"] == OPENMP].assign(version=MAPPED)])
    folder = platform(tmp_path / "p", table)
    (folder / "npb" / "profiles" / "CG.S.mapped.json").write_text(json.dumps(profile("CG", 1e3, CPU)))
    results = [result(each, None, 1e9, STARTUP) for each in read(folder).cases]
    first, *_ = tables.case_rows(results, SEQUENTIAL)[1:]
    assert first[-1] == "0.00101 s, CPU"
    assert results[0].measured_share() == 1.0


def test_runs_of_mapped_programs_are_told_apart_from_predictions(tmp_path: Path) -> None:
    assert "Mapped times are predictions" in tables.mapped_words(evaluate(read(platform(tmp_path / "p")), 1))
    table = npb()
    late = table[table["version"] == OPENMP].assign(version=MAPPED)
    table = pd.concat([table, late.assign(whole=4 * late["whole"])])
    words = tables.mapped_words(evaluate(read(platform(tmp_path / "q", table)), 1))
    assert "of these mapped programs were run" in words


def test_what_transformations_bring_is_drawn_where_it_was_measured(tmp_path: Path) -> None:
    folder = platform(tmp_path / "p")
    rows = [("-fno-nest -fno-tile", 4.0), ("--passes=nest", 2.0), ("--passes=nest,tile", 1.0)]
    lines = [f'CG,S,opencl,"{flags}",{value},SUCCESSFUL' for flags, value in rows]
    lines.append("CG,S,openmp,,2.0,SUCCESSFUL")
    (folder / "breakdown.csv").write_text(
        "\n".join(["program,class,version,flags,seconds,verified", *lines]) + "\n"
    )
    measured = read(folder)
    assert "no breakdown" not in "\n".join(measured.missing)
    [axes] = stepplot.figure(measured.breakdown).axes
    assert axes.get_title("left") == "CG.S"
    assert np.asarray(axes.lines[1].get_ydata()).tolist() == [0.5, 1.0, 2.0]


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def features_of() -> tuple[Mapping[str, float], Mapping[str, float], str]:
        return {}, {}, "none here"

    monkeypatch.setattr(command, "_transformed", features_of)
    monkeypatch.setattr(command, "evaluate", partial(evaluate, jobs=1))
    platform(tmp_path / "data" / "made-up", npb(("CG", "EP")))
    assert platforms(tmp_path / "data") == ["made-up"]
    command.run([], tmp_path / "out", tmp_path / "data")
    said = capsys.readouterr().out
    assert "made-up: 4 NPB programs and classes" in said
    assert "4 of 4 (100.0%)" in said
    assert str(tmp_path / "out" / "made-up" / "index.html") in said
    for names, folder in ((["other"], tmp_path / "data"), ([], tmp_path / "nowhere")):
        with pytest.raises(MapperError) as caught:
            command.run(names, tmp_path / "out", folder)
        assert caught.value.diagnostics[0].code == "E024"


def test_wrong_choices_are_told_with_their_reason(evaluation: Evaluation, tmp_path: Path) -> None:
    never = {group: replace(fold, model=Model(group, (BY_CALLS,))) for group, fold in evaluation.folds.items()}
    results = tuple(
        result(each.case, choose(each.case, never[each.case.group].model), 1e9, STARTUP)
        for each in evaluation.results
    )
    wrong = replace(evaluation, folds=never, results=results)
    assert {each.case.name for each in wrong.misses()} == {f"{program}.B" for program in PROGRAMS}
    console = Console(width=200, record=True, file=StringIO())
    command.report(wrong, console)
    assert "wrong: CG.B: CPU, OpenCL is better: " in console.export_text()
    page = html(wrong, Transformed(""), {})
    assert "CG.B: CPU, where OpenCL is better" in page
    assert "It would turn if calls were 10 times larger (10 rather than 1)." in page
    assert "calls &lt;= 10 (it is 1)" in page


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path) -> None:
    platform(tmp_path / "data" / "made-up", npb(("CG", "EP")))
    text = (
        "import sys; sys.modules['matplotlib'] = None; from mapper.cli import main; "
        f"main(['evaluate', '--data', {str(tmp_path / 'data')!r}, '-o', {str(tmp_path / 'out')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'mapper[evaluate]'" in done.stderr
