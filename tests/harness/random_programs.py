"""Random OpenMP programs: valid, free of data races, and the same for the same seed.

Each program prints elements and checksums as it goes.  Its host code between the regions reads and writes the same
arrays in many ways: directly, through pointers, in functions, with `memcpy`, `realloc`, and by swapping pointers.
"""

from __future__ import annotations

from itertools import count
from random import Random

from tests.harness.random_data import LENGTH, STORED, Data, View, make_data
from tests.harness.random_loops import Lines, Scope, expression, indented, region

_HELPERS = [
    "static int mix(int x, int y)\n{\n  return (x * 3 - y) % 1009;\n}",
    "static int pick(int x, int y)\n{\n  if (x > y)\n    return x - 1 < -1000 ? 0 : x - 1;\n  return y;\n}",
]


class Program:
    """One program in the making."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.data: Data = make_data(self.random)
        self.numbers = count()
        self.functions: list[str] = []
        self.calls: list[str] = []
        self.known: dict[str, str] = {}

    def fresh(self) -> str:
        """A name that is not in use."""
        return f"v{next(self.numbers)}"

    def text(self) -> str:
        """The program."""
        self._functions()
        lines = [*self.data.local, *self.data.made]
        lines += [self._filled(view) for view in self.data.views]
        scope = Scope(self.random, ["hot", "length"], self.data.views, helpers=["mix", "pick"])
        lines += self._block(scope, self.random.randint(6, 11))
        lines += [f'printf("end {view.item[:4]} %ld\\n", {self._sum(view)});' for view in self.data.views]
        lines += [*self.data.ended, "return 0;"]
        parts = ["#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>", "static int hot = 7;"]
        parts += [*self.data.declared, *_HELPERS, *self.known.values(), *self.functions]
        main = "int main(int argc, char **argv)\n{\n" + "\n".join(
            indented([f"int length = argc > 9 ? atoi(argv[1]) : {LENGTH};", *lines])
        )
        text = "\n\n".join([*parts, main + "\n}\n"])
        return (
            "\n".join(line.lstrip() if line.lstrip().startswith("#") else line for line in text.splitlines())
            + "\n"
        )

    def _functions(self) -> None:
        """Functions with regions: one over parameters, one over the objects at file scope."""
        random = self.random
        element, other = random.choice(list(STORED)), random.choice(list(STORED))
        pairs = [
            (left, right)
            for left in self.data.views
            for right in self.data.views
            if left.row and right.row and (left.apart(right) or left == right)
        ]
        random.shuffle(pairs)
        for left, right in pairs[:1]:
            element, other = left.element, right.element
            views = [
                View(element, "to[@]", frozenset({"to"}), "n"),
                View(other, "from[@]", frozenset({"from"}), "n"),
            ]
            scope = Scope(random, ["n", "hot"], views, helpers=["mix"])
            inside = [line for _ in range(random.randint(1, 2)) for line in region(scope, self.fresh)]
            head = f"static void update({element} *to, {other} *from, int n)"
            self.functions.append("\n".join([head, "{", *indented([*inside, "from[n / 2] = to[0] > 3;"]), "}"]))
            for first, second in pairs:
                if (first.element, second.element) != (element, other) or len(self.calls) == 3:
                    continue
                if first == second:
                    half = f"{first.length} / 2"
                    self.calls.append(f"update({first.row}, {first.row} + {half}, {half});")
                else:
                    shorter = min(int(first.length), int(second.length))
                    self.calls.append(f"update({first.row}, {second.row}, {shorter});")
        if self.data.public:
            scope = Scope(random, ["hot", "step"], self.data.public, helpers=["pick"])
            inside = region(scope, self.fresh)
            inside += [f"if ({expression(scope)} > {random.randint(-5, 100)})", "  return 1;"]
            inside += region(scope, self.fresh)
            self.functions.append(
                "\n".join(["static int phase(int step)", "{", *indented([*inside, "return 0;"]), "}"])
            )
            self.calls += [f"hot += phase({random.randint(0, 9)});", "hot ^= phase(hot);"]

    def _block(self, scope: Scope, length: int) -> Lines:
        lines: Lines = []
        for _ in range(length):
            lines += self._statement(scope)
        return lines

    def _statement(self, scope: Scope) -> Lines:
        random = self.random
        choice = random.random()
        if choice < 0.35:
            return region(scope, self.fresh)
        if choice < 0.42 and self.calls:
            return [random.choice(self.calls)]
        if choice < 0.5 and scope.depth < 2:
            step = self.fresh()
            block = self._block(scope.names(step), random.randint(2, 3))
            return [f"for (int {step} = 0; {step} < {random.randint(2, 3)}; {step}++) {{", *indented(block), "}"]
        if choice < 0.58 and scope.depth < 2:
            block = self._block(scope.names(), random.randint(1, 3))
            return [f"if ({expression(scope)} > {random.randint(-30, 30)}) {{", *indented(block), "}"]
        return self._host(scope)

    def _host(self, scope: Scope) -> Lines:
        """Host code that reads or writes objects."""
        random = self.random
        view = random.choice(self.data.views)
        index = f"(unsigned)({expression(scope, 1)}) % {view.length}"
        kinds = ["read", "write", "scalar", "sum", "loop", "address"]
        kinds += ["memset", "poke", "walk", "bytes"] if view.row else []
        same = [other for other in self.data.views if other.row and view.row and other.element == view.element]
        same = [other for other in same if other.apart(view) and other.length == view.length]
        kinds += ["memcpy", "memcpy"] if same else []
        kinds += ["heap", "heap"] if view in self.data.heap else []
        kinds += ["swap", "swap"] if self.data.swaps else []
        kinds += ["move", "move"] if self.data.moving else []
        kind = random.choice(kinds)
        if kind == "read":
            return [f'printf("at %d\\n", {view.load(index)});']
        if kind == "write":
            return [view.store(index, expression(scope))]
        if kind == "scalar":
            return [f"hot = {expression(scope)};"]
        if kind == "sum":
            return [f'printf("sum %ld\\n", {self._sum(view)});']
        if kind == "loop":
            k = self.fresh()
            inner = Scope(random, [*scope.scalars, k], self.data.views)
            return [f"for (int {k} = 2; {k} < {view.length}; {k} += 3)", f"  {view.store(k, expression(inner))}"]
        if kind == "address":
            name = self.fresh()
            store = View(view.element, f"*{name}", frozenset()).store("", expression(scope))
            return [
                "{",
                f"  {view.element} *{name} = &{view.at(index)};",
                *indented(region(scope, self.fresh)),
                f"  {store}",
                "}",
            ]
        if kind == "memset":
            return [f"memset({view.row}, {random.choice([0, 1])}, {random.randint(1, 20)} * sizeof *{view.row});"]
        if kind == "bytes":
            name, k = self.fresh(), self.fresh()
            return [
                "{",
                f"  const unsigned char *{name} = (const unsigned char *){view.row};",
                f"  unsigned {k} = 0;",
                f"  for (size_t b = 0; b < {view.length} * sizeof *{view.row}; b++)",
                f"    {k} = {k} * 31 + {name}[b];",
                f'  printf("bytes %u\\n", {k});',
                "}",
            ]
        if kind == "memcpy":
            source = random.choice(same)
            return [f"memcpy({view.row}, {source.row}, {view.length} * sizeof *{view.row});"]
        if kind == "poke":
            return [self._poke(view, f"{view.row} + {random.randint(0, 9)}", expression(scope))]
        if kind == "walk":
            name = self.fresh()
            store = View(view.element, f"*{name}", frozenset()).store("", expression(scope))
            bound = f"{view.row} + {view.length}"
            return [f"for ({view.element} *{name} = {view.row}; {name} < {bound}; {name} += 5)", f"  {store}"]
        if kind == "heap":
            return self._reallocated(view)
        if kind == "swap":
            element, one, two = self.data.swaps[0]
            name = self.fresh()
            return ["{", f"  {element} *{name} = {one};", f"  {one} = {two};", f"  {two} = {name};", "}"]
        pointer, target = random.choice(self.data.moving)
        return [f"{pointer} = {target};"]

    def _reallocated(self, view: View) -> Lines:
        random = self.random
        name = self.fresh()
        size = random.choice([LENGTH, LENGTH + 7, 4 * LENGTH])
        if random.random() < 0.5:
            lines = [f"{view.element} *{name} = realloc({view.row}, {size} * sizeof *{name});"]
            return ["{", *indented([*lines, f"if (!{name})", "  return 1;", f"{view.row} = {name};"]), "}"]
        lines = [f"free({view.row});", f"{view.row} = malloc({size} * sizeof *{view.row});"]
        return [*lines, f"if (!{view.row})", "  return 1;", self._filled(view)]

    def _filled(self, view: View) -> str:
        k = self.fresh()
        value = f"({k} * {self.random.randint(2, 9)}) % {self.random.randint(11, 60)}"
        return f"for (int {k} = 0; {k} < {view.length}; {k}++)\n  {view.store(k, value)}"

    def _sum(self, view: View) -> str:
        """A checksum: by a function where there is a pointer, else of one row."""
        if view.row is None:
            return " + ".join(f"{k + 1}L * {view.load(str(k))}" for k in (0, 3, 9, 17, 26, 39))
        element = view.element
        name = f"sum_{element.replace(' ', '_')}"
        load = View(element, "p[@]", frozenset()).load("i")
        self.known[name] = (
            f"static long {name}(const {element} *p, int n)\n{{\n  long s = 0;\n\n"
            f"  for (int i = 0; i < n; i++)\n    s = (s * 7 + {load}) % 1000003;\n  return s;\n}}"
        )
        return f"{name}({view.row}, {view.length})"

    def _poke(self, view: View, where: str, value: str) -> str:
        element = view.element
        name = f"poke_{element.replace(' ', '_')}"
        store = View(element, "*p", frozenset()).store("", "v")
        self.known[name] = f"static void {name}({element} *p, int v)\n{{\n  {store}\n}}"
        return f"{name}({where}, {value});"


def random_program(seed: int) -> str:
    """The program of a seed: one C file, which prints the same whatever runs its loops."""
    return Program(seed).text()
