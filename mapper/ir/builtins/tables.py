"""Tables of pointers in kernels: `a[i][j]` is `a[mrt_entry(a_rows, a_rows_first, a_rows_step, i) + j]`.

A pointer to pointers is a number in a kernel: the position of an entry of the table, from which the row's
position follows, in entries of the next table or in elements of the buffer at the end.  `mrt_entry` computes
`first + index * step` where the step is not 0, since the rows are cut evenly out of one block, otherwise it loads
the position from the table.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.nodes import called_name, clone

ROW = "mrt_entry"

ROW_FUNCTION = f"""long {ROW}(__global const long *table, long first, long step, long index);
long {ROW}(__global const long *table, long first, long step, long index)
{{
  return step != 0 ? first + index * step : table[index];
}}
"""
"""The function's OpenCL C text."""

NULL = "mrt_is_null"

NULL_FUNCTION = f"""int {NULL}(long position);
int {NULL}(long position)
{{
  return position == LONG_MIN;
}}
"""
"""The text of the one that says whether a position is that of a null pointer."""


def parts(table: str) -> tuple[str, str, str]:
    """The names that a table has in a kernel: the positions, the first position, and the step between them."""
    return table, f"{table}_first", f"{table}_step"


def row(table: str, index: c_ast.Node) -> c_ast.FuncCall:
    """The position that entry `index` of a table leads to."""
    return build.call(ROW, *map(build.identifier, parts(table)), index)


def or_null(memory: str, position: c_ast.Node) -> c_ast.Node:
    """The pointer to a position in memory: null where the table's entry is."""
    address = build.binary("+", build.identifier(memory), clone(position))
    return c_ast.TernaryOp(build.call(NULL, position), build.integer(0), address)


def is_row(node: c_ast.Node) -> bool:
    """Whether a node is such a position."""
    return called_name(node) == ROW


LEVEL = "@"
"""How the texts of levels begin, in the products that represent rows: see `level`."""


def level(number: int) -> str:
    """The text of a level of tables, the first one 0: `x[k][j][i]` is `k * @0 * @1 + j * @1 + i` elements away."""
    return f"{LEVEL}{number}"


def evenly(node: c_ast.FuncCall) -> c_ast.Node:
    """The position of `row`, for evenly cut rows: `first + index * step`."""
    _, first, step, index = node.args.exprs
    return build.binary("+", first, build.binary("*", index, step))
