"""The data of random programs: arrays of many kinds, and the ways to reach their elements.

All values are small integers, or multiples of 1/4 where the element's type is a floating one: every version of a
program computes them exactly, in whatever order it adds up, so outputs can be compared word by word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

LENGTH = 40  # elements that every whole array has, seen as a row; 5 times 8 as a matrix
COLUMNS = 8
LIMIT = 1000  # no value is larger

# An element's type, with how a value from -1000 to 1000 is stored in it, and how it is read back.
STORED = {
    "int": "{}",
    "short": "(short)({})",
    "signed char": "(signed char)(({}) % 100)",
    "unsigned char": "(unsigned char)(({}) & 127)",
    "unsigned": "(unsigned)(({}) & 1023)",
    "long": "(long)({})",
    "unsigned long": "(unsigned long)(({}) & 1023)",
    "float": "0.25f * (float)({})",
    "double": "0.25 * ({})",
}
ATOMIC = ("int", "unsigned", "long", "unsigned long", "float", "double")


def floating(element: str) -> bool:
    """Whether values are kept in quarters."""
    return element in ("float", "double")


@dataclass(frozen=True)
class View:
    """A way to reach elements 0 to `length` - 1, a C expression, of some memory.

    `item` is the element's text with `@` for the index; `row` a pointer to the first one, where there is one.
    Two views never meet in memory if their `roots` have nothing in common, or if they are `partners`: two
    pointers that are swapped now and then.
    """

    element: str
    item: str
    roots: frozenset[str]
    length: str = str(LENGTH)
    row: str | None = None
    partners: str | None = None

    def at(self, index: str) -> str:
        """An lvalue."""
        return self.item.replace("@", index)

    def load(self, index: str) -> str:
        """The element's value as an `int`."""
        return f"(int)(4 * {self.at(index)})" if floating(self.element) else f"(int){self.at(index)}"

    def store(self, index: str, value: str) -> str:
        """The statement that gives an element the value of an `int` expression."""
        return f"{self.at(index)} = {STORED[self.element].format(value)};"

    def apart(self, other: View) -> bool:
        """Whether no element of one is an element of the other."""
        if self.partners is not None and self.partners == other.partners:
            return self.item != other.item
        return not self.roots & other.roots


@dataclass
class Data:
    """The objects of a program: what is declared for them, how they come and go, and the views on them."""

    declared: list[str] = field(default_factory=list)  # at file scope
    local: list[str] = field(default_factory=list)  # in main
    made: list[str] = field(default_factory=list)  # statements at main's start
    ended: list[str] = field(default_factory=list)  # at its end
    public: list[View] = field(default_factory=list)  # views that all functions have
    views: list[View] = field(default_factory=list)  # views that main has
    heap: list[View] = field(default_factory=list)  # of which those that can be allocated anew
    swaps: list[tuple[str, str, str]] = field(default_factory=list)  # (type, pointer, pointer)
    moving: list[tuple[str, str]] = field(default_factory=list)  # (pointer, what it may be set to)


def make_data(random: Random) -> Data:
    """Three to six objects, then pointers to some of them."""
    data = Data()
    for number in range(random.randint(3, 6)):
        _add_object(random, data, number)
    if random.random() < 0.6:
        _add_swapped(random, data)
    rows = [view for view in data.views if view.row and view not in data.heap and view.length == str(LENGTH)]
    if rows and random.random() < 0.6:
        _add_interior(random, data, random.choice(rows), [view for view in rows])
    return data


