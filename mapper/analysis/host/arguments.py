"""What host calls touch through arguments that name no variable, as rows that a table of pointers leads to.

Such an argument (`factor(tiles[k * n + k])`) is announced by its own expression, evaluated once more before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast, c_generator

from mapper.analysis.host.names import Touch, Touches
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.roots import root_of_pointer
from mapper.analysis.whole_program.objects import MOVED_BIT
from mapper.analysis.whole_program.program import Whole
from mapper.ir.trees.nodes import LOOPS, Omp, arguments_of, children, optional_parts, walk


@dataclass(frozen=True, eq=False, slots=True)
class Passed:
    """An argument as an expression and as text, and what is touched through it."""

    pointer: c_ast.Node
    text: str
    touch: Touch


def passed_by(
    node: c_ast.Node, whole: Whole, effects: EffectsOf, touches: Touches, symbols: Symbols
) -> tuple[list[Passed], list[Touch]] | None:
    """The arguments of the calls in an expression that can be announced so, and all else that it touches.

    None where there is no such argument.
    """
    if not isinstance(node, _EXPRESSIONS):
        return None
    calls = {id(call): call for call in _always_called(node)}
    outermost = getattr(node, "rvalue", getattr(node, "init", node))
    found: list[Passed] = []
    rest: list[Touch] = []
    for access in effects.accesses(symbols).of(node):
        call = calls.get(id(access.node)) if isinstance(access, Call) else None
        parts = touches.by_argument(access) if call is not None and isinstance(access, Call) else None
        if parts is None or call is None:
            rest += touches.of_access(access, symbols)
            continue
        during = arguments_of(call) if call is outermost else [node]
        for touch, argument in parts:
            root = None if argument is None else root_of_pointer(argument, symbols)
            if argument is None or root is not None or not touch.objects:
                rest.append(touch if root is None else Touch(touch.reads, touch.writes, root))
            elif _may_be_repeated(argument, during, whole, effects, symbols):
                found.append(Passed(argument, str(c_generator.CGenerator().visit(argument)), touch))
            else:
                rest.append(touch)
    return (found, rest) if found else None


_EXPRESSIONS = (c_ast.Assignment, c_ast.BinaryOp, c_ast.Decl, c_ast.FuncCall, c_ast.UnaryOp)


def _always_called(node: c_ast.Node) -> Iterator[c_ast.FuncCall]:
    """The calls that an expression, or a declaration's value, makes in any case."""
    if isinstance(node, c_ast.FuncCall):
        yield node
    left_out = optional_parts(node)
    for child in children(node):
        if child not in left_out and not isinstance(child, c_ast.Compound | c_ast.Typename | c_ast.TypeDecl):
            yield from _always_called(child)


def _may_be_repeated(
    pointer: c_ast.Node, during: Sequence[c_ast.Node], whole: Whole, effects: EffectsOf, symbols: Symbols
) -> bool:
    """Whether an argument has the same value before some expressions as in them, and is evaluated soon."""
    for part in walk(pointer):
        if isinstance(part, c_ast.CompoundLiteral | c_ast.Compound | Omp):
            return False
        if isinstance(part, c_ast.FuncCall) and not _is_brief(part, whole, effects, symbols):
            return False
    same = all(effects.unchanged(pointer, each, symbols) for each in during)
    return same and not effects.points.pointed(pointer, symbols) & MOVED_BIT


def _is_brief(call: c_ast.FuncCall, whole: Whole, effects: EffectsOf, symbols: Symbols) -> bool:
    """Whether a call only computes, without loops and further calls."""
    targets = effects.graph.targets(call, symbols)
    if targets.unknown or targets.callbacks or not targets.functions:
        return False
    bodies = [each.definition.body for key in targets.functions for each in whole.functions.get(key, ())]
    return bool(bodies) and not any(
        isinstance(part, (c_ast.FuncCall, *LOOPS)) for body in bodies for part in walk(body)
    )
