"""Host statements that touch elements or stretches of the memory that devices use, which then move alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast, c_generator

from mapper.analysis.host.names import Touches
from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.analysis.pointers.accesses import Access as Single
from mapper.analysis.pointers.accesses import Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.program import Function
from mapper.ir.program.host_plan import HostAccess
from mapper.ir.program.kernel import Access
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.nodes import Omp, ids, optional_parts, walk

_SIMPLE = (c_ast.Assignment, c_ast.UnaryOp, c_ast.FuncCall, c_ast.BinaryOp, c_ast.ArrayRef, c_ast.StructRef)
_VALUES = (c_ast.BinaryOp, c_ast.Constant, c_ast.ID)
_LVALUES = (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef, c_ast.UnaryOp)
_REPEATED = (*_LVALUES, c_ast.BinaryOp, c_ast.Constant, c_ast.ExprList)
_SCALARS = (IntType, FloatType, PointerType)


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """An element as an lvalue, its text, the objects that it may be in, and how it is accessed.

    With `factors`, `place` is a pointer: as many bytes are accessed there as their product says, or as many
    elements of an MPI data type; fewer where that is not `exact`.
    """

    place: c_ast.Node
    text: str
    objects: int
    mode: Access
    factors: tuple[c_ast.Node, ...] = ()
    data_type: c_ast.Node | None = None
    exact: bool = True


def elements(
    node: c_ast.Node, effects: EffectsOf, touches: Touches, kept: int, symbols: Symbols
) -> list[Element] | None:
    """The elements of `kept` memory that a statement or condition touches; None where it touches anything else.

    What is read comes first, then what is written: when an element is fetched, those that were announced before
    to be written are sent, so they must have been written by then.
    """
    if not isinstance(node, (*_SIMPLE, c_ast.If)):
        return None
    evaluated = node.cond if isinstance(node, c_ast.If) else node
    if _leaves_out(evaluated):
        return None
    always = ids(evaluated)
    stretches = _stretches(evaluated, effects, symbols)
    found: dict[str, Element] = {}
    for access in effects.accesses(symbols).of(node):
        if isinstance(access, Call) or not access.objects & kept:
            if any(touch.objects for touch in touches.of_access(access, symbols)):
                return None
            continue
        place = access.place
        mode = (Access.READ if access.read else Access(0)) | (Access.WRITE if access.write else Access(0))
        objects = access.objects & kept
        if access.through and not access.behind and id(place) in stretches:
            whole = stretches[id(place)]
            if not whole.exact:
                mode |= Access.READ  # what is not written stays as it was
            old = found.get(whole.text)
            mode, objects = (mode, objects) if old is None else (mode | old.mode, objects | old.objects)
            found[whole.text] = replace(whole, objects=objects, mode=mode)
            continue
        if access.through or isinstance(place, Symbol) or not _is_element(place, node, effects, symbols):
            return None
        text = str(c_generator.CGenerator().visit(place))
        if id(place) not in always and text not in found:
            return None
        if text in found:
            mode, objects = mode | found[text].mode, objects | found[text].objects
        found[text] = Element(place, text, objects, mode)
    return [
        replace(each, mode=mode)
        for mode in (Access.READ, Access.WRITE)
        for each in found.values()
        if mode in each.mode
    ]


def announced(
    found: Sequence[Element], written: int, objects: int = -1, condition: c_ast.Node | None = None
) -> tuple[HostAccess, ...]:
    """The announcements of elements of some objects; of what is read, those that devices have `written`."""
    return tuple(
        HostAccess(
            each.place,
            each.text,
            each.mode,
            part=not each.factors,
            factors=each.factors,
            data_type=each.data_type,
            condition=condition,
        )
        for each in found
        if each.objects & objects and (Access.WRITE in each.mode or each.objects & written)
    )


def single_element(
    access: Single, nodes: Sequence[c_ast.Node], effects: EffectsOf, symbols: Symbols
) -> c_ast.Node | None:
    """The lvalue of an access of expressions if it is one element, the same before, in and behind all of them.

    None where it is more, or may be left out.
    """
    place = access.place
    if access.through or isinstance(place, Symbol):
        return None
    good = all(_is_element(place, node, effects, symbols) and not _leaves_out(node) for node in nodes)
    return place if good and _is_plain(place) else None


def is_found_directly(place: c_ast.Node | Symbol, names: NamesAt) -> bool:
    """Whether an lvalue is a number or pointer whose address takes a variable and constants, and no memory.

    It is in an array or structure: `m->n`, `m[0].size.x`, `m->extents[2]`, `first[100]`.
    """
    if not isinstance(place, c_ast.StructRef | c_ast.ArrayRef) or not isinstance(names.type_of(place), _SCALARS):
        return False
    if isinstance(place, c_ast.StructRef) and names.is_bit_field(place):
        return False
    while not isinstance(place, c_ast.ID):
        match place:
            case c_ast.StructRef():
                loaded = place.type == "->"
            case c_ast.ArrayRef(subscript=c_ast.Constant()):
                loaded = not isinstance(names.type_of(place.name), ArrayType)
            case _:
                return False
        place = place.name
        if loaded and not isinstance(place, c_ast.ID):
            return False
    return True


def _stretches(evaluated: c_ast.Node, effects: EffectsOf, symbols: Symbols) -> dict[int, Element]:
    """What library functions touch through their pointer arguments, by these, where that is known before."""
    found: dict[int, Element] = {}
    printer = c_generator.CGenerator()
    for call in walk(evaluated):
        if not isinstance(call, c_ast.FuncCall) or call.args is None:
            continue
        arguments = call.args.exprs
        for position, length in effects.graph.lengths(call, symbols):
            used = [position, *length.positions]
            if not all(
                _is_plain(arguments[each]) and effects.unchanged(arguments[each], evaluated, symbols)
                for each in used
            ):
                continue
            pointer = arguments[position]
            factors = tuple(arguments[each] for each in length.factors)
            data_type = None if length.data_type is None else arguments[length.data_type]
            text = ", ".join(printer.visit(arguments[each]) for each in used)
            found[id(pointer)] = Element(pointer, text, 0, Access(0), factors, data_type, length.exact)
    return found


def _is_plain(expression: c_ast.Node) -> bool:
    """Whether an expression can be evaluated once more: it calls nothing, and its text is the same elsewhere."""
    return not any(
        isinstance(part, c_ast.FuncCall | c_ast.CompoundLiteral | c_ast.Compound | Omp)
        for part in walk(expression)
    )


def _leaves_out(expression: c_ast.Node) -> bool:
    """Whether an expression may leave out the evaluation of parts that touch memory."""
    for node in walk(expression):
        if isinstance(node, c_ast.Compound):
            return True
        if any(not isinstance(inner, _VALUES) for part in optional_parts(node) for inner in walk(part)):
            return True
    return False


def _is_element(place: c_ast.Node | Symbol, during: c_ast.Node, effects: EffectsOf, symbols: Symbols) -> bool:
    """Whether an lvalue is a number or pointer in an array or structure, the same before a statement as in it."""
    if isinstance(place, Symbol | c_ast.ID) or not isinstance(symbols.type_of(place), _SCALARS):
        return False
    inner: c_ast.Node = place
    while not isinstance(inner, c_ast.ID):
        match inner:
            case c_ast.ArrayRef():
                if not effects.unchanged(inner.subscript, during, symbols):
                    return False
                loaded = not isinstance(symbols.type_of(inner.name), ArrayType)
                inner = inner.name
            case c_ast.StructRef():
                if _is_bit_field(inner, symbols):
                    return False
                loaded = inner.type == "->"
                inner = inner.name
            case c_ast.UnaryOp(op="*"):
                loaded, inner = True, inner.expr
            case _:
                return effects.unchanged(inner, during, symbols) and _can_be_repeated(inner, effects, symbols)
        if loaded and not effects.unchanged(inner, during, symbols):
            return False
        if not loaded and not isinstance(inner, _LVALUES):
            return False
    return effects.unchanged(inner, during, symbols)


def _can_be_repeated(pointer: c_ast.Node, effects: EffectsOf, symbols: Symbols) -> bool:
    """Whether a pointer that stays the same can be computed once more, by its text: it calls accessors at most."""
    for part in walk(pointer):
        if isinstance(part, c_ast.FuncCall):
            targets = effects.graph.targets(part, symbols)
            functions = [each for key in targets.all for each in effects.graph.whole.functions.get(key, ())]
            if targets.unknown or len(functions) != len(targets.all) or not all(map(_is_accessor, functions)):
                return False
        elif not isinstance(part, _REPEATED):
            return False
    return True


def _is_accessor(function: Function) -> bool:
    """Whether a function calls nothing and reads nothing volatile: called twice, it has the same result."""
    return not any(
        isinstance(part, c_ast.FuncCall)
        or (isinstance(part, _LVALUES) and function.symbols.type_of(part).volatile)
        for part in walk(function.definition.body)
    )


def _is_bit_field(place: c_ast.StructRef, symbols: Symbols) -> bool:
    """Whether a member has no address; true also where that is not known."""
    of = symbols.type_of(place.name)
    if place.type == "->":
        pointer = decay(of)
        of = pointer.target if isinstance(pointer, PointerType) else of
    struct = unqualified(of)
    member = symbols.member(struct, place.field.name) if isinstance(struct, StructType) else None
    return member is None or member.bits is not None
