"""Random loops over rows of elements, of all lengths: bounds of some type, sums and stores under conditions.

All values are small multiples of a quarter, so that sums are the same in any order.
"""

from __future__ import annotations

import random

INDICES = ("int", "unsigned", "long", "unsigned long", "short", "unsigned short")
SUMS = (
    ("double", "0.0", "{s} += {v};"),
    ("double", "1.0", "{s} -= {v} * 0.5;"),
    ("float", "0.0f", "{s} += (float){v};"),
    ("double", "-1e9", "{s} = {v} > {s} ? {v} : {s};"),
    ("double", "1e9", "if ({v} < {s}) {s} = {v};"),
    ("int", "7", "if ({v} > 2.0) {s}++;"),
    ("long", "0", "{s} += column[k] + i;"),
    ("unsigned", "0", "{s} ^= (unsigned)column[k];"),
)
LENGTHS = (
    "random() % 5",
    "random() % 60 ? 0 : random() % 3000",
    "i == rows / 3 ? 9000 : random() % 3",
    "random() % 1500",
    "i % 2 ? 1279 : 0",
    "i == 0 || i == rows - 1 ? 2560 : random() % 2",
)
MOST = 12000


def random_rows(seed: int) -> str:
    """A program with some such loops; it prints a line of sums for each."""
    pick = random.Random(seed)
    loops = "".join(_loop(pick, number) for number in range(3))
    return f"""\
#include <stdio.h>
#include <stdlib.h>

#define MOST {MOST}
#define ROWS 4000

static unsigned state = {seed * 2 + 1}u;
static int column[MOST];
static double a[MOST], x[ROWS], out[4][ROWS], b[MOST];

static unsigned random_number(void)
{{
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}}
#define random() ((int)(random_number() & 0xffff))

static void fill(void)
{{
  int i;

  for (i = 0; i < MOST; i++) {{
    column[i] = random() % ROWS;
    a[i] = (random() % 33 - 16) * 0.25;
    b[i] = 0.0;
  }}
  for (i = 0; i < ROWS; i++)
    x[i] = (random() % 17) * 0.25;
}}

static void report(void)
{{
  double total = 0.0;
  int i, j;

  for (j = 0; j < 4; j++)
    for (i = 0; i < ROWS; i++)
      total += out[j][i] * (i % 7 + j);
  for (i = 0; i < MOST; i++)
    total += b[i] * (i % 5);
  printf("%.12g\\n", total);
}}

int main(void)
{{
{loops}  return 0;
}}
"""


def _loop(pick: random.Random, number: int) -> str:
    index, counter = pick.choice(INDICES), pick.choice(("int", "long", "unsigned"))
    rows = pick.choice((1, 7, 300, 2000, 3900))
    lower, shift = pick.choice((0, 0, rows // 3)), pick.choice((0, 0, -1, 1))
    sums = pick.sample(SUMS, pick.choice((0, 1, 1, 2, 3)))
    value = pick.choice(("a[k]", "a[k] * x[column[k]]", "(a[k] - own)", "a[k] * x[i]"))
    own = pick.choice(("x[i] + 1.0", "i * 0.25", "2.0"))
    condition = pick.choice(("", "", "if (column[k] % 3 == 0) continue;"))
    stored = pick.choice((False, not sums)) or not sums
    inner = [condition, *(text.format(s=f"s{at}", v=value) for at, (_, _, text) in enumerate(sums))]
    inner += [f"b[k] = {value} + own;"] if stored else []
    before = [f"double own = {own};", *(f"{kind} s{at} = {first};" for at, (kind, first, _) in enumerate(sums))]
    after = [f"out[{at}][i] {pick.choice(('=', '+='))} s{at};" for at in range(len(sums))]
    after += [f"out[3][i] = {own};"] if pick.random() < 0.3 else []
    first, end = f"bound[i + {1 + shift}]", f"bound[i + {2 + shift}]"
    named = pick.random() < 0.3
    names = [f"const {counter} first = {first}, end = {end};"] if named else []
    head = f"for ({counter} k = {'first' if named else first}; k < {'end' if named else end}; k++)"
    text = "\n".join(f"      {each}" for each in (*names, *before) if each)
    body = "\n".join(f"        {each}" for each in inner if each)
    behind = "\n".join(f"      {each}" for each in after)
    return f"""\
  {{
    static {index} bound[ROWS + 3];
    int rows = {rows}, lower = {lower}, i, at = random() % 10;

    fill();
    bound[0] = bound[1] = bound[2] = at;
    for (i = 0; i < rows; i++) {{
      int wanted = {pick.choice(LENGTHS)};
      at += at + wanted < MOST ? wanted : 0;
      bound[i + {2 + shift}] = at;
    }}
    for (i = {2 + shift} + rows; i < ROWS + 3; i++)
      bound[i] = at;
{"    if (rows > 100) bound[50] = 3;" if pick.random() < 0.15 else ""}
#pragma omp parallel for
    for (i = lower; i < rows; i++) {{
{text}
      {head} {{
{body}
      }}
{behind}
    }}
    report();
  }}
"""
