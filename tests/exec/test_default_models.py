"""A program carries the models of several devices, and asks those that may be here."""

from __future__ import annotations

import glob
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import COMPILER, SECONDS, execute
from tests.harness.examples import PROGRAMS
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

DRIVERS = ("/dev/nvidiactl", "/dev/kfd", "/dev/dri/renderD*", "/dev/mali0", "/dev/kgsl-3d0", "/dev/dxg")


@pytest.fixture(scope="module")
def program(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`app_jacobi` as it is compiled by a user without models of their own."""
    folder = tmp_path_factory.mktemp("default")
    words = ("compile", "--cc", COMPILER, "-O1", PROGRAMS / "app_jacobi.c", "-o", folder / "program", "-lm")
    run_mapper(*words, environment={**environment.variables, "XDG_DATA_HOME": str(folder)}, check=True)
    return folder / "program"


def asked(program: Path, variables: dict[str, str]) -> dict[str, bool]:
    """By its name, whether a model was asked."""
    done = subprocess.run(
        [program],
        env={**variables, "MAPPER_INFO": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("mapper: model ")]
    return {line.split()[2].rstrip(","): "not asked" not in line for line in lines}


def test_models_of_gpus_are_asked_where_one_may_be(program: Path, environment: Environment) -> None:
    variables = environment.on("auto")
    assert asked(program, variables) == {"nvidia-h200": True, "pocl-2core": True}  # the user names drivers
    for name in ("OCL_ICD_VENDORS", "MAPPER_OPENCL_LIBRARY"):
        del variables[name]
    here = any(glob.glob(pattern) for pattern in DRIVERS)
    assert asked(program, variables) == {"nvidia-h200": here, "pocl-2core": True}


def test_the_model_of_the_devices_type_is_used(program: Path, environment: Environment) -> None:
    variables = environment.on("opencl", MAPPER_INFO="1")
    done = subprocess.run([program], env=variables, capture_output=True, text=True, timeout=SECONDS, check=True)
    assert ", model pocl-2core" in done.stderr
    assert done.stdout == execute([program], environment.on("cpu"))


COUNTING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
static int started, looked;
int access(const char *path, int mode)
{
  if (strcmp(path, "begin") == 0)
    return started = 1;
  if (strcmp(path, "count") == 0)
    return looked;
  looked += started;
  return ((int (*)(const char *, int))dlsym(RTLD_NEXT, "access"))(path, mode);
}
int glob(const char *path, int flags, int (*report)(const char *, int), void *found)
{
  looked += started;
  int (*real)(const char *, int, int (*)(const char *, int), void *) = dlsym(RTLD_NEXT, "glob");
  return real(path, flags, report, found);
}
"""
LOOKING = """
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
double a[1000];
int main(void)
{
  int before = errno;
  access("begin", 0);
  #pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  printf("%d %d\\n", before, access("count", 0));
}
"""


def test_decisions_look_for_no_files(environment: Environment, tmp_path: Path) -> None:
    (tmp_path / "counting.c").write_text(COUNTING)
    counting = tmp_path / "counting.so"
    words = ("-shared", "-fPIC", str(tmp_path / "counting.c"), "-o", str(counting), "-ldl")
    subprocess.run([COMPILER, *words], check=True)
    (tmp_path / "looking.c").write_text(LOOKING)
    built = ("compile", "--cc", COMPILER, "-O1", tmp_path / "looking.c", "-o", tmp_path / "program")
    run_mapper(*built, environment={**environment.variables, "XDG_DATA_HOME": str(tmp_path)}, check=True)
    variables = environment.on("auto", LD_PRELOAD=str(counting))
    for name in ("OCL_ICD_VENDORS", "MAPPER_OPENCL_LIBRARY"):
        del variables[name]
    assert execute([tmp_path / "program"], variables) == "0 0\n"
