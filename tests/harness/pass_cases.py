"""Random programs that are made for one transformation each, as hypothesis draws them.

All numbers are whole and below a limit, or fractions with few bits, so that sums are exact in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hypothesis import strategies as st

_FIRST = "(i * 7 + j * 3 + k * 5) % 23 - 11"


def _program(before: str, body: str) -> str:
    return f"""#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#define FOLD(x) ((x) % 1009)
{before}
int main(void)
{{
  double total = 0.0;
{body}
  return 0;
}}
"""


def _offsets(name: str, offsets: list[tuple[int, int]], rows: str, columns: str, signs: tuple[int, int]) -> str:
    """The sum of neighbours of an element, at distances in the order of execution."""
    places = [(row * signs[0], column * signs[1]) for row, column in offsets]
    return " + ".join(
        f"{2 + number} * {name}[k][{rows} + ({row})][{columns} + ({column})]"
        for number, (row, column) in enumerate(places)
    )


@st.composite
def wavefront(draw: st.DrawFn) -> str:
    """A sweep in which points wait for others, forth or back in each loop."""
    waits = draw(st.sets(st.sampled_from([(-1, 0), (0, -1), (-1, -1), (-2, 0), (0, -2), (-1, -2)]), min_size=1))
    old = draw(st.sets(st.sampled_from([(1, 0), (0, 1), (1, 1), (2, 1), (-1, 1), (1, -1)]), max_size=2))
    signs = draw(st.tuples(st.sampled_from([1, -1]), st.sampled_from([1, -1])))
    pages, rows, columns = draw(st.tuples(st.integers(1, 5), st.integers(0, 22), st.integers(0, 42)))
    ways = {1: "for ({0} = 2; {0} < {0}s; {0}++)", -1: "for ({0} = {0}s - 1; {0} >= 2; {0}--)"}
    heads = [ways[sign].format(name) for name, sign in zip("ij", signs, strict=True)]
    kind = draw(st.sampled_from(["int", "long", "short"]))
    value = _offsets("t", sorted({(-1, 0), (0, -1), *waits} | old), "i", "j", signs)
    return _program(
        f"""
static {kind} t[5][24][44];

static void sweep(int pages, int is, int js)
{{
  int i, j, k;
#pragma omp parallel for private(i, j)
  for (k = 0; k < pages; k++)
    {heads[0]}
      {heads[1]}
        t[k][i][j] = FOLD({value} + k);
}}
""",
        f"""
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < 24; i++)
      for (int j = 0; j < 44; j++)
        t[k][i][j] = {_FIRST};
  sweep({pages}, {rows}, {columns});
  sweep({pages}, {rows // 2}, {columns});
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < 24; i++)
      for (int j = 0; j < 44; j++)
        total += t[k][i][j] * (1 + (i * 5 + j * 3 + k) % 17);
  printf("%.0f\\n", total);
""",
    )


@st.composite
def split(draw: st.DrawFn) -> str:
    """Lines whose first and last points have conditions."""
    n = draw(st.integers(1, 40))
    edges = st.sampled_from(["p > 0", "p < n - 1", "p == 0", "p != n - 1", "0 < p", "p <= 1", "p > 2 && q > 4"])
    statements = draw(
        st.lists(
            st.tuples(edges, st.sampled_from(["{0} = FOLD({0} + 3 * {1})", "{0} += b[i][p]", "{0} = -{0} + q"])),
            min_size=1,
            max_size=4,
        )
    )
    back = draw(st.booleans())
    head = "for (p = n - 1; p >= 0; p--)" if back else "for (p = 0; p < n; p++)"
    beside = "line[p < n - 1 ? p + 1 : p]" if back else "line[p > 0 ? p - 1 : p]"
    body = "\n".join(f"      if ({edge}) {text.format('line[p]', beside)};" for edge, text in statements)
    return _program(
        f"""
static long a[30][40], b[30][40];

static void lines(int n, int q)
{{
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {{
    long line[40];
    int p;
    for (p = 0; p < n; p++)
      line[p] = p == 0 || p == n - 1 ? a[i][p] * q : a[i][p];
    {head} {{
{body}
      b[i][p] += line[p];
    }}
  }}
}}
""",
        f"""
  for (int i = 0; i < 30; i++)
    for (int j = 0, k = 2; j < 40; j++)
      a[i][j] = b[i][j] = {_FIRST};
  lines({n}, {draw(st.integers(2, 7))});
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 40; j++)
      total += b[i][j] * (1 + (i * 5 + j * 3) % 17);
  printf("%.0f\\n", total);
