"""Starts the server that builds kernels for the programs of one test process: `build_server.py`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mapper.runtime import fallback_loader
from tests.harness.build import COMPILER, execute, once
from tests.harness.library import header_flags
from tests.harness.opencl_headers import write_headers

ROOT = Path(__file__).parents[2]
UNOPTIMISED = {"POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable", "POCL_WORK_GROUP_SPECIALIZATION": "0"}
"""Has PoCL build each kernel once, for work-groups of any size, and without its optimiser.

The optimiser takes up to twelve times as long as all else of a build.
"""

_running: list[int] = []


@dataclass(frozen=True)
class BuildServer:
    """`client` is the OpenCL library that sends kernels to the server, with these variables."""

    client: Path
    variables: Mapping[str, str]


@contextmanager
def build_server(folder: Path) -> Iterator[BuildServer]:
    """A server, until the block ends; `folder` keeps the client's library for all test processes, and its headers.

    Raises:
        FileNotFoundError: the loader's wheel isn't installed.
    """
    found = fallback_loader()
    if found is None:
        raise FileNotFoundError("no OpenCL loader: the wheel pyopencl[pocl] isn't installed")
    loader, vendors = found
    variables = {name: value for name, value in os.environ.items() if not name.startswith("POCL_")}
    variables |= {"OCL_ICD_VENDORS": str(vendors), "PYOPENCL_HOME": "", "TESTS_BUILD_SERVER": "", **UNOPTIMISED}
    client = _client(folder, Path(loader))
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.harness.build_server", str(client)],
        cwd=ROOT,
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    _running.append(process.pid)
    assert process.stdout is not None
    try:
        name = process.stdout.readline().strip()
        path = f"{make_linker(folder).parent}{os.pathsep}{os.environ['PATH']}"
        yield BuildServer(client, {"TESTS_BUILD_SERVER": name, "PATH": path})
    finally:
        _running.remove(process.pid)
        process.kill()
        process.communicate()


def _client(folder: Path, loader: Path) -> Path:
    library = folder / "libbuilds.so"
    declarations = folder / "declarations"

    def make() -> None:
        (header,) = loader.parents[2].glob("pocl_binary_distribution/.libs/share/pocl/include/_kernel.h")
        write_headers(header.parent, declarations)
        source = ROOT / "tests" / "harness" / "build_client.c"
        options = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", *header_flags()]
        options.append(f'-DDECLARATIONS="{declarations}"')
        whole = ["-Wl,--no-as-needed", str(loader), f"-Wl,-rpath,{loader.parent}", "-ldl"]
        execute([COMPILER, *options, source, *whole, "-o", library], os.environ)

    return once(library, make)


def make_linker(folder: Path, linker: str | None = None) -> Path:
    """The `ld` that leaves out libraries where PoCL calls it, in a folder of its own in `folder`.

    It goes on to `linker`, by default the one of PATH.

    Raises:
        FileNotFoundError: there is no linker.
    """
    real = linker or shutil.which("ld")
    if real is None:
        raise FileNotFoundError("no linker: ld isn't in PATH")
    place = folder / "linker"
    place.mkdir(exist_ok=True)

    def make() -> None:
        source = ROOT / "tests" / "harness" / "linker.c"
        options = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f'-DLINKER="{real}"']
        execute([COMPILER, *options, source, "-o", place / "ld"], os.environ)

    return once(place / "ld", make)


def spent() -> float:
    """Processor seconds of the servers, which are no children that have ended."""
    return sum(map(_seconds, _running))


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
