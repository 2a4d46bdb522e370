"""What others may own, an attacker among them: variables, the cache, PATH.  SECURITY.md is the promise."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EXAMPLE = load(PROGRAMS / "host_random.c")
NOBODY, SOMEBODY = 65534, 1
STRANGER = """
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void come(void) { close(open(getenv("STRANGER"), O_CREAT | O_WRONLY, 0666)); }
"""
SECURE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/auxv.h>
unsigned long getauxval(unsigned long what) {
  unsigned long (*real)(unsigned long) = (unsigned long (*)(unsigned long))dlsym(RTLD_NEXT, "getauxval");
  return what == AT_SECURE ? 1 : real(what);
}
"""


def library(source: str, output: Path) -> Path:
    """A shared library of a text."""
    output.with_suffix(".c").write_text(source)
    subprocess.run(["gcc", "-shared", "-fPIC", output.with_suffix(".c"), "-o", output, "-ldl"], check=True)
    return output


@pytest.fixture
def built(folder: Path, environment: Environment) -> Built:
    return mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"])


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that all users may use."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


def hostile(folder: Path, environment: Environment) -> dict[str, str]:
    """Variables that make an ordinary process load a library, write files and talk."""
    stranger = library(STRANGER, folder / "stranger.so")
    stranger.chmod(0o755)
    return environment.on(
        "opencl",
        STRANGER=str(folder / "came"),
        MAPPER_OPENCL_LIBRARY=str(stranger),
        MAPPER_PROFILE=str(folder / "profile"),
        MAPPER_CACHE_DIR=str(folder / "cache"),
        MAPPER_STATE_DIR=str(folder / "state"),
        MAPPER_FORCE="*:opencl",
        MAPPER_INFO="2",
        MAPPER_MAX_ITEMS="many",
        OMP_TARGET_OFFLOAD="default",
    )


def appeared(folder: Path) -> set[str]:
    """Which of the files are there that only an obedient process makes."""
    return {path.name for path in folder.iterdir()} & {"came", "profile", "cache", "state"}


def test_an_ordinary_process_obeys(
    built: Built, folder: Path, environment: Environment, open_folder: Path
) -> None:
    done = subprocess.run(
        [built.executable], env=hostile(open_folder, environment), capture_output=True, text=True
    )
    assert done.stdout == sequential_output(EXAMPLE, folder)
    assert "many" in done.stderr
    assert {"came", "profile"} <= appeared(open_folder)


def test_a_privileged_process_obeys_nothing(
    built: Built, folder: Path, environment: Environment, open_folder: Path
) -> None:
    variables = hostile(open_folder, environment)
    variables["LD_PRELOAD"] = str(library(SECURE, open_folder / "secure.so"))
    assert execute([built.executable], variables) == sequential_output(EXAMPLE, folder)
    assert appeared(open_folder) == set()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a program another owner")
def test_a_set_user_id_program_obeys_nothing(
    built: Built, folder: Path, environment: Environment, open_folder: Path
) -> None:
    copy = open_folder / "privileged"
    shutil.copy(built.executable, copy)
    os.chown(copy, SOMEBODY, SOMEBODY)
    copy.chmod(0o4755)
    done = subprocess.run(
        [copy], env=hostile(open_folder, environment), capture_output=True, text=True, user=NOBODY, group=NOBODY
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == sequential_output(EXAMPLE, folder)
    assert appeared(open_folder) == set()


@pytest.mark.parametrize("path", [None, "", "/nowhere:/proc"])
def test_without_a_linker_loops_run_as_openmp(
    built: Built, folder: Path, environment: Environment, tmp_path: Path, path: str | None
) -> None:
    variables = environment.on(
        "opencl", MAPPER_CACHE_DIR=str(tmp_path / "kernels"), POCL_CACHE_DIR=str(tmp_path / "pocl")
    )
    variables.pop("PATH", None)
    if path is not None:
        variables["PATH"] = path
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, sequential_output(EXAMPLE, folder))
    (line,) = done.stderr.splitlines()
    assert "PoCL needs the program `ld`" in line
    assert line.endswith("continuing on the CPU with OpenMP")
