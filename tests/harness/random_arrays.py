"""Random loops over private arrays of more than private memory takes, or of variable size, by a seed."""

from __future__ import annotations

from random import Random

FUNCTIONS = """
static void fill(long *to, int n, long first)
{
  while (n-- > 0)
    *to++ = FOLD(first++ * 3);
}

static long folded(const long *from, const long *end)
{
  long sum = 0;

  for (; from < end; from += 2)
    sum = FOLD(2 * sum + *from);
  return sum;
}

static long *later(long *at, int by) { return by % 2 ? at + by : &at[by / 2]; }

static long inside(int n, long seed)
{
  long *own = calloc(n + 3, sizeof *own), fixed[9000], sum;

  fill(own, n + 3, seed);
  fill(fixed, 9000, seed + n);
  own[n] += fixed[seed % 9000];
  sum = folded(own, own + n + 3) + *later(fixed, n);
  free(own);
  return sum;
}

static void turn(int n, int m, long rows[n][m])
{
  for (int r = 0; r < n / 2; r++)
    for (int c = 0; c < m; c++) {
      long kept = rows[r][c];

      rows[r][c] = rows[n - 1 - r][c];
      rows[n - 1 - r][c] = kept;
    }
}
"""


def arrays(seed: int) -> str:
    """A program with one loop."""
    chance = Random(seed)
    size = chance.choice([9, 40, 8200])
    bound = "n" if size < 8200 or chance.random() < 0.5 else str(size)
    rows, columns = chance.randint(2, 6), chance.randint(3, 9)
    wide = chance.choice(["c", "c + 2", "100"])
    struct = chance.random() < 0.4
    allocated = chance.random() < 0.4
    lines = [
        f"    long *t = malloc({bound} * sizeof *t);" if allocated else f"    long t[{bound}];",
        f"    long u[{bound} + {chance.randint(0, 3)}];",
        f"    long grid[{chance.choice(['r', 'r + 1', '90'])}][{wide}];",
        f"    fill(t, n, {'i + j' if chance.random() < 0.5 else 'i'});",
        "    fill(u, n, i * 2 + 1);",
        "    for (int k = 0; k < r; k++)",
        "      fill(grid[k], c, k + i);",
    ]
    if struct:
        lines.insert(3, "    struct pair { long x; int y; } pairs[n];")
        lines.append("    for (int k = 0; k < n; k++) pairs[k].x = k + i, pairs[k].y = k;")
    for number in range(chance.randint(2, 6)):
        lines.append(f"    {_statement(chance, number, wide, struct=struct)}")
    lines.append("    long value = t[i % n] + u[n - 1] + grid[i % r][i % c] + folded(u, u + n);")
    if struct:
        lines.append("    value += pairs[i % n].x + pairs[n - 1].y;")
    reduces = chance.random() < 0.4
    lines.append("    total += value % 1009;" if reduces else "    a[i][j] = value % 1009;")
    if allocated:
        lines.append("    free(t);")
    clause = " reduction(+ : total)" if reduces else ""
    inside = "\n".join(lines)
    return f"""#include <stdio.h>
#include <stdlib.h>
#define FOLD(x) ((x) % 1009)

static long a[40][3];
{FUNCTIONS}
static long run(int n, int r, int c, int count)
{{
  long total = 0;
#pragma omp parallel for collapse(2){clause}
  for (int i = 0; i < count; i++)
    for (int j = 0; j < 3; j++) {{
{inside}
  }}
  return total;
}}

int main(void)
{{
  long sum = run({size}, {rows}, {columns}, {chance.randint(1, 40)});

  sum += run({min(size, 20)}, {rows}, {columns}, 5);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 3; j++)
      sum += a[i][j] * (i + 2 * j + 1);
  printf("%ld\\n", sum);
  return 0;
}}
"""


def _statement(chance: Random, number: int, wide: str, *, struct: bool) -> str:
    """Something done with the arrays; it leaves numbers below a limit."""
    p, q = f"p{number}", f"q{number}"
    kinds = [
        f"for (int k = 1; k < n; k++) t[k] = FOLD(t[k - 1] + {chance.randint(1, 5)} * u[n - 1 - k]);",
        f"for (long *{p} = t, *{q} = u + n - 1; {q} >= u; {p}++, --{q}) *{p} = FOLD(*{p} + *{q});",
        f"long *{p} = i % 2 ? t : u, *{q} = later({p}, {chance.randint(0, 6)}); "
        f"*{q} = FOLD(*{q} + {q}[-1 + ({q} == {p})] + ({q} - {p}));",
        f"turn(r, {wide}, grid);",
        "for (int k = 0; k < r; k++) { long *row = grid[k]; row[k % c] = FOLD(row[0] + folded(row, row + c)); }",
        f"u[i % n] = FOLD(u[i % n] + inside({chance.choice(['n', 'c', 'r + c', '7'])}, {chance.randint(1, 99)}));",
        "for (int k = n - 1; k > 0; k -= 2) { t[k] ^= t[k - 1]; t[k] &= 255; }",
        f"fill(t + n / 2, n - n / 2, u[{chance.randint(0, 8)}]);",
    ]
    if struct:
        kinds.append(
            "for (int k = 1; k < n; k++) { pairs[k].x = FOLD(pairs[k - 1].x + t[k]); pairs[k].y += k % 3; }"
        )
        kinds.append(
            "{ struct pair one = pairs[i % n], *at = pairs + n / 2; at->x = one.x + at->y; pairs[0] = *at; }"
        )
    return chance.choice(kinds)
