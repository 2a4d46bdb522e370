"""Random programs whose iterations read windows around their places: sizes, shapes, edges and types vary."""

from __future__ import annotations

from random import Random

LOOPS = 5
ROWS, COLUMNS = 50, 90
"""More than the blocks of a few work-groups, and no multiple of them."""


def windows(seed: int) -> str:
    """A program of a few such loops; it prints hashes of what they write."""
    random = Random(seed)
    loops = "\n".join(_loop(random) for _ in range(LOOPS))
    return f"""/* Random windows.  expect: offloaded={LOOPS} */
#include <stdio.h>

#define H {ROWS}
#define W {COLUMNS}

static double grid[H][W];
static float image[H * W];
static unsigned char bytes[H * W * 3];
static double out[H * W * 3];

static void show(void)
{{
  double sum = 0.0;

  for (int i = 0; i < H * W * 3; i++)
    sum += out[i] * ((i * 7) % 13 + 1);
  printf("%.12g\\n", sum);
}}

static void run(int h, int w, int from, int few, const float *in, const unsigned char *rgb)
{{
  if (h < from || w < from || few < 0 || in == NULL || rgb == NULL)
    return;
{loops}
}}

int main(void)
{{
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++) {{
      grid[i][j] = (i * 7 + j * 5) % 16 - 7.5;
      image[i * W + j] = (float)((i * 3 + j * 11) % 8) * 0.5f;
    }}
  for (int i = 0; i < H * W * 3; i++)
    bytes[i] = (unsigned char)(i * 37 % 251);
  run(H, W, 5, 3, image, bytes);
  return 0;
}}
"""


def _loop(random: Random) -> str:
    return random.choice((_square, _square, _edges, _edges, _points, _channels, _line))(random)


def _frame(counters: str, bounds: str, body: str) -> str:
    return f"""#pragma omp parallel for{counters}
  {bounds} {{
      double sum = 0;
{body}
    }}
  show();"""


def _grid(random: Random, margin: int) -> str:
    counter = random.choice(("int", "long"))
    low = random.choice((str(margin), "from"))
    return (
        f"for ({counter} i = {low}; i < h - {margin}; i++)\n"
        f"    for ({counter} j = {random.choice((str(margin), 'from'))}; j <= w - {margin + 1}; j++)"
    )


def _window(random: Random, radius: int) -> tuple[str, str, str]:
    """Two loops over a window, and the row and column that they are at."""
    low = random.randint(0, radius)
    if random.random() < 0.5:
        loops = f"for (int p = -{low}; p <= {radius}; p++)\n        for (int q = 0; q < {radius + 1}; q++)"
        return loops, "(i + p)", f"(j + q - {random.randint(0, radius)})"
    loops = (
        f"for (long p = i - {low}; p <= i + {radius}; p++)\n        for (long q = j - {radius}; q < j + 2; q++)"
    )
    return loops, "p", "q"


def _element(random: Random, row: str, column: str) -> str:
    return random.choice((f"grid[{row}][{column}]", f"in[{row} * w + {column}]", f"image[{row} * W + {column}]"))


def _square(random: Random) -> str:
    radius = random.randint(1, 4)
    loops, row, column = _window(random, radius)
    value = _element(random, row, column)
    update = random.choice(
        (f"sum += {value} * ({row} - i + 2);", f"if ({value} > sum) sum = {value} + grid[i][j];")
    )
    guard = random.choice(("", "", "", "if (few > 2) ", "if ((i + j) % few) ", "if (i > 8) "))
    body = f"      {guard}{loops}\n          {update}\n      out[i * W + j] += sum;"
    return _frame(" collapse(2)", _grid(random, 4), body)


def _edges(random: Random) -> str:
    radius = random.randint(1, 3)
    loops = f"for (int p = -{radius}; p <= {radius}; p++)\n        for (int q = -{radius}; q <= {radius}; q++) {{"
    test = "b >= 0 && b < h && a >= 0 && a < w"
    clamp = "b = b < 0 ? 0 : b >= h ? h - 1 : b; if (a < 0) a = 0; if (a > w - 1) a = w - 1;"
    value = _element(random, "b", "a")
    inner = random.choice(
        (f"if ({test}) sum += {value};", f"{clamp} sum += {value};", f"sum += {test} ? {value} : 1;")
    )
    body = f"      {loops} int b = (int)i + p, a = (int)j + q; {inner} }}\n      out[i * W + j] -= sum;"
    return _frame(" collapse(2)", _grid(random, 0), body)


def _points(random: Random) -> str:
    chosen = [(random.randint(-3, 3), random.randint(-3, 3)) for _ in range(random.randint(2, 7))]
    value = " + ".join(f"{n + 1} * grid[i + {p}][j + {q}]" for n, (p, q) in enumerate(chosen)).replace("+ -", "- ")
    return _frame(" collapse(2)", _grid(random, 3), f"      sum = {value};\n      out[i * W + j] = sum;")


def _channels(random: Random) -> str:
    first = random.choice((0, -1))
    body = f"""      for (int c = 0; c < 3; c++) {{
        sum = 0;
        for (int p = {first}; p < 2; p++)
          for (int q = {first}; q < 2; q++)
            sum += rgb[((i + p) * w + j + q) * 3 + c];
        out[(i * W + j) * 3 + c] = sum;
      }}"""
    return _frame(" collapse(2)", _grid(random, 1), body)


def _line(random: Random) -> str:
    scale, length = random.randint(1, 3), random.randint(2, 40)
    bounds = f"for (int i = {length}; i < (h * w - {length}) / {scale}; i++)"
    sign = random.choice("+-")
    inner = f"      for (int p = 0; p < {length}; p++)\n        sum += in[{scale} * i {sign} p] * p;\n"
    return _frame("", bounds, f"{inner}      out[i] = sum;")
