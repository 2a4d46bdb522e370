"""What each thread adds up in memory of its own, and then in a shared array, is added up in that array.

    double *mine = calloc(m, sizeof *mine);
    #pragma omp for                                #pragma omp for
    for (int i = 0; i < n; i++)                    for (int i = 0; i < n; i++)
      mine[key[i]] += x[i];                          #pragma omp atomic
    #pragma omp critical                  ->         all[key[i]] += x[i];
    for (int k = 0; k < m; k++)
      all[k] += mine[k];
    free(mine);

The loop behind must add all elements.  The source's text stays what the CPU runs.  The translation must prove that
the iterations use the shared array in no other way (`Directive.dealt`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.directive import ADDED, Clause, Directive
from mapper.ir.trees.headers import counted_up
from mapper.ir.trees.names import assigned_names, is_named, mentions, names_in
from mapper.ir.trees.nodes import (
    Omp,
    clone,
    flattened,
    has_effects,
    replace_child,
    same_text,
    single,
    text_of,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.scratch import is_for_failures, is_free_of
from mapper.openmp.idioms.updates import updates_in


def add_up(unit: Unit, as_written: Collection[Location] = ()) -> None:
    """Change the regions of a unit whose directives are bound, where that is so; those in `as_written` stay."""
    outside = [each for each in unit.tree.ext if isinstance(each, c_ast.Decl)]
    for function in unit.tree.ext:
        if not isinstance(function, c_ast.FuncDef):
            continue
        declared = [*outside, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]
        for node in walk(function.body):
            if isinstance(node, Omp) and node.directive.kind == "parallel" and node.directive.known:
                body = node.body
                if isinstance(body, c_ast.Compound) and node.directive.where not in as_written:
                    for item in list(body.block_items or []):
                        if isinstance(item, c_ast.Decl):
                            _Sums(unit, node, body, declared).change(item)


@dataclass(frozen=True, eq=False, slots=True)
class _Added:
    """The shared array that a thread adds its elements to, and how many these are, as the factors of a product."""

    array: str
    factors: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Sums:
    """One region; `declared` are the declarations that it may see."""

    unit: Unit
    construct: Omp
    body: c_ast.Compound
    declared: Sequence[c_ast.Decl]

    def change(self, decl: c_ast.Decl) -> None:
        """Put the shared array into the place of a thread's own memory, if that is all that it is for."""
        name, items = decl.name, list(self.body.block_items)
        factors, used = _allocated(decl), [item for item in items if item is not decl and mentions(item, name)]
        pointers = {each.name for each in items if isinstance(each, c_ast.Decl) and _allocated(each) is not None}
        gone = [item for item in used if is_free_of(item, name) or is_for_failures(item, pointers)]
        loops = [item for item in used if isinstance(item, Omp) and item.directive.kind == "for"]
        merges = [item for item in used if item not in gone and item not in loops]
        added = _added(merges[0], name) if len(merges) == 1 else None
        if factors is None or added is None or not loops or added.factors != factors:
            return
        at = items.index(merges[0])
        if any(mentions(item, added.array) for item in items[:at]) or items.index(loops[-1]) > at:
            return
        changed = assigned_names(self.body)
        counted = [_count(node) for node in walk(merges[0]) if isinstance(node, c_ast.For)]
        counters = {counter for counter, _ in filter(None, counted)}
        sized = {part.name for part in walk(decl.init) if isinstance(part, c_ast.ID)}
        if changed & ({*sized, *names_in(merges[0])} - counters - {name}):
            return
        updates = [each for loop in loops for each in updates_in(loop) if _is_element(each.target, name)]
        targets = [each for update in updates for each in update.targets if isinstance(each, c_ast.ArrayRef)]
        places = {id(target.name) for target in targets}
        others = [node for loop in loops for node in walk(loop) if is_named(node, name) and id(node) not in places]
        if others or not all(_is_sum(each.statement) for each in updates):
            return
        if not self._is_shared_like(added.array, decl):
            return
        for target in targets:
            target.name = c_ast.ID(added.array, target.name.coord)
        for each in updates:
            where = self.unit.location(each.statement)
            atomic = Directive("atomic", (), where, "atomic", form="update")
            replace_child(each.parent, each.slot, Omp(atomic, each.statement, each.statement.coord))
        for loop in loops:
            loop.directive = replace(loop.directive, dealt=True, moved=True)
        turn = merges[0]
        where = turn.directive.where if isinstance(turn, Omp) else self.unit.location(turn)
        used_there = c_ast.ExprList([c_ast.ID(each) for each in (added.array, *sorted(sized))], turn.coord)
        flush = Directive("flush", (Clause(ADDED, where, expression=used_there),), where, "flush")
        items[at] = Omp(flush, None, turn.coord)
        self.body.block_items = [item for item in items if item not in (decl, *gone)]

    def _is_shared_like(self, array: str, decl: c_ast.Decl) -> bool:
        """Whether the threads share an array, whose elements have the type of a thread's own."""
        inside = {node.name for node in walk(self.construct) if isinstance(node, c_ast.Decl)}
        directives = [node.directive for node in walk(self.unit.tree) if isinstance(node, Omp)]
        lists = [clause for each in directives for clause in each.clauses if clause.kind != "shared"]
        own = {name for clause in lists for name in clause.variables}
        found = [each.type for each in self.declared if each.name == array]
        if array in inside | own or decl.name in own or len(found) != 1:
            return False
        of = found[0]
        if not isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl) or not isinstance(decl.type, c_ast.PtrDecl):
            return False
        one, other = of.type, decl.type.type
        return (
            isinstance(one, c_ast.TypeDecl)
            and isinstance(other, c_ast.TypeDecl)
            and not one.quals
            and isinstance(one.type, c_ast.IdentifierType)
            and text_of(one.type) == text_of(other.type)
        )


