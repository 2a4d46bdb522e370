"""Where memory that threads update is, and whether two places of it may be the same."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType, StructType
from mapper.ir.trees.directive import APART, LISTED
from mapper.ir.trees.nodes import Omp, subscripted, text_of, walk
from mapper.translate.common.refused import refuse
from mapper.translate.memory.punning import may_pun, never_shared
from mapper.translate.threads.thread_state import may_meet

Members = tuple[tuple[CType, str], ...]
"""Names of members, each with the type of its structure."""


@dataclass(frozen=True, slots=True)
class Place:
    """The objects that a place may be in, the members of structures that it is part of, its type and its pointer.

    `puns` is true if its unit lets different types share memory.
    """

    objects: int
    members: Members
    type: CType
    pointer: str | None
    puns: bool
    effects: EffectsOf

    @staticmethod
    def of(place: c_ast.Node, symbols: Symbols, effects: EffectsOf) -> Place:
        """That of an lvalue."""
        return Place(
            effects.points.located(place, symbols),
            members_of(place, symbols),
            symbols.type_of(place),
            _pointer(subscripted(place)[0], symbols),
            may_pun(symbols.unit),
            effects,
        )

    def meets(self, other: Place) -> bool:
        """Whether two places may be the same."""
        if not may_meet(self.objects, other.objects, self.effects) or apart(self.members, other.members):
            return False
        return self.puns or other.puns or not never_shared(self.type, other.type)

    def is_other(self, other: Place) -> bool:
        """Whether different pointers lead to two places, and none is known to lead into the other's object."""
        one, another = self.objects & ~MOVED_BIT, other.objects & ~MOVED_BIT
        if one == another and one.bit_count() == 1 and one != UNKNOWN_BIT:
            return False
        return None not in (self.pointer, other.pointer) and self.pointer != other.pointer


def _pointer(leads: c_ast.Node, symbols: Symbols) -> str | None:
    """What tells a pointer from others: the member that it is, or its name.

    None for other expressions, and for variables inside a function, which may be copies of any pointer.
    """
    match leads:
        case c_ast.StructRef(type="->"):
            return f"->{leads.field.name}"
        case c_ast.ID() if (symbol := symbols.symbol(leads)) is not None:
            return symbol.name if symbol.is_static or symbol.kind is Kind.PARAMETER else None
    return None


def members_of(target: c_ast.Node, symbols: Symbols) -> Members:
    """The members of structures that a place is (part) of, innermost first; none for other objects."""
    found: list[tuple[CType, str]] = []
    while True:
        match target:
            case c_ast.ArrayRef() if isinstance(unqualified(symbols.type_of(target.name)), ArrayType):
                target = target.name
            case c_ast.StructRef():
                of = decay(symbols.type_of(target.name))
                record = unqualified(of.target if isinstance(of, PointerType) else of)
                if isinstance(record, StructType) and not record.union:
                    found.append((record, target.field.name))
                if target.type == "->":
                    return tuple(found)
                target = target.name
            case _:
                return tuple(found)


def apart(one: Members, other: Members) -> bool:
    """Whether two places are in different members of structures of one type: such are the same, or apart."""
    return any(record == another and name != other_name for record, name in one for another, other_name in other)


def check_apart(construct: Omp, symbols: Symbols, effects: EffectsOf) -> None:
    """Raise `Refused` where a loop may touch what its iterations have copies of, or append to, in another way."""
    for loop in walk(construct):
        if not isinstance(loop, Omp):
            continue
        for clause in (*loop.directive.all(APART), *loop.directive.all(LISTED)):
            assert isinstance(clause.expression, c_ast.ExprList)
            assert loop.body is not None
            listed = clause.kind == LISTED
            used = list(effects.accesses(symbols).of(loop.body))
            for result in clause.expression.exprs:
                place, own = Place.of(result, symbols, effects), _array_of(result) if listed else ""
                if any(
                    _may_touch(each, place, symbols, effects) for each in used if not own or _used_as(each) != own
                ):
                    done = "append to" if listed else "keep an extreme in"
                    reason = (
                        f"iterations {done} `{own or text_of(result)}`, which they may use in another way, too"
                    )
                    refuse("K001", reason, clause.where)


def _array_of(element: c_ast.Node) -> str:
    """What an element is of, as text; the text of other places."""
    return text_of(element.name if isinstance(element, c_ast.ArrayRef) else element)


def _used_as(access: Access | Call) -> str:
    """The text of the array whose element an access is about, or of the place."""
    place = None if isinstance(access, Call) else access.place
    while isinstance(place, c_ast.StructRef) and place.type == "." and isinstance(_outer(place), c_ast.ArrayRef):
        place = place.name
    return _array_of(place) if isinstance(place, c_ast.Node) else ""


def _outer(place: c_ast.StructRef) -> c_ast.Node:
    """What a member of a structure, maybe in others, is a member of."""
    node: c_ast.Node = place
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        node = node.name
    return node


def _may_touch(access: Access | Call, place: Place, symbols: Symbols, effects: EffectsOf) -> bool:
    if isinstance(access, Call):
        of = effects.of_targets(access.targets)
        return bool(of.unknown) or may_meet(of.touches, place.objects, effects)
    if isinstance(access.place, Symbol):
        return may_meet(access.objects, place.objects, effects)
    return may_meet(access.objects, place.objects, effects) and Place.of(access.place, symbols, effects).meets(
        place
    )
