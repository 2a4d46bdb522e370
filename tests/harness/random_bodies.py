"""Random programs in whose loops all iterations read the same: ranges, subscripts, conditions and types vary."""

from __future__ import annotations

from random import Random

LOOPS = 5
NUMBER = 700
"""More than two parts of a loop, and no multiple of one."""


def bodies(seed: int) -> str:
    """A program of a few such loops; it prints sums of what they write."""
    random = Random(seed)
    loops = "\n".join(_loop(random) for _ in range(LOOPS))
    return f"""/* Random bodies.  expect: offloaded={LOOPS} */
#include <stdio.h>

#define N {NUMBER}

static double x[4 * N], y[N], points[N][3], out[N];
static int few[N];

static void show(void)
{{
  double sum = 0.0;

  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 13 + 1);
  printf("%.10g\\n", sum);
}}

static void run(int n, int from)
{{
{loops}
}}

int main(void)
{{
  for (int i = 0; i < 4 * N; i++) {{
    x[i] = (i * 7 % 16) - 7.5;
    y[i % N] = i * 3 % 8 * 0.5;
    points[i % N][i % 3] = i % 11;
    few[i % N] = i * i % 7 - 3;
  }}
  run(N - 9, 3);
  return 0;
}}
"""


def _loop(random: Random) -> str:
    low, high = random.choice(("0", "1", "from")), random.choice(("n", "n - 1", "n / 2", "40", "18"))
    reads = [
        "y[j]", "y[j] * y[i]", "x[4 * j + 1]", "x[3 * j] - x[3 * j + 2]", "points[j][1]", "few[j]",
        "points[j][0] * points[j][2]", "y[j + 1] - y[j - 1 + (j == 0)]", "x[i + j]", "out[i]",
    ]  # fmt: skip
    value = random.choice((" + ", " - ", " * ")).join(random.sample(reads, random.randint(1, 3)))
    inner = random.choice(
        (
            f"sum += {value};",
            f"sum -= {value} + s2; s2 += 0.25;",
            f"if ({value} > sum) sum = {value};",
            f"for (int k = 0; k < 4; k++) sum += x[4 * j + k] * (k + 1) + {value};",
            f"if (few[j] < 0) continue; sum += {value};",
            f"if (few[i] > 1) sum += {value};",
            f"if (sum > 90) break; sum += {value} * {value};",
        )
    )
    counter = random.choice(("int", "long", "unsigned"))
    own = random.random() < 0.6
    declared, init = ("", f"{counter} j = {low}") if own else (f"{counter} j;\n    ", f"j = {low}")
    guard = random.choice(("", "", "", "if (few[i] != 0)\n      "))
    after = "" if own or guard else " + (double)j"
    return f"""#pragma omp parallel for
  for (int i = 0; i < n; i++) {{
    {declared}double sum = i % 5, s2 = 1;
    {guard}for ({init}; j < ({counter}){high}; j++) {{
        {inner}
    }}
    out[i] = sum * 0.001 + s2{after};
  }}
  show();"""
