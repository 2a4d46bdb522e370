"""Atomic operations, which are functions and constructs: what they change, and values that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.ir.builtins.atomic_names import AtomicCall, atomic_call
from mapper.ir.trees.build import pointee
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, arguments_of, called_name, text_of, walk
from mapper.translate.common.updates import statements_in


def atomic_of(node: c_ast.Node | None) -> AtomicCall | None:
    """What a call of one of the compiler's atomic functions does; None for all else."""
    return atomic_call(called_name(node)) if isinstance(node, c_ast.FuncCall) and node.args is not None else None


def targets_in(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """The places that an atomic function or construct reads and changes, with the variables that get values."""
    if atomic_of(node) is not None:
        yield pointee(arguments_of(node)[0])
    elif isinstance(node, Omp) and node.directive.kind == "atomic" and node.body is not None:
        for part in walk(node.body):
            place = changed_place(part)
            if place is not None:
                yield place
            if isinstance(part, c_ast.Assignment) and node.directive.form == "read":
                yield part.rvalue


def unused_values(root: c_ast.Node) -> Iterator[int]:
    """The `id`s of what gives an object's value to an update of the object alone: `sum[k]` in `sum[k] += x`."""
    for node in statements_in(root):
        if isinstance(node, Omp) and node.directive.kind == "atomic" and node.body is not None:
            if node.directive.form not in (None, "update"):
                continue
            changed = {text_of(place) for place in targets_in(node)}
            yield from (id(part) for part in walk(node.body) if text_of(part) in changed)
        else:
            found = atomic_of(node)
            if found is not None and found.updates:
                yield id(node)
