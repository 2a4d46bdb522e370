"""The doctor finds what is there, and names a fix for what is not."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from mapper.commands import doctor
from mapper.model import store
from mapper.model.tree import Leaf, Model
from mapper.runtime import fallback_loader
from mapper.runtime.machine import describe_machine
from mapper.runtime.probe import Device, Driver, Probe, probe

GPU = Device("A GPU", "Vendor", "1.2", "gpu", 100, 2**34, True)
SMALL = Device("A CPU", "PoCL", "3.0", "cpu", 2, 2**30, False)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with nothing of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(doctor, "GPU_DRIVERS", {})
    for name in ("MAPPER_OPENCL_LIBRARY", "MAPPER_DEVICE", "OCL_ICD_VENDORS", "POCL_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
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
    assert "fix" not in shown


@pytest.mark.parametrize(("columns", "whole"), [(None, True), ("60", False)])
def test_lines_are_whole_where_no_terminal_shows_them(
    columns: str | None, whole: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = "/" + "a long path/" * 20
    monkeypatch.setattr(doctor, "examine", lambda _: [doctor.Finding("OpenCL loader", True, path)])
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    doctor.run()
    assert (f"ok  OpenCL loader  {path}\n" == capsys.readouterr().out) is whole


def test_models_of_other_devices_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Probe("libOpenCL.so.1", (SMALL, GPU))
    for name, device in (("processor", SMALL), ("card", GPU)):
        store.save(Model(name, (Leaf(-1.0),), platform=describe_machine(found, ("gcc",), device)))
    findings = examine(monkeypatch, found, ("gcc",))
    assert findings["model"].ok
    assert SMALL.name in findings["further model"].detail
    assert "--platform processor" in findings["further model"].detail


def test_a_model_of_this_machine_that_is_not_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Probe("libOpenCL.so.1", (SMALL,))
    place = store.user_folder() / "here.json"
    store.save(Model("here", (Leaf(-1.0),), platform=describe_machine(found, ("gcc",))), place)
    model = examine(monkeypatch, found, ("gcc",))["model"]
    assert not model.ok
    assert model.fix.startswith(
        "give --platform here (MAPPER_PLATFORM=here to mapper-cc), which was trained here, or"
    )


def test_each_fault_has_a_mend(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    findings = examine(monkeypatch, Probe(None, (), "no OpenCL loader"), ("no-such-compiler",))
    broken = {what for what, finding in findings.items() if not finding.ok}
    assert broken == {"C compiler", "OpenCL loader", "model"}
    assert all(findings[what].fix for what in broken)


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


# ---- faults of the environment, with the real OpenCL library ----------------------------------------------------

POCL = Device("pthread", "Portable Computing Language", "3.0-rc2", "cpu", 2, 2**30, True)


def _faults(monkeypatch: pytest.MonkeyPatch, found: Probe | None = None) -> dict[str, doctor.Finding]:
    """What is wrong, by what it is about; as the machine is unless something else was found."""
    if found is None:
        found = probe(fallback_loader())
    findings = examine(monkeypatch, found, ("gcc",))
    faults = {what: finding for what, finding in findings.items() if not finding.ok and what != "model"}
    assert all(finding.fix for finding in faults.values())
    return faults


def test_a_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_OPENCL_LIBRARY", "/no/libOpenCL.so")
    (fault,) = _faults(monkeypatch).values()
    assert fault.what == "OpenCL loader"
    assert "MAPPER_OPENCL_LIBRARY=/no/libOpenCL.so can't be loaded: " in fault.detail
    assert fault.fix.startswith("unset MAPPER_OPENCL_LIBRARY, ")


def test_a_library_that_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_OPENCL_LIBRARY", "libm.so.6")
    assert _faults(monkeypatch)["OpenCL loader"].detail == "libm.so.6 is no OpenCL library"


@pytest.mark.parametrize(
    ("text", "problem"),
    [("/no/libdriver.so\n", "names /no/libdriver.so: /no/libdriver.so: "), ("", "it is empty")],
)
def test_a_broken_file_in_the_vendors_folder(
    text: str, problem: str, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    (home / "broken.icd").write_text(text)
    monkeypatch.setenv("OCL_ICD_VENDORS", str(home))
    faults = _faults(monkeypatch)
    assert set(faults) == {"OpenCL device", "OpenCL driver"}
    assert problem in faults["OpenCL driver"].detail
    assert f"remove {home / 'broken.icd'}" in faults["OpenCL driver"].fix


@pytest.mark.parametrize(("folder", "state"), [(".", "holds no .icd file"), ("nowhere", "is no folder")])
def test_a_wrong_vendors_folder(folder: str, state: str, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("OCL_ICD_VENDORS", str(home / folder))
    faults = _faults(monkeypatch)
    assert set(faults) == {"OpenCL device", "OpenCL vendors"}
    assert faults["OpenCL vendors"].detail == f"OCL_ICD_VENDORS={home / folder} {state}"


@pytest.mark.parametrize("word", ["gpu", "opencl:gpu", "abacus"])
def test_a_device_that_is_not_here(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_DEVICE", word)
    (fault,) = _faults(monkeypatch, Probe("l", (SMALL,))).values()
    assert fault.detail == f"MAPPER_DEVICE={word} asks for a device that is not here; there are: A CPU (cpu)"
    monkeypatch.setenv("MAPPER_DEVICE", "opencl:cpu")
    assert not _faults(monkeypatch, Probe("l", (SMALL,)))


def test_a_gpu_without_a_driver_for_opencl(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "gpu").touch()
    monkeypatch.setattr(doctor, "GPU_DRIVERS", {str(home / "gpu"): "its driver", str(home / "other"): "another"})
    (fault,) = _faults(monkeypatch, Probe("l", (SMALL,))).values()
    assert (fault.what, fault.fix) == ("GPU", "install its driver")
    assert not _faults(monkeypatch, Probe("l", (SMALL, GPU)))


@pytest.mark.parametrize(
    ("version", "old"), [("1.8", True), ("3.0-rc2", False), ("5.0", False), ("unknown", False)]
)
def test_an_old_pocl(version: str, old: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = _faults(monkeypatch, Probe("l", (replace(POCL, driver=version),)))
    assert set(faults) == ({"PoCL"} if old else set())


def test_pocl_without_a_linker(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    gcc = shutil.which("gcc")
    assert gcc is not None
    found = Probe("l", (), "none", (Driver("pocl.icd", "libpocl.so", ""),))
    monkeypatch.setenv("PATH", str(home))
    monkeypatch.setattr(doctor, "probe", lambda _: found)
    findings = {finding.what: finding for finding in doctor.examine([gcc])}
    assert "has `ld`: PoCL is not used" in findings["PoCL's linker"].detail


@pytest.mark.parametrize("tool", ["assembler", "linker"])
def test_a_compiler_without_its_tools(tool: str, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    name = {"assembler": "as", "linker": "ld"}[tool]
    fake = home / "cc"
    fake.write_text(
        "#!/bin/sh\ncase $1 in\n--version) echo fake 1.0; exit 0;;\n"
        f"-print-prog-name={name}) echo no-such-{name}; exit 0;;\n"
        "-print-prog-name=*) echo true; exit 0;;\nesac\necho cannot execute >&2\nexit 1\n"
    )
    fake.chmod(0o755)
    findings = {
        finding.what: finding for finding in examine(monkeypatch, Probe("l", (GPU,)), (str(fake),)).values()
    }
    assert findings[tool].detail == f"{fake} finds no `{name}`"
    assert {"assembler", "linker"} & set(findings) == {tool}


@pytest.mark.parametrize(
    ("variable", "what"), [("MAPPER_CACHE_DIR", "kernel cache"), ("POCL_CACHE_DIR", "PoCL's cache")]
)
def test_caches_that_can_not_be_written(
    variable: str, what: str, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    (home / "file").touch()
    monkeypatch.setenv(variable, str(home / "file" / "cache"))
    (fault,) = _faults(monkeypatch, Probe("l", (POCL,))).values()
    assert (fault.what, fault.detail) == (what, f"{home / 'file' / 'cache'} can't be written")
    assert f"set {variable} to a folder" in fault.fix


def test_a_home_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAPPER_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/dev/null/home")
    assert set(_faults(monkeypatch, Probe("l", (POCL,)))) == {"kernel cache", "PoCL's cache"}


def test_broken_models(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Probe("l", (SMALL, GPU))
    for name, device in (("broken", GPU), ("here", SMALL)):
        store.save(Model(name, (Leaf(-1.0),), platform=describe_machine(found, ("gcc",), device)))
    path = store.find("broken")
    path.write_text("{")
    (fault,) = _faults(monkeypatch, found).values()
    assert fault.what == "further model"
    assert fault.fix == f"remove {path}, or run `mapper train --platform broken` again"
    store.find("here").write_text("{")
    finding = examine(monkeypatch, found, ("gcc",))["model"]
    assert not finding.ok
    assert finding.fix.startswith(f"remove {store.find('here')}, or run `mapper train")
