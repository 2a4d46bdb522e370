"""Loops whose iterations the threads of a region deal out by hand become work-shared loops, with `nowait`.

    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = (long)me * n / threads, high = (long)(me + 1) * n / threads;
    for (int i = low; i < high; i++)            ->      for (int i = 0; i < n; i++)

Bounds are followed as expressions of the thread's number, for which `deals` proves that the parts of
all threads make one range.  The source's text stays what the CPU runs.  The translation must prove that iterations
don't depend on each other (`Directive.dealt`): a thread may rely on the order of those in its part.

What is updated by the thread's number goes where the thread of the iteration has it, by an atomic update:

    sum[me] += x[i];        ->        { int owner = i % threads;
                                        #pragma omp atomic
                                        sum[owner] += x[i]; }
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.directive import Clause, Directive
from mapper.ir.trees.headers import loop_start, step_of, test_of
from mapper.ir.trees.names import all_names, fresh_name, mentions_any, settings
from mapper.ir.trees.nodes import Omp, base_of, clone, replace_child, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.cases import COUNT, ME, NUMBER, Cases, one_case
from mapper.openmp.idioms.deals import Values, cyclic, is_integer_type, parts, printed
from mapper.openmp.idioms.owners import owner_in_turns, owner_of_part
from mapper.openmp.idioms.stored_sums import Moved, move
from mapper.openmp.idioms.updates import Update, updates_in

_OWN = frozenset(["firstprivate", "lastprivate", "linear", "private", "reduction", "threadprivate"])
"""Clauses that give threads copies of variables."""
_INSIDE = frozenset(["atomic", "critical", "simd"])


def deal(unit: Unit, as_written: Collection[Location] = ()) -> None:
    """Find such loops in the regions of a unit whose directives are bound; its tree is changed in place.

    Regions at the places in `as_written` stay as they are.
    """
    outside = [each for each in unit.tree.ext if isinstance(each, c_ast.Decl)]
    for function in unit.tree.ext:
        if not isinstance(function, c_ast.FuncDef):
            continue
        for node in walk(function.body):
            if isinstance(node, Omp) and node.directive.kind == "parallel" and node.directive.known:
                body = node.body
                if node.directive.where not in as_written and isinstance(body, c_ast.Compound) and _asks(body):
                    declared = [*outside, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]
                    _Region(unit, node, body, declared).run()


def _asks(body: c_ast.Node) -> bool:
    return any(isinstance(node, c_ast.ID) and node.name == NUMBER for node in walk(body))


@dataclass(eq=False)
class _Region:
    """One region; `settings` are statements that set variables to known values, with their blocks and names."""

    unit: Unit
    construct: Omp
    body: c_ast.Compound
    declared: list[c_ast.Decl]
    settings: list[tuple[c_ast.Compound, c_ast.Node, frozenset[str]]] = field(default_factory=list)
    found: bool = False

    def run(self) -> None:
        """Change the region's loops, and leave out what only computed their bounds."""
        inside = {node.name for node in walk(self.body) if isinstance(node, c_ast.Decl)}
        private = {name for clause in self.construct.directive.all("private") for name in clause.variables}
        self.own = inside | private
        every = [node.directive for node in walk(self.unit.tree) if isinstance(node, Omp)]
        lists = [clause for each in every for clause in each.clauses if clause.kind in _OWN]
        self.copied = {name for clause in lists for name in clause.variables}
        self.changed = set(settings(self.body))
        self._block(self.body, {})
        if self.found:
            self._remove()

    def _block(self, block: c_ast.Compound, known: dict[str, Cases | None]) -> None:
        for item in list(block.block_items or []):
            names = set(settings(item))
            if isinstance(item, c_ast.Decl) and item.init is None:
                known[item.name] = None
            elif self._values(known).run(item):
                self.settings.append((block, item, frozenset(names)))
            elif isinstance(item, c_ast.For):
                self._loop(block, item, known)
            elif isinstance(item, Omp) and item.directive.kind == "for":
                if self._moved(block, item, known) is not None:
                    item.directive = replace(item.directive, moved=True)
                known.update(dict.fromkeys(names))
            else:
                known.update(dict.fromkeys(names))
                if isinstance(item, c_ast.Compound):
                    self._block(item, known)
                elif isinstance(item, c_ast.While | c_ast.DoWhile) and isinstance(item.stmt, c_ast.Compound):
                    self._block(item.stmt, known)

    def _values(self, known: dict[str, Cases | None]) -> Values:
        return Values(known, self._is_settled)

    def _is_settled(self, name: str) -> bool:
        """Whether a variable from outside is an integer that the region leaves as it is."""
        if name in self.own or name in self.changed:
            return False
        found = [decl for decl in self.declared if decl.name == name]
        return bool(found) and all(_is_integer(decl.type) for decl in found)

    def _moved(self, block: c_ast.Compound, loop: c_ast.Node, known: Mapping[str, Cases | None]) -> Moved | None:
        """Let a loop add up in memory what is stored there by the thread's number behind it."""
        return move(block, loop, _numbers(known), self.own, self.declared, self.body)

    def _loop(self, block: c_ast.Compound, node: c_ast.For, known: dict[str, Cases | None]) -> None:
        setting, before = _counter_setting(node)
        written, node.init = node.init, setting
        moved = self._moved(block, node, known)
        if self._is_dealt(node, known):
            place = block.block_items.index(node)
            block.block_items[place:place] = before
            place += len(before)
            where = self.unit.location(node)
            clause = Clause("nowait", where)
            directive = Directive("for", (clause,), where, "for nowait", dealt=True)
            block.block_items[place] = Omp(directive, node, node.coord)
            self.found = True
            known.update(dict.fromkeys(settings(node)))
            return
        node.init = written
        if moved is not None:
            moved.undo()
        known.update(dict.fromkeys(settings(node)))
        if isinstance(node.stmt, c_ast.Compound):
            self._block(node.stmt, known)

    def _is_dealt(self, node: c_ast.For, known: Mapping[str, Cases | None]) -> bool:
        """Whether a loop is dealt out; its header is changed then."""
        header = _header(node)
        if header is None:
            return False
        updates = self._updates(node, header, known)
        if updates is None:
            return False
        values = self._values(dict(known))
        low, high, step = values.cases(header.lower), values.cases(header.bound), values.cases(header.step)
        if low is None or high is None or step is None:
            return False
        named = next((c_ast.ID(name) for name, cases in known.items() if cases == values.count), None)
        threads = named or c_ast.FuncCall(c_ast.ID(COUNT), None)
        counter, inclusive = header.counter.name, header.relation == "<="
        made = cyclic(low, high, step)
        in_turns = made is not None
        if made is None:
            made = parts(low, high, inclusive=inclusive) if step == values.one else None
        if made is None:
            return False
        texts = [printed(each, named) for each in made]
        lower, bound, width = texts
        if lower is None or bound is None or width is None:
            return False
        if updates:
            owner = owner_in_turns(low, counter, threads)
            if not in_turns:
                owner = owner_of_part(low, high, counter, threads, inclusive=inclusive)
            if owner is None:
                return False
            self._own_updates(node, updates, owner, known)
        inclusive = inclusive and in_turns
        _set_lower(node, lower)
        node.cond = c_ast.BinaryOp("<=" if inclusive else "<", clone(header.counter), bound, node.cond.coord)
        node.next = c_ast.Assignment("+=", clone(header.counter), width, node.coord)
        return True

    def _updates(self, node: c_ast.For, header: _Header, known: Mapping[str, Cases | None]) -> list[Update] | None:
        """What the body updates by the thread's number; none: it is one that any thread may run.

        None where it uses the number in other ways, or the bounds of the thread's part.
        """
        if header.counter.name in settings(node.stmt):
            return None
        by_number = {name for name, cases in known.items() if cases is not None and cases.mentions_number}
        numbers = _numbers(known)
        found = [each for each in updates_in(node) if mentions_any(each.target, {*numbers, NUMBER})]
        if not all(self._is_shared(each.target) for each in found):
            return None
        explained = {id(part) for each in found for target in each.targets for part in walk(target)}
        for part in walk(node.stmt):
            if isinstance(part, Omp) and (part.directive.kind not in _INSIDE or found):
                return None
            if isinstance(part, c_ast.ID) and (
                part.name in by_number - numbers or (part.name in {*numbers, NUMBER} and id(part) not in explained)
            ):
                return None
        return found

    def _is_shared(self, target: c_ast.Node) -> bool:
        """Whether an element is in an array that the threads share."""
        base = base_of(target)
        return isinstance(target, c_ast.ArrayRef | c_ast.StructRef) and (
            base is not None and base.name not in self.own | self.copied
        )

    def _own_updates(
        self, node: c_ast.For, updates: list[Update], owner: c_ast.Node, known: Mapping[str, Cases | None]
    ) -> None:
        """Let each iteration do its updates for the thread that has it."""
        name = fresh_name("owner", all_names(self.unit.tree))
        numbers = _numbers(known)
        for update in updates:
            for target in update.targets:
                _rename(target, numbers, name)
            where = self.unit.location(update.statement)
            directive = Directive("atomic", (), where, "atomic", form="update")
            replace_child(update.parent, update.slot, Omp(directive, update.statement, update.statement.coord))
        declared = c_ast.TypeDecl(name, [], None, c_ast.IdentifierType(["int"]))
        declaration = c_ast.Decl(name, [], [], [], [], declared, owner, None, node.coord)
        node.stmt = c_ast.Compound([declaration, node.stmt], node.coord)

    def _remove(self) -> None:
        """Leave out the statements that set what nothing uses any more."""
        for block, item, names in reversed(self.settings):
            uses = [part.name for part in walk(self.body) if isinstance(part, c_ast.ID)]
            here = [part.name for part in walk(item) if isinstance(part, c_ast.ID)]
            if names <= self.own and all(uses.count(name) == here.count(name) for name in names):
                if isinstance(item, c_ast.Decl):
                    item.init = None
                elif item in block.block_items:
                    block.block_items.remove(item)


