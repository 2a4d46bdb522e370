"""The model of the device: which shapes suit which launches.  It is asked by numbers, without a device."""

from __future__ import annotations

import subprocess

import pytest

from tests.harness.bench import Bench

CASES = [
    # one and two dimensions; smaller groups where there would be few, down to what runs in step
    ("gpu 132 range 1024 1000000", "256 1 1"),
    ("gpu 132 range 1024 20000", "64 1 1"),
    ("gpu 132 range 1024 100", "32 1 1"),
    ("gpu 132 range 1024 4096 4096", "32 8 1"),
    ("gpu 132 range 1024 64 64", "32 1 1"),
    ("gpu 1 range 1024 64 64", "32 8 1"),
    # iterations with loops: a group for each scheduler of a unit, of as few as that takes
    ("gpu 132 loops 1024 1000000", "256 1 1"),
    ("gpu 132 loops 1024 20000", "64 1 1"),
    ("gpu 132 loops 1024 8000", "16 1 1"),
    ("gpu 132 loops 1024 1022", "2 1 1"),
    ("gpu 132 loops 1024 512", "1 1 1"),
    ("gpu 132 loops 1024 15 15", "1 1 1"),
    ("gpu 132 loops 1024 64 64", "8 1 1"),
    ("gpu 132 loops 1024 4 5 6", "1 1 1"),
    ("gpu 4 loops 1024 512", "32 1 1"),
    ("plain 132 loops 1024 512", "32 1 1"),
    ("cpu 4 loops 1024 100", "8 1 1"),
    # in three dimensions rows of the range, cut into equal parts
    ("gpu 132 range 1024 256 256 256", "128 2 1"),
    ("gpu 132 range 1024 100 100 100", "100 2 1"),
    ("gpu 132 range 1024 258 258 258", "65 3 1"),
    ("gpu 132 range 1024 160 160 160", "80 3 1"),
    ("gpu 132 range 1024 5 102 1020", "5 51 1"),
    ("gpu 132 range 1024 5 3 40960", "5 3 17"),
    ("gpu 4 range 1024 1 1 4096", "1 1 64"),
    # where they would not fill all units, the usual ones
    ("gpu 132 range 1024 62 62 62", "32 4 2"),
    ("gpu 100 range 1024 62 62 62", "62 4 1"),
    ("gpu 132 range 1024 10 10 10", "16 2 1"),
    # a wave is less where a unit holds less
    ("small 132 range 1024 62 62 62", "62 4 1"),
    # of a kernel that needs many registers
    ("gpu 132 range 100 1000000", "64 1 1"),
    ("gpu 132 range 64 4096 4096", "8 8 1"),
    ("gpu 132 range 64 300 300 300", "60 1 1"),
    # the usual shapes
    ("plain 132 range 1024 1000000", "256 1 1"),
    ("plain 132 range 1024 4096 4096", "32 8 1"),
    ("plain 132 range 1024 256 256 256", "32 4 2"),
    ("plain 132 range 1024 5 4096 4096", "8 4 2"),
    # on CPUs a group is a loop
    ("cpu 4 range 1024 1000000", "256 1 1"),
    ("cpu 4 range 1024 100", "8 1 1"),
    ("cpu 4 range 1024 4096 4096", "256 1 1"),
    # blocks, as they were measured: small ones where there would be few, large ones where those fill all units
    ("gpu 132 block 256 256", "32 32"),
    ("gpu 132 block 512 512", "32 32"),
    ("gpu 132 block 768 768", "64 32"),
    ("gpu 132 block 1024 1024", "64 64"),
    ("gpu 132 block 1536 1536", "64 32"),
    ("gpu 132 block 4096 4096", "64 32"),
    ("gpu 132 block 64 64 132", "64 32"),
    ("gpu 132 block 64 64 20", "32 32"),
    ("gpu 8 block 256 256", "64 64"),
    ("gpu 132 sum 256", "1056"),
    ("cpu 4 sum 1", "128"),
    ("cpu 4 sum 8", "16"),
    ("gpu 132 count 100000000 1024", "2112"),
    ("gpu 132 count 100000 1024", "23"),
    # groups that share what they read, where they would not leave most units idle
    ("gpu 132 staged 1800", "0"),
    ("gpu 132 staged 4224", "0"),
    ("gpu 132 staged 4225", "256"),
    ("gpu 132 staged 64 64", "0"),
    ("gpu 132 staged 640 64", "256"),
    ("gpu 2 staged 1800", "256"),
    # iterations that work-items take in turn: as many rounds for each, none where few have room
    ("gpu 132 turn 100000 128 1000000", "50048"),
    ("gpu 132 turn 100000 128 20000", "16768"),
    ("gpu 132 turn 1000 128 1000000", "1024"),
    ("gpu 132 turn 1000 128 1000", "0"),
    ("gpu 132 turn 100000 128 4000", "0"),
    ("gpu 132 turn 100 128 100", "0"),
    ("cpu 2 turn 300 1 1000", "8"),
    ("cpu 2 turn 300 1 3", "3"),
    ("cpu 2 turn 300 1 0", "0"),
    ("gpu 132 row 5", "1"),
    ("gpu 132 row 12", "8"),
    ("gpu 132 row 100", "32"),
    ("gpu 132 row 5000", "512"),
]


@pytest.mark.parametrize(("question", "answer"), CASES)
def test_answers(question: str, answer: str, bench: Bench) -> None:
    done = subprocess.run(
        [bench.folder / "shapes"], input=question + "\n", capture_output=True, text=True, check=True, timeout=500
    )
    assert done.stdout == answer + "\n"
