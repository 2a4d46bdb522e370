"""`mapper doctor`: what is installed, what is missing, and the fix for each fault."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from mapper import __version__
from mapper.commands.consoles import print_table, usual_console
from mapper.diagnostics import MapperError
from mapper.model import store
from mapper.model.tree import Model
from mapper.process.caches import cache_directory
from mapper.runtime import fallback_loader
from mapper.runtime.machine import compiler_version, default_compiler, describe_machine, device_of, differences
from mapper.runtime.probe import VENDORS, Device, Probe, choose, opencl_word, probe

POCL = "Portable Computing Language"
OLDEST_POCL = (3, 0)
GPU_DRIVERS = {
    "/dev/nvidiactl": "NVIDIA's OpenCL driver (Debian: nvidia-opencl-icd; in containers the capability `compute`)",
    "/dev/kfd": "AMD's OpenCL driver (ROCm: rocm-opencl-runtime)",
}
"""Files that the GPU drivers of Linux make, and what shows their GPUs to OpenCL."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: `fix` says what to do when `ok` is false."""

    what: str
    ok: bool
    detail: str
    fix: str = ""


def run() -> int:
    """Print the findings as a table; 0 where all is well, else 1."""
    findings = examine(default_compiler())
    console = usual_console()
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        mark = "[green]ok[/]" if finding.ok else "[red]--[/]"
        table.add_row(mark, finding.what, escape(finding.detail))
        if not finding.ok:
            table.add_row("", "", f"[bold]fix:[/] {escape(finding.fix)}")
    print_table(console, table)
    return 0 if all(finding.ok for finding in findings) else 1


def examine(compiler: Sequence[str]) -> list[Finding]:
    """All findings, in the order of a program's way: compiler, OpenCL, cache, model."""
    found = probe(fallback_loader())
    return [
        Finding("mapper", True, f"{__version__}, Python {sys.version.split()[0]}"),
        *_compiler(compiler),
        *_opencl(found),
        *_drivers(found),
        *_asked(found),
        *_pocl(found),
        _cache(),
        _model(found, compiler),
        *_other_models(found, compiler),
    ]


