"""Random programs with loops like those of matrix products: sizes, subscripts, conditions and statements vary."""

from __future__ import annotations

from random import Random

LOOPS = 4
SIDE = 150
"""More than the block of two work-groups."""


def product(seed: int) -> str:
    """A program of a few such loops, all of which can run on the device; it prints sums of its results."""
    random = Random(seed)
    loops = "\n".join(_loop(random) for _ in range(LOOPS))
    return f"""/* Random products.  expect: offloaded={LOOPS} */
#include <stdio.h>

#define SIDE {SIDE}

static double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
static int few[SIDE];

static void show(void)
{{
  double sum = 0.0;

  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      sum += c[i][j] * ((i * 3 + j * 7) % 13 + 1);
  printf("%.12g\\n", sum);
}}

int main(int count, char **arguments)
{{
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {{
      a[i][j] = (i * 7 + j * 5) % 16 - 7.5;
      b[i][j] = (i * 3 + j * 11) % 8 * 0.5;
      c[i][j] = i + j;
      few[i] = (i * i) % 7 - 3;
    }}
{loops}
  return arguments[0][0] == 0 ? count : 0;
}}
"""


def _loop(random: Random) -> str:
    rows, columns, steps = _range(random, "i"), _range(random, "j", ("i", "i + 1")), _range(random, "k")
    guards = [
        "",
        "",
        "if (few[i] > 0)",
        "if (few[i] + few[j] != 1)",
        f"if (i * 2 + j < {random.randint(40, 300)})",
    ]
    sides = random.choice(("ij", "ji", "iji", "ijij"))
    value = random.choice((" * ", " + ", " - ")).join(_element(random, side) for side in sides)
    value = random.choice(("{}", "0.5 * {}", "(float)({})", "{} + k", "({}) / 4")).format(value)
    updates = (f"sum += {value};", f"sum -= {value};", f"{{ double here = {value}; if (here > sum) sum = here; }}")
    result = random.choice(("c[i][j] = sum;", "c[i][j] += sum / 2;", "c[i][j] = sum - c[i][j];"))
    guard, start = random.choice(guards), random.choice(("0.0", "c[i][j]", "i - j"))
    inner = f"{steps}\n          {random.choice(updates)}"
    if random.random() < 0.3:  # where the condition does not hold, the sum is what it begins with
        around, inner = "", f"{random.choice(guards[3:])} {{\n        {inner}\n        sum += 1;\n        }}"
    else:
        around = guard
    return f"""#pragma omp parallel for
  {rows}
    {columns}
      {around} {{
        double sum = {start};

        {inner}
        {result}
      }}
  show();"""


def _range(random: Random, name: str, lowest: tuple[str, ...] = ()) -> str:
    """A loop over some part of the arrays, up or down."""
    low = random.choice(("0", "0", "1", str(random.randint(2, 40)), *lowest))
    high = random.randint(41, SIDE)
    if name == "k" and random.random() < 0.3:
        return f"for (int k = {high - 1}; k >= {low}; k -= {random.randint(1, 3)})"
    if name == "k" and random.random() < 0.3:
        return f"for (int k = {low}; k < {high}; k += {random.randint(2, 5)})"
    return f"for (int {name} = {low}; {name} < {high}; {name}++)"


def _element(random: Random, side: str) -> str:
    array = random.choice("ab")
    return f"{array}[{side}][k]" if random.random() < 0.5 else f"{array}[k][{side}]"
