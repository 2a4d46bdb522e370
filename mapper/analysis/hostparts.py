"""Host statements that touch single elements of the memory that devices use, which then move alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast, c_generator

from mapper.analysis.accesses import Call
from mapper.analysis.effects import EffectsOf
from mapper.analysis.hostnames import Touches
from mapper.analysis.scopes import Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.ctypes import FloatType, IntType, PointerType
from mapper.ir.kernel import Access
from mapper.ir.nodes import walk

_SIMPLE = (c_ast.Assignment, c_ast.UnaryOp)
_VALUES = (c_ast.BinaryOp, c_ast.Constant, c_ast.ID)
_SCALARS = (IntType, FloatType, PointerType)


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """An element as an lvalue, its text, the objects that it may lie in, and how it is accessed."""

    place: c_ast.Node
    text: str
    objects: int
    mode: Access


def elements(
    node: c_ast.Node, effects: EffectsOf, touches: Touches, kept: int, symbols: Symbols
) -> list[Element] | None:
    """The elements of `kept` memory that a statement touches; None where it touches anything else.

    What is read comes first, then what is written: when an element is fetched, those that were announced before
    to be written are sent, so they must have been written by then.
    """
    if not isinstance(node, (*_SIMPLE, c_ast.If)):
        return None
    evaluated = node.cond if isinstance(node, c_ast.If) else node
    if _leaves_out(evaluated):
        return None
    always = {id(part) for part in walk(evaluated)}
    found: dict[str, Element] = {}
    for access in effects.accesses(symbols).of(node):
        if isinstance(access, Call):
            if any(touch.objects for touch in touches.of_access(access, symbols)):
                return None
            continue
        if not access.objects & kept:
            if any(touch.objects for touch in touches.of_access(access, symbols)):
                return None
            continue
        place = access.place
        if (
            not isinstance(place, c_ast.ArrayRef)
            or access.through
            or not _is_element(place, node, effects, symbols)
        ):
            return None
        text = str(c_generator.CGenerator().visit(place))
        if id(place) not in always and text not in found:
            return None
        mode = (Access.READ if access.read else Access(0)) | (Access.WRITE if access.write else Access(0))
        objects = access.objects & kept
        if text in found:
            mode, objects = mode | found[text].mode, objects | found[text].objects
        found[text] = Element(place, text, objects, mode)
    return [
        replace(each, mode=mode)
        for mode in (Access.READ, Access.WRITE)
        for each in found.values()
        if mode in each.mode
    ]


def _leaves_out(expression: c_ast.Node) -> bool:
    """Whether an expression may leave out the evaluation of parts that touch memory."""
    for node in walk(expression):
        parts: tuple[c_ast.Node, ...] = ()
        if isinstance(node, c_ast.TernaryOp):
            parts = (node.iftrue, node.iffalse)
        elif isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"):
            parts = (node.right,)
        if any(not isinstance(inner, _VALUES) for part in parts for inner in walk(part)):
            return True
    return False


def _is_element(place: c_ast.Node | Symbol, during: c_ast.Node, effects: EffectsOf, symbols: Symbols) -> bool:
    """Whether an lvalue is a number or pointer in an array, the same before a statement as in it."""
    if not isinstance(place, c_ast.ArrayRef) or not isinstance(symbols.type_of(place), _SCALARS):
        return False
    base: c_ast.Node = place
    while isinstance(base, c_ast.ArrayRef):
        if not effects.unchanged(base.subscript, during, symbols):
            return False
        base = base.name
        through = isinstance(base, c_ast.ArrayRef) and isinstance(symbols.type_of(base), PointerType)
        if through and not effects.unchanged(base, during, symbols):
            return False
    return isinstance(base, c_ast.ID) and effects.unchanged(base, during, symbols)
