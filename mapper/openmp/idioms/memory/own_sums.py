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
elements.  The source's text stays what the CPU runs.  The translation must prove that the iterations use the
shared array in no other way (`Directive.dealt`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.directive import ADDED, Clause, Directive
from mapper.ir.trees.names import assigned_names, declared_names, is_named, names_in, objects_in
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    has_effects,
    replace_child,
    same_text,
    single,
    text_of,
    walk,
    without_casts,
)
from mapper.ir.trees.substitution import substituted
from mapper.ir.trees.unit import Unit
from mapper.ir.trees.updates import atomic_update, atomic_updates_in, named
from mapper.openmp.idioms.constructs import atomically, changeable, is_loop
from mapper.openmp.idioms.declared_types import of_elements
from mapper.openmp.idioms.memory.allocations import is_for_failures, is_free_of
from mapper.openmp.idioms.memory.own_memory import (
    Inner,
    Own,
    count_of,
    counted,
    element,
    inner_statement,
    is_about,
    own_memory,
)

_PLACE = "(place)"  # the counter of a subscript that several loops make


def add_up(unit: Unit, as_written: Collection[Location]) -> None:
    """Change the regions of a unit whose directives are bound, where that is so; those in `as_written` stay."""
    constants = {node.name for node in walk(unit.tree) if isinstance(node, c_ast.Enumerator)}
    for function in unit.functions:
        for construct in changeable(function, as_written):
            body = construct.body
            if construct.directive.kind == "parallel" and isinstance(body, c_ast.Compound):
                for item in list(body.block_items or []):
                    own = own_memory(item, constants)
                    if own is not None:
                        _Sums(unit, function, construct, body, constants, own).change()


@dataclass(frozen=True, eq=False, slots=True)
class _Shared:
    """A place in shared memory by the counters of loops over a thread's own memory."""

    place: c_ast.Node
    counters: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        """The variables that it is found by."""
        return {each.name for each in objects_in(self.place)} - {*self.counters}

    def at(self, subscripts: Sequence[c_ast.Node]) -> c_ast.Node:
        """The place for an element of a thread's own memory."""
        return substituted(self.place, dict(zip(self.counters, subscripts, strict=True)))

    def uses(self, root: c_ast.Node) -> int:
        """How often some code uses the array, or the member of structures, in another way than to add to it."""
        updates = filter(None, map(atomic_update, walk(root)))
        targets = {id(_array(each.target)) for each in updates if each.operator == "+"}
        array = _array(self.place)
        if isinstance(array, c_ast.StructRef):
            members = (
                node for node in walk(root) if isinstance(node, c_ast.StructRef) and id(node) not in targets
            )
            return sum(is_named(node.field, array.field.name) for node in members)
        return sum(same_text(node, array) and id(node) not in targets for node in objects_in(root))


def _array(place: c_ast.Node) -> c_ast.Node:
    """The array, or the member of structures, that a place is in."""
    while isinstance(place, c_ast.ArrayRef | c_ast.UnaryOp):
        place = place.name if isinstance(place, c_ast.ArrayRef) else place.expr
    return place