""",
    )


@st.composite
def columns(draw: st.DrawFn) -> str:
    """Short rows of an iteration's own array, some columns of which hold a constant."""
    width, points = draw(st.integers(2, 5)), draw(st.integers(30, 90))
    values = st.sampled_from(["2", "-1", "some", "3 + grid[j][p] % 4", "p < 5 ? 1 : 2"])
    cells = draw(st.lists(values, min_size=width, max_size=width))
    last = width - 1
    sets = "\n".join(f"      bands[p][{number}] = {value};" for number, value in enumerate(cells))
    again = draw(st.sampled_from(["", f"    bands[{points // 2}][0] = 7;", "    bands[0][0] = 2;"]))
    used = draw(st.integers(0, last))
    return _program(
        f"""
static int grid[20][90];

static void solve(void)
{{
#pragma omp parallel for
  for (int j = 0; j < 20; j++) {{
    int bands[{points}][{width}], x[{points}];
    const int some = 5;
    for (int p = 0; p < {points}; p++) {{
{sets}
      x[p] = grid[j][{points} - 1 - p];
    }}
{again}
    for (int p = 1; p < {points}; p++) {{
      bands[p][{last}] = FOLD(bands[p][{last}] - bands[p][{used}] * bands[p - 1][{last}]);
      x[p] = FOLD(x[p] - bands[p][0] * x[p - 1] + bands[p - 1][{last}]);
    }}
    for (int p = 0; p < {points}; p++)
      grid[j][p] = x[p] + bands[{points} - 1 - p][{used}];
  }}
}}
""",
        f"""
  for (int i = 0; i < 20; i++)
    for (int j = 0, k = 1; j < 90; j++)
      grid[i][j] = {_FIRST};
  solve();
  solve();
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 90; j++)
      total += grid[i][j] * (1 + (i * 5 + j * 3) % 17);
  printf("%.0f\\n", total);
""",
    )


@st.composite
def vector(draw: st.DrawFn) -> str:
    """Arrays of structures of two or four numbers."""
    kind = draw(st.sampled_from(["float", "double", "int", "long"]))
    count = draw(st.sampled_from([2, 4]))
    if kind in ("double", "long") and draw(st.booleans()):
        count = 2
    names = "xyzw"[:count]
    far = draw(st.integers(0, 3))
    whole = draw(st.booleans())
    pairs = zip(names, names[::-1], strict=True)
    each = " ".join(f"q[i].{name} = p[i + {far}].{other} - 2 * p[i].{name};" for name, other in pairs)
    store = f"q[i] = p[i + {far}];" if whole else each
    return _program(
        f"""
typedef struct {{ {kind} {", ".join(names)}; }} point;
static point p[300], q[300];

static void move(int n)
{{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {{
    point here = p[i];
    {store}
    q[i].{names[-1]} += here.{names[0]};
  }}
}}
""",
        f"""
  for (int i = 0, j = 1, k = 2; i < 300; i++) {{
    {" ".join(f"p[i].{name} = ({_FIRST}) + {number}; q[i].{name} = i;" for number, name in enumerate(names))}
  }}
  move({draw(st.integers(0, 297))});
  for (int i = 0; i < 300; i++)
    total += {" + ".join(f"{1 + number} * (double)q[i].{name}" for number, name in enumerate(names))};
  printf("%.0f\\n", total);
""",
    )


