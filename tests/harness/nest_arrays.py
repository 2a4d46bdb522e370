"""The arrays of random loop nests: how they are declared, made and subscripted."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from tests.harness.random_loops import Lines

ROWS, COLUMNS, DEPTH = 23, 37, 5

# How an array is declared, made, and how its element (row, column) is written.
_KINDS = {
    "plane": ("static {type} {name}[{rows}][{columns}];", "", "{name}[{i}][{j}]"),
    "space": ("static {type} {name}[{rows}][{columns}][{depth}];", "", "{name}[{i}][{j}][{k}]"),
    "flat": (
        "static {type} *{name};",
        "{name} = malloc({rows} * {columns} * sizeof *{name});",
        "{name}[({i}) * {columns} + {j}]",
    ),
    "grid": (
        "static {type} (*{name})[{columns}];",
        "{name} = malloc({rows} * sizeof *{name});",
        "{name}[{i}][{j}]",
    ),
    "rows": ("static {type} **{name};", "{name} = make_{type}_rows();", "{name}[{i}][{j}]"),
    "lines": (
        "static struct {{ {type} line[{columns}]; int tag; }} {name}[{rows}];",
        "",
        "{name}[{i}].line[{j}]",
    ),
}

_MAKE_ROWS = """static {type} **make_{type}_rows(void)
{{
  {type} **made = malloc({rows} * sizeof *made);
  int i;

  for (i = 0; i < {rows}; i++)
    made[i] = malloc({columns} * sizeof **made);
  return made;
}}"""


@dataclass(frozen=True)
class Array:
    """An array of a program: `element` is the text of its element, with places for i, j and k."""

    name: str
    type: str
    kind: str
    element: str

    @property
    def declaration(self) -> str:
        """At file scope."""
        return _filled(_KINDS[self.kind][0], self)

    @property
    def making(self) -> str:
        """The statement that allocates it, empty where none does."""
        return _filled(_KINDS[self.kind][1], self)

    def at(self, i: str, j: str, k: str = "0") -> str:
        """An lvalue."""
        return self.element.format(i=i, j=j, k=k)

    def keep(self, value: str) -> str:
        """A value that the element can hold."""
        return f"WHOLE({value})" if self.type == "double" else f"FOLD({value})"


def random_array(name: str, choices: random.Random) -> Array:
    """An array of some kind and type."""
    kind = choices.choice(list(_KINDS))
    of = choices.choice(["double", "double", "int", "long"])
    return Array(name, of, kind, _KINDS[kind][2].replace("{name}", name).replace("{columns}", str(COLUMNS)))


def row_makers(arrays: Iterable[Array]) -> Lines:
    """The functions that make tables of rows."""
    types = sorted({array.type for array in arrays if array.kind == "rows"})
    return [_MAKE_ROWS.format(type=of, rows=ROWS, columns=COLUMNS) for of in types]


def _filled(text: str, array: Array) -> str:
    return text.format(name=array.name, type=array.type, rows=ROWS, columns=COLUMNS, depth=DEPTH)


def over(array: Array, statement: str) -> Lines:
    """A statement for each element."""
    depth = DEPTH if array.kind == "space" else 1
    return [
        f"for (i = 0; i < {ROWS}; i++)",
        f"  for (j = 0; j < {COLUMNS}; j++)",
        f"    for (k = 0; k < {depth}; k++)",
        f"      {statement}",
    ]