@dataclass(frozen=True, eq=False, slots=True)
class _Sums:
    """One thread's own memory in a region; `constants` are the names of numbers."""

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    body: c_ast.Compound
    constants: Collection[str]
    own: Own

    def change(self) -> None:
        """Put the shared array into the place of a thread's own memory, if that is all that it is for."""
        decl, items = self.own.decl, list(self.body.block_items)
        name, used = decl.name, [item for item in items if item is not decl and is_about(item, decl.name)]
        owned = [each for item in items if (each := own_memory(item, self.constants)) is not None]
        pointers = {each.decl.name for each in owned if isinstance(each.decl.type, c_ast.PtrDecl)}
        gone = [item for item in used if is_free_of(item, name) or is_for_failures(item, pointers)]
        loops = [item for item in used if is_loop(item)]
        rest = [item for item in used if item not in gone and item not in loops]
        if not loops or len(rest) != (1 if self.own.cleared else 2):
            return
        merge, at, inners = rest[-1], items.index(rest[-1]), [inner_statement(item, name) for item in rest]
        inside = [each for each in inners if each is not None]
        shared = self._added(inside[-1]) if len(inside) == len(rest) else None
        if shared is None or not all(map(self._clears, inside[:-1])):
            return
        if items.index(loops[-1]) > at or any(items.index(each) > items.index(loops[0]) for each in rest[:-1]):
            return
        until = [item for item in items[: at + 1] if not isinstance(item, Omp) or not item.directive.first(ADDED)]
        if sum(map(shared.uses, until)) > shared.uses(inside[-1].statement):
            return
        sized = names_in(decl) - {name}
        bounds = {each for inner in inside for _, bound in inner.loops for each in names_in(bound)}
        if assigned_names(self.body) & {*sized, *bounds, *shared.names} or not self._summed(loops, shared):
            return
        for inner in inside:
            self._leave_out(inner)
        where = merge.directive.where if isinstance(merge, Omp) else self.unit.location(merge)
        zero, of = c_ast.Constant("int", "0"), _of_elements(decl.type)
        first = shared.at([zero] * len(shared.counters))
        used_there = [first, c_ast.Cast(c_ast.Typename(None, [], None, of), zero), *map(c_ast.ID, sorted(sized))]
        clause = Clause(ADDED, where, expression=c_ast.ExprList(used_there, merge.coord))
        items.insert(at, Omp(Directive("flush", (clause,), where, "flush"), None, merge.coord))
        whole = [each.statement for each in inside if each.parent is None]
        gone += [decl, *whole, *(item for item in rest if not _does(item))]
        self.body.block_items = [item for item in items if item not in gone]

    def _added(self, inner: Inner) -> _Shared | None:
        """Where a statement adds all elements of a thread's own memory to; None for other statements."""
        if inner.constructs not in (("critical",), ("atomic",)):
            return None
        match single(inner.statement.body) if isinstance(inner.statement, Omp) else inner.statement:
            case c_ast.Assignment(op="+=", lvalue=to, rvalue=of):
                pass
            case c_ast.Assignment(op="=", lvalue=to, rvalue=c_ast.BinaryOp(op="+", left=left, right=right)):
                if not same_text(to, left) and not same_text(to, right):
                    return None
                of = right if same_text(to, left) else left
            case _:
                return None
        own, *subscripts = element(of)
        if not is_named(own, self.own.decl.name) or not inner.reaches(subscripts, self.own):
            return None
        counters = [name for name, _ in inner.loops]
        if [text_of(each) for each in subscripts] != counters:
            if not isinstance(to, c_ast.ArrayRef) or not same_text(to.subscript, subscripts[0]):
                return None
            to, counters = c_ast.ArrayRef(to.name, c_ast.ID(_PLACE)), [_PLACE]
        shared = _Shared(to, tuple(counters))
        return shared if not has_effects(to) and self._are_shared(shared.names) else None

    def _clears(self, inner: Inner) -> bool:
        """Whether a statement sets all elements of a thread's own memory to 0."""
        name, node = self.own.decl.name, inner.statement
        if isinstance(node, c_ast.FuncCall) and inner.parent is None and is_named(node.name, "memset"):
            to, value, size = arguments_of(node)
            counts = count_of(size, self.own.decl)
            whole = tuple(sorted(factor for each in self.own.lengths for factor in each))
            return is_named(to, name) and _is_zero(value) and counts in (whole, ())
        chain = list(_chain(node))
        for link in chain:
            base, *subscripts = element(link.lvalue)
            if is_named(base, name) and not inner.constructs and inner.reaches(subscripts, self.own):
                return _is_zero(chain[-1].rvalue) and all(each.op == "=" for each in chain)
        return False

    def _leave_out(self, inner: Inner) -> None:
        """Take a statement out of its loops; of `a[i] = b[i] = 0` what is about this memory."""
        chain = list(_chain(inner.statement))
        named = (at for at, link in enumerate(chain) if is_named(element(link.lvalue)[0], self.own.decl.name))
        at = next(named, 0)
        if at:
            chain[at - 1].rvalue = chain[at].rvalue
        elif inner.parent is not None:
            rest = chain[1] if len(chain) > 1 else c_ast.EmptyStatement(inner.statement.coord)
            replace_child(inner.parent, inner.slot, rest)

    def _summed(self, loops: Sequence[Omp], shared: _Shared) -> bool:
        """Have loops add to shared memory in place of a thread's own; false where they use that otherwise."""
        name, rank = self.own.decl.name, len(self.own.lengths)
        updates = [found for loop in loops for found in atomic_updates_in(loop)]
        updates = [found for found in updates if is_named(element(found[0].target)[0], name)]
        targets = {id(target): element(target) for each, *_ in updates for target in named(each)}
        places = {id(base) for base, *_ in targets.values()}
        others = [
            node for loop in loops for node in objects_in(loop) if node.name == name and id(node) not in places
        ]
        if others or any(each.operator != "+" for each, *_ in updates):
            return False
        if any(len(each) != rank + 1 for each in targets.values()):
            return False
        for each, outer, place in updates:
            for parent in list(walk(each.statement)):
                for slot, child in parent.children():
                    if id(child) in targets:
                        replace_child(parent, slot, shared.at(targets[id(child)][1:]))
            replace_child(outer, place, atomically(self.unit, each.statement))
        for loop in loops:
            loop.directive = replace(loop.directive, dealt=True, moved=True)
        return True

    def _are_shared(self, names: Collection[str]) -> bool:
        """Whether the threads share variables, and a thread's own memory is in no list of a directive."""
        inside = declared_names(self.construct)
        around = [each for each in self.unit.tree.ext if isinstance(each, Omp)]
        nodes = (node for root in (*around, self.function) for node in walk(root))
        directives = [node.directive for node in nodes if isinstance(node, Omp)]
        lists = [clause for each in directives for clause in each.clauses if clause.kind != "shared"]
        private = {name for clause in lists for name in clause.variables}
        return not {*names, self.own.decl.name} & private and not inside & {*names}


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
