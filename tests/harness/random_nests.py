"""Random loop nests as numerical programs have them: lines and planes of grids, work arrays, sums, recurrences.

A work-shared loop runs over rows.  An iteration writes its own row of some arrays, in inner loops, and reads that
and arrays that no iteration writes.  It may use arrays and scalars of its own, which it fills first, and call
functions that do such things for it.  Other loops count.  All values are whole numbers below a limit, so sums are
exact in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from tests.harness.nest_arrays import COLUMNS, DEPTH, ROWS, Array, over, random_array, row_makers
from tests.harness.random_loops import Lines, indented

POOL = 3 * ROWS * COLUMNS + 2
TALLIES = 3

_HEAD = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLD(x) ((x) % 1009)
#define WHOLE(x) ((double)((long)(x) % 1009))
"""


@dataclass
class Place:
    """What code at some place may use.

    `row` is the iteration's row; `written` are the arrays of which it writes that row, `own` those of which it
    reads that row alone, `read` those of which it reads all; `lines` are its own arrays with all elements filled;
    `scalars` of its own with a value.
    """

    row: str
    read: list[Array]
    written: list[Array]
    lines: list[str] = field(default_factory=list)
    scalars: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    own: list[Array] = field(default_factory=list)


class Nests:
    """The program of one seed in the making."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0
        self.functions: list[str] = []
        self.arrays = [random_array(self.fresh("a"), self.random) for _ in range(self.random.randint(4, 6))]

    def fresh(self, letter: str) -> str:
        """A name that is not in use."""
        self.count += 1
        return f"{letter}{self.count}"

    # ---- the program -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The whole C file."""
        random = self.random
        regions = [self._region() for _ in range(random.randint(2, 4))]
        regions += [self._histogram() for _ in range(random.randint(0, 2))]
        regions += [self._function_of_pointers() for _ in range(random.randint(1, 2))]
        parts = [
            _HEAD,
            *row_makers(self.arrays),
            *(array.declaration for array in self.arrays),
            f"static int order[{COLUMNS}];",
            f"static long pool[{POOL}];",
            f"static int tallies[{TALLIES}][{COLUMNS}];",
            *self.functions,
            "",
            "int main(void)",
            "{",
        ]
        body = ["int i, j, k, round;", ""]
        body += [array.making for array in self.arrays if array.making]
        body += [f"for (j = 0; j < {COLUMNS}; j++)", f"  order[j] = j * 5 % {COLUMNS};"]
        body += [f"for (j = 0; j < {POOL}; j++)", "  pool[j] = j * 11 % 29 - 9;"]
        for number, array in enumerate(self.arrays):
            body += over(array, f"{array.at('i', 'j', 'k')} = (i * {7 + number} + j * 3 + k * 5) % 23 - 11;")
        body += ["for (round = 0; round < 2; round++) {"]
        for region in regions:
            body += indented(region)
        body += ["}"]
        for array in self.arrays:
            body += ["{", "  double sum = 0.0;"]
            body += indented(over(array, f"sum += {array.at('i', 'j', 'k')} * (1 + (i * 5 + j * 3 + k) % 17);"))
            body += [f'  printf("{array.name} %.0f\\n", sum);', "}"]
        body += ["{", "  long sum = 0;", f"  for (j = 0; j < {POOL}; j++)", "    sum += pool[j] * (1 + j % 19);"]
        body += [f"  for (j = 0; j < {TALLIES * COLUMNS}; j++)"]
        body += [f"    sum += tallies[j / {COLUMNS}][j % {COLUMNS}] * (1 + j % 13);"]
        body += ['  printf("pool %ld\\n", sum);', "}"]
        return "\n".join([*parts, *indented(body), "  return 0;", "}", ""])

    def _region(self) -> Lines:
        random = self.random
        arrays = random.sample(self.arrays, len(self.arrays))
        cut = random.randint(1, 2)
        written, read = arrays[:cut], arrays[cut:]
        i = self.fresh("i")
        low, high = random.randint(0, 2), ROWS - random.randint(0, 2)
        place = Place(i, read, written, counters=[i])
        clauses, declared, inner = "", [], []
        for _ in range(random.randint(0, 2)):
            line = self.fresh("w")
            if random.random() < 0.5:
                declared.append(f"long {line}[{COLUMNS}];")
                clauses += f" private({line})"
            else:
                inner.append(f"long {line}[{COLUMNS}];")
            inner += self._fill(line, place)
            place.lines.append(line)
        for _ in range(random.randint(1, 2)):
            scalar = self.fresh("s")
            inner.append(f"long {scalar} = {self.value(place, '3')};")
            place.scalars.append(scalar)
        after: Lines = []
        if random.random() < 0.25:
            total = self.fresh("t")
            operator = random.choice(["+", "max", "^"])
            declared.append(f"long {total} = 1;")
            clauses += f" reduction({operator}: {total})"
            after.append(f'printf("{total} %ld\\n", {total});')
        statements = list(inner)
        for _ in range(random.randint(2, 5)):
            statements += self.statement(place)
        if after:
            last = self.value(place, "2")
            update = {"+": f"{total} += {last};", "^": f"{total} ^= {last};"}
            statements.append(update.get(operator, f"if ({total} < {last})\n  {total} = {last};"))
        step = random.choice([f"{i}++", f"{i}++", f"{i} += 2"])
        head = f"for (int {i} = {low}; {i} < {high}; {step})"
        return [
            "{",
            *indented([*declared, f"#pragma omp parallel for{clauses}", f"{head} {{", *indented(statements), "}"]),
            *indented(after),
            "}",
        ]

    def _histogram(self) -> Lines:
        """A loop in which iterations meet in counters."""
        random, i = self.random, self.fresh("i")
        updates: Lines = []
        for _ in range(random.randint(1, 2)):
            row = random.choice(["round", "1", f"order[{i} % 7] % {TALLIES}"])
            column = random.choice([f"(order[{i} % {COLUMNS}] + {i}) % {COLUMNS}", f"{i} % 5", "3"])
            change = random.choice(["++", "--", f" += {i}", f" -= order[{i} % 9]"])
            updates += ["#pragma omp atomic", f"tallies[{row}][{column}]{change};"]
        head = random.choice(
            [f"for (int {i} = 0; {i} < {POOL}; {i}++)", f"for (long {i} = 900; {i} > 3; {i} -= 2)"]
        )
        condition = random.choice(["", f" if ({i} % 4 < 3)"])
        return ["#pragma omp parallel for", f"{head}{condition} {{", *indented(updates), "}"]

    def _function_of_pointers(self) -> Lines:
        """A function that holds a loop over rows of what its pointers lead to, and calls with the same and others.

        What it writes and what it reads beside that may be the same memory, or begin one element later.
        """
        random, name, i = self.random, self.fresh("f"), self.fresh("i")
        width = COLUMNS - 1
        arrays = [
            Array(x, "long", "flat", f"{x}[({{i}}) * {COLUMNS} + ({{j}}) % {width}]") for x in ("to", "from")
        ]
        other = Array("other", "long", "flat", f"other[({{i}}) * {COLUMNS} + {{j}}]")
        place = Place(i, [other], [arrays[0]], scalars=["n"], counters=[i], own=[arrays[1]])
        statements = [f"long n = {i};"]
        for _ in range(random.randint(1, 3)):
            statements += self.statement(place, depth=1)
        head = [f"for (int {i} = 0; {i} < rows; {i}++) {{"]
        text = [f"static void {name}(long *to, long *from, const long *other, int rows)", "{"]
        text += indented(["#pragma omp parallel for", *head, *indented([*statements, "(void)n;"]), "}"])
        self.functions.append("\n".join([*text, "  (void)from;", "  (void)other;", "}"]))
        block = ROWS * COLUMNS
        ways = [("0", str(block)), (str(block), "0"), ("0", "0"), ("0", "1"), ("1", "0")]
        return [
            f"{name}(pool + {to}, pool + {source}, pool + {2 * block + 1}, {random.randint(3, ROWS)});"
            for to, source in random.sample(ways, random.randint(1, 3))
        ]

    # ---- statements of an iteration ----------------------------------------------------------------------------

    def statement(self, place: Place, depth: int = 0) -> Lines:
        """Some statements."""
        random = self.random
        makers: list[Callable[[Place], Lines]] = [
            self._along,
            self._along,
            self._sum,
            self._recurrence,
            self._plane,
            self._single,
        ]
        if place.lines:
            makers += [self._refill, self._along_line]
        choice = random.random()
        if depth < 2 and choice < 0.12:
            condition = f"{self.value(place, '1')} % 3 == {random.randint(0, 1)}"
            return [f"if ({condition}) {{", *indented(self.statement(place, depth + 1)), "}"]
        if depth == 0 and choice < 0.3:
            return self._call(place)
        return random.choice(makers)(place)

    def _header(self, j: str, least: int = 0, most: int = COLUMNS) -> str:
        """A loop over columns from `least` up to but not `most`."""
        random = self.random
        low, high = random.choice([least, least, least + 1]), random.choice([most, most, most - 1])
        return random.choice(
            [
                f"for (int {j} = {low}; {j} < {high}; {j}++)",
                f"for (int {j} = {low}; {j} <= {high} - 1; ++{j})",
                f"for (int {j} = {high} - 1; {j} >= {low}; {j}--)",
                f"for (int {j} = {low}; {j} < {high}; {j} += {random.randint(2, 3)})",
                f"for (long {j} = {low}; {j} < {high}; {j}++)",
                f"for (unsigned {j} = {low}; {j} < {high}; {j}++)",
            ]
        )

    def _store(self, place: Place, j: str, index: str | None = None) -> str:
        array = self.random.choice(place.written)
        column = index or self._own_column(j)
        k = str(self.random.randint(0, DEPTH - 1))
        target = array.at(place.row, column, k)
        value = self.value(place, j)
        if self.random.random() < 0.3:
            return f"{target} = {array.keep(f'{target} + {value}')};"
        return f"{target} = {array.keep(value)};"

    def _own_column(self, j: str) -> str:
        random = self.random
        return random.choice(
            [j, j, j, j, f"{COLUMNS - 1} - {j}", f"({j} + 1) % {COLUMNS}", f"order[{j}]", f"{j} / 2", "4"]
        )

    def _along(self, place: Place) -> Lines:
        """A loop along the row, of one or two stores, with conditions and early ends."""
        random, j = self.random, self.fresh("j")
        lines = [self._store(place, j)]
        if random.random() < 0.4:
            temporary = self.fresh("v")
            inside = replace(place, scalars=[*place.scalars, temporary])
            lines = [f"long {temporary} = {self.value(place, j)};", self._store(inside, j), self._store(inside, j)]
        if random.random() < 0.2:
            lines = [f"if ({self.value(place, j)} % 2 == 0)", "  continue;", *lines]
        elif random.random() < 0.1:
            lines += [f"if ({self.value(place, j)} > 900)", "  break;"]
        return [f"{self._header(j)} {{", *indented(lines), "}"]

    def _along_line(self, place: Place) -> Lines:
        j, line = self.fresh("j"), self.random.choice(place.lines)
        return [f"{self._header(j)} {{", f"  {line}[{j}] = FOLD({self.value(place, j)} + {line}[{j}]);", "}"]

    def _refill(self, place: Place) -> Lines:
        return self._fill(self.random.choice(place.lines), place)

    def _fill(self, line: str, place: Place) -> Lines:
        """All elements of a line, in one loop or in pieces."""
        random, j = self.random, self.fresh("j")
        text = f"  {line}[{j}] = {self.value(place, j)};"
        if random.random() < 0.6:
            return [f"for (int {j} = 0; {j} < {COLUMNS}; {j}++)", text]
        middle, other = random.randint(1, COLUMNS - 2), self.fresh("j")
        return [
            f"{line}[0] = {self.value(place, '0')};",
            f"for (int {j} = 1; {j} <= {middle}; {j}++)",
            text,
            f"for (int {other} = {COLUMNS} - 1; {other} > {middle}; {other}--)",
            f"  {line}[{other}] = {self.value(place, other)};",
        ]

    def _sum(self, place: Place) -> Lines:
        """Something is accumulated along the row."""
        random, j, scalar = self.random, self.fresh("j"), self.random.choice(place.scalars)
        value = self.value(place, j)
        update = random.choice(
            [
                f"{scalar} += {value};",
                f"{scalar} = {scalar} + {value};",
                f"{scalar} -= {value};",
                f"{scalar} ^= {value};",
                f"if ({value} > {scalar})\n  {scalar} = {value};",
                f"{scalar} = {scalar} < {value} ? {scalar} : {value};",
                f"{scalar} = FOLD({scalar} * 3 + {value});",
            ]
        )
        return [f"{self._header(j)} {{", *indented([update]), "}", f"{scalar} = FOLD({scalar});"]

    def _recurrence(self, place: Place) -> Lines:
        random, j = self.random, self.fresh("j")
        down = random.random() < 0.4
        near = f"{j} + 1" if down else f"{j} - {random.randint(1, 2)}"
        head = (
            f"for (int {j} = {COLUMNS} - 2; {j} >= 0; {j}--)"
            if down
            else f"for (int {j} = 2; {j} < {COLUMNS}; {j}++)"
        )
        if place.lines and random.random() < 0.4:
            return self._window(place, j, down=down)
        if place.lines and random.random() < 0.5:
            line = random.choice(place.lines)
            text = f"{line}[{j}] = FOLD({line}[{j}] + {line}[{near}] * 2);"
        else:
            array = random.choice(place.written)
            mine, other = array.at(place.row, j), array.at(place.row, near)
            text = f"{mine} = {array.keep(f'{mine} - {other}')};"
        return [head, f"  {text}"]

    def _window(self, place: Place, j: str, *, down: bool) -> Lines:
        """Elements of lines beside the counter are written and read, some of them in some iterations only."""
        random = self.random
        also = random.choice(["", "", f" && {random.choice(place.scalars)} < 700"])
        last = random.choice([str(COLUMNS - 3), f"{place.row} + 2"])
        head = f"for (int {j} = {last}; {j} >= 2{also}; {j}--)"
        if not down:
            head = f"for (int {j} = 2; {j} <= {last}{also}; {j}++)"
        lines: Lines = []
        for _ in range(random.randint(1, 3)):
            line, other = random.choice(place.lines), random.choice(place.lines)
            mine, near, far = (f"{j} + {random.randint(0, 2)}", f"{j} - {random.randint(0, 2)}", f"{j} + 1")
            if random.random() < 0.5:
                mine, near = near, mine
            update = f"{line}[{mine}] = FOLD({line}[{mine}] + {line}[{near}] * 2 - {other}[{far}]);"
            lines += [f"if ({other}[{j}] > 5)", f"  {update}"] if random.random() < 0.2 else [update]
        return [f"{head} {{", *indented(lines), "}"]

    def _plane(self, place: Place) -> Lines:
        """Two loops in each other, the inner one perhaps a triangle's."""
        random, j, m = self.random, self.fresh("j"), self.fresh("m")
        inside = replace(place, counters=[*place.counters, m])
        spaces = [array for array in place.written if array.kind == "space"]
        if spaces and random.random() < 0.7:
            array = random.choice(spaces)
            target = array.at(place.row, j, m)
            text = f"{target} = {array.keep(self.value(inside, j))};"
            return [
                self._header(j),
                f"  for (int {m} = 0; {m} < {DEPTH}; {m}++)",
                f"    {text}",
            ]
        scalar = self.fresh("s")
        bound = random.choice([str(DEPTH), f"{j}", "6"])
        update = random.choice(["+=", "^="])
        summed = f"{scalar} {update} {self.value(inside, m)};"
        return [
            f"for (int {j} = 0; {j} < {COLUMNS}; {j}++) {{",
            f"  long {scalar} = {j};",
            f"  for (int {m} = 0; {m} < {bound}; {m}++)",
            f"    {summed}",
            f"  {self._store(replace(place, scalars=[scalar]), j)}",
            "}",
        ]

    def _single(self, place: Place) -> Lines:
        """An element or a scalar by itself."""
        random = self.random
        column = str(random.randint(0, COLUMNS - 1))
        choice = random.random()
        if place.lines and choice < 0.4:
            return [f"{random.choice(place.lines)}[{column}] = {self.value(place, column)};"]
        if choice < 0.6:
            return [f"{random.choice(place.scalars)} = {self.value(place, column)};"]
        return [self._store(place, column, column)]

    def _call(self, place: Place) -> Lines:
        """A function that does some of it."""
        random = self.random
        name, row = self.fresh("f"), "row"
        lines = random.sample(place.lines, min(len(place.lines), random.randint(0, 2)))
        inner = [f"p{number}" for number in range(len(lines))]
        inside = Place(row, place.read, place.written, inner, ["n"])
        body: Lines = []
        if random.random() < 0.2:
            body += [f"if ({row} % 5 == 3)", "  return;"]
        for _ in range(random.randint(1, 3)):
            body += self.statement(inside, depth=1)
        parameters = [f"int {row}", "long n", *(f"long *{each}" for each in inner)]
        text = [f"static void {name}({', '.join(parameters)})", "{", *indented([*body, "(void)n;"]), "}"]
        self.functions.append("\n".join(text))
        return [f"{name}({', '.join([place.row, self.value(place, '5'), *lines])});"]

    # ---- values ------------------------------------------------------------------------------------------------

    def value(self, place: Place, j: str) -> str:
        """A whole number, from -2500 to 2500."""
        one, other = self._leaf(place, j), self._leaf(place, j)
        return self.random.choice(
            [one, f"({one} + {other})", f"({one} - {other})", f"FOLD({one} * {other})", f"({one} + 2)"]
        )

    def _leaf(self, place: Place, j: str) -> str:
        random = self.random
        choices = [str(random.randint(-9, 30)), place.row, f"(long){j}"]
        choices += [f"FOLD({name})" for name in (*place.scalars, *place.counters)]
        for line in place.lines:
            choices += [f"{line}[{self._column(j)}]"] * 2
        for array in random.sample(place.read, min(2, len(place.read))):
            k = str(random.randint(0, DEPTH - 1))
            index = random.choice([place.row, place.row, f"({place.row} + 1) % {ROWS}", f"{j} % {ROWS}"])
            choices += [f"(long){array.at(index, self._column(j), k)}"] * 2
        for array in (*place.written, *place.own):
            choices.append(f"(long){array.at(place.row, self._column(j), str(random.randint(0, DEPTH - 1)))}")
        return f"({random.choice(choices)})"

    def _column(self, j: str) -> str:
        random = self.random
        return random.choice(
            [
                j,
                j,
                j,
                f"({j} + 1) % {COLUMNS}",
                f"{COLUMNS - 1} - {j}",
                f"order[{j}]",
                f"{j} / 2",
                "7",
                f"{j} * 3 % 31",
            ]
        )


def random_nests(seed: int) -> str:
    """The program of a seed: one C file, which prints the same whatever runs its loops."""
    return Nests(seed).text()