@st.composite
def narrow(draw: st.DrawFn) -> str:
    """Sums over several dimensions, with any bounds and steps."""
    rank = draw(st.integers(2, 3))
    low = draw(st.lists(st.integers(0, 3), min_size=rank, max_size=rank))
    high = draw(st.lists(st.integers(0, 17), min_size=rank, max_size=rank))
    step = draw(st.lists(st.integers(1, 3), min_size=rank, max_size=rank))
    heads = "\n".join(
        f"  for (int {name} = {low[number]}; {name} < n[{number}]; {name} += {step[number]})"
        for number, name in enumerate("kij"[:rank])
    )
    place = "u[k][i][j]" if rank == 3 else "u[1][k][i]"
    operator, update = draw(
        st.sampled_from([("+", "sum += {0};"), ("max", "if ({0} > sum) sum = {0};"), ("^", "sum ^= {0};")])
    )
    return _program(
        f"""
static long u[18][18][18];

static long norm(const int n[3])
{{
  long sum = -50;
#pragma omp parallel for collapse({rank}) reduction({operator}: sum)
{heads}
    {update.format(place)}
  return sum;
}}
""",
        f"""
  const int n[3] = {{{", ".join(map(str, [*high, 0][:3]))}}};
  for (int k = 0; k < 18; k++)
    for (int i = 0; i < 18; i++)
      for (int j = 0; j < 18; j++)
        u[k][i][j] = {_FIRST};
  total = norm(n);
  printf("%.0f\\n", total);
""",
    )


@st.composite
def batch(draw: st.DrawFn) -> str:
    """Sweeps over diagonals, each of which needs the one before."""
    waits = draw(
        st.sets(st.sampled_from(["a[i - 1][plane - i]", "a[i][plane - i - 1]", "a[i - 1][plane - i - 1]"]))
    )
    value = " + ".join(["b[i][plane - i]", *(f"{2 + n} * {text}" for n, text in enumerate(sorted(waits)))])
    n = draw(st.integers(2, 40))
    back = draw(st.booleans())
    planes = "int plane = 2 * n - 2; plane >= 2; plane--" if back else "int plane = 2; plane <= 2 * n - 2; plane++"
    return _program(
        f"""
static int a[40][40], b[40][40];
static int larger(int x, int y) {{ return x > y ? x : y; }}
static int smaller(int x, int y) {{ return x < y ? x : y; }}

static void sweep(int n, int bias)
{{
#pragma omp parallel
  for ({planes}) {{
#pragma omp for
    for (int i = larger(1, plane - n + 1); i <= smaller(n - 1, plane - 1); i++)
      a[i][plane - i] = FOLD({value} + bias * (plane % 3));
  }}
}}
""",
        f"""
  for (int i = 0; i < 40; i++)
    for (int j = 0, k = 3; j < 40; j++) {{
      a[i][j] = {_FIRST};
      b[i][j] = a[i][j] * i % 7;
    }}
  sweep({n}, {draw(st.integers(-3, 3))});
  sweep({n}, 1);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      total += a[i][j] * (1 + (i * 5 + j * 3) % 17);
  printf("%.0f\\n", total);
""",
    )


@st.composite
def multisplit(draw: st.DrawFn) -> str:
    """Keys go to buckets in the order that they have in their threads."""
    buckets = draw(st.integers(1, 700))
    n = draw(st.integers(0, 9000))
    kind = draw(st.sampled_from(["int", "short", "double", "float"]))
    skew = draw(st.sampled_from(["i * 13 + 7", "i * i", "i / 50", "0"]))
    return _program(
        f"""
static int key[9000], begin[{buckets + 1}], count[64][{buckets}];
static {kind} from[9000], to[9000];

static int number(void)
{{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}}

static void distribute(int n)
{{
#pragma omp parallel
  {{
    int me = number();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      count[me][key[i]]++;
  }}
  for (int b = 0; b < {buckets}; b++) {{
    int before = 0;
    for (int t = 0; t < 64; t++) {{
      int mine = count[t][b];
      count[t][b] = before;
      before += mine;
    }}
    begin[b + 1] = begin[b] + before;
  }}
#pragma omp parallel
  {{
    int me = number();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      to[begin[key[i]] + count[me][key[i]]++] = from[i];
  }}
}}
""",
        f"""
  for (int i = 0; i < 9000; i++) {{
    key[i] = ({skew}) % {buckets};
    from[i] = i % 3001;
  }}
  distribute({n});
  for (int i = 0; i < 9000; i++)
    total += to[i] * (1.0 + i % 97);
  printf("%.0f\\n", total);
""",
    )


