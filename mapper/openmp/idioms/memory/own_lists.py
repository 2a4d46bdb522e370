"""Lists that threads fill in memory of their own, and append to a shared one, are filled in that one.

    struct pair *mine = malloc(most * sizeof *mine);      #pragma omp for
    int k = 0;                                            for (int i = 0; i < n; i++) {
    #pragma omp for                                         int count = 0, at = 0;
    for (int i = 0; i < n; i++)                             for (int j = 0; j < i; j++)
      for (int j = 0; j < i; j++)                             if (near(i, j)) count++;
        if (near(i, j)) {                                   if (count > 0) {
          mine[k].a = i;                                      #pragma omp atomic capture
          mine[k++].b = j;                        ->          { at = pairs; pairs += count; }
        }                                                     for (int j = 0; j < i; j++)
    #pragma omp critical                                        if (near(i, j)) {
    for (int t = 0; t < k; t++)                                   all[at].a = i;
      all[pairs++] = mine[t];                                     all[at++].b = j;
    free(mine);                                                 }
                                                            }
                                                          }

An iteration counts first what it appends, so that this is together and in order, as it would be if each iteration
had a thread for itself.  It must do nothing else but to update variables that it does not read.  The translation
must prove that the loop uses the shared list in no other way (`directive.LISTED`).  The source's text stays what
the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.updates import update_of
from mapper.ir.trees import build
from mapper.ir.trees.directive import LISTED, Clause, Directive
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.names import (
    all_names,
    changed_place,
    declared_names,
    fresh_name,
    is_named,
    mentions,
    objects_in,
)
from mapper.ir.trees.nodes import (
    INCREMENTS,
    Omp,
    assigns,
    called_name,
    clone,
    is_statement_place,
    parameters_of,
    rebuilt,
    statements_of,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable, is_loop
from mapper.openmp.idioms.declared_types import Declared, scalar_words, spelled
from mapper.openmp.idioms.memory.allocations import is_for_failures, is_free_of
from mapper.openmp.idioms.memory.list_merges import Appended, appended
from mapper.openmp.idioms.memory.own_memory import is_pure, is_quiet, own_memory

_FIXED = frozenset(["collapse", "ordered", "lastprivate", "linear", "reduction"])
_STEPS = frozenset(["++", "p++"])


def gather(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    functions = {each.decl.name: each for each in unit.functions}
    for function in unit.functions:
        for construct in changeable(function, as_written):
            body, directive = construct.body, construct.directive
            if directive.kind != "parallel" or not isinstance(body, c_ast.Compound):
                continue
            if directive.first("num_threads") is None and not any(map(_asks, walk(body))):
                for loop in [item for item in body.block_items or [] if is_loop(item)]:
                    _Lists(unit, function, construct, body, loop, functions).change()


def _asks(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncCall) and called_name(node).startswith("omp_get_")


@dataclass(eq=False)
class _Lists:
    """A work-shared loop in a region whose threads may fill lists in it."""

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    body: c_ast.Compound
    loop: Omp
    functions: Mapping[str, c_ast.FuncDef]
    taken: set[str] = field(default_factory=set)

    def change(self) -> None:
        """Let the loop append to the shared lists, if it does so by lists of each thread's own."""
        items = list(self.body.block_items or [])
        behind = items[items.index(self.loop) + 1 :]
        merge = appended(behind)
        if merge is None or any(self.loop.directive.first(kind) is not None for kind in _FIXED):
            return
        own = {*merge.arrays, merge.counter}
        used = [item for item in items if own & {*all_names(item)}]
        gone = [item for item in used if item not in merge.items and item is not self.loop]
        if not all(self._is_gone(item, merge, items) for item in gone) or not self._are_shared(merge):
            return
        declared = {item.name for item in gone if isinstance(item, c_ast.Decl)}
        if not all(self._same_elements(name, merge) for name in merge.arrays):
            return
        inner = self.loop.body.stmt if isinstance(self.loop.body, c_ast.For) else None
        if declared != own or inner is None or not self._may_repeat(inner, merge):
            return
        self.taken = all_names(self.unit.tree)
        self._append(inner, merge)
        gone = [*gone, *merge.items]
        self.body.block_items = [item for item in self.body.block_items if item not in gone]

    def _is_gone(self, item: c_ast.Node, merge: Appended, items: Sequence[c_ast.Node]) -> bool:
        """Whether a statement only declares a thread's own list or its counter, frees it, or acts without it."""
        if isinstance(item, c_ast.Decl) and item.name == merge.counter:
            return is_zero(item.init) and scalar_words(item.type) is not None and not item.storage
        if isinstance(item, c_ast.Decl):
            whole = isinstance(item.type, c_ast.ArrayDecl) and item.init is None and not item.storage
            memory = own_memory(item, (), items)
            known = memory is not None and not (memory.cleared and self._has_zeros(item.name, merge))
            return item.name in merge.arrays and (whole or known)
        return any(is_free_of(item, name) for name in merge.arrays) or is_for_failures(item, merge.arrays)

    def _has_zeros(self, name: str, merge: Appended) -> bool:
        """Whether an element of a list may be counted before all of it is set."""
        statements = list(_statements(c_ast.Compound([self.loop.body])))
        assignments = [each for each in statements if isinstance(each, c_ast.Assignment)]
        places = [each.lvalue for each in assignments if mentions(each.lvalue, name)]
        alone = len(merge.arrays) == 1 and not any(_counts(each, merge.counter) for each in statements)
        return not alone or not all(isinstance(each, c_ast.ArrayRef) for each in places)

    def _same_elements(self, name: str, merge: Appended) -> bool:
        """Whether a thread's own list and the shared one hold values of one type, whose size copies say."""
        declared = Declared(self.unit, self.function, self.loop)
        of = declared.leads_to(c_ast.ID(name))
        size = merge.sizes.get(name)
        told = size is None or (
            spelled(size.type) == of
            if isinstance(size, c_ast.Typename)
            else isinstance(size, c_ast.UnaryOp) and size.op == "*" and is_named(size.expr, name)
        )
        return of is not None and told and declared.leads_to(merge.arrays[name]) == of

    def _are_shared(self, merge: Appended) -> bool:
        """Whether all threads share the lists and their counter, and nothing around the merge uses these."""
        shared = {each.name for place in (merge.total, *merge.arrays.values()) for each in objects_in(place)}
        directives = [node.directive for node in walk(self.function) if isinstance(node, Omp)]
        clauses = [clause for each in directives for clause in each.clauses if clause.kind != "shared"]
        copied = {name for clause in clauses for name in clause.variables}
        own = {*merge.arrays, merge.counter}
        if shared & (declared_names(self.construct) | copied) or own & copied:
            return False
        items = self.body.block_items
        last = max(items.index(item) for item in merge.items)
        between = [item for item in items[items.index(self.loop) : last] if item not in merge.items]
        return not any(shared & {node.name for node in objects_in(item)} for item in between)

    # ---- iterations --------------------------------------------------------------------------------------------

    def _may_repeat(self, inner: c_ast.Node, merge: Appended) -> bool:
        """Whether an iteration can be executed twice: it only fills lists, and updates what it does not read."""
        inside = [node for node in walk(inner) if isinstance(node, c_ast.Decl)]
        whole = _levels(inside)
        own = {*merge.arrays, merge.counter}
        if whole is None or own & whole.keys() or leaves(inner, (c_ast.Break,)):
            return False
        if any(isinstance(node, Omp | c_ast.Label | c_ast.Switch) for node in walk(inner)):
            return False
        appending = {id(part) for each in _statements(inner) if self._appends(each, merge) for part in walk(each)}
        updates = list(self._updates(inner, own, whole))
        dropped, targets = {id(part) for each, _ in updates for part in walk(each)}, {name for _, name in updates}
        for node in walk(inner):
            if isinstance(node, c_ast.FuncCall) and not self._computes(node):
                return False
            if isinstance(node, c_ast.ID) and id(node) not in dropped and node.name in targets:
                return False
            if id(node) in appending or id(node) in dropped:
                continue
            if isinstance(node, c_ast.ID) and node.name in own:
                return False
            place = changed_place(node)
            if place is not None and not _is_own(place, whole):
                return False
        return bool(appending)

    def _appends(self, statement: c_ast.Node, merge: Appended) -> bool:
        """Whether a statement stores an element of a list, or counts it, and does nothing else."""
        if _counts(statement, merge.counter):
            return True
        if not isinstance(statement, c_ast.Assignment) or statement.op != "=":
            return False
        element = _element_of(statement.lvalue)
        if element is None or not isinstance(element.name, c_ast.ID) or element.name.name not in merge.arrays:
            return False
        at, value = element.subscript, statement.rvalue
        place = is_named(at, merge.counter) or (_counts(at, merge.counter) and at.op == "p++")
        own = {*merge.arrays, merge.counter}
        return place and not assigns(value) and not own & {each.name for each in objects_in(value)}

    def _counted(self, code: c_ast.Node | None, merge: Appended, *, later: bool) -> bool | None:
        """Whether code always counts an element, or it is always counted `later`.

        None where code stores an element that may not be counted, which another iteration may have then.
        """
        match code:
            case c_ast.Compound(block_items=items):
                for item in reversed(items or []):
                    found = self._counted(item, merge, later=later)
                    if found is None:
                        return None
                    later = found
                return later
            case c_ast.If(iftrue=iftrue, iffalse=iffalse):
                ways = [self._counted(each, merge, later=later) for each in (iftrue, iffalse)]
                return None if None in ways else all(ways)
            case c_ast.For(stmt=body) | c_ast.While(stmt=body) | c_ast.DoWhile(stmt=body):
                found = self._counted(body, merge, later=later)
                return None if found is None else later
            case c_ast.Break() | c_ast.Continue():
                return False
            case c_ast.Assignment(lvalue=place) if self._appends(code, merge) and not _counts(code, merge.counter):
                element = _element_of(place)
                if element is not None and isinstance(element.subscript, c_ast.ID):
                    return later or None
                return True
        return later or (code is not None and _counts(code, merge.counter))

    def _updates(
        self, inner: c_ast.Node, own: Collection[str], inside: Collection[str]
    ) -> Iterator[tuple[c_ast.Node, str]]:
        """The statements that only update a variable from outside of the loop, and that."""
        for each in _statements(inner):
            update = update_of(each, is_pure)
            if update is not None and isinstance(update.target, c_ast.ID):
                name: str = update.target.name
                if name not in own and name not in inside:
                    yield each, name

    def _computes(self, call: c_ast.FuncCall, depth: int = 4) -> bool:
        """Whether a call only computes a value."""
        if is_quiet(call):
            return True
        function = self.functions.get(called_name(call))
        if function is None or depth == 0 or any(isinstance(node, Omp) for node in walk(function.body)):
            return False
        parameters = [each for each in parameters_of(function) if isinstance(each, c_ast.Decl) and each.name]
        parameters = [each for each in parameters if not isinstance(each.type, c_ast.ArrayDecl)]
        own = _levels([*parameters, *(node for node in walk(function.body) if isinstance(node, c_ast.Decl))])
        if own is None:
            return False
        called = (node for node in walk(function.body) if isinstance(node, c_ast.FuncCall))
        changed = filter(None, map(changed_place, walk(function.body)))
        return all(self._computes(each, depth - 1) for each in called) and all(
            _is_own(each, own) for each in changed
        )

    def _append(self, inner: c_ast.Node, merge: Appended) -> None:
        """Let each iteration count what it appends, take that many places, and fill these."""
        where = self.unit.location(inner)
        declared = Declared(self.unit, self.function, self.loop)
        words = scalar_words(declared.type_of(merge.total)) or c_ast.IdentifierType(["long"])
        count, at = self._fresh("count"), self._fresh("at")
        zero = c_ast.Constant("int", "0")
        own = {*merge.arrays, merge.counter}
        inside = declared_names(inner)
        dropped = {id(each) for each, _ in self._updates(inner, own, inside)}
        end = self._fresh("end") if self._counted(inner, merge, later=False) is None else None
        counting = _Rewrite(self, merge, dropped, count, store=False).change(inner)
        filling = _Rewrite(self, merge, set(), at, store=True, end=end).change(inner)
        capture = c_ast.Compound(
            [
                build.assign(c_ast.ID(at), clone(merge.total)),
                build.assign(clone(merge.total), c_ast.ID(count), "+="),
            ],
            inner.coord,
        )
        taking = Omp(Directive("atomic", (), where, "atomic capture", form="capture"), capture, inner.coord)
        if leaves(inner, (c_ast.Continue,)):
            counting = build.once(statements_of(counting))
        some = c_ast.BinaryOp(">", c_ast.ID(count), clone(zero))
        fill: list[c_ast.Node] = [filling]
        if end is not None:
            behind = c_ast.BinaryOp("+", c_ast.ID(at), c_ast.ID(count))
            fill.insert(0, build.host_variable(end, clone(words), behind, inner.coord))
        taken = c_ast.If(some, c_ast.Compound([taking] if dropped else [taking, *fill]), None, inner.coord)
        assert isinstance(self.loop.body, c_ast.For)
        self.loop.body.stmt = c_ast.Compound(
            [
                build.host_variable(count, clone(words), clone(zero), inner.coord),
                counting,
                build.host_variable(at, clone(words), clone(zero), inner.coord),
                taken,
                *(fill if dropped else []),
            ],
            inner.coord,
        )
        lists = [c_ast.ArrayRef(clone(array), clone(zero)) for array in merge.arrays.values()]
        expression = c_ast.ExprList([clone(merge.total), *lists], self.loop.coord)
        directive = self.loop.directive
        clauses = (*directive.clauses, Clause(LISTED, directive.where, expression=expression))
        self.loop.directive = replace(directive, clauses=clauses, moved=True)

    def _fresh(self, wish: str) -> str:
        name = fresh_name(wish, self.taken)
        self.taken.add(name)
        return name


