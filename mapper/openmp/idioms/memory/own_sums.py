"""What each thread adds up in memory of its own, and then in a shared array, is added up in that array.

    double mine[m], most = 0;                      double most = 0;
    for (int k = 0; k < m; k++)
      mine[k] = 0;
    #pragma omp for                                #pragma omp for
    for (int i = 0; i < n; i++) {                  for (int i = 0; i < n; i++) {
      mine[key[i]] += x[i];                          #pragma omp atomic
      most = fmax(most, x[i]);                       all[key[i]] += x[i];
    }                                                most = fmax(most, x[i]);
    #pragma omp critical                  ->       }
    {                                              #pragma omp critical
      for (int k = 0; k < m; k++)
        all[k] += mine[k];
      top = fmax(top, most);                       top = fmax(top, most);
    }

The memory is from `calloc`, or from `malloc` or an array of variable length that a loop or `memset` clears; arrays
of constant length become states of virtual threads (`phases.py`).  What clears it and adds it up must reach all
elements.  They may be structures, of which members are added up, and rows that a table of pointers leads to.  So
it is with bits, and with extremes: what all elements of a thread's own began with is merged in their place.  The
source's text stays what the CPU runs.  The translation must prove that the iterations use the shared array in no
other way (`Directive.dealt`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.integers import polynomial_of_terms, product_of
from mapper.ir.expressions.substitution import substituted
from mapper.ir.expressions.updates import Placed, named, update_of
from mapper.ir.trees.directive import ADDED, Clause, Directive
from mapper.ir.trees.names import assigned_names, declared_names, is_named, names_in, objects_in
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    assigns,
    clone,
    has_effects,
    is_statement_place,
    replace_child,
    same_text,
    single,
    text_of,
    walk,
    without_casts,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import atomically, changeable, critically, is_loop
from mapper.openmp.idioms.declared_types import Declared, of_elements, scalar_words
from mapper.openmp.idioms.memory.allocations import is_for_failures, is_free_of
from mapper.openmp.idioms.memory.own_memory import (
    NUMBERS,
    Inner,
    Members,
    Own,
    count_of,
    counted,
    element,
    frees_rows,
    inner_statements,
    is_about,
    is_pure,
    members_of,
    own_memory,
    rows_allocated,
)
from mapper.openmp.idioms.memory.private_pointers import initialized, private_pointers

_EXTREMES = frozenset(["min", "max"])
_ZERO = frozenset(["+", "|", "^"])  # the operators that 0 changes nothing for
_MERGED = _EXTREMES | _ZERO
_PLACE = "(place)"  # the counter of a subscript that several loops make


def add_up(unit: Unit, as_written: Collection[Location]) -> None:
    """Change the regions of a unit whose directives are bound, where that is so; those in `as_written` stay."""
    functions = {each.decl.name: each for each in unit.functions}
    for function in unit.functions:
        for construct in changeable(function, as_written):
            body = construct.body
            if construct.directive.kind == "parallel" and isinstance(body, c_ast.Compound):
                before = construct.directive, body.block_items
                pointers, construct.directive = private_pointers(construct, function, functions)
                body.block_items = list(initialized([*pointers, *(body.block_items or [])]))
                changed = False
                for item in body.block_items:
                    own = own_memory(item, unit.constants, body.block_items)
                    if own is not None:
                        changed |= _Sums(unit, function, construct, body, unit.constants, own).change()
                if not changed:
                    construct.directive, body.block_items = before


@dataclass(frozen=True, eq=False, slots=True)
class _Shared:
    """A place in shared memory by the counters of loops over a thread's own memory, and how that is merged there.

    `merged` is the statement that does so, and `own` the element of the thread's own memory in it.
    """

    place: c_ast.Node
    counters: tuple[str, ...]
    operator: str
    merged: Inner
    own: c_ast.Node

    @property
    def names(self) -> set[str]:
        """The variables that it is found by."""
        return {each.name for each in objects_in(self.place)} - {*self.counters}

    def at(self, subscripts: Sequence[c_ast.Node]) -> c_ast.Node:
        """The place for an element of a thread's own memory."""
        return substituted(self.place, dict(zip(self.counters, subscripts, strict=True)))

    def uses(self, root: c_ast.Node) -> int:
        """How often some code uses the array, or the member of structures, in another way than to merge."""
        updates = [found for node in walk(root) if (found := update_of(node, is_pure)) is not None]
        merging = [each for each in updates if each.operator in _MERGED]
        targets = {id(_array(target)) for each in merging for target in (each.target, *named(each))}
        array = _array(self.place)
        if isinstance(array, c_ast.StructRef):
            name, holder = array.field.name, _holder(array)
            members = [
                node for node in walk(root) if isinstance(node, c_ast.StructRef) and is_named(node.field, name)
            ]
            others = [node for node in members if id(node) not in targets]
            return sum(holder in (None, _holder(node)) or _holder(node) is None for node in others)
        return sum(same_text(node, array) and id(node) not in targets for node in objects_in(root))