@st.composite
def distribute(draw: st.DrawFn) -> str:
    """Statements and loops side by side in an iteration, which has a row or a column of each array to itself."""
    n, m = draw(st.tuples(st.integers(0, 20), st.integers(0, 30)))
    head = draw(
        st.sampled_from(["for (j = 0; j < m; j++)", "for (j = m - 1; j >= 0; j--)", "for (j = 1; j < m; j += 2)"])
    )
    other = draw(st.sampled_from(["for (l = 0; l < m; l++)", "for (l = 0; l < i; l++)"]))
    parts = draw(
        st.lists(
            st.sampled_from(
                [
                    "x[i] = FOLD(3 * i + x[i]);",
                    "y[i] += FOLD(x[i] * 5 + scale);",
                    "if (i % 3 == 1)\n      y[i] = FOLD(y[i] + a[AT(i, 0)]);",
                    f"{head}\n      a[AT(i, j)] = FOLD(a[AT(i, j)] * 2 + x[i] + scale);",
                    f"{head}\n      b[AT(i, j)] = FOLD(a[AT(i, m - 1 - j)] + b[AT(i, j)] - j);",
                    f"{other}\n      c[AT(i, l)] = FOLD(a[AT(i, l)] + y[i] - c[AT(i, l)]);",
                    f"sum = scale;\n    {head}\n      sum += a[AT(i, j)];\n    y[i] = FOLD(y[i] + sum);",
                    f"{head}\n      c[AT(i, j)] = FOLD(c[AT(i, j)] + sum);",
                    f"for (k = 0; k < 9; k++) {{\n      int factor = FOLD(x[i] + k);\n      {head}\n"
                    "        b[AT(i, j)] = FOLD(b[AT(i, j)] + factor * fixed[k][j]);\n    }",
                    f"{head}\n      if (j > 0)\n        b[AT(i, j)] = FOLD(b[AT(i, j)] + b[AT(i, j - 1)]);",
                    f"{head} {{\n      sum = a[AT(i, j)];\n      b[AT(i, j)] = FOLD(b[AT(i, j)] + sum);\n    }}",
                    "all += FOLD(x[i] + 3);",
                    f"{head}\n      t[j] = FOLD(a[AT(i, j)] + t[m - 1 - j]);",
                    f"{other}\n      b[AT(i, l)] = FOLD(b[AT(i, l)] + t[l] - x[i]);",
                    f"{head}\n      if (j > 1)\n        t[j] = FOLD(t[j] - t[j - 1] * 2);",
                    f"{head}\n      all += FOLD(b[AT(i, j)] + sum);",
                    f"{other} {{\n      a[AT(i, l)] = FOLD(a[AT(i, l)] + l);\n"
                    "      if (c[AT(i, l)] > most)\n        most = c[AT(i, l)];\n    }",
                    f"for (k = 0; k < 9; k++) {{\n      sum = FOLD(x[i] + k);\n      {head} {{\n"
                    "        c[AT(i, j)] = FOLD(c[AT(i, j)] + sum * fixed[k][j]);\n"
                    "        sum = FOLD(sum * 3);\n      }\n    }",
                ]
            ),
            min_size=2,
            max_size=5,
        )
    )
    place = draw(st.sampled_from(["(i) * 900 + (j)", "(j) * 30 + (i)"]))
    kind = draw(st.sampled_from(["int", "double"]))
    fold = "#undef FOLD\n#define FOLD(x) fmod(x, 1009)\n" if kind == "double" else ""
    if any("t[" in part for part in parts):
        parts.insert(0, "for (k = 0; k < 900; k++)\n      t[k] = FOLD(k + i);")
    text = "\n    ".join(parts)
    return _program(
        f"""#include <math.h>
#define AT(i, j) ({place})
{fold}
static {kind} a[27000], b[27000], c[27000], x[30], y[30], fixed[9][900], all, most;

static void work(int n, int m)
{{
  int i, j, k, l;
  {kind} scale, sum, t[900];
#pragma omp parallel for private(j, k, l, scale, sum, t) reduction(+ : all) reduction(max : most)
  for (i = 0; i < n; i++) {{
    scale = i * 2 + m;
    sum = i;
    {text}
    (void)sum, (void)scale, (void)j, (void)k, (void)l;
  }}
}}
""",
        f"""
  for (int i = 0; i < 30; i++)
    for (int j = 0, k = 1; j < 900; j++) {{
      a[i * 900 + j] = {_FIRST};
      b[i * 900 + j] = {_FIRST} + 2;
      c[i * 900 + j] = {_FIRST} - 3;
      x[i] = i % 7;
      fixed[i % 9][j] = (i + j) % 5;
    }}
  work({n}, {m});
  work(20, 30);
  work(30, 3);
  work(30, 900);
  for (int i = 0; i < 27000; i++)
    total += a[i] * (i % 11) + b[i] * (i % 7) + c[i] * (i % 5);
  for (int i = 0; i < 30; i++)
    total += x[i] * i + y[i] * (i % 4);
  printf("%.0f %.0f %.0f\\n", total, (double)all, (double)most);
""",
    )