def _compiler(compiler: Sequence[str]) -> list[Finding]:
    shown = shlex.join(compiler)
    version = compiler_version(compiler)
    if version is None:
        return [Finding("C compiler", False, f"{shown} can't be run", "install gcc, or set CC to your compiler")]
    program = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text(program)
        command = [*compiler, "-fopenmp", str(source), "-o", str(Path(folder) / "probe")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        works = done.returncode == 0
    first = done.stderr.strip().splitlines()[0] if done.stderr.strip() else ""
    return [
        Finding("C compiler", True, f"{shown}: {version}"),
        *(_tool(compiler, tool) for tool in ("as", "ld") if not works and not _has(compiler, tool)),
        Finding(
            "OpenMP",
            works,
            f"{shown} -fopenmp works" if works else first,
            "install libgomp (Debian: libgomp1, gcc)",
        ),
    ]


def _has(compiler: Sequence[str], tool: str) -> bool:
    """Whether the compiler finds a tool of the binutils."""
    done = subprocess.run([*compiler, f"-print-prog-name={tool}"], capture_output=True, text=True, check=False)
    return done.returncode != 0 or shutil.which(done.stdout.strip() or tool) is not None


def _tool(compiler: Sequence[str], tool: str) -> Finding:
    what = {"as": "assembler", "ld": "linker"}[tool]
    fix = "install the binutils (Debian: binutils), or put their folder into PATH"
    return Finding(what, False, f"{shlex.join(compiler)} finds no `{tool}`", fix)


def _opencl(found: Probe) -> list[Finding]:
    if found.loader is None:
        fix = "install an OpenCL loader (Debian: ocl-icd-libopencl1), or pip install 'pyopencl[pocl]'"
        if os.environ.get("MAPPER_OPENCL_LIBRARY"):
            fix = "unset MAPPER_OPENCL_LIBRARY, or name an OpenCL library such as libOpenCL.so.1"
        return [Finding("OpenCL loader", False, found.problem or "none", fix)]
    findings = [Finding("OpenCL loader", True, found.loader)]
    chosen = choose(found.devices)
    if chosen is None:
        fix = "install your device's OpenCL driver, or pip install 'pyopencl[pocl]' for the CPU"
        return [*findings, Finding("OpenCL device", False, found.problem or "none", fix)]
    for device in found.devices:
        mark = " (default)" if device == chosen else ""
        fp64 = "fp64" if device.fp64 else "no fp64: loops on double stay on the CPU"
        detail = (
            f"{device.name} [{device.kind}], {device.platform} {device.driver}, {device.units} units, "
            f"{device.memory / 2**30:.1f} GiB, {fp64}{mark}"
        )
        findings.append(Finding("OpenCL device", True, detail))
    return findings


def _drivers(found: Probe) -> list[Finding]:
    """A vendors folder that holds nothing, and files in it that name no driver."""
    named = os.environ.get("OCL_ICD_VENDORS", "")
    findings = []
    if named and not found.drivers and not os.environ.get("OCL_ICD_FILENAMES"):
        state = "holds no .icd file" if os.path.isdir(named) else "is no folder"
        fix = f"unset OCL_ICD_VENDORS, or name the folder of the drivers' .icd files (usually {VENDORS})"
        findings.append(Finding("OpenCL vendors", False, f"OCL_ICD_VENDORS={named} {state}", fix))
    for driver in found.drivers:
        if driver.problem:
            names = f"{driver.file} names {driver.library or 'nothing'}"
            fix = f"install that driver again, or remove {driver.file}"
            findings.append(Finding("OpenCL driver", False, f"{names}: {driver.problem}", fix))
    return findings


def _asked(found: Probe) -> list[Finding]:
    """A device that the environment asks for, and a GPU that no OpenCL driver shows."""
    word, findings = os.environ.get("MAPPER_DEVICE", ""), []
    there = ", ".join(f"{device.name} ({device.kind})" for device in found.devices) or "none"
    if opencl_word(word) == word and choose(found.devices, word) is None:
        fix = "install that device's OpenCL driver, or unset MAPPER_DEVICE (its loops run as OpenMP until then)"
        detail = f"MAPPER_DEVICE={word} asks for a device that is not here; there are: {there}"
        findings.append(Finding("device asked for", False, detail, fix))
    for file, driver in GPU_DRIVERS.items():
        if os.path.exists(file) and not any(device.kind == "gpu" for device in found.devices):
            detail = f"{file} shows a GPU, and no OpenCL driver does"
            findings.append(Finding("GPU", False, detail, f"install {driver}"))
    return findings


def _pocl(found: Probe) -> list[Finding]:
    """An old PoCL, and what PoCL needs beside itself: a linker, and a cache of its own."""
    pocl = [device for device in found.devices if device.platform == POCL]
    names = any("pocl" in driver.library for driver in found.drivers)
    findings = []
    for device in pocl:
        version = re.match(r"(\d+)\.(\d+)", device.driver)
        if version is not None and (int(version[1]), int(version[2])) < OLDEST_POCL:
            oldest = ".".join(map(str, OLDEST_POCL))
            detail = f"{device.driver} is older than {oldest}, the oldest that mapper is tested with"
            findings.append(Finding("PoCL", False, detail, "pip install 'pyopencl[pocl]', or a newer package"))
    if (pocl or names) and shutil.which("ld") is None:
        fix = "install the binutils (Debian: binutils), or put the folder of `ld` into PATH"
        findings.append(Finding("PoCL's linker", False, "no folder of PATH has `ld`: PoCL is not used", fix))
    if pocl or names:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = Path(os.environ.get("POCL_CACHE_DIR") or os.path.join(base, "pocl", "kcache"))
        if not _can_write(folder):
            fix = "set POCL_CACHE_DIR to a folder that you can write: PoCL shows no device without"
            findings.append(Finding("PoCL's cache", False, f"{folder} can't be written", fix))
    return findings


def _can_write(folder: Path) -> bool:
    """Whether a folder can be written, or made."""
    existing = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), Path("/"))
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def _cache() -> Finding:
    folder = cache_directory(os.environ)
    if not _can_write(folder):
        fix = "set MAPPER_CACHE_DIR to a folder that you can write (kernels are built at every start until then)"
        return Finding("kernel cache", False, f"{folder} can't be written", fix)
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    size = sum(path.stat().st_size for path in files)
    return Finding("kernel cache", True, f"{folder}: {len(files)} files, {size / 2**20:.1f} MiB")


def _model(found: Probe, compiler: Sequence[str]) -> Finding:
    fix = "run `mapper train --platform NAME --quick` (a few minutes)"
    try:
        model, path = store.choose(None, None)
    except MapperError as error:
        place = error.diagnostics[0].where
        again = f"remove {place.file}, or {fix}" if place is not None else fix
        return Finding("model", False, f"{place}: {error}" if place is not None else str(error), again)
    other = differences(model.platform, describe_machine(found, compiler))
    if other:
        if here := [each.name for each, _, _ in _fitting(found, compiler)]:
            given = f"give --platform {here[0]} (MAPPER_PLATFORM={here[0]} to mapper-cc), which was trained here"
            fix = f"{given}, or {fix}"
        return Finding("model", False, f"{model.name} ({path}) was trained elsewhere: {'; '.join(other)}", fix)
    return Finding("model", True, f"{model.name} ({path})")


def _other_models(found: Probe, compiler: Sequence[str]) -> list[Finding]:
    """The user's other models of devices here: given together, a program chooses among their devices, too."""
    findings = [
        Finding(
            "further model",
            True,
            f"{model.name} ({path}), of {device.name}: --platform {model.name} beside others",
        )
        for model, path, device in _fitting(found, compiler)
    ]
    for name in store.names():
        try:
            store.choose(None, name)
        except MapperError as error:
            if name != store.default_name():
                fix = f"remove {store.find(name)}, or run `mapper train --platform {name}` again"
                findings.append(Finding("further model", False, f"{name}: {error}", fix))
    return findings


def _fitting(found: Probe, compiler: Sequence[str]) -> list[tuple[Model, Path, Device]]:
    """The models that were trained on this machine, with their files and devices, but for the default one."""
    fitting = []
    for name in store.names():
        with contextlib.suppress(MapperError):
            model, path = store.choose(None, name)
            device = device_of(model.platform, found)
            if device is None or name == store.default_name():
                continue
            if not differences(model.platform, describe_machine(found, compiler, device)):
                fitting.append((model, path, device))
    return fitting