def _add_object(random: Random, data: Data, number: int) -> None:
    element = random.choice(list(STORED))
    name = f"a{number}"
    roots = frozenset({name})
    kind = random.choice(
        ["static", "static2", "global heap", "heap", "heap2", "local", "vla", "vla2", "structs", "member", "held"]
    )
    matrix = f"{name}[(@) / {COLUMNS}][(@) % {COLUMNS}]"
    whole = View(element, f"{name}[@]", roots, row=name)
    if kind == "static":
        data.declared.append(f"static {element} {name}[{LENGTH}];")
        data.public.append(whole)
    elif kind == "static2":
        data.declared.append(f"static {element} {name}[{LENGTH // COLUMNS}][{COLUMNS}];")
        whole = View(element, matrix, roots)
        data.public.append(whole)
    elif kind in ("global heap", "heap"):
        (data.declared if kind == "global heap" else data.local).append(
            f"{'static ' if kind == 'global heap' else ''}{element} *{name};"
        )
        data.made.append(f"{name} = {random.choice([f'malloc({LENGTH} * sizeof *{name})', _calloc(name)])};")
        data.made.append(f"if (!{name})\n  return 1;")
        data.ended.append(f"free({name});")
        data.heap.append(whole)
        if kind == "global heap":
            data.public.append(whole)
    elif kind == "heap2":
        data.local.append(f"{element} (*{name})[{COLUMNS}] = malloc({LENGTH // COLUMNS} * sizeof *{name});")
        data.made.append(f"if (!{name})\n  return 1;")
        data.ended.append(f"free({name});")
        whole = View(element, matrix, roots)
    elif kind == "local":
        data.local.append(f"{element} {name}[{LENGTH}];")
    elif kind == "vla":
        data.local.append(f"{element} {name}[length];")
    elif kind == "vla2":
        data.local.append(f"{element} {name}[length / {COLUMNS}][{COLUMNS}];")
        whole = View(element, matrix, roots)
    elif kind == "structs":
        data.declared.append(f"struct s{number} {{\n  char tag;\n  {element} x;\n  double pad[2];\n}};")
        where = random.choice(["static ", ""])
        (data.declared if where else data.local).append(f"{where}struct s{number} {name}[{LENGTH}];")
        whole = View(element, f"{name}[@].x", roots)
        if where:
            data.public.append(whole)
    elif kind == "member":
        data.declared.append(f"static struct {{\n  int n;\n  {element} x[{LENGTH}];\n}} {name};")
        whole = View(element, f"{name}.x[@]", roots, row=f"{name}.x")
        data.public.append(whole)
    else:
        data.declared.append(f"struct h{number} {{\n  int n;\n  {element} *x;\n}};")
        data.local.append(f"struct h{number} {name} = {{{LENGTH}, NULL}};")
        data.made.append(f"{name}.x = malloc((size_t){name}.n * sizeof *{name}.x);\nif (!{name}.x)\n  return 1;")
        data.ended.append(f"free({name}.x);")
        whole = View(element, f"{name}.x[@]", roots, row=f"{name}.x")
        data.heap.append(whole)
    data.views.append(whole)


def _calloc(name: str) -> str:
    return f"calloc({LENGTH}, sizeof *{name})"


def _add_swapped(random: Random, data: Data) -> None:
    """Two pointers that change places between the loops."""
    element = random.choice(list(STORED))
    data.declared.append(f"static {element} swapped[{LENGTH}];")
    data.local.append(f"{element} *now = swapped, *next = malloc({LENGTH} * sizeof *next);")
    data.local.append(f"{element} *made = next;")
    data.made.append("if (!next)\n  return 1;")
    data.ended.append("free(made);")
    roots = frozenset({"swapped", "made"})
    for name in ("now", "next"):
        data.views.append(View(element, f"{name}[@]", roots, row=name, partners="now next"))
    data.views.append(View(element, "made[@]", roots, row="made"))
    data.swaps.append((element, "now", "next"))


def _add_interior(random: Random, data: Data, view: View, rows: list[View]) -> None:
    """A pointer into the middle of an object, or of another one from some time on."""
    same = [other for other in rows if other.element == view.element]
    offset = random.randint(1, 9)
    targets = [f"{other.row} + {random.randint(0, offset)}" for other in same]
    data.local.append(f"{view.element} *into = {view.row} + {offset};")
    roots = frozenset().union(*(other.roots for other in same))
    data.views.append(View(view.element, "into[@]", roots, str(LENGTH - offset), row="into"))
    data.moving += [("into", target) for target in targets]
