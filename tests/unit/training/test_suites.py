"""Regions of programs outside the tree: what is measured and what is expected are about the same calls."""

from __future__ import annotations

from dataclasses import replace

from mapper.model import store
from mapper.model.document import load
from mapper_training.evaluation.data import CPU, OPENCL, OPENMP, Case, Run
from mapper_training.suites import Region, regions

from .fakes import profile


def test_regions_are_expected_to_copy_what_their_calls_copied() -> None:
    """A region that is called twice with as many bytes to copy as it met, and with all its arrays in place."""
    times = {("a.c", "r", 1000.0): 1e-3}

    def region(upload: int) -> Region:
        opencl = profile("opencl", times)
        opencl["regions"][0]["upload"] = {"bytes": upload, "seconds": 0.0}
        runs = {OPENMP: Run(1.0, 1.0), OPENCL: Run(1.0, 1.0)}
        case = Case("a", "S", runs, {CPU: profile("cpu", times), OPENCL: opencl})
        (found,) = regions([case], model, [])
        return found

    model = load(store.find("nvidia-h200"))
    assert model.prices is not None
    resident, copied = region(0), region(10**9)
    assert copied.device_expected > resident.device_expected + 0.005  # at most 200 GB/s
    assert replace(copied, device_expected=resident.device_expected, answer=resident.answer) == resident
    assert copied.answer < resident.answer
