"""What the run-time library tells: differences, reports, profiles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.harness.bench import Bench


@pytest.mark.opencl
@pytest.mark.parametrize("memory", [{}, {"FAKE_DISCRETE": "1"}], ids=["shared", "separate"])
def test_differences_from_the_cpu_are_told(bench: Bench, memory: dict[str, str]) -> None:
    done = bench.promise("verified", MAPPER_VERIFY="1", **memory)
    told = [line for line in done.stderr.splitlines() if "MAPPER_VERIFY" in line]
    assert told == [
        "mapper: main_total: MAPPER_VERIFY: top is 10 on the device and 11 on the CPU",
        "mapper: main_number: MAPPER_VERIFY: a[17] is 17 on the device and 1 on the CPU",
    ]
    rows = {line.split()[1]: line for line in done.stderr.splitlines() if line.startswith("  loop ")}
    assert rows["main_add"].endswith("1 verified")
    assert rows["main_number"].endswith("1 verified: the results differ")


# ---- the report and the profile ----------------------------------------------------------------------------


@pytest.mark.opencl
def test_report_tells_loops_devices_and_bytes(bench: Bench) -> None:
    report = bench.promise("moved", FAKE_DISCRETE="1").stderr
    row = next(line for line in report.splitlines() if line.startswith("main_1 "))
    assert row.split()[1:3] == ["OpenCL", "3"]
    assert row.split()[-2:] == ["24000", "8128"]
    assert "loop main_add" in report
    report = bench.promise("choice", MAPPER_DEVICE="auto").stderr
    assert "because items <= 10" in report
    report = bench.promise("refused").stderr
    assert "2 on the CPU: a may reach beyond the ends of its memory" in report


@pytest.mark.opencl
def test_profile_is_json_of_each_vector(bench: Bench, tmp_path: Path) -> None:
    bench.promise("decisions", MAPPER_DEVICE="auto", MAPPER_PROFILE=str(tmp_path / "cpu.json"))
    regions = json.loads((tmp_path / "cpu.json").read_text())["regions"]
    assert [region["id"] for region in regions] == ["main_1"]
    assert regions[0]["feature_names"] == ["items", "calls", "up", "down", "startup", "twice"]
    counted = {tuple(v["values"]): v["cpu"]["calls"] + v["opencl"]["calls"] for v in regions[0]["vectors"]}
    assert regions[0]["path"] == "items > 10 (11)"
    assert counted == {
        (5, 1, 0, 0, 0, 10): 3,
        (50, 1, 0, 0, 0, 100): 2,
        (10, 1, 0, 0, 0, 20): 1,
        (11, 1, 0, 0, 0, 22): 1,
    }
    bench.promise("moved", FAKE_DISCRETE="1", MAPPER_PROFILE=str(tmp_path / "%p.json"))
    (profile,) = (path for path in tmp_path.iterdir() if path.stem.isdigit())
    everything = json.loads(profile.read_text())
    assert everything["schema"] == 1
    assert everything["device"]["gpu"] is True
    region = everything["regions"][0]
    assert region["opencl"]["calls"] == 3
    assert region["opencl"]["seconds"] > 0
    assert region["kernel"]["seconds"] > 0
    assert {loop["id"]: loop["launches"] for loop in region["loops"]} == {"main_add": 2, "main_total": 2}


@pytest.mark.opencl
def test_profile_keeps_the_questions_to_the_model(bench: Bench, tmp_path: Path) -> None:
    def asked(promise: str, device: str) -> list[tuple[str, float, int]]:
        path = tmp_path / f"{promise}.json"
        bench.promise(promise, MAPPER_DEVICE=device, MAPPER_PROFILE=str(path))
        questions = json.loads(path.read_text())["questions"]
        assert all(len(question["features"]) == 6 for question in questions)
        return [(question["about"], question["features"][0], question["entered"]) for question in questions]

    assert asked("decisions", "auto") == [
        *(("program", 5, 1), ("region", 5, 1)),
        *(("program", 50, 3), ("region", 50, 3)),
        *(("region", 5, 5), ("region", 10, 6)),  # the fifth, 11, is left out
    ]
    everything = [("program", 1000, 1), ("region", 1000, 1)]
    assert asked("library", "cpu") == everything  # the device that the answer prefers stays closed
    assert asked("choice", "opencl") == asked("choice", "cpu") != []
