"""Work-shared loops with one loop inside, whose iterations may wait for each other: what pipelines are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.directive import Clause, Counting, Directive
from mapper.ir.trees.headers import Head, ahead_of, head_of
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, names_in, pointed_names
from mapper.ir.trees.nodes import Omp, calls, clone, has_effects, may_continue, single, subscripted, text_of, walk
from mapper.ir.trees.quote import expression, statements
from mapper.openmp.idioms.declared_types import scalar_words
from mapper.openmp.idioms.pipelines.spin_waits import MixedError, Waiting, parted, waiting_in
from mapper.openmp.idioms.pipelines.strips import in_one, least

OF_LOOP = frozenset(["private", "schedule", "nowait", "ordered"])
"""The clauses that loops whose iterations wait for others may have."""
_TYPES = {"int": "int", "long": "long", "long int": "long"} | {
    each: each for each in ("int32_t", "int64_t", "ptrdiff_t", "ssize_t")
}
_LEAVING = (c_ast.Goto, c_ast.Label, c_ast.Return)


@dataclass(frozen=True, eq=False, slots=True)
class Level:
    """A loop of a nest; all but the type is in the names of the source."""

    node: c_ast.For
    head: Head
    type: str
    counting: Counting

    @property
    def name(self) -> str:
        """The counter's name."""
        return self.head.start.name

    @property
    def reach(self) -> c_ast.Node:
        """How far it is from the first value of the counter to the last one; negative where there is none."""
        last, first = (self.counting.bound, self.counting.lower)[:: 1 if self.counting.rises else -1]
        found = c_ast.BinaryOp("-", last, first)
        strict = self.counting.relation in "<>"
        return c_ast.BinaryOp("-", found, c_ast.Constant("int", "1")) if strict else found

    def known(self, value: c_ast.Node, name: str) -> c_ast.Node:
        """A bound, or how far the loop goes, where it has only numbers and variables; else a variable for it."""
        return value if is_plain(value) else c_ast.ID(name)

    def behind(self, first: str, reach: str) -> c_ast.Node:
        """The counter's value behind the loop, by the variables that say where it begins and how far it goes."""
        forth = "+" if self.counting.rises else "-"
        return expression(f"{reach} < 0 ? {first} : {first} {forth} ({reach} + 1)")


@dataclass(frozen=True, eq=False, slots=True)
class Nest:
    """A work-shared loop that does nothing but one loop inside, flags apart.

    `flags` is what is about flags in an iteration of the outer loop, and `counters` are those that it sets, with
    their types.  `waits` is true if iterations wait for others; otherwise the work-shared loop is parallel.
    """

    construct: Omp
    first: Level
    second: Level
    flags: c_ast.Node | None
    counters: Mapping[str, str]
    waits: bool

    def kept(self) -> list[c_ast.Node]:
        """What keeps the flags, in the order of the loop, with the variables that it sets."""
        if self.flags is None:
            return []
        node = self.first.node
        around = c_ast.For(clone(node.init), clone(node.cond), clone(node.next), self.flags, node.coord)
        types = {self.first.name: self.first.type, **self.counters}
        return [*(each for name, of in types.items() for each in statements(f"$T {name};", T=of)), around]


def nest_of(construct: Omp, declared: Sequence[c_ast.Decl], clauses: Collection[str]) -> Nest | None:
    """A work-shared loop with no other clauses as a nest; None where it is none.

    `declared` are the variables that names may mean.
    """
    outer = construct.body
    if not isinstance(outer, c_ast.For) or any(each.kind not in clauses for each in construct.directive.clauses):
        return None
    waiting = waiting_in(outer.stmt, _counters(outer))
    ordered = construct.directive.first("ordered") is not None
    if ordered != _is_doacross(outer):
        return None
    try:
        parts = parted(outer.stmt, waiting)
    except MixedError:
        return None
    inner = single(parts.data)
    if not isinstance(inner, c_ast.For):
        return None
    inner = in_one(inner) or inner
    first, second = level_of(outer, declared), level_of(inner, declared)
    if first is None or second is None or first.type != second.type or not is_rectangle(first, second):
        return None
    if not _is_apart(parts.flags, inner, waiting, {first.name, second.name}) or not _looks_back(waiting, first):
        return None
    kept = [] if parts.flags is None else _set_counters(parts.flags)
    types = {name: _type_of(name, declared) for name in kept}
    known = {name: of for name, of in types.items() if of is not None}
    if len(known) < len(types):
        return None
    return Nest(construct, first, second, parts.flags, known, ordered or bool(waiting.spins))


def row_of(construct: Omp, declared: Sequence[c_ast.Decl], clauses: Collection[str]) -> Nest | None:
    """A work-shared loop of rows without columns: a nest in which both loops are this one; None for others."""
    loop = construct.body
    if not isinstance(loop, c_ast.For) or any(each.kind not in clauses for each in construct.directive.clauses):
        return None
    level = level_of(loop, declared)
    if level is None or waiting_in(loop.stmt, ()).spins or may_continue(loop.stmt):
        return None
    return Nest(construct, level, level, None, {}, waits=False)


def inside(levels: Sequence[Level], body: Sequence[c_ast.Node]) -> list[c_ast.Node]:
    """The body of some loops, where their bounds are said once more for the analysis of subscripts."""
    tests: list[c_ast.Node] = [
        c_ast.BinaryOp(each.counting.relation, c_ast.ID(each.name), clone(bound))
        for each in levels
        for bound in (least(each.counting.bound) if each.counting.rises else [each.counting.bound])
        if is_plain(bound)
    ]
    return [c_ast.If(build.joined("&&", tests), c_ast.Compound([*body]), None)] if tests else [*body]


