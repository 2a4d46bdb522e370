"""Random loops that write boxes of large arrays, with the host's own accesses between them."""

from __future__ import annotations

from random import Random

LOOPS, STEPS = 12, 36
HEAD = """#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 430, COLUMNS = 450, DEEP = 70, HIGH = 80, WIDE = 90, FLAT = 260000 };
static double one[ROWS][COLUMNS], other[ROWS][COLUMNS];
static float volume[DEEP][HIGH][WIDE];
static double *flat;

static double sum_of_all(void)
{
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      sum += one[i][j] * ((i * 3 + j) % 7 + 1) + other[i][j] * ((i + j * 5) % 11);
  for (int i = 0; i < DEEP; i++)
    for (int j = 0; j < HIGH; j++)
      for (int k = 0; k < WIDE; k++)
        sum += volume[i][j][k] * ((i + j + k) % 5 + 1);
  for (int i = 0; i < FLAT; i++)
    sum += flat[i] * (i % 13);
  return sum;
}
"""
FILL = """  flat = malloc(FLAT * sizeof *flat);
  for (int i = 0; i < FLAT; i++)
    flat[i] = i % 9 + 1;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      one[i][j] = i % 5 + 1;
      other[i][j] = j % 6 + 2;
    }
  for (int i = 0; i < DEEP; i++)
    for (int j = 0; j < HIGH; j++)
      for (int k = 0; k < WIDE; k++)
        volume[i][j][k] = (float)(k % 4 + 1);
"""
HOST = (
    "one[3][4] = 5;",
    "other[0][0] += 1;",
    "flat[0] = 7;",
    "for (int i = 0; i < ROWS; i++)\n    one[i][0] = i;",
    "for (int i = 0; i < DEEP; i++)\n    volume[i][0][0] = 9;",
    "one[17][0] = other[17][3];",
)


def random_areas(seed: int) -> str:
    """A program of loops and host statements in random order that prints sums of all arrays."""
    random = Random(seed)
    functions = [_function(random, number) for number in range(LOOPS)]
    steps = [_step(random) for _ in range(STEPS)]
    return f"{HEAD}\n{''.join(functions)}int main(void)\n{{\n{FILL}{''.join(steps)}{_PRINT}  return 0;\n}}\n"


_PRINT = '  printf("%.3f\\n", sum_of_all());\n'


def _step(random: Random) -> str:
    chance = random.random()
    if chance < 0.7:
        return f"  loop{random.randrange(LOOPS)}({random.choice((0, 0, 1, 3, 500))});\n"
    return f"  {random.choice(HOST)}\n" if chance < 0.85 else _PRINT


def _function(random: Random, number: int) -> str:
    kind = random.choice(("matrix", "matrix", "copy", "volume", "line", "blocks"))
    loops = [("i", "ROWS"), ("j", "COLUMNS")]
    if kind == "matrix":
        name = random.choice(("one", "other"))
        body = f"{name}[i][j] = i * 0.5 + j + {number};"
        body += random.choice(("", "", f" {name}[i][j] *= 0.5;", f" {name}[i][0] = 3;"))
        if random.random() < 0.2:
            body = f"if (i < {random.randrange(100, 430)}) {{ {body} }}"
    elif kind == "copy":
        body = "other[i][j] = one[i][j] + 1;"
    elif kind == "volume":
        loops = [("i", "DEEP"), ("j", "HIGH"), ("k", "WIDE")]
        body = f"volume[i][j][k] = i + 2 * j + k * 0.25f + {number};"
    elif kind == "line":
        loops = [("i", "FLAT - 9")]
        body = f"flat[i + {random.randrange(9)}] = i % 100 + {number};"
    else:
        loops = [("i", "60"), ("j", "50"), ("k", "80")]
        body = f"flat[(i * 50 + j) * 80 + k + {random.randrange(9)}] = i - j + k * {number};"
    if random.random() < 0.3:
        random.shuffle(loops)
    heads = "".join(f"  {_head(random, *each)}\n" for each in loops)
    return (
        f"static void loop{number}(int n)\n{{\n  (void)n;\n#pragma omp parallel for\n{heads}  {{ {body} }}\n}}\n\n"
    )


def _head(random: Random, counter: str, extent: str) -> str:
    low, high = random.choice((0, 1, 2, random.randrange(5))), f"{extent} - {random.choice((0, 1, 1, 3, 5))}"
    if random.random() < 0.25:
        return f"for (int {counter} = {high} - 1; {counter} >= {low}; {counter}--)"
    if random.random() < 0.3:
        high += " - n"
    return f"for (int {counter} = {low}; {counter} < {high}; {counter}++)"
