"""The run-time library: C sources that every mapped program is linked with, and where OpenCL is on bare systems.

`mapper_rt.h` is the library's manual, with `mapper_rt_descriptors.h`, `mapper_rt_launch.h`,
`mapper_rt_memory.h`, `mapper_rt_blocks.h` for what libraries allocate, and `mapper_rt_messages.h` for MPI;
`docs/environment.md` lists its variables.  Each folder has one header, `mrt_FOLDER.h`, which lists the folder's
files, and includes the header of the folder before it in this list:

- `base/`: What all other folders use: settings, messages, files with state, and guards around calls of drivers.
- `device/`: The OpenCL device: finding, choosing and opening it, the model of its processors, and its queue.
- `programs/`: OpenCL programs and kernels: building, caching, and setting arguments.
- `memory/`: The host's memory: the registry of segments, and the host's own accesses.
- `copies/`: Device copies of segments: which copy is valid, and how data move.
- `tables/`: Tables of pointers: what their entries lead to, and where that is on the device.
- `decide/`: Where a region runs: features, models, measurements, and revision by time.
- `forms/`: The forms of a kernel among which a launch chooses.
- `region/`: The life of a region on the device: begin, launch, results, leave.
- `report/`: What is written at the end: report, profile, verification.
- `process/`: The life of the process: start-up, fork, exit, clocks.

A file that needs more than that includes the header of a later folder, too: `tests/unit/runtime/test_headers.py`
lists those files.  In Python:

- `probe.py`: What a mapped program would find on this machine: the OpenCL loader, platforms and devices.
- `blocks.py`: The functions of `mapper_rt_blocks.h`, and what frees the blocks of each.
- `machine.py`: What distinguishes one platform from another: processor, threads, OpenCL device, driver, C
  compiler.
"""

from __future__ import annotations

import os
import re
import tempfile
from importlib.util import find_spec
from pathlib import Path

from mapper.process.caches import cache_directory


def runtime_files() -> list[Path]:
    """The library's sources and headers, sorted by name, as programs need them.

    No two of them have the same name: beside an emitted program they all be in one folder.
    """
    here = Path(__file__).parent
    found = [path for pattern in ("*.h", "*/*.h", "*/*.c") for path in here.glob(pattern)]
    return sorted(found, key=lambda path: path.name)


def interface_files() -> list[Path]:
    """The headers that emitted programs include."""
    return [path for path in runtime_files() if path.name.startswith("mapper_rt")]


_NAME = r"\b(?:mrt|MRT|MAPPER_RT)_\w+"
_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'"
_TOKEN = re.compile(rf"/\*.*?\*/|#include \"(?P<header>\w+\.h)\"|{_STRING}|{_NAME}", re.DOTALL)


def name_in_program(path: Path) -> str:
    """What a file of the library is called beside an emitted program, which may have files of any other name."""
    return f"__{path.name}"


def text_in_program(path: Path) -> str:
    """A file of the library as programs get it: its names `mrt_...` and `MRT_...` are `__mrt_...` and `__MRT_...`.

    C reserves such identifiers for the implementation, so that a program may have any `mrt_...` of its own.  What
    is in strings keeps its spelling, as kernels get macros there.
    """

    def renamed(token: re.Match[str]) -> str:
        if token["header"]:
            return f'#include "{name_in_program(Path(token["header"]))}"'
        return token[0] if token[0][0] in "\"'" else re.sub(_NAME, r"__\g<0>", token[0])

    return _TOKEN.sub(renamed, path.read_text(encoding="utf-8"))


def fallback_loader() -> tuple[str, str] | None:
    """The OpenCL loader and the vendors folder that serve machines without an OpenCL of their own.

    The loader is the one inside the pyopencl wheel, the driver PoCL, which is beside it.  The wheel's own .icd
    files name their libraries without a path, so a folder with a full path is written into the user's cache.
    None where pyopencl or PoCL is not installed, or the cache can't be written.
    """
    spec = find_spec("pyopencl")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).resolve().parent
    folders = [package / ".libs", package.parent / "pyopencl.libs"]
    found = sorted(path for folder in folders if folder.is_dir() for path in folder.iterdir())
    loader = next((path for path in found if path.name.startswith("libOpenCL")), None)
    driver = next((path for path in found if path.name.startswith("libpocl")), None)
    if loader is None or driver is None:
        return None
    vendors = cache_directory(os.environ).absolute() / "vendors"
    try:
        _write_once(vendors / "pocl.icd", f"{driver}\n")
    except OSError:
        return None
    return str(loader), str(vendors)


def _write_once(path: Path, text: str) -> None:
    """Give a file this text; other processes see the old file, or the whole new one."""
    try:
        if path.read_text(encoding="utf-8") == text:
            return
    except (OSError, UnicodeDecodeError):
        path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
