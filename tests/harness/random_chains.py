"""Random regions in which sums, and what is computed from them between loops, decide what later loops do.

Scalars are automatic variables of the region's function or static ones of the file, shared or each thread's own.
Loops read some of them, sum up into others, and take extremes; between them stand assignments, alone, in `single`
or `master`, sequential loops, and now and then what only the host can run.  Everything is a mean of what it comes
from, so that values stay small and roundings don't grow.
"""

from __future__ import annotations

from random import Random

SIZE = 53  # elements of an array
REGIONS = 5

_HEAD = f"""#include <math.h>
#include <stdio.h>

#define SIZE {SIZE}

static double x[SIZE], y[SIZE], z[SIZE];
static double s0, s1, s2, outside;
"""

_SHOW = """
static void show(double scalars)
{
  double sum = 0.0;
  for (int i = 0; i < SIZE; i++)
    sum += x[i] + y[i] * 2 + z[i] * 4;
  printf("%.7e %.7e\\n", 100.0 + sum, 10.0 + scalars);
}
"""


class Chains:
    """The program of one seed in the making."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.shared: list[str] = []
        self.own: list[str] = []

    def program(self) -> str:
        """The text."""
        regions = [self._function(number) for number in range(REGIONS)]
        lines = [_HEAD, _SHOW, *regions, "int main(void)", "{", "  for (int i = 0; i < SIZE; i++) {"]
        lines += [
            "    x[i] = (i % 7) * 0.5 - 1.0;",
            "    y[i] = 1.0 - (i % 5) * 0.25;",
            "    z[i] = i * 0.0625;",
            "  }",
        ]
        lines += [f"  region{number}();" for number in range(REGIONS)]
        return "\n".join([*lines, "  show(outside);", "  return 0;", "}", ""])

    def _function(self, number: int) -> str:
        """A function with a region, whose statements may stand in a function of their own."""
        apart = self.random.random() < 0.3
        self.shared = ["s0", "s1", "s2"] if apart else ["a", "b", "c", "s0", "s1"]
        self.own = [] if apart else ["u", "v"]
        statements = self._statements(self.random.randint(4, 9), 0)
        own = "int i, t0 = 0, t1 = 0; double u = 0.5, v = -0.25;"
        if apart:
            body = [f"static void part{number}(void)", "{", "  int i, t0 = 0, t1 = 0;", *_deeper(statements), "}"]
            statements = [f"part{number}();"]
            own = ""
        else:
            body = []
        body += [f"static void region{number}(void)", "{"]
        body += ["  double a = 1.0, b = 0.5, c = -0.5;", "#pragma omp parallel", "  {", f"    {own}"]
        return "\n".join(
            [
                *body,
                *_deeper(_deeper(statements)),
                "  }",
                "  show(a + 2 * b + 4 * c + 8 * s0 + 16 * s1 + 32 * s2);",
                "}",
                "",
            ]
        )

    def _statements(self, count: int, depth: int) -> list[str]:
        found: list[str] = []
        for _ in range(count):
            kind = self.random.random()
            if kind < 0.3:
                found += self._loop()
            elif kind < 0.55:
                found += self._sum()
            elif kind < 0.8 or depth == 2:
                found += self._assignments()
            elif kind < 0.95:
                turns = self.random.randint(0, 3)
                found.append(f"for (t{depth} = 0; t{depth} < {turns}; t{depth}++) {{")
                found += [*_deeper(self._statements(self.random.randint(2, 6), depth + 1)), "}"]
            else:
                found += self._only_on_the_host()
        return found

    def _value(self) -> str:
        scalars = self.shared + self.own
        one, other = self.random.choice(scalars), self.random.choice(scalars)
        return self.random.choice(
            [
                one,
                f"0.5 * {one} - {other} * 0.25 + 1.25",
                f"3 * {one} / ({other} * {other} + 2)",
                f"sqrt({one} * {one} + 1.0) - fabs({other})",
                "2.0",
                f"-{one} / 2 + 1.125",
            ]
        )

    def _assignments(self) -> list[str]:
        """Assignments by one thread, or by each thread to variables of its own."""
        if self.own and self.random.random() < 0.4:
            target = self.random.choice(self.own)
            return [f"{target} = 0.5 * ({self._value()});", "#pragma omp barrier"]
        count = self.random.randint(1, 3)
        inner = [self._assignment() for _ in range(count)]
        if self.random.random() < 0.3:
            return ["#pragma omp barrier", "#pragma omp master", "{", *_deeper(inner), "}", "#pragma omp barrier"]
        return ["#pragma omp barrier", "#pragma omp single", "{", *_deeper(inner), "}"]

    def _assignment(self) -> str:
        values = [name for name in self.own if name in ("u", "v")]
        self.own = []  # one thread's own values are not all threads'
        operator = self.random.choice(["=", "=", "=", "*="])
        value = f"0.5 * ({self._value()})" if operator == "=" else "0.5"
        text = f"{self.random.choice(self.shared)} {operator} {value};"
        self.own = values
        return text

    def _loop(self) -> list[str]:
        array, other = self.random.sample(["x", "y", "z"], 2)
        index = self.random.choice(["i", "SIZE - 1 - i", "(i + 1) % SIZE"])
        bound = self.random.choice(["SIZE", "SIZE", "SIZE", "SIZE / 2", "0"])
        scalars = self.shared + self.own
        term = self.random.choice([self.random.choice(scalars), f"{self.random.choice(scalars)} * 0.5", "0.25"])
        nowait = self.random.choice(
            ["", "", f" firstprivate({scalars[0]})" if not scalars[0].startswith("s") else ""]
        )
        return [
            f"#pragma omp for{nowait}",
            f"for (i = 0; i < {bound}; i++)",
            f"  {array}[i] = 0.5 * {array}[i] + 0.25 * {other}[{index}] + 0.125 * ({term});",
        ]

    def _sum(self) -> list[str]:
        target = self.random.choice(self.shared)
        array, other = self.random.sample(["x", "y", "z"], 2)
        bound = self.random.choice(["SIZE", "SIZE", "SIZE", "SIZE - 9", "0"])
        scalars = [name for name in self.shared + self.own if name != target]
        factor = self.random.choice([self.random.choice(scalars), "1.0", "1.0"])
        value = f"{array}[i] * {factor} / (1 + {other}[i] * {other}[i])"
        clear = ["#pragma omp barrier", "#pragma omp single", f"{target} = {target} * 0.125 + 0.5;"]
        lines = clear if self.random.random() < 0.8 else []
        if self.random.random() < 0.2:
            lines += [
                f"#pragma omp for reduction(max : {target})",
                f"for (i = 0; i < {bound}; i++)",
                f"  {target} = {value} > {target} ? {value} : {target};",
            ]
            return lines
        update = f"{target} += 0.0625 * ({value});"
        if self.random.random() < 0.3:
            update = f"{{ {update} {array}[i] = 0.5 * {array}[i] + 0.375; }}"
        return [
            *lines,
            f"#pragma omp for reduction(+ : {target})",
            f"for (i = 0; i < {bound}; i++)",
            f"  {update}",
        ]

    def _only_on_the_host(self) -> list[str]:
        scalar = self.random.choice(self.shared)
        return self.random.choice(
            [
                ["#pragma omp barrier", "#pragma omp single", f"outside += 0.5 * {scalar};"],
                ["#pragma omp barrier", "#pragma omp single", f"if ({scalar} > 0.25)", f"  {scalar} = 0.25;"],
                ["#pragma omp barrier", "#pragma omp single", f'printf("%.5e\\n", 10.0 + {scalar});'],
                ["#pragma omp barrier", "#pragma omp single", "x[3] = 0.5 * x[3];"],
            ]
        )


def _deeper(lines: list[str]) -> list[str]:
    return [line if line.startswith("#") else f"  {line}" for line in lines]


def random_chains(seed: int) -> str:
    """The program of a seed."""
    return Chains(seed).program()