def _array(place: c_ast.Node) -> c_ast.Node:
    """The array, or the member of structures, that a place is in."""
    while isinstance(place, c_ast.ArrayRef | c_ast.UnaryOp):
        place = place.name if isinstance(place, c_ast.ArrayRef) else place.expr
    return place


def _holder(member: c_ast.StructRef) -> str | None:
    """The array whose elements have a member, as text; None where that is no array."""
    base, *subscripts = element(member)
    return text_of(base) if subscripts else None


@dataclass(frozen=True, eq=False, slots=True)
class _Sums:
    """One thread's own memory in a region; `constants` are the names of numbers."""

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    body: c_ast.Compound
    constants: Collection[str]
    own: Own

    def change(self) -> bool:
        """Put the shared array into the place of a thread's own memory; false where that has another use."""
        decl, items = self.own.decl, list(self.body.block_items)
        name, used = decl.name, [item for item in items if item is not decl and is_about(item, decl.name)]
        owned = [each for item in items if (each := own_memory(item, self.constants)) is not None]
        pointers = {each.decl.name for each in owned if isinstance(each.decl.type, c_ast.PtrDecl)}
        gone = [item for item in used if is_free_of(item, name) or is_for_failures(item, pointers)]
        loops = [item for item in used if is_loop(item)]
        rest = [item for item in used if item not in gone and item not in loops]
        if not loops:
            return False
        first, last = items.index(loops[0]), items.index(loops[-1])
        freed = [item for item in rest if frees_rows(item, name)]
        merges = [item for item in rest if items.index(item) > first and item not in freed]
        before = [item for item in rest if items.index(item) < first]
        filled = self._filled(before, name)
        shared = self._merged(merges[0], name) if len(merges) == 1 else None
        if shared is None or filled is None or items.index(merges[0]) < last:
            return False
        (merge,) = merges
        until = [
            item
            for item in items[: items.index(merge) + 1]
            if not isinstance(item, Omp) or not item.directive.first(ADDED)
        ]
        if any(sum(map(each.uses, until)) > each.uses(each.merged.statement) for each in shared.values()):
            return False
        inside = [*filled, *(each.merged for each in shared.values())]
        sized = (names_in(decl) | names_in(self.own.size)) - {name}
        bounds = {each for inner in inside for _, bound in inner.loops for each in names_in(bound)}
        places = {each for one in shared.values() for each in one.names}
        if assigned_names(self.body) & {*sized, *bounds, *places}:
            return False
        values = {members: self._value(filled, members) for members in shared}
        types = {members: self._type(each) for members, each in shared.items()}
        if None in types.values() or any(_needs(shared[each], value) is None for each, value in values.items()):
            return False
        if not self._summed(loops, shared):
            return False
        for inner in filled:
            _leave_out(inner, self._others(inner))
        for members, one in shared.items():
            self._begin(one, values[members])
        marks = [self._mark(merge, one, types[members], sized) for members, one in shared.items()]
        items[items.index(merge) : items.index(merge)] = marks
        whole = [each.statement for each in inside if each.parent is None]
        gone += [decl, *whole, *freed, *(item for item in rest if not _does(item))]
        self.body.block_items = [item for item in items if item not in gone]
        return True

    def _mark(self, merge: c_ast.Node, shared: _Shared, of: c_ast.Node | None, sized: Collection[str]) -> Omp:
        """What says that threads add to a shared array before it."""
        where = merge.directive.where if isinstance(merge, Omp) else self.unit.location(merge)
        zero = c_ast.Constant("int", "0")
        first = shared.at([zero] * len(shared.counters))
        cast = c_ast.Cast(c_ast.Typename(None, [], None, of), zero)
        used = c_ast.ExprList([first, cast, *map(c_ast.ID, sorted(sized))], merge.coord)
        clause = Clause(ADDED, where, expression=used)
        return Omp(Directive("flush", (clause,), where, "flush"), None, merge.coord)

    def _merged(self, merge: c_ast.Node, name: str) -> dict[Members, _Shared] | None:
        """Where a statement merges a thread's own memory, member by member; None where it does more with it."""
        found: dict[Members, _Shared] = {}
        for inner in inner_statements(merge, name) or ():
            shared = self._added(inner)
            if shared is None or members_of(shared.own) in found:
                return None
            found[members_of(shared.own)] = shared
        return found or None

    def _filled(self, items: Sequence[c_ast.Node], name: str) -> list[Inner] | None:
        """The statements that give a thread's own memory its first value; None where they do more with it."""
        found: list[Inner] = []
        for item in items:
            inside = inner_statements(item, name)
            if inside is None or not all(map(self._fills, inside)):
                return None
            found += inside
        return found

    def _added(self, inner: Inner) -> _Shared | None:
        """Where a statement merges all elements of a thread's own memory, or a member; None for others."""
        if inner.constructs not in (("critical",), ("atomic",)):
            return None
        statement = single(inner.statement.body) if isinstance(inner.statement, Omp) else inner.statement
        update = None if statement is None else update_of(statement, is_pure)
        if update is None or update.operator not in _MERGED or _subtracts(update.statement):
            return None
        to, of = update.target, update.operand
        own, *subscripts = element(of)
        if not is_named(own, self.own.decl.name) or not inner.reaches(subscripts, self.own):
            return None
        counters = [name for name, _ in inner.loops]
        if [text_of(each) for each in subscripts] != counters:
            place = polynomial_of_terms(subscripts[0])
            if not isinstance(to, c_ast.ArrayRef) or polynomial_of_terms(to.subscript) != place:
                return None
            to, counters = c_ast.ArrayRef(to.name, c_ast.ID(_PLACE)), [_PLACE]
        shared = _Shared(to, tuple(counters), update.operator, inner, of)
        return shared if not has_effects(to) and self._are_shared(shared.names) else None

    def _type(self, shared: _Shared) -> c_ast.Node | None:
        """The type of what is merged."""
        if not members_of(shared.own):
            return _of_elements(self.own.decl.type)
        found = Declared(self.unit, self.function, shared.merged.statement).type_of(shared.own)
        words = scalar_words(found)
        return None if words is None else c_ast.TypeDecl(None, [], None, words)

    def _value(self, filled: Sequence[Inner], members: Members) -> c_ast.Node | None:
        """What all elements are at first, or a member of these; None where that is not one value."""
        if self.own.cleared:
            return c_ast.Constant("int", "0")
        values = []
        for inner in filled:
            chain = list(_chain(inner.statement))
            if rows_allocated(inner, self.own) is not None:
                continue
            if not chain:
                values.append(c_ast.Constant("int", "0"))  # by memset
            for link in chain:
                if is_named(element(link.lvalue)[0], self.own.decl.name) and members_of(link.lvalue) == members:
                    values.append(chain[-1].rvalue)
        return values[0] if len(values) == 1 else None

    def _begin(self, shared: _Shared, value: c_ast.Node | None) -> None:
        """Let the statement that merged a thread's own memory merge what it began with, if that matters."""
        if value is None or not _needs(shared, value):
            _leave_out(shared.merged)
            return
        for parent in list(walk(shared.merged.statement)):
            for slot, child in parent.children():
                if same_text(child, shared.own):
                    replace_child(parent, slot, clone(value))

    def _fills(self, inner: Inner) -> bool:
        """Whether a statement sets all elements of a thread's own memory, or a member of all, to one number."""
        name, node = self.own.decl.name, inner.statement
        if isinstance(node, c_ast.FuncCall) and inner.parent is None and is_named(node.name, "memset"):
            to, value, size = arguments_of(node)
            whole = product_of(list(self.own.lengths))
            return is_named(to, name) and _is_zero(value) and count_of(size, self.own.decl) == whole
        if rows_allocated(inner, self.own) is not None:
            return True
        chain = list(_chain(node))
        links = [link for link in chain if is_named(element(link.lvalue)[0], name)]
        if not links or inner.constructs or not self._is_number(chain[-1].rvalue):
            return False
        reached = (inner.reaches(element(link.lvalue)[1:], self.own) for link in links)
        return all(each.op == "=" for each in chain) and all(reached)

    def _is_number(self, node: c_ast.Node) -> bool:
        """Whether an expression is a number, without variables."""
        names = {each.name for each in objects_in(node)}
        return (
            not assigns(node)
            and names <= {*self.constants, *NUMBERS}
            and not any(isinstance(each, c_ast.ArrayRef | c_ast.StructRef) for each in walk(node))
        )

    def _others(self, inner: Inner) -> c_ast.Node | None:
        """What a statement that fills a thread's own memory does besides: of `a[i] = b[i] = 0` one part."""
        chain = list(_chain(inner.statement))
        others = [link for link in chain if not is_named(element(link.lvalue)[0], self.own.decl.name)]
        value = chain[-1].rvalue if others else None
        for link in reversed(others):
            value = c_ast.Assignment("=", link.lvalue, value, link.coord)
        return value

    def _summed(self, loops: Sequence[Omp], shared: Mapping[Members, _Shared]) -> bool:
        """Have loops update shared memory in place of a thread's own; false where they use that otherwise."""
        name, rank = self.own.decl.name, len(self.own.lengths)
        updates = list(self._updates(loops))
        explained = {id(element(target)[0]) for each, *_ in updates for target in named(each)}
        if any(node.name == name and id(node) not in explained for loop in loops for node in objects_in(loop)):
            return False
        for each, *_ in updates:
            to = shared.get(members_of(each.target))
            if to is None or each.operator != to.operator or len(element(each.target)) != rank + 1:
                return False
        for each, outer, place in updates:
            to = shared[members_of(each.target)]
            targets = {id(target): element(target)[1:] for target in named(each)}
            for parent in list(walk(each.statement)):
                for slot, child in parent.children():
                    if id(child) in targets:
                        replace_child(parent, slot, to.at(targets[id(child)]))
            construct = critically if each.operator in _EXTREMES else atomically
            replace_child(outer, place, construct(self.unit, each.statement))
        for loop in loops:
            loop.directive = replace(loop.directive, dealt=True, moved=True)
        return True

    def _updates(self, loops: Sequence[Omp]) -> Iterator[Placed]:
        """The statements of loops that update a thread's own memory."""
        for loop in loops:
            for parent in walk(loop):
                for slot, child in parent.children():
                    found = update_of(child, is_pure) if is_statement_place(parent, slot) else None
                    if found is not None and is_named(element(found.target)[0], self.own.decl.name):
                        yield found, parent, slot

    def _are_shared(self, names: Collection[str]) -> bool:
        """Whether the threads share variables, and a thread's own memory is in no list of a directive."""
        inside = declared_names(self.construct)
        around = [each for each in self.unit.tree.ext if isinstance(each, Omp)]
        nodes = (node for root in (*around, self.function) for node in walk(root))
        directives = [node.directive for node in nodes if isinstance(node, Omp)]
        lists = [clause for each in directives for clause in each.clauses if clause.kind != "shared"]
        private = {name for clause in lists for name in clause.variables}
        return not {*names, self.own.decl.name} & private and not inside & {*names}


