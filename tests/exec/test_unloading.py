"""A library whose loops are mapped is loaded, used and unloaded again and again, beside forks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.build import COMPILER, SECONDS, execute
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

LIBRARY = """
double work(double *a, int n) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 2 + i;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
"""

PROGRAM = """
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(void) {
  int status = -1;
  if (fork() == 0)
    _exit(0);
  wait(&status);
  return status;
}

int main(int count, char **arguments) {
  static double a[10000];
  for (int round = 0; round < 3; round++) {
    void *library = dlopen(arguments[count - 1], RTLD_NOW);
    double (*work)(double *, int) = (double (*)(double *, int))dlsym(library, "work");
    printf("%.0f", work(a, 10000));
    printf(" %d", child());
    dlclose(library);
    printf(" %d %.0f\\n", child(), a[9999]);
  }
  return 0;
}
"""


@pytest.mark.parametrize("device", ["cpu", "opencl", "auto"])
def test_loaded_three_times(device: str, environment: Environment, tmp_path: Path) -> None:
    (tmp_path / "library.c").write_text(LIBRARY)
    (tmp_path / "program.c").write_text(PROGRAM)
    flags = ["-O1", "-fopenmp", "-shared", "-fPIC", "library.c", "-o", "library.so"]
    subprocess.run([sys.executable, "-m", "mapper.cc.main", *flags], cwd=tmp_path, check=True, timeout=SECONDS)
    # OpenMP's own threads don't survive that their library is unloaded: the program holds it.
    flags = ["program.c", "-Wl,--no-as-needed", "-lgomp", "-ldl", "-o", "program"]
    subprocess.run([COMPILER, "-w", *flags], cwd=tmp_path, env=os.environ, check=True, timeout=SECONDS)
    output = execute([tmp_path / "program", tmp_path / "library.so"], environment.on(device))
    assert output == "49995000 0 0 9999\n149985000 0 0 29997\n349965000 0 0 69993\n"
