"""`mapper doctor`: what is installed, what is missing, and the mend for each fault."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mapper import __version__
from mapper.diagnostics import MapperError
from mapper.model import store
from mapper.runtime import fallback_loader
from mapper.runtime.machine import compiler_version, describe_machine, device_of, differences
from mapper.runtime.probe import Probe, choose, probe


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: `mend` says what to do when `ok` is false."""

    what: str
    ok: bool
    detail: str
    mend: str = ""


def run() -> int:
    """Print the findings as a table; 0 where all is well, else 1."""
    findings = examine(default_compiler())
    console = Console()
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        mark = "[green]ok[/]" if finding.ok else "[red]--[/]"
        table.add_row(mark, finding.what, escape(finding.detail))
        if not finding.ok:
            table.add_row("", "", f"[bold]mend:[/] {escape(finding.mend)}")
    console.print(table)
    return 0 if all(finding.ok for finding in findings) else 1


def examine(compiler: Sequence[str]) -> list[Finding]:
    """All findings, in the order of a program's way: compiler, OpenCL, cache, model."""
    found = probe(fallback_loader())
    return [
        Finding("mapper", True, f"{__version__}, Python {sys.version.split()[0]}"),
        *_compiler(compiler),
        *_opencl(found),
        _cache(),
        _model(found, compiler),
        *_other_models(found, compiler),
    ]


def default_compiler() -> list[str]:
    """The user's C compiler: $CC, else cc."""
    return shlex.split(os.environ.get("CC", "")) or ["cc"]


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
        Finding(
            "OpenMP",
            works,
            f"{shown} -fopenmp works" if works else first,
            "install libgomp (Debian: libgomp1, gcc)",
        ),
    ]


def _opencl(found: Probe) -> list[Finding]:
    if found.loader is None:
        mend = "install an OpenCL loader (Debian: ocl-icd-libopencl1), or pip install 'pyopencl[pocl]'"
        return [Finding("OpenCL loader", False, found.problem or "none", mend)]
    findings = [Finding("OpenCL loader", True, found.loader)]
    chosen = choose(found.devices)
    if chosen is None:
        mend = "install your device's OpenCL driver, or pip install 'pyopencl[pocl]' for the CPU"
        return [*findings, Finding("OpenCL device", False, found.problem or "none", mend)]
    for device in found.devices:
        mark = " (default)" if device == chosen else ""
        fp64 = "fp64" if device.fp64 else "no fp64: loops on double stay on the CPU"
        detail = (
            f"{device.name} [{device.kind}], {device.platform} {device.driver}, {device.units} units, "
            f"{device.memory / 2**30:.1f} GiB, {fp64}{mark}"
        )
        findings.append(Finding("OpenCL device", True, detail))
    return findings


def cache_folder() -> Path:
    """Where programs keep built kernels; the run-time library goes by the same rule."""
    if folder := os.environ.get("MAPPER_CACHE_DIR"):
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "mapper"


def _cache() -> Finding:
    folder = cache_folder()
    existing = next((p for p in (folder, *folder.parents) if p.exists()), Path("/"))
    if not os.access(existing, os.W_OK):
        mend = "set MAPPER_CACHE_DIR to a folder that you can write (kernels are built at every start until then)"
        return Finding("kernel cache", False, f"{folder} can't be written", mend)
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    size = sum(path.stat().st_size for path in files)
    return Finding("kernel cache", True, f"{folder}: {len(files)} files, {size / 2**20:.1f} MiB")


def _model(found: Probe, compiler: Sequence[str]) -> Finding:
    mend = "run `mapper train --platform NAME --quick` (a few minutes)"
    try:
        model, path = store.choose(None, None)
    except MapperError as error:
        return Finding("model", False, str(error), mend)
    other = differences(model.platform, describe_machine(found, compiler))
    if other:
        return Finding("model", False, f"{model.name} ({path}) was trained elsewhere: {'; '.join(other)}", mend)
    return Finding("model", True, f"{model.name} ({path})")


def _other_models(found: Probe, compiler: Sequence[str]) -> list[Finding]:
    """The user's other models of devices here: given together, a program chooses among their devices, too."""
    findings = []
    for name in store.names():
        try:
            model, path = store.choose(None, name)
        except MapperError:
            continue
        device = device_of(model.platform, found)
        if device is None or name == store.default_name():
            continue
        if not differences(model.platform, describe_machine(found, compiler, device)):
            detail = f"{model.name} ({path}), of {device.name}: --platform {model.name} beside others"
            findings.append(Finding("further model", True, detail))
    return findings