def _marks(item: c_ast.Node) -> bool:
    """Whether a statement says that threads add to a shared array before it."""
    return isinstance(item, Omp) and item.directive.first(ADDED) is not None


def _leave_out(inner: Inner, rest: c_ast.Node | None = None) -> None:
    """Take a statement out of its loops, but for the `rest` of it."""
    if inner.parent is not None:
        replace_child(inner.parent, inner.slot, rest or c_ast.EmptyStatement(inner.statement.coord))


def _needs(shared: _Shared, value: c_ast.Node | None) -> bool | None:
    """Whether what elements begin with must be merged, too; None where it can't be."""
    if value is None:
        return None
    if shared.operator in _EXTREMES:
        return True
    return False if _is_zero(value) and shared.operator in _ZERO else None


def _subtracts(statement: c_ast.Node) -> bool:
    """Whether an update takes its operand away."""
    match statement:
        case c_ast.Assignment(op="-=") | c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp(op="-")):
            return True
    return False


def _of_elements(of: c_ast.Node) -> c_ast.Node:
    """The type of the elements of an array, or of what a pointer leads to."""
    inner = of_elements(of)
    return c_ast.TypeDecl(None, [], None, inner.type) if isinstance(inner, c_ast.TypeDecl) else inner or of


def _does(node: c_ast.Node | None) -> bool:
    """Whether statements do anything but to count loops up."""
    match node:
        case None | c_ast.EmptyStatement():
            return False
        case c_ast.Compound():
            return any(map(_does, node.block_items or []))
        case c_ast.For():
            return counted(node) is None or _does(node.stmt)
        case Omp():
            return _does(node.body)
    return True


def _chain(node: c_ast.Node) -> Iterator[c_ast.Assignment]:
    """The assignments of `a = b = 0`, the outermost first."""
    while isinstance(node, c_ast.Assignment):
        yield node
        node = node.rvalue


def _is_zero(node: c_ast.Node) -> bool:
    node = without_casts(node) or node
    return isinstance(node, c_ast.Constant) and node.type != "string" and not node.value.strip("0.fFlLuU")
