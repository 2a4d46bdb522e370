"""The environments in which mapped programs run: on PoCL, under Oclgrind, on a device with memory of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mapper.runtime import fallback_loader
from tests.harness.kernel_builds import UNOPTIMISED, BuildServer

TOGETHER = {"MAPPER_AHEAD": "0"}
"""A file's kernels are built together, so that all runs share them, not one by one beside the program."""

_OURS = ("MAPPER_", "OMP_", "OCL_", "OCLGRIND_", "POCL_", "GOMP_")


@dataclass(frozen=True)
class Environment:
    """`variables` are a clean environment with the OpenCL devices that programs see; `shared` is a scratch folder.

    `pocl` is true if PoCL is the only device. `library` is the OpenCL library of programs: the loader, or one
    before it that has kernels built by a server.
    """

    variables: Mapping[str, str]
    loader: Path
    library: Path
    shared: Path
    pocl: bool = True

    def on(self, device: str, **more: str) -> dict[str, str]:
        """The environment with `MAPPER_DEVICE` set, and more variables."""
        return {**self.variables, "MAPPER_DEVICE": device, **more}

    def on_discrete(self, device: str, fake: Path) -> dict[str, str]:
        """The same, where PoCL stands behind the fake library of runtime tests, as a discrete GPU.

        Arrays are sent early.

        Groups of reductions have one work-item on PoCL, as without the fake library, since its barriers fail in
        larger ones.
        """
        return self.on(
            device,
            MAPPER_OPENCL_LIBRARY=str(fake),
            FAKE_REAL=str(self.library),
            FAKE_DISCRETE="1",
            MAPPER_SEND="1",
            **({"MAPPER_GROUP_SIZE": "1"} if self.pocl else {}),
        )

    def on_two(self, device: str, fake: Path, folder: Path, gpu: str = "Oclgrind") -> dict[str, str]:
        """PoCL and Oclgrind beside each other, the one whose name contains `gpu` as a discrete GPU.

        `folder` is for the file that names Oclgrind.
        """
        vendors = folder / "vendors"
        vendors.mkdir(exist_ok=True)
        for file in Path(self.variables["OCL_ICD_VENDORS"]).glob("*.icd"):
            shutil.copy(file, vendors)
        (vendors / "oclgrind.icd").write_text(f"{self._oclgrind()}\n", encoding="utf-8")
        return self.on_discrete(device, fake) | {"OCL_ICD_VENDORS": str(vendors), "FAKE_ONLY": gpu}

    def _oclgrind(self) -> Path:
        """Its driver; raises `FileNotFoundError` where the wheel isn't installed."""
        library = next(self.loader.parent.glob("liboclgrind-rt-icd*.so"), None)
        if library is None:
            raise FileNotFoundError(f"no Oclgrind beside {self.loader}")
        return library

    def under_oclgrind(self, log: Path, **more: str) -> dict[str, str]:
        """OpenCL forced, with Oclgrind as the only device: what it finds is written to `log`.

        It errs itself in `switch ((int)x & 3)` where x is a negative double: LLVM makes that a conversion to an
        integer of two bits, and Oclgrind takes the default.

        Raises:
            FileNotFoundError: the wheel of Oclgrind isn't installed.
        """
        vendors = log.with_suffix(".vendors")  # the log's own: no test sees a file that another is writing
        vendors.mkdir(exist_ok=True)
        (vendors / "oclgrind.icd").write_text(f"{self._oclgrind()}\n", encoding="utf-8")
        return self.on(
            "opencl",
            OCL_ICD_VENDORS=str(vendors),
            TESTS_BUILD_SERVER="",  # it has PoCL's kernels alone
            MAPPER_AHEAD="0",  # Oclgrind does not take builds beside other calls
            OCLGRIND_DATA_RACES="1",
            OCLGRIND_MAX_ERRORS="100000",
            OCLGRIND_LOG=str(log),
            **more,
        )


def make_environment(shared: Path, server: BuildServer | None = None) -> Environment:
    """A clean environment that keeps its caches in `shared`; PoCL comes from its wheel, not from the system.

    With a server, that one compiles kernels for PoCL.

    Raises:
        FileNotFoundError: the loader's wheel isn't installed.
    """
    found = fallback_loader()
    if found is None:
        raise FileNotFoundError("no OpenCL loader: the wheel pyopencl[pocl] isn't installed")
    loader, vendors = found
    library = server.client if server else Path(loader)
    variables = _clean(shared, library)
    variables |= server.variables if server else {}
    variables |= {
        "OCL_ICD_VENDORS": str(vendors),
        "PYOPENCL_HOME": "",  # else, set by pyopencl's import, it lets the wheel's loader list each device twice
        **UNOPTIMISED,
    }
    return Environment(variables, Path(loader), library, shared)


def make_system_environment(shared: Path, loader: str = "libOpenCL.so.1") -> Environment:
    """The same with the machine's own devices; `loader` is a path, or a name that the dynamic linker finds."""
    variables = _clean(shared, Path(loader))
    variables |= {name: value for name, value in os.environ.items() if name.startswith(("OCL_", "POCL_"))}
    return Environment(variables, Path(loader), Path(loader), shared, pocl=False)


def _clean(shared: Path, library: Path) -> dict[str, str]:
    """This process's variables without those that change how programs run, and the ones that all programs get."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_OURS)} | {
        "MAPPER_CACHE_DIR": str(shared / "cache"),
        "MAPPER_HISTORY": "0",
        "MAPPER_TRANSLATION_CACHE": "0",
        "MAPPER_OPENCL_LIBRARY": str(library),
        "OMP_NUM_THREADS": "2",
        "OMP_WAIT_POLICY": "passive",  # workers share the processors: threads that spin would only be in the way
        "LC_ALL": "C",
    }
