"""Random inner loops whose statements hang on each other in all the ways that C has.

Private scalars of many types are summed up, compared, counted and stored in inner loops, in statements with
effects within effects, through private pointers, in functions that get their addresses, in conditions and bounds;
now and then a loop is left early or changes its own bound.  All values are integers or multiples of 1/4 and small,
so that every version computes them exactly, in whatever order it adds up.
"""

from __future__ import annotations

from random import Random

ROWS = 19
LENGTH = 64  # a power of two: subscripts are masked
LOOPS = 5

_HEAD = f"""#include <math.h>
#include <stdio.h>

enum {{ ROWS = {ROWS}, LENGTH = {LENGTH} }};

static int ints[ROWS][LENGTH], seen[ROWS][LENGTH];
static unsigned words[ROWS][LENGTH];
static short halves[ROWS][LENGTH];
static unsigned char bytes[ROWS][LENGTH];
static _Bool flags[ROWS][LENGTH];
static double reals[ROWS][LENGTH], holes[ROWS][LENGTH];
static int counters[ROWS][16], length[ROWS], result[ROWS];
static double extreme[ROWS];

static int bumped(int *at, int by)
{{
  *at += by;
  return *at & 31;
}}

static int peeked(const int *at)
{{
  return *at & 15;
}}

static void fill(void)
{{
  for (int i = 0; i < ROWS; i++) {{
    length[i] = i % 5 == 0 ? 0 : i % 5 == 1 ? 3 : LENGTH - i;
    for (int j = 0; j < LENGTH; j++) {{
      ints[i][j] = (i * 131 + j * 17) % 97 - 48;
      seen[i][j] = (i + j * 5) % 13;
      words[i][j] = (unsigned)(i * 37 + j * 29) % 101;
      halves[i][j] = (short)((i * 53 + j * 7) % 71 - 35);
      bytes[i][j] = (unsigned char)(i * 3 + j * 11);
      flags[i][j] = (i + j) % 3 == 0;
      reals[i][j] = ((i * 5 + j * 11) % 31 - 15) * 0.25;
      holes[i][j] = (i + j * 3) % 23 == 0 ? NAN : (i * 7 + j * 13) % 37 - 18;
    }}
    for (int j = 0; j < 16; j++)
      counters[i][j] = j;
    result[i] = 0;
    extreme[i] = i % 3 ? -30 : NAN;
  }}
}}

static void show(int number)
{{
  unsigned long sum = 0;
  double real = 0;
  for (int i = 0; i < ROWS; i++) {{
    sum = sum * 31 + (unsigned)result[i];
    real += isnan(extreme[i]) ? 1000 + i : extreme[i] * (i + 1);
    for (int j = 0; j < LENGTH; j++) {{
      sum = sum * 7 + (unsigned)ints[i][j] + (unsigned)seen[i][j] * 3 + words[i][j] + (unsigned)halves[i][j] * 5;
      sum += bytes[i][j] * 11UL + flags[i][j];
      real += reals[i][j] * (j % 5 + 1);
    }}
    for (int j = 0; j < 16; j++)
      sum = sum * 5 + (unsigned)counters[i][j];
  }}
  printf("%d: %lx %.17g\\n", number, sum, real);
  fill();
}}
"""

_SCALARS = (
    ("int", "x", "ints[i][3]"),
    ("int", "z", "2"),
    ("unsigned", "w", "5"),
    ("short", "h", "-3"),
    ("signed char", "c", "7"),
    ("unsigned char", "b", "200"),
    ("_Bool", "f", "1"),
    ("long", "l", "-9"),
    ("unsigned long", "v", "9"),
    ("double", "e", "0.5"),
    ("double", "g", "extreme[i]"),
)
_WHOLE = ("x", "z", "w", "h", "c", "b", "f", "l", "v")