@dataclass(frozen=True, eq=False, slots=True)
class _Rewrite:
    """Copies an iteration's statements: those that append count by a variable, and may `store` in shared lists.

    Elements from `end` on are not stored: another iteration may have them.
    """

    lists: _Lists
    merge: Appended
    dropped: Collection[int]
    name: str
    store: bool
    end: str | None = None
    """The variable with the place behind the iteration's; None where all that it stores is counted."""

    def change(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of a part of the statements."""
        if id(node) in self.dropped:
            return c_ast.EmptyStatement(node.coord)
        if isinstance(node, c_ast.Assignment) and self.lists._appends(node, self.merge) and not self.store:
            element = _element_of(node.lvalue)
            steps = element is not None and not isinstance(element.subscript, c_ast.ID)
            if steps or _counts(node, self.merge.counter):
                return c_ast.UnaryOp("p++", c_ast.ID(self.name), node.coord)
            return c_ast.EmptyStatement(node.coord)
        if self.end is not None and isinstance(node, c_ast.Assignment) and self.lists._appends(node, self.merge):
            stored = replace(self, end=None).change(node)
            if not _counts(node, self.merge.counter):
                within = c_ast.BinaryOp("<", c_ast.ID(self.name), c_ast.ID(self.end), node.coord)
                return c_ast.If(within, stored, None, node.coord)
            return stored
        if isinstance(node, c_ast.ID) and node.name == self.merge.counter:
            return c_ast.ID(self.name, node.coord)
        if isinstance(node, c_ast.ID) and node.name in self.merge.arrays:
            return clone(self.merge.arrays[node.name])
        if isinstance(node, c_ast.StructRef):
            return c_ast.StructRef(self.change(node.name), node.type, clone(node.field), node.coord)
        return rebuilt(node, self.change)


def _statements(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The statements in some code, and that code itself."""
    yield root
    for parent in walk(root):
        for slot, child in parent.children():
            if is_statement_place(parent, slot):
                yield child


def _counts(node: c_ast.Node, counter: str) -> bool:
    """Whether an expression counts a counter up by one."""
    match node:
        case c_ast.UnaryOp(op=op, expr=expr) if op in INCREMENTS:
            return op in _STEPS and is_named(expr, counter)
        case c_ast.Assignment(op="+=", lvalue=target, rvalue=c_ast.Constant(value="1")):
            return is_named(target, counter)
    return False


def _element_of(place: c_ast.Node) -> c_ast.ArrayRef | None:
    """The element of an array that a place is, or is a member of."""
    while isinstance(place, c_ast.StructRef) and place.type == ".":
        place = place.name
    return place if isinstance(place, c_ast.ArrayRef) else None


def _levels(declared: Sequence[c_ast.Decl]) -> dict[str, int] | None:
    """The dimensions of variables that are arrays, 0 for others; None where one outlives its block."""
    found: dict[str, int] = {}
    for decl in declared:
        if set(decl.storage) - {"register", "auto"}:
            return None
        of, levels = decl.type, 0
        while isinstance(of, c_ast.ArrayDecl):
            of, levels = of.type, levels + 1
        found[decl.name] = min(levels, found.get(decl.name, levels))
    return found


def _is_own(place: c_ast.Node, own: Mapping[str, int]) -> bool:
    """Whether a place is one of some variables, an element of one that is an array, or a member of a structure."""
    levels = 0
    while isinstance(place, c_ast.ArrayRef):
        place, levels = place.name, levels + 1
    while not levels and isinstance(place, c_ast.StructRef) and place.type == ".":
        place = place.name
    return isinstance(place, c_ast.ID) and levels <= own.get(place.name, -1)
