"""The doctor finds what is there, and names a mend for what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.commands import doctor
from mapper.model import store
from mapper.model.tree import Leaf, Model
from mapper.runtime.machine import describe_machine
from mapper.runtime.probe import Device, Probe

GPU = Device("A GPU", "Vendor", "OpenCL 3.0", "1.2", "gpu", 100, 2**34, True)
SMALL = Device("A CPU", "PoCL", "OpenCL 3.0", "3.0", "cpu", 2, 2**30, False)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with nothing of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


def examine(monkeypatch: pytest.MonkeyPatch, found: Probe, compiler: tuple[str, ...]) -> dict[str, doctor.Finding]:
    """The findings by what they are about; of several devices the last."""
    monkeypatch.setattr(doctor, "probe", lambda _: found)
    monkeypatch.setattr(doctor, "fallback_loader", lambda: None)
    return {finding.what: finding for finding in doctor.examine(compiler)}


def test_all_well(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = Probe("libOpenCL.so.1", (SMALL, GPU))
    store.save(Model("here", (Leaf(-1.0),), platform=describe_machine(found, ("gcc",))))
    findings = examine(monkeypatch, found, ("gcc",))
    assert all(finding.ok for finding in findings.values())
    assert "(default)" in findings["OpenCL device"].detail
    monkeypatch.setenv("CC", "gcc")
    assert doctor.run() == 0
    shown = capsys.readouterr().out
    assert "no fp64" in shown
    assert "mend" not in shown


def test_models_of_other_devices_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Probe("libOpenCL.so.1", (SMALL, GPU))
    for name, device in (("processor", SMALL), ("card", GPU)):
        store.save(Model(name, (Leaf(-1.0),), platform=describe_machine(found, ("gcc",), device)))
    findings = examine(monkeypatch, found, ("gcc",))
    assert findings["model"].ok
    assert SMALL.name in findings["further model"].detail
    assert "--platform processor" in findings["further model"].detail


def test_each_fault_has_a_mend(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    findings = examine(monkeypatch, Probe(None, (), "no OpenCL loader"), ("no-such-compiler",))
    broken = {what for what, finding in findings.items() if not finding.ok}
    assert broken == {"C compiler", "OpenCL loader", "model"}
    assert all(findings[what].mend for what in broken)


def test_a_loader_without_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = examine(monkeypatch, Probe("libOpenCL.so.1", (), "the loader finds no device"), ("gcc",))
    assert findings["OpenCL loader"].ok
    assert not findings["OpenCL device"].ok


def test_a_compiler_without_openmp(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    fake = home / "cc"
    fake.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo fake 1.0 && exit 0\necho no OpenMP here >&2\nexit 1\n'
    )
    fake.chmod(0o755)
    findings = examine(monkeypatch, Probe("l", (GPU,)), (str(fake),))
    assert findings["C compiler"].ok
    assert (findings["OpenMP"].ok, findings["OpenMP"].detail) == (False, "no OpenMP here")


def test_the_cache_is_counted(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "cache").mkdir()
    (home / "cache" / "k").write_bytes(b"x" * 2**20)
    findings = examine(monkeypatch, Probe("l", (GPU,)), ("gcc",))
    assert findings["kernel cache"].detail.endswith("1 files, 1.0 MiB")
