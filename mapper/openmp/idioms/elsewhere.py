"""Functions of other files whose calls in regions become what these functions do, as calls of a unit's own do.

The directives of a unit are bound before other units are known, so a unit that calls such functions is read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pycparser import c_ast

from mapper.ir.trees.names import declared_names, objects_in
from mapper.ir.trees.nodes import called_name, clone, constructs_in, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.called_places import Place, place_of
from mapper.openmp.idioms.calls.called_updates import Body, Functions, calls_any_update
from mapper.openmp.idioms.declared_types import PLAIN_WORDS, meaning, scalar_words, spelled
from mapper.openmp.idioms.memory.allocators import Allocator, allocators, calls_any
from mapper.openmp.idioms.shares.asking import library_calls, thread_numbers

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False, slots=True)
class Elsewhere:
    """What is known of the functions of other files, by their names.

    `allocators` only allocate or free memory, `updates` only update what they are given, `asking` only return
    what a library function of the thread's number or of the threads' count returns, `places` only return places
    of the thread's.
    """

    allocators: Mapping[str, Allocator] = field(default_factory=dict)
    updates: Mapping[str, Body] = field(default_factory=dict)
    asking: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)


NOTHING = Elsewhere()


def functions_elsewhere(units: Sequence[Unit]) -> list[tuple[int, Elsewhere]]:
    """The units whose regions call such functions of others, and these functions."""
    owners = _owners(units)
    allocating = _once(units, allocators, owners)
    asking = _once(units, _asking, owners)
    bodies = {id(unit): Functions(unit) for unit in units}
    found = []
    for at, unit in enumerate(units):
        called = sorted(_called(unit) - declared_functions(unit))
        owned = [(name, owners[name]) for name in called if name in owners and _is_declared(name, unit)]
        bodies_of = ((name, bodies[id(owner)].body(name), owner) for name, owner in owned)
        known = Elsewhere(
            allocating if calls_any(unit, allocating) else {},
            _having({name: body and _moved(body, owner, unit) for name, body, owner in bodies_of}),
            {name: asking[name] for name, _ in owned if name in asking},
            _having({name: _place(name, owner, unit) for name, owner in owned}),
        )
        if known.allocators or known.asking or known.places or calls_any_update(unit, known.updates):
            found.append((at, known))
    return found


def _having(found: Mapping[str, Found | None]) -> dict[str, Found]:
    return {name: each for name, each in found.items() if each is not None}


def _place(name: str, owner: Unit, user: Unit) -> Place | None:
    """The place that a function returns, for another unit; None where that has other names for what it is in."""
    function = next(each for each in owner.functions if each.decl.name == name)
    place = place_of(owner, function, thread_numbers(owner))
    if place is None:
        return None
    free = {each.name for each in objects_in(place.value)} - {each.name for each in place.parameters}
    casts = [part for part in walk(place.value) if isinstance(part, c_ast.Typename)]
    if casts or not all(_is_same_object(each, owner, user) for each in free):
        return None
    value = clone(place.value)
    for node in walk(value):
        node.coord = None  # type: ignore[misc]
    return replace(place, value=value)


def declared_functions(unit: Unit) -> set[str]:
    """The functions that a unit defines."""
    return {each.decl.name for each in unit.functions}


def _owners(units: Sequence[Unit]) -> dict[str, Unit]:
    """The units that define functions which others may call, where one alone does."""
    defined = [(each.decl.name, unit) for unit in units for each in unit.functions if _is_external(each.decl)]
    times = Counter(name for name, _ in defined)
    return {name: unit for name, unit in defined if times[name] == 1}


def _once(
    units: Sequence[Unit], of: Callable[[Unit], Mapping[str, Found]], owners: Collection[str]
) -> dict[str, Found]:
    """What is known of functions that one unit alone defines."""
    return {name: each for unit in units for name, each in of(unit).items() if name in owners}


def _asking(unit: Unit) -> dict[str, str]:
    """The functions of a unit that other files may call and that ask for the thread's number or the like."""
    external = {each.decl.name for each in unit.functions if _is_external(each.decl)}
    return {name: called for name, called in library_calls(unit).items() if name in external}


def _called(unit: Unit) -> set[str]:
    """The functions that are called by name in the regions of a unit."""
    regions = (
        node
        for function in unit.functions
        for node in constructs_in(function.body)
        if node.directive.kind.startswith("parallel")
    )
    return {called_name(node) for region in regions for node in walk(region) if isinstance(node, c_ast.FuncCall)}


def _is_external(declaration: c_ast.Decl) -> bool:
    return "static" not in declaration.storage


def _declarations(name: str, unit: Unit) -> Iterator[c_ast.Decl]:
    """The declarations of a name at file scope."""
    yield from (each for each in unit.declarations if each.name == name)
    yield from (each.decl for each in unit.functions if each.decl.name == name)


def _is_declared(name: str, unit: Unit) -> bool:
    """Whether a unit declares a function of another one with its parameters."""
    found = list(_declarations(name, unit))
    return any(isinstance(each.type, c_ast.FuncDecl) and each.type.args for each in found) and all(
        map(_is_external, found)
    )


def _moved(body: Body, owner: Unit, user: Unit) -> Body | None:
    """What a function does, for another unit, in which its places mean nothing and types may have other names.

    None where the other unit has other names for what the function uses.
    """
    own = {each.name for each in body.parameters} | declared_names(*body.items)
    free = {each.name for item in body.items for each in objects_in(item)} - own
    items, parameters = tuple(map(clone, body.items)), tuple(map(clone, body.parameters))
    scalars = [each.type for each in parameters if _is_of_scalars(each.type, owner)]
    parts = [part for tree in (*items, *scalars) for part in walk(tree)]
    if any(isinstance(part, c_ast.Struct | c_ast.Union | c_ast.Enum) for part in parts):
        return None
    if not all(_is_same_object(name, owner, user) for name in free):
        return None
    for part in parts:
        part.coord = None  # type: ignore[misc]
        if isinstance(part, c_ast.IdentifierType):
            of = meaning(part, owner)
            if not isinstance(of, c_ast.IdentifierType) or not PLAIN_WORDS.issuperset(of.names):
                return None
            part.names = list(of.names)
    return replace(body, parameters=parameters, items=items)


def _is_of_scalars(of: c_ast.Node, unit: Unit) -> bool:
    """Whether a parameter is a number, or leads to one; others lead to what both units know by one name."""
    words = scalar_words(of.type if isinstance(of, c_ast.PtrDecl) else of)
    return not isinstance(of, c_ast.PtrDecl) or isinstance(meaning(words, unit), c_ast.IdentifierType)


def _is_same_object(name: str, owner: Unit, user: Unit) -> bool:
    """Whether a name means the same function or variable in two units."""
    both = [list(_declarations(name, unit)) for unit in (owner, user)]
    found = [each for declarations in both for each in declarations]
    if not all(both) or not all(map(_is_external, found)):
        return False
    if all(isinstance(each.type, c_ast.FuncDecl) for each in found):
        return True
    return len({spelled(each.type) for each in found}) == 1