def _allocated(decl: c_ast.Decl) -> tuple[str, ...] | None:
    """How many elements a declared pointer leads to, all of them 0, as the sorted factors of a product."""
    call = decl.init
    while isinstance(call, c_ast.Cast):
        call = call.expr
    if not isinstance(decl.type, c_ast.PtrDecl) or not isinstance(call, c_ast.FuncCall) or call.args is None:
        return None
    if not is_named(call.name, "calloc") or any(map(has_effects, call.args.exprs)):
        return None
    factors = [each for argument in call.args.exprs for each in _factors(argument)]
    sizes = [each for each in factors if isinstance(each, c_ast.UnaryOp) and each.op == "sizeof"]
    if len(sizes) != 1 or decl.storage:
        return None
    return tuple(sorted(text_of(each) for each in factors if each is not sizes[0]))


def _factors(node: c_ast.Node) -> Iterator[c_ast.Node]:
    while isinstance(node, c_ast.Cast):
        node = node.expr
    if isinstance(node, c_ast.BinaryOp) and node.op == "*":
        yield from _factors(node.left)
        yield from _factors(node.right)
    else:
        yield node


def _added(merge: c_ast.Node, name: str) -> _Added | None:
    """What a statement adds all elements of a thread's own memory to, in turn with other threads."""
    turns = [node for node in walk(merge) if isinstance(node, Omp)]
    if [node.directive.kind for node in turns] not in (["critical"], ["atomic"]):
        return None
    loops: list[tuple[str, c_ast.Node]] = []
    inner: c_ast.Node | None = merge
    while True:
        if isinstance(inner, Omp):
            inner = inner.body
        items = flattened(c_ast.Compound([inner]))
        inner = items[0] if len(items) == 1 else None
        counted = _count(inner) if isinstance(inner, c_ast.For) else None
        if counted is None or not isinstance(inner, c_ast.For):
            break
        loops.append(counted)
        inner = inner.stmt
    if isinstance(inner, Omp):
        inner = single(inner.body) if inner.body is not None else None
    match inner:
        case c_ast.Assignment(op="+=", lvalue=c_ast.ArrayRef() as to, rvalue=c_ast.ArrayRef() as of):
            pass
        case c_ast.Assignment(
            op="=",
            lvalue=c_ast.ArrayRef() as to,
            rvalue=c_ast.BinaryOp(op="+", left=c_ast.ArrayRef() as again, right=c_ast.ArrayRef() as of),
        ) if same_text(to, again):
            pass
        case _:
            return None
    if not isinstance(to.name, c_ast.ID) or not is_named(of.name, name) or not loops:
        return None
    if not same_text(to.subscript, of.subscript) or text_of(of.subscript) not in _subscripts(loops):
        return None
    return _Added(to.name.name, tuple(sorted(text_of(bound) for _, each in loops for bound in _factors(each))))


def _subscripts(loops: Sequence[tuple[str, c_ast.Node]]) -> set[str]:
    """Subscripts that are different in all iterations of some loops, and fill a range from 0 on."""
    made: list[c_ast.Node] = [c_ast.ID(loops[0][0])]
    for name, bound in loops[1:]:
        rows = [c_ast.BinaryOp("*", clone(one), clone(bound)) for one in made]
        rows += [c_ast.BinaryOp("*", clone(bound), clone(one)) for one in made]
        made = [c_ast.BinaryOp("+", row, c_ast.ID(name)) for row in rows]
    return {text_of(each) for each in made}


def _count(node: c_ast.For) -> tuple[str, c_ast.Node] | None:
    """The counter and the bound of a loop from 0 on, by ones."""
    found = counted_up(node)
    if found is None or text_of(found[0].value) != "0":
        return None
    start, bound = found
    return None if has_effects(bound) or mentions(bound, start.name) else (start.name, bound)


def _is_element(target: c_ast.Node, name: str) -> bool:
    return isinstance(target, c_ast.ArrayRef) and is_named(target.name, name)


def _is_sum(statement: c_ast.Node) -> bool:
    """Whether an update adds or subtracts."""
    match statement:
        case c_ast.UnaryOp() | c_ast.Assignment(op="+=" | "-="):
            return True
        case c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp(op="+" | "-")):
            return True
    return False
