"""Builds a translated program's kernels without running it, so that the cache holds them when it is timed.

The program opens the device and begins to build before `main` (`MAPPER_DEVICE=opencl`), and does not end before
that is done.  A library that is loaded before it puts nothing in the place of `main`.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.harness.execute import execute

_SOURCE = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, main_function *, void (*)(void), void (*)(void), void *);

static int nothing(int count, char **words, char **environment)
{
  (void)count, (void)words, (void)environment;
  return 0;
}

int __libc_start_main(main_function *own, int count, char **words, main_function *before, void (*after)(void),
                      void (*loader)(void), void *stack)
{
  start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
  (void)own;
  unsetenv("LD_PRELOAD"); /* not for compilers that a driver calls */
  return start(nothing, count, words, before, after, loader, stack);
}
"""


def library(work: Path) -> Path:
    """The library that is loaded before the program, made where it is not there."""
    path = work.absolute() / "ahead.so"
    if not path.exists():
        work.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=work) as folder:
            source, made = Path(folder) / "ahead.c", Path(folder) / "ahead.so"
            source.write_text(_SOURCE, encoding="utf-8")
            command = ["gcc", "-shared", "-fPIC", "-w", str(source), "-o", str(made), "-ldl"]
            subprocess.run(command, check=True, capture_output=True)
            os.replace(made, path)
    return path


def build_kernels(
    executable: Path, arguments: Sequence[str], environment: Mapping[str, str], work: Path, seconds: float
) -> bool:
    """Build them; whether that was done within so many seconds."""
    loaded = {**environment, "LD_PRELOAD": str(library(work))}
    return execute(executable, arguments, loaded, seconds).failure == "no result"
