"""How often regions are expected to be executed, beside how often they are; features told from elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from mapper.features import schema
from mapper.model.document import dumps
from mapper.model.tree import Granularity, Leaf, Model, Split
from tests.harness.mapper import run_mapper

HEAD = "static double a[64];\n#define REGION for (int i = 0; i < 64; i++) a[i] += 1\n"

PROGRAMS = {
    "constant loops, through calls": (
        HEAD
        + """
static void inner(void) {
#pragma omp parallel for
  REGION;
}
static void outer(void) { for (int k = 10; k > 4; k -= 2) inner(); }
int main(void) { inner(); for (int i = 1; i <= 5; i++) outer(); return 0; }
""",
        [16],
    ),
    "a loop that is known when it begins": (
        HEAD
        + """
static int steps(void) { return 7; }
int main(void) {
  int n = steps();
  if (n > 3)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 2; k++)
#pragma omp parallel for
        REGION;
  return 0;
}
""",
        [14],
    ),
    "every so many steps": (
        HEAD
        + """
#define OFTEN 10
static void rebuild(void) {
#pragma omp parallel for
  REGION;
}
static void report(int step) {
  if (step < 100) {
#pragma omp parallel for
    REGION;
  }
}
int main(void) {
  int every = 8;
  for (int s = 0; s < 40; s++) {
    if (s % OFTEN == 9) rebuild();
    if (s % every == 0 || s == 8) report(s);
    if (s % 4 != 0) {
    } else {
#pragma omp parallel for
      REGION;
    }
    if (s >= 0) {
#pragma omp parallel for
      REGION;
    }
  }
  return 0;
}
""",
        [10, 40, 4, 5],  # in main, then those of functions
    ),
    "loops that count down to nothing, or by a statement of their block": (
        HEAD
        + """
static int steps(void) { return 7; }
int main(void) {
  int n = steps(), k = 0, left = n;
  while (n-- > 0) {
#pragma omp parallel for
    REGION;
  }
  do {
#pragma omp parallel for
    REGION;
    k += 2;
  } while (k < 10);
  for (; left; left--)
#pragma omp parallel for
    REGION;
  while (--k > 4) {
#pragma omp parallel for
    REGION;
  }
  return 0;
}
""",
        [7, 5, 7, 5],
    ),
    "loops that may end before their counters do count half": (
        HEAD
        + """
static volatile double change = 1;
int main(void) {
  int k = 0, found = 0;
  while (change > 0.5 && k < 6) {
#pragma omp parallel for
    REGION;
    k++;
    if (k == 3) change = 0.25;
  }
  for (int i = 0; i < 4 && !found; i++) {
#pragma omp parallel for
    REGION;
    found = i == 1;
  }
  do {
#pragma omp parallel for
    REGION;
    k += 2;
    if (k == 7) change = 0;
  } while (k < 11 && change > 0);
  for (int i = 0; i < 4 && found; i++)
#pragma omp parallel for
    REGION;
  return 0;
}
""",
        [3, 2, 2, 4],
    ),
    "loops that converge, and loops that stop at an error": (
        "#include <stdio.h>\n"
        + HEAD
        + """
static volatile double change = 1;
static int solve(void) {
  for (int k = 0; k < 8; k++) {
#pragma omp parallel for
    REGION;
    if (a[0] > 3) return k;
  }
  return -1;
}
static int simulate(void) {
  for (int k = 0; k < 8; k++) {
#pragma omp parallel for
    REGION;
    if (change < 0.5) return 1;
    if (change > 2) { fprintf(stderr, "diverges"); break; }
  }
  return 0;
}
int main(void) { return solve() + simulate() >= 0 ? 0 : 1; }
""",
        [8, 4],
    ),
    "loops that multiply their counters": (
        HEAD
        + """
static int steps(void) { return 100; }
int main(void) {
  int n = steps(), k = 1;
  for (int width = 2; width <= n; width *= 2)
    for (int j = width / 2; j > 0; j = j >> 1)
#pragma omp parallel for
      REGION;
  for (int half = n; half; half /= 3)
#pragma omp parallel for
    REGION;
  while (k < n) {
#pragma omp parallel for
    REGION;
    k += k;
  }
  for (int width = 3; width < 96; width <<= 1)
#pragma omp parallel for
    REGION;
  return 0;
}
""",
        [21, 5, 7, 5],
    ),
    "a loop whose count other loops change": (
        HEAD
        + """