class Effects:
    """The program of one seed in the making."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.counter = "j"
        self.pointer = False
        self.numbers = 0

    def program(self) -> str:
        """The text."""
        lines = [_HEAD, "int main(void)", "{", "  fill();"]
        for number in range(LOOPS):
            lines += [*self._loop(), f"  show({number});"]
        return "\n".join([*lines, "  return 0;", "}", ""])

    def _loop(self) -> list[str]:
        """A work-shared loop over rows, with inner loops."""
        random = self.random
        self.pointer = random.random() < 0.25
        lines = ["#pragma omp parallel for", "  for (int i = 0; i < ROWS; i++) {"]
        lines += [f"    {ctype} {name} = {start};" for ctype, name, start in _SCALARS]
        lines.append("    int own[LENGTH];")
        if self.pointer:
            lines.append("    int *p = &x;")
        if random.random() < 0.5:
            lines.append("    for (int k = 0; k < LENGTH; k++)\n      own[k] = ints[i][LENGTH - 1 - k];")
        else:
            lines.append("    for (int k = 0; k < LENGTH; k++)\n      own[k] = k;")
        for _ in range(random.randint(1, 3)):
            lines += [f"    {line}" for line in self._inner(1)]
        lines.append(
            "    unsigned all = (unsigned)x * 3 + (unsigned)z + w * 5 + (unsigned)h * 7 + (unsigned)c * 11 + b;"
        )
        lines.append(
            "    all += f * 17U + (unsigned)l + (unsigned)v * 19 + (unsigned)own[5] + (unsigned)(int)(e * 4);"
        )
        lines.append("    result[i] = (int)all;")
        lines.append("    extreme[i] = g;")
        return [*lines, "  }"]

    def _inner(self, depth: int) -> list[str]:
        random = self.random
        outer = self.counter
        self.counter = j = "jkm"[depth - 1]
        bound = random.choice(["LENGTH", "LENGTH", "length[i]", "n", "60"])
        head = random.choice(
            [
                f"for (int {j} = 0; {j} < {bound}; {j}++)",
                f"for (int {j} = 0; {j} < {bound}; {j}++)",
                f"for (int {j} = 1; {j} < {bound} - 1; {j}++)",
                f"for (int {j} = {bound} - 1; {j} >= 0; {j}--)",
                f"for (int {j} = 0; {j} < {bound}; {j} += 3)",
                f"for (unsigned {j} = 0; {j} < (unsigned){bound}; {j}++)",
                f"for (int {j} = 0; {j} < {bound} && x < 4000; {j}++)"
                if random.random() < 0.3
                else f"for (int {j} = 2; {j} <= {bound} - 2; {j}++)",
            ]
        )
        body = [line for _ in range(random.randint(1, 3)) for line in self._statement(depth)]
        before = [f"int n = {random.choice(['LENGTH', 'length[i]', '40 + (z & 7)'])};"]
        lines = [*before, f"{head} {{", *(f"  {line}" for line in body), "}"]
        self.counter = outer
        return ["{", *(f"  {line}" for line in lines), "}"]

    def _statement(self, depth: int) -> list[str]:
        random = self.random
        kind = random.random()
        if kind < 0.35:
            return [self._update()]
        if kind < 0.5:
            return [self._extreme()]
        if kind < 0.62:
            return [self._store()]
        if kind < 0.7:
            return [self._count()]
        if kind < 0.78:
            lines = [f"if ({self._condition()}) {{", f"  {self._simple()}"]
            return [*lines, *(["} else {", f"  {self._simple()}"] if random.random() < 0.4 else []), "}"]
        if kind < 0.82:
            return [
                f"switch ({self._value()} & 3) {{",
                "case 0:",
                f"  {self._simple()}",
                *(["  break;"] if random.random() < 0.6 else []),
                "case 2:",
                f"  {self._simple()}",
                "  break;",
                "default:",
                f"  {self._simple()}",
                "}",
            ]
        if kind < 0.85 and depth < 2:
            return self._inner(depth + 1)
        if kind < 0.94:
            return [self._effect()]
        if kind < 0.96:
            return [
                random.choice(
                    [f"if ({self._condition()})\n      continue;", f"if ({self._value()} == 7)\n      break;"]
                )
            ]
        if kind < 0.98:
            return [random.choice(["if (n > 30)\n      n--;", f"if ({self._value()} > 40)\n      n = 10;"])]
        name = self._name()
        return [f"const int {name} = {self._value()};", f"x += {name} & 7;"]

    def _name(self) -> str:
        self.numbers += 1
        return f"t{self.numbers}"

    def _simple(self) -> str:
        return self.random.choice([self._update, self._extreme, self._store, self._count])()

    def _update(self) -> str:
        """One variable combined with a value; whole numbers with those of other types, too."""
        random = self.random
        name = random.choice([*_WHOLE, "e"])
        whole = name != "e" and not (name in "xzl" and random.random() < 0.15)
        value = self._value() if whole else self._real()
        if name in ("f",):
            return random.choice(
                [
                    f"f = f && {self._condition()};",
                    f"f = f || {self._condition()};",
                    f"f |= {value} > 3;",
                    f"f ^= {value} > 3;",
                    f"f &= {value} != 4;",
                ]
            )
        operators = ["+=", "+=", "-="]
        if whole and name in ("w", "b", "v", "h", "c"):
            operators += ["^=", "|=", "&="]
        if name in ("w", "b", "v") and whole:
            operators.append("*=")
        operator = random.choice(operators)
        if operator in ("+=", "-=") and random.random() < 0.2:
            return f"{name} = {name} {operator[0]} {value};"
        if random.random() < 0.08 and name != "e":
            return f"{name} = ({name} * 3 + {self._value()}) % 61;"
        if random.random() < 0.1 and name != "e":
            return f"{name}{random.choice(['++', '--'])};"
        return f"{name} {operator} {value};"

    def _extreme(self) -> str:
        random = self.random
        name = random.choice(["x", "w", "h", "c", "b", "l", "e", "g"])
        j = self.counter
        values = [f"ints[i][{j}]", f"words[i][{j}]", f"halves[i][{j}]", f"bytes[i][{j}]"]
        values += [f"reals[i][{j}]"] if name in "xl" else []
        value = f"holes[i][{j}]" if name == "g" else f"reals[i][{j}]" if name == "e" else random.choice(values)
        relation = random.choice(["<", ">", "<=", ">="])
        forms = [
            f"if ({value} {relation} {name})\n      {name} = {value};",
            f"{name} = {value} {relation} {name} ? {value} : {name};",
            f"{name} = {name} {relation} {value} ? {name} : {value};",
        ]
        if name in "eg":
            forms.append(f"{name} = {random.choice(['fmax', 'fmin'])}({name}, {value});")
        return random.choice(forms)

    def _store(self) -> str:
        """An element of the iteration's own row gets a value."""
        random = self.random
        array = random.choice(["ints", "seen", "words", "halves", "bytes", "own", "own", "flags"])
        at = random.choice(
            [self.counter, self.counter, f"{self._value()} & (LENGTH - 1)", f"(LENGTH - 1 - {self.counter}) & 63"]
        )
        value = random.choice([self._value(), "x", "z", "(int)(w % 977)", "x++", "(z += 2)", "x - z", "x"])
        at = self.counter if value in ("x++", "(z += 2)") else at
        place = f"own[{at}]" if array == "own" else f"{array}[i][{at}]"
        value = f"({value}) % 97"
        casts = {"words": "(unsigned)", "halves": "(short)", "bytes": "(unsigned char)"}
        return f"{place} {random.choice(['=', '=', '+='])} {casts.get(array, '')}({value});"

    def _count(self) -> str:
        random = self.random
        place = f"counters[i][{self._value()} & 15]"
        return random.choice([f"{place}++;", f"{place} += {self._value()};", f"{place} -= 1;", f"--{place};"])

    def _effect(self) -> str:
        """Statements that change more than they assign."""
        random = self.random
        j = self.counter
        forms = [
            f"own[{j} & 63] = x++ & 63;",
            f"seen[i][{j} & 63] = (z += {self._value()}) & 63;",
            f"x += (z = {self._value()}) & 7;",
            f"x += bumped(&z, {self._value()});",
            f"seen[i][{j} & 63] = bumped(&x, 1);",
            "z += peeked(&x);",
            "x += own[z++ & 63] & 7;",
            "e += (x > z ? x++ : z--) & 3;",
            f"own[{j} & 63] = (x += 2, z -= 1, x - z) % 50;",
            "h = (short)(l = x & 1023);",
        ]
        if self.pointer:
            forms += ["*p += 2;", f"seen[i][{j} & 63] = *p & 63;", "p = p == &x ? &z : &x;", "(*p)++;"] * 2
        return random.choice(forms)

    def _condition(self) -> str:
        random = self.random
        value = self._value()
        return random.choice(
            [
                f"{value} > {random.randint(-9, 20)}",
                f"{value} != {random.randint(0, 5)}",
                f"flags[i][{self.counter} & 63]",
                f"{value} < words[i][{self.counter} & 63]",
                f"{self.counter} > 1",
                f"{self.counter} < n - 1",
                f"x++ < 30 || {self.counter} < n - 1",
                f"{self.counter} > 0 && z++ < 9",
                f"reals[i][{self.counter} & 63] > 0.5",
            ]
        )

    def _value(self) -> str:
        """A whole number from -200 to 200, in parentheses."""
        random = self.random
        j = self.counter
        return random.choice(
            [
                f"(ints[i][{j} & 63])",
                f"(ints[i][{j}])" if j == "j" else "(ints[i][7])",
                f"((int)words[i][{j} & 63])",
                f"(words[i][{j} & 63] & 31)",
                f"(halves[i][{j} & 63])",
                f"(bytes[i][{j} & 63] & 127)",
                f"(int)({j} & 31)",
                f"(own[{j} & 63] % 100)",
                f"(seen[i][{j} & 63] % 100)",
                f"(ints[i][(int)({j} * 5) & 63] - 1)",
                "(z & 15)",
                f"{random.randint(0, 9)}",
            ]
        )

    def _real(self) -> str:
        return self.random.choice([f"reals[i][{self.counter} & 63]", f"reals[i][{self.counter} & 63] * 2", "0.5"])


def random_effects(seed: int) -> str:
    """The program of a seed."""
    return Effects(seed).program()
