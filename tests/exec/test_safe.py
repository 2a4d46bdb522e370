"""With `--safe`, programs that do nothing wrong print the same, and what goes wrong does not count."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

NAMES = (
    *("safe_defined", "safe_wrong", "atomic_int", "call_pointer_arguments", "collapse_rows", "data_union"),
    *(
        "host_areas",
        "private_histogram",
        "reduce_sum_types",
        "stop_team",
        "thread_histogram",
        "kept_thread_number",
    ),
)
EXAMPLES = [pytest.param(load(PROGRAMS / f"{name}.c"), id=name) for name in NAMES]

WRONG = {
    "read": "59:7: `a` is used outside of its memory",
    "collision": "55:5: two iterations write the same element of `b`",
    "part": "18:53: a subscript is outside of an array of 6 elements",
}
"""Where the program goes on with the CPU's results."""
FATAL: dict[str, tuple[str, signal.Signals | None]] = {
    "subscript": ("55:5: `[ab]` is used outside of its memory", None),
    "zero": ("65:5: an integer is divided by 0, or the least one by -1", signal.SIGFPE),
    "least": ("65:5: an integer is divided by 0, or the least one by -1", signal.SIGFPE),
}
"""Where the CPU goes wrong as well, behind the message: by which signal it ends, if that is certain."""


@pytest.mark.parametrize("discrete", [False, True], ids=["shared", "discrete"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result(example: Example, discrete: bool, folder: Path, environment: Environment, fake: Path) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--safe")
    around = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    actual = execute([built.executable], around)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.parametrize("discrete", [False, True], ids=["shared", "discrete"])
@pytest.mark.parametrize("wrong", WRONG)
def test_the_cpu_runs_a_loop_that_goes_wrong(
    wrong: str, discrete: bool, folder: Path, environment: Environment, fake: Path
) -> None:
    """From the state before it, in which the device alone has what the loop before it wrote."""
    example = load(PROGRAMS / "safe_wrong.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--safe")
    around = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    expected = execute([built.executable, wrong], environment.on("cpu"))
    done = subprocess.run([built.executable, wrong], env=around, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, expected)
    (said,) = done.stderr.splitlines()
    assert f"safe_wrong.c:{WRONG[wrong]}; the loop safe_wrong_main_" in said


@pytest.mark.parametrize("wrong", FATAL)
def test_the_message_comes_before_the_cpu_fails(wrong: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "safe_wrong.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--safe")
    around = environment.on("opencl")
    done = subprocess.run([built.executable, wrong], env=around, capture_output=True, text=True, check=False)
    message, ended_by = FATAL[wrong]
    assert ended_by in (None, -done.returncode)
    assert re.search(rf"safe_wrong\.c:{message}; the loop safe_wrong_main_", done.stderr)


def test_a_range_beyond_an_array_is_reported_at_its_loop(
    folder: Path, environment: Environment, tmp_path: Path
) -> None:
    """Where bounds say before the launch how far the loop reaches, wherever it would have run."""
    source = tmp_path / "beyond.c"
    source.write_text(
        """#include <stdlib.h>
        static int sum;
        int main(int argc, char **argv)
        {
          int n = 100 + argc + (argv == NULL), *a = calloc(101, sizeof *a);
        #pragma omp parallel for reduction(+ : sum)
          for (int i = 0; i < n; i++)
            sum += a[i] != 0;
          free(a);
          return sum;
        }
        """,
        encoding="utf-8",
    )
    example = Example(source.stem, (source,), 1, ())
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--safe")
    done = subprocess.run(
        [built.executable, "x"], env=environment.on("opencl"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "beyond.c:6:17: a may reach beyond the ends of its memory; the loop beyond_main_1 runs" in done.stderr