static int steps(void) { return 9; }
int main(void) {
  int n = steps();
  for (int i = 0; i < n; i++)
    for (int k = 0; k <= i; k++)
#pragma omp parallel for
      REGION;
  return 0;
}
""",
        [45],
    ),
    "heads that must not be evaluated where their loops do not": (
        HEAD
        + """
struct size { int n, step; };
static void run(const struct size *size, int parts, int n) {
  for (int i = 0; size != 0 && i < size->n; i++)
#pragma omp parallel for
    REGION;
  for (int i = 0; parts != 0 && i < 10 / parts; i++)
#pragma omp parallel for
    REGION;
  for (int i = 0; i < n; i += size->step)
#pragma omp parallel for
    REGION;
  for (int k = 1; size != 0 && k <= size->n; k *= 2)
#pragma omp parallel for
    REGION;
}
int main(void) {
  struct size two = {2, 1};
  run(&two, 5, 2);
  run(0, 0, 0);
  return 0;
}
""",
        [2, 2, 2, 2],
    ),
    "steps that have no value before their loops": (
        HEAD
        + """
static int steps(void) { return 7; }
int main(void) {
  int left = 7, more = 8, taken;
  while (left > 0) {
    int removed = steps();
#pragma omp parallel for
    REGION;
    left -= removed;
  }
  while (more > 0) {
    taken = steps() + 1;
#pragma omp parallel for
    REGION;
    more -= taken;
  }
  for (int i = 0; i < 8; i += taken) {
    taken = 8;
#pragma omp parallel for
    REGION;
  }
  return 0;
}
""",
        [1, 1, 1],
    ),
    "a loop in another function that tells its count": (
        HEAD
        + """
static void step(void) {
#pragma omp parallel for
  REGION;
}
static void run(int n) { again: for (int i = 0; i < n; i++) step(); if (n < 0) goto again; }
int main(int argc, char **argv) { run(argc * 20); return argv == 0; }
""",
        [20],
    ),
    "two regions": (
        HEAD
        + """
int main(void) {
#pragma omp parallel for
  REGION;
  for (int i = 0; i < 12; i++) {
#pragma omp parallel for
    REGION;
  }
  return 0;
}
""",
        [1, 12],
    ),
    "recursion is counted once": (
        HEAD
        + """
static void down(int n) {
  if (n > 0) down(n - 1);
#pragma omp parallel for
  REGION;
}
int main(void) { down(0); return 0; }
""",
        [1],
    ),
}


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_expected_executions(name: str, tmp_path: Path) -> None:
    text, expected = PROGRAMS[name]
    (tmp_path / "p.c").write_text(text)
    (tmp_path / "m.json").write_text(dumps(Model("cpu", (Leaf(-1.0),))))
    command = ("compile", "p.c", "-o", "p", "--model", "m.json", "-Wall", "-Werror")
    run_mapper(*command, folder=tmp_path, check=True)
    for device in ("auto", "cpu"):
        environment = {
            "MAPPER_PROFILE": "p.json",
            "OMP_NUM_THREADS": "2",
            "MAPPER_DEVICE": device,
            "MAPPER_REVISE": "0",
        }
        subprocess.run([tmp_path / "p"], check=True, cwd=tmp_path, env=environment)
        regions = json.loads((tmp_path / "p.json").read_text())["regions"]
        assert [region["expected_calls"] for region in regions] == expected
        assert [region["cpu"]["calls"] for region in regions] == expected


NEST = (
    HEAD
    + """
