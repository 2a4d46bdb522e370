"""A folder with a small project in it, and the two compilers to build it with."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

from tests.harness.mapper import run_command
from tests.harness.opencl import Environment

MAPPER_CC = Path(sys.executable).with_name("mapper-cc")
SECONDS = 500

# A program of three files: one loop in each of two, main in the third.
FILL = """\
void fill(double *x, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = i;
}
"""
TOTAL = """\
#include "vector.h"
double total(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
"""
MAIN = """\
#include <stdio.h>
#include "vector.h"
double x[1000];
int main(void)
{
    fill(x, 1000);
    printf("%s %g\\n", __FILE__, total(x, 1000));
    return 0;
}
"""
HEADER = """\
void fill(double *x, int n);
double total(const double *x, int n);
"""
FILES = {"fill.c": FILL, "total.c": TOTAL, "main.c": MAIN, "vector.h": HEADER}
SAYS = "main.c 499500\n"
LOOPS = {"fill_fill_1", "total_total_1"}


@dataclass
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str


@dataclass
class Project:
    """`folder` holds the files; commands run in it, in a clean environment with mapper-cc in the path."""

    folder: Path
    environment: Environment
    variables: dict[str, str] = field(default_factory=dict)

    def write(self, files: Mapping[str, str]) -> None:
        """Make files, and the folders that they are in."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")

    def run(self, *command: str, folder: str = ".", text: str = "", **variables: str) -> Done:
        """Run a command that may fail; `text` is its input."""
        environment = {**self.environment.variables, **self.variables, **variables}
        environment["PATH"] = f"{MAPPER_CC.parent}{os.pathsep}{environment['PATH']}"
        if command[0] in ("mapper", "mapper-cc") and not text:
            served = run_command(command, environment, self.folder / folder)
            return Done(served.returncode, served.stdout, served.stderr)
        done = subprocess.run(
            command,
            cwd=self.folder / folder,
            env=environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def build(self, *command: str, folder: str = ".", **variables: str) -> str:
        """Run a command that must succeed and say nothing on standard error; returns its output."""
        done = self.run(*command, folder=folder, **variables)
        assert (done.status, done.err) == (0, ""), f"{command}: exit {done.status}\n{done.err}{done.out}"
        return done.out

    def discrete(self, fake: Path, program: str) -> str:
        """What a program prints on a device with memory of its own."""
        return self.build(program, **self.environment.on_discrete("opencl", fake))

    def offloaded(self, program: str, says: str) -> set[str]:
        """Run a program on the CPU and on the device, where it must say the same; the regions that it has."""
        assert self.build(program, MAPPER_DEVICE="cpu") == says
        done = self.run(program, MAPPER_DEVICE="opencl", MAPPER_INFO="1")
        assert (done.status, done.out) == (0, says), done.err
        rows = [line.split() for line in done.err.splitlines()]
        return {row[0] for row in rows if len(row) > 2 and row[1] == "OpenCL"}
