"""Tables that lead to the same rows: those of structures, and of others that a pointer in these leads to.

`b[k].u` and `b[k].left->u` are rows of the same blocks, as `left` leads to another element of `b`.
Transformations that change the order of accesses take the rows of tables for different memory, and the CPU runs
each launch that finds that they aren't.  Here that would be every launch.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.program.kernel import Access, Buffer, Kernel
from mapper.ir.trees.nodes import text_of, walk


def linked_rows(kernel: Kernel) -> tuple[Buffer, Buffer] | None:
    """The rows of two tables, one of which the kernel writes, that are the same member of linked structures.

    Both are found from one variable, at least one of them through a pointer in its structures.  None where there
    are no such tables.
    """
    found: list[tuple[Buffer, bool, tuple[str, str]]] = []
    for chain in kernel.boxes:
        rows, linked, place = chain[-1], bool(chain[0].within), _place(chain[-1].pointer)
        if place is None:
            continue
        for other, its, there in found:
            differ = text_of(other.pointer) != text_of(rows.pointer) and other.element == rows.element
            written = Access.WRITE in other.access or Access.WRITE in rows.access
            if there == place and (its or linked) and differ and written:
                return other, rows
        found.append((rows, linked, place))
    return None


def _place(pointer: c_ast.Node) -> tuple[str, str] | None:
    """The variable that a pointer is found from, and the member that it is or is in; None where it is in none."""
    while isinstance(pointer, c_ast.ArrayRef):
        pointer = pointer.name
    if not isinstance(pointer, c_ast.StructRef):
        return None
    root = next((node for node in walk(pointer.name) if isinstance(node, c_ast.ID)), None)
    return (root.name, pointer.field.name) if root is not None else None
