"""The model of the device: which shapes suit which launches.  It is asked by numbers, without a device."""

from __future__ import annotations

import subprocess

import pytest

from tests.harness.bench import Bench

CASES = [
    # one dimension, two, three; a range that fills the units leaves the usual shape
    ("gpu 132 range 1024 1000000", "256 1 1"),
    ("gpu 132 range 1024 4096 4096", "32 8 1"),
    ("gpu 132 range 1024 256 256 256", "32 4 2"),
    # no wider than the range
    ("gpu 132 range 1024 5 4096 4096", "8 4 2"),
    # smaller groups where there would be few, down to what runs in step
    ("gpu 132 range 1024 20000", "64 1 1"),
    ("gpu 132 range 1024 100", "32 1 1"),
    ("gpu 132 range 1024 64 64", "32 1 1"),
    ("gpu 1 range 1024 64 64", "32 8 1"),
    # a kernel that needs many registers
    ("gpu 132 range 100 1000000", "64 1 1"),
    ("gpu 132 range 64 4096 4096", "8 8 1"),
    # on CPUs a group is a loop
    ("cpu 4 range 1024 1000000", "256 1 1"),
    ("cpu 4 range 1024 100", "8 1 1"),
    ("cpu 4 range 1024 4096 4096", "256 1 1"),
    # small blocks where there would be fewer large ones than units
    ("gpu 132 block 64 64 512 512", "1"),
    ("gpu 132 block 64 64 2048 2048", "0"),
    ("gpu 132 block 64 64 64 64 200", "0"),
    ("gpu 132 block 64 64 64 64 100", "1"),
    ("gpu 132 sum 256", "1056"),
    ("cpu 4 sum 1", "128"),
    ("cpu 4 sum 8", "16"),
    ("gpu 132 count 100000000 1024", "1056"),
    ("gpu 132 count 100000 1024", "23"),
    ("gpu 132 row 5", "1"),
    ("gpu 132 row 12", "8"),
    ("gpu 132 row 100", "32"),
    ("gpu 132 row 5000", "512"),
]


@pytest.mark.parametrize(("question", "answer"), CASES)
def test_answers(question: str, answer: str, bench: Bench) -> None:
    done = subprocess.run(
        [bench.folder / "shapes"], input=question + "\n", capture_output=True, text=True, check=True, timeout=20
    )
    assert done.stdout == answer + "\n"