def _strip(draw: st.DrawFn, name: str, low: str, bound: str) -> tuple[str, str, int]:
    """A loop over strips, the loop over one of them, and how far this may go behind the bound."""
    size = draw(st.sampled_from([1, 3, 4, 8, 50]))
    form = draw(st.sampled_from(["macro", "choice", "both", "number", "none"]))
    step = draw(st.sampled_from([str(size), f"size{name}"]))
    over = f"for ({name}t = {low}; {name}t < {bound}; {name}t += {step})"
    end = {
        "macro": f"{name} < MIN({bound}, {name}t + {step})",
        "choice": f"{name} <= ({name}t + {step} > {bound} ? {bound} : {name}t + {step}) - 1",
        "both": f"{name} < {bound} && {name} < {name}t + {step}",
        "none": f"{name} < {name}t + {step}",
    }
    if form == "number":
        over = f"for ({name}t = 0; {name}t < ({bound} + {size} - 1) / {size}; {name}t++)"
        within = (
            f"for ({name} = MAX({low}, {name}t * {size}); {name} < MIN({bound}, ({name}t + 1) * {size}); {name}++)"
        )
        return over, within, 0
    over = f"{{ int size{name} = {size} + zero; {over}" if step.startswith("size") else f"{{ {over}"
    return over, f"for ({name} = {name}t; {end[form]}; {name}++)", size if form == "none" else 0


@st.composite
def untile(draw: st.DrawFn) -> str:
    """Loops over rows and columns of a page, some of them by strips, and in some order."""
    n, m = draw(st.tuples(st.integers(0, 30), st.integers(0, 30)))
    cut = draw(st.sets(st.sampled_from("ij"), min_size=1))
    over, within, behind, braces = [], [], {"i": 0, "j": 0}, 0
    for name, low, bound in (("i", "1", "n"), ("j", "2", "m")):
        if name in cut:
            head, inside, behind[name] = _strip(draw, name, low, bound)
            braces += head.startswith("{")
            over.append(head)
            within.append(inside)
        else:
            within.append(f"for ({name} = {low}; {name} < {bound}; {name}++)")
    heads = [*draw(st.permutations(over)), *draw(st.permutations(within))]
    offsets = draw(
        st.sets(st.sampled_from([(-1, 0), (0, -1), (-1, 1), (-1, -1), (0, 0), (1, 0), (0, 1)]), max_size=2)
    )
    after = " + ".join(f"t[p][i + ({y})][j + ({x})]" for y, x in sorted(offsets)) or "p"
    loops = "\n      ".join(heads)
    return _program(
        f"""
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static long t[6][90][90], u[90][90];

static void sweep(int n, int m, int zero)
{{
  int i, j, it, jt;
#pragma omp parallel for private(i, j, it, jt)
  for (int p = 0; p < 6; p++)
      {loops}
        t[p][i][j] = FOLD({after} + 3 * t[p][i][j] + u[i][j] * p);
      {"}" * braces}
  (void)it, (void)jt, (void)zero;
}}
""",
        f"""
  for (int i = 0; i < 90; i++)
    for (int j = 0, k = 1; j < 90; j++) {{
      u[i][j] = {_FIRST};
      for (k = 0; k < 6; k++)
        t[k][i][j] = {_FIRST};
    }}
  sweep({n}, {m}, 0);
  sweep(24, 9, 0);
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 90; i++)
      for (int j = 0; j < 90; j++)
        total += t[k][i][j] * (1 + (i * 5 + j * 3 + k) % 17);
  printf("%.0f\\n", total);
""",
    )


CASES: Final[Mapping[str, st.SearchStrategy[str]]] = {
    "batch": batch(),
    "columns": columns(),
    "distribute": distribute(),
    "multisplit": multisplit(),
    "narrow": narrow(),
    "split": split(),
    "untile": untile(),
    "vector": vector(),
    "wavefront": wavefront(),
}
"""Programs in which a transformation finds something to do, or is just refused, by its name."""