def _numbers(known: Mapping[str, Cases | None]) -> set[str]:
    """The variables that hold the thread's number."""
    return {name for name, cases in known.items() if cases == one_case(ME)}


def _rename(root: c_ast.Node, numbers: Collection[str], name: str) -> None:
    """Put a variable in the places of others, and of calls that ask for the thread's number."""
    for parent in walk(root):
        for slot, child in parent.children():
            called = child.name if isinstance(child, c_ast.FuncCall) else None
            if (isinstance(child, c_ast.ID) and child.name in numbers) or (
                isinstance(called, c_ast.ID) and called.name == NUMBER
            ):
                replace_child(parent, slot, c_ast.ID(name, child.coord))


def _counter_setting(node: c_ast.For) -> tuple[c_ast.Node | None, list[c_ast.Node]]:
    """What the head of a loop sets its counter to, and what else it sets: `for (i = me, sum[me] = 0; ...)`."""
    if not isinstance(node.init, c_ast.ExprList) or node.next is None:
        return node.init, []
    moved = {part.name for part in walk(node.next) if isinstance(part, c_ast.ID)}
    parts = node.init.exprs
    found = [
        each
        for each in parts
        if isinstance(each, c_ast.Assignment) and isinstance(each.lvalue, c_ast.ID) and each.lvalue.name in moved
    ]
    others = [each for each in parts if each not in found]
    plain = all(isinstance(each, c_ast.Assignment) for each in others)
    if len(found) != 1 or not plain or any(mentions_any(each, {found[0].lvalue.name}) for each in others):
        return node.init, []
    return found[0], others


@dataclass(frozen=True, eq=False, slots=True)
class _Header:
    counter: c_ast.ID
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node
    step: c_ast.Node


def _header(node: c_ast.For) -> _Header | None:
    """What the head of a loop says that counts up; None for others."""
    start, step = loop_start(node), step_of(node.next)
    test = test_of(node.cond, start.name) if start is not None else None
    if start is None or step is None or step.counter.name != start.name or step.sign < 0 or test is None:
        return None
    if isinstance(start.node, c_ast.Decl) and not isinstance(start.node.type, c_ast.TypeDecl):
        return None
    relation, bound = test
    return _Header(step.counter, start.value, relation, bound, step.by) if relation in ("<", "<=") else None


def _set_lower(node: c_ast.For, lower: c_ast.Node) -> None:
    if isinstance(node.init, c_ast.DeclList):
        node.init.decls[0].init = lower
    else:
        node.init.rvalue = lower


def _is_integer(node: c_ast.Node) -> bool:
    """Whether a declarator is that of an integer."""
    if not isinstance(node, c_ast.TypeDecl) or not isinstance(node.type, c_ast.IdentifierType):
        return False
    return is_integer_type(node.type.names)
