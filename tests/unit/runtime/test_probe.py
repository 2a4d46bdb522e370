"""Finding OpenCL as programs do, on a machine with PoCL, with nothing, and with a driver that crashes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mapper.runtime import fallback_loader
from mapper.runtime.machine import SAME_PLATFORM, describe_machine, differences
from mapper.runtime.probe import Device, Probe, choose, probe
from mapper_training.device import setting

GPU = Device("A GPU", "Vendor", "1.2", "gpu", 100, 2**34, True)
CPU = Device("A CPU", "PoCL", "3.0", "cpu", 2, 2**30, True)


@pytest.mark.opencl
def test_the_package_brings_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path))
    found = probe(fallback_loader())
    assert found.loader is not None
    assert found.problem is None
    assert all(device.name and device.units > 0 and device.memory > 0 for device in found.devices)


def test_a_driver_that_crashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "libcrash.so"
    source = "int clGetPlatformIDs(void) { __builtin_trap(); return 0; }\n"
    subprocess.run(["gcc", "-shared", "-x", "c", "-", "-o", str(library)], input=source, text=True, check=True)
    monkeypatch.setenv("MAPPER_OPENCL_LIBRARY", str(library))
    found = probe()
    assert found.devices == ()
    assert "crashed" in (found.problem or "")


def test_a_loader_without_platforms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "libnone.so"
    source = "int clGetPlatformIDs(unsigned n, void *p, unsigned *c) { (void)n; (void)p; *c = 0; return -1001; }\n"
    subprocess.run(["gcc", "-shared", "-x", "c", "-", "-o", str(library)], input=source, text=True, check=True)
    monkeypatch.setenv("MAPPER_OPENCL_LIBRARY", str(library))
    assert probe() == Probe(str(library), (), "the loader finds no device")


def test_a_gpu_comes_first() -> None:
    assert choose((CPU, GPU)) == GPU
    assert choose((CPU,)) == CPU
    assert choose(()) is None


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("opencl:cpu", CPU),
        ("opencl:gpu", GPU),
        ("gpu", GPU),
        ("opencl:", GPU),
        ("auto", GPU),
        ("OpenCL:PoCL", CPU),
        ("a cpu", CPU),
        ("opencl:other", None),
    ],
)
def test_a_device_by_the_word(word: str, expected: Device | None) -> None:
    assert choose((CPU, GPU), word) == expected


def test_measured_programs_run_with_opencl(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, expected in (("", "opencl"), ("cpu", "opencl"), ("auto", "opencl"), ("opencl:cpu", "opencl:cpu")):
        monkeypatch.setenv("MAPPER_DEVICE", value)
        assert setting("opencl") == expected
        assert setting("cpu") == "cpu"


def test_platforms_differ_by_device() -> None:
    here = describe_machine(Probe("l", (CPU,)), ("gcc",))
    there = describe_machine(Probe("l", (GPU,)), ("gcc",))
    assert differences(here, here) == []
    assert differences(there, here) == ["device 'A GPU' there, 'A CPU' here"]
    assert len(differences({}, here)) == len(SAME_PLATFORM)