static volatile int left = 64;
static int more(int parts) { return left % parts != 0; }
static void step(void) {
  left--;
#pragma omp parallel for
  REGION;
}
int main(void) {
  do
    do
      do step(); while (more(4));
    while (more(16));
  while (left > 0);
  return 0;
}
"""
)


def test_loops_of_which_nothing_is_known_count_as_what_is_sure(tmp_path: Path) -> None:
    """The product of what each of the three may run would be thousands where 64 is true."""
    (tmp_path / "p.c").write_text(NEST)
    (tmp_path / "m.json").write_text(dumps(Model("cpu", (Leaf(-1.0),))))
    run_mapper("compile", "p.c", "-o", "p", "--model", "m.json", "-Wall", "-Werror", folder=tmp_path, check=True)
    environment = {"MAPPER_PROFILE": "p.json", "OMP_NUM_THREADS": "2", "MAPPER_DEVICE": "cpu"}
    subprocess.run([tmp_path / "p"], check=True, cwd=tmp_path, env=environment)
    profile = json.loads((tmp_path / "p.json").read_text())
    (region,) = profile["regions"]
    assert (region["expected_calls"], region["cpu"]["calls"]) == (1, 64)
    calls = schema.NAMES.index("calls")
    about = [(q["entered"], q["features"][calls]) for q in profile["questions"] if q["about"] == "program"]
    assert about == [(1, 1), (3, 2), (7, 6), (15, 14)], "asked anew whenever they have more than doubled"


KNOWN = NEST.split("  do\n")[0] + "  for (int k = 0; k < 64; k++) step();\n  return 0;\n}\n"


@pytest.mark.parametrize(("text", "on_cpu"), [(NEST, 14), (KNOWN, 0)], ids=["unknown", "known"])
def test_what_pays_only_if_it_goes_on_is_deferred(text: str, on_cpu: int, tmp_path: Path) -> None:
    """A device that pays for eleven executions is opened once as many are to come as there have been."""
    split = Split(schema.NAMES.index("calls"), 10.0, Leaf(-1.0), Leaf(1.0))
    model = Model("deferring", (split,), granularity=Granularity.PROGRAM)
    (tmp_path / "p.c").write_text(text)
    (tmp_path / "m.json").write_text(dumps(model))
    run_mapper("compile", "p.c", "-o", "p", "--model", "m.json", folder=tmp_path, check=True)
    subprocess.run([tmp_path / "p"], check=True, cwd=tmp_path, env={**os.environ, "MAPPER_PROFILE": "p.json"})
    (region,) = json.loads((tmp_path / "p.json").read_text())["regions"]
    assert (region["cpu"]["calls"], region["opencl"]["calls"]) == (on_cpu, 64 - on_cpu)


def test_features_of_regions_that_were_not_entered_yet(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(
        """
static double a[64];
static int m = 50, d;
static void step(int n, int unknown) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] += 1;
#pragma omp parallel for
  for (int i = 0; i < unknown; i++) a[i] += 1;
#pragma omp parallel for
  for (int i = 0; i < m / d; i++) a[i] += 1;
}
int main(int argc, char **argv) { d = argc; step(m, argc); return argv == 0; }
"""
    )
    text = run_mapper("compile", "p.c", "--emit", "c", folder=tmp_path, check=True).stdout
    future = text.split("void __mrt_expect")[1].split("\n}\n")[0]
    first, second, third = future.split("calls[")[1:]
    assert "(double) m" in first
    assert "nan" not in first
    assert "nan" in second
    assert "nan" in third, "the program may divide by zero before it has set the divisor"


def test_calls_with_other_arguments_are_expected_too(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(
        """
static double a[4096];
static void work(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] += 1;
}
int main(void) {
  work(64);
  for (int k = 0; k < 3; k++) work(4096);
  return 0;
}
"""
    )
    (tmp_path / "model.json").write_text(dumps(Model("m", (Leaf(-1.0),))))
    run_mapper("compile", "p.c", "-o", "p", "--model", "model.json", folder=tmp_path, check=True)
    subprocess.run(["./p"], check=True, cwd=tmp_path, env={"MAPPER_PROFILE": "p.json", "MAPPER_DEVICE": "cpu"})
    questions = json.loads((tmp_path / "p.json").read_text())["questions"]
    items = [q["features"][schema.NAMES.index("work_items")] for q in questions if q["about"] == "program"]
    calls = [q["features"][schema.NAMES.index("calls")] for q in questions if q["about"] == "program"]
    assert (items[0], calls[0]) == (64 + 3 * 4096, 4)


def test_functions_that_are_called_back_get_other_arguments(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(
        """
static int m = 50;
static float *v;
float *numbers(int n);
void open_all(void) { v = numbers(m); }
void halve(float *a) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) a[i] /= 2;
}
void halve_all(void) { halve(v); }
"""
    )
    text = run_mapper("compile", "p.c", "-shared", "--emit", "c", folder=tmp_path, check=True).stdout
    future = text.split("void __mrt_expect")[1].split("\n}\n")[0]
    assert "*m)" not in future, "`numbers` may call `halve`, but not with its own argument"
    assert "sizeof(*v)" in future
    assert "nan" not in future