def starts(levels: Sequence[Level], names: Sequence[tuple[str, str]]) -> list[c_ast.Node]:
    """The variables that say where each loop begins and how far it goes; less than 0 where there is nothing."""
    made: list[c_ast.Node] = []
    for level, (first, reach) in zip(levels, names, strict=True):
        for name, value in ((first, clone(level.counting.lower)), (reach, level.reach)):
            made.append(build.host_variable(name, level.type, value))
    return made


def placed(block: c_ast.Compound, coord: object) -> c_ast.Compound:
    """A block whose new nodes have a place."""
    for node in walk(block):
        if node.coord is None:
            node.coord = coord  # type: ignore[misc]
    return block


def listed(construct: Omp) -> set[str]:
    """The variables of the `private` clauses of a construct."""
    return {name for each in construct.directive.all("private") for name in each.variables}


def only(clauses: Iterable[Clause], names: Collection[str]) -> tuple[Clause, ...]:
    """Clauses with those of their variables that have some names; without those that then list none."""
    found = []
    for clause in clauses:
        kept = [at for at, each in enumerate(clause.variables) if each in names]
        if kept:
            places = tuple(clause.places[at] for at in kept) if clause.places else ()
            found.append(replace(clause, variables=tuple(clause.variables[at] for at in kept), places=places))
    return tuple(found)


def alone(code: Sequence[c_ast.Node], construct: Omp) -> Omp:
    """Code that one thread runs, and that the others don't wait for, in the place of a construct."""
    where = construct.directive.where
    directive = Directive("single", (Clause("nowait", where),), where, "single nowait")
    return Omp(directive, c_ast.Compound([*code], construct.coord), construct.coord)


def _counters(node: c_ast.For) -> set[str]:
    """The counters of a loop and of all in it."""
    heads = (head_of(each) for each in walk(node) if isinstance(each, c_ast.For))
    return {each.start.name for each in heads if each is not None}


def _set_counters(node: c_ast.Node) -> list[str]:
    """The counters of loops in some code that are declared outside of it."""
    heads = (head_of(each) for each in walk(node) if isinstance(each, c_ast.For))
    return sorted(
        {each.start.name for each in heads if each is not None and isinstance(each.start.node, c_ast.ID)}
    )


def _is_doacross(node: c_ast.For) -> bool:
    """Whether iterations wait for others by `ordered` constructs that stand alone, and by no others."""
    found = [each for each in walk(node) if isinstance(each, Omp) and each.directive.kind == "ordered"]
    return bool(found) and all(each.body is None for each in found)


def level_of(node: c_ast.For, declared: Sequence[c_ast.Decl]) -> Level | None:
    """A loop that counts by one, whose bounds are expressions of values alone, with a signed counter."""
    head = head_of(node)
    if head is None or text_of(head.step.by) != "1" or leaves(node.stmt, (c_ast.Break,), _LEAVING):
        return None
    if head.relation not in (("<", "<=") if head.step.sign > 0 else (">", ">=")):
        return None
    found = _type_of(head.start.name, declared)
    if found is None or any(has_effects(each) or calls(each) for each in (head.start.value, head.bound)):
        return None
    counting = Counting(clone(head.start.value), head.relation, clone(head.bound))
    return Level(node, head, found, counting)


def _type_of(name: str, declared: Sequence[c_ast.Decl]) -> str | None:
    """The type of all counters of a name."""
    types = {_type(each) for each in declared if each.name == name}
    return types.pop() if len(types) == 1 else None


def _type(decl: c_ast.Decl) -> str | None:
    """The type of a counter, by one word; None for types that don't serve."""
    words = scalar_words(decl.type)
    return None if words is None else _TYPES.get(" ".join(words.names))


def is_rectangle(first: Level, second: Level) -> bool:
    """Whether the inner loop always has the same iterations, as far as names say."""
    changed = assigned_names(second.node.stmt)
    heads = first.head, second.head
    bounds = [each for head in heads for each in (head.start.value, head.bound)]
    counters = {first.name, second.name}
    taken = pointed_names(first.node)
    used = names_in(*bounds)
    return not (counters & (changed | used | taken)) and not (used & changed) and len(counters) == 2


def is_plain(tree: c_ast.Node) -> bool:
    """Whether an expression only combines numbers and variables."""
    plain = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.UnaryOp)
    return all(isinstance(each, plain) for each in walk(tree))


def _is_apart(flags: c_ast.Node | None, data: c_ast.For, waiting: Waiting, counters: Collection[str]) -> bool:
    """Whether data never mention flags, nor the reverse; all names of counters mean the loops' own."""
    if flags is None:
        return True
    if names_in(data) & (waiting.flags | waiting.seen | (assigned_names(flags) - set(counters))):
        return False
    return not names_in(flags) & (assigned_names(data) - set(counters)) and not may_continue(data.stmt)


def _looks_back(waiting: Waiting, first: Level) -> bool:
    """Whether no iteration waits for a flag of a later one, as far as subscripts say."""
    for each in waiting.spins:
        for look in each.looks:
            _, subscripts = subscripted(look)
            for part in (node for subscript in subscripts for node in walk(subscript)):
                ahead = ahead_of(part, first.name)
                if ahead is not None and ahead[0] == first.head.step.sign:
                    return False
    return True
