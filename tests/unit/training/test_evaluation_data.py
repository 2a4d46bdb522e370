"""What measured data of a platform may lack, and what the evaluation then says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper_training.evaluate import evaluate
from mapper_training.evaluation.data import CPU, OPENCL, OPENMP, SEQUENTIAL, WHOLE, read
from mapper_training.evaluation.page import Transformed, html
from tests.unit.training.platforms import npb, platform, profile, seconds

pytestmark = pytest.mark.usefixtures("two_folds")


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


def test_regions_take_no_longer_than_the_whole_process_did(tmp_path: Path) -> None:
    table = npb()
    slow = read(platform(tmp_path / "slow", table)).npb_rows
    openmp = table["version"] == OPENMP
    table.loc[openmp, ["seconds", "whole"]] /= 2
    fast = read(platform(tmp_path / "fast", table)).npb_rows
    assert fast["seconds_cpu"].tolist() == pytest.approx(
        slow["seconds_cpu"].clip(upper=fast["whole_cpu"]).tolist()
    )
    assert (fast["seconds_cpu"] < slow["seconds_cpu"]).any()
    assert fast["seconds_opencl"].tolist() == slow["seconds_opencl"].tolist()


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
