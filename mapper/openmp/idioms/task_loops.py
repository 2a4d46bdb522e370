"""Loops whose iterations are tasks of one thread become work-shared loops of its team.

    #pragma omp parallel                             #pragma omp parallel
    #pragma omp single                               for (int t = 0; t < steps; t++) {
    for (int t = 0; t < steps; t++) {                  #pragma omp for
      #pragma omp taskloop                     ->      for (i = 0; i < n; i++) b[i] = f(a, i);
      for (i = 0; i < n; i++) b[i] = f(a, i);          #pragma omp single
      swap(&a, &b);                                    swap(&a, &b);
    }                                                }

So do loops whose bodies are one `task` each, and `loop` constructs in regions.  What is beside these loops stays
for one thread, and sequential loops around them run in all threads.  Tasks of one loop may run in any order, and a
thread may run one as soon as it makes it (OpenMP 5.2, 12.5): that all have run behind the loop is one of the ways
in which the source may run.

A task's variables must be shared, or its own: what else it uses it gets from the thread that makes it.  Left alone
are tasks with `depend`, `in_reduction` or `if` clauses (where its condition is false, tasks run one by one), in
called functions, and in regions at other places than a `single`, or a `master` that the region ends with.  The
source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.directive import OWN, Clause, Directive
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.names import assigned_names, declared_names, exposed_place, is_named, names_in, settings
from mapper.ir.trees.nodes import Omp, base_of, constructs_in, has_effects, path_to, replace_child, single, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.expressions import parse_expression
from mapper.openmp.idioms.constructs import as_clause, changeable
from mapper.openmp.idioms.declared_types import Declared, scalar_words

_MASTERS = ("master", "masked")
_COMBINED = frozenset(f"parallel {master} taskloop" for master in _MASTERS)
_TASK_LOOPS = frozenset(["taskloop", *(f"{master} taskloop" for master in _MASTERS)])
_KEPT = frozenset([*OWN, "collapse", "simd"])
"""The clauses of task loops that say the same of a work-shared loop."""
_SIZES = ("grainsize", "num_tasks")
_OF_MAKING = frozenset([*_SIZES, *"nogroup untied mergeable priority final affinity filter".split()])
"""Those that say how tasks are made, and by which thread."""
_DROPPED = _OF_MAKING | {"shared", "default", "allocate", "order"}
"""Those that say nothing of a work-shared loop, or what it does in any case."""
_ALL = 0x7FFFFFFF
"""More iterations than a chunk has."""
_INSIDE = frozenset(["critical", "atomic", "simd"])
_OF_TASKS = frozenset(["task", "taskloop", "taskgroup", "taskwait", "taskyield"])


class _UnclearError(Exception):
    """Something is not as the module's docstring says."""


def share_out(unit: Unit) -> None:
    """Change such regions of a unit whose directives are bound."""
    own = {name for node in constructs_in(unit.tree) for name in _threadprivate(node.directive)}
    for function in unit.functions:
        for construct in changeable(function, ()):
            if _kind(construct) in _COMBINED:
                with suppress(_UnclearError):
                    _share_combined(construct)
            elif construct.directive.kind == "parallel" and construct.body is not None:
                _Region(unit, function, construct, own).share_out()


def _kind(construct: Omp) -> str:
    return construct.directive.kind.removesuffix(" simd")


def _threadprivate(directive: Directive) -> Iterator[str]:
    if directive.kind == "threadprivate":
        for clause in directive.clauses:
            yield from clause.variables


def _share_combined(construct: Omp) -> None:
    """`parallel master taskloop` is `parallel for`; what other clauses say is looked at later."""
    directive = construct.directive
    if _has_constructs(construct.body) or any("taskloop" in _said(each) for each in directive.all("if")):
        raise _UnclearError
    kept = [each for each in directive.clauses if each.kind not in _OF_MAKING]
    clauses = (*as_clause("simd", directive), *kept, *_schedule(directive))
    construct.directive = replace(directive, kind="parallel for", clauses=clauses, later=False)


def _said(clause: Clause) -> tuple[str, ...]:
    """The words before the expression of a clause."""
    words, _, _ = (clause.argument or "").rpartition(":")
    return (*words.replace(",", " ").split(), *([clause.modifier] if clause.modifier else []))


def _schedule(directive: Directive) -> list[Clause]:
    """A schedule by which one thread runs in order what one task may: the program may rely on that order.

    Without `strict` a task has less than two grains, and all iterations only where these are as few.  It is
    dynamic, as GCC adds up the chunks of a static one in the counter's type, in which so large ones overflow.
    """
    for each in directive.clauses:
        if each.kind not in _SIZES:
            continue
        strict = "strict" in _said(each)
        size = parse_expression((each.argument or "").rpartition(":")[2], set(), 0, each.where.file)
        if size is None or (strict and each.kind == "num_tasks"):
            raise _UnclearError
        if each.kind == "grainsize":
            chunk = size if strict else build.binary("*", build.integer(2, "L"), size)
        elif (integer_value(size) or 0) > 1:
            return []
        else:
            chunk = c_ast.TernaryOp(
                build.binary(">", size, build.integer(1)), build.integer(1), build.integer(_ALL)
            )
        return [Clause("schedule", each.where, modifier="dynamic", expression=chunk)]
    return []


def _clauses(directive: Directive) -> tuple[Clause, ...]:
    """The clauses of a loop of tasks that a work-shared loop has, too."""
    if any(each.kind not in _KEPT | _DROPPED for each in directive.clauses):
        raise _UnclearError
    if any(each.modifier not in ("shared", "none") for each in directive.all("default")):
        raise _UnclearError
    kept = [each for each in directive.clauses if each.kind in _KEPT]
    return (*as_clause("simd", directive), *kept, *_schedule(directive))


def _has_constructs(code: c_ast.Node | None) -> bool:
    """Whether there is another construct in a task than it may hold as an iteration."""
    parts = walk(code) if code is not None else ()
    return any(isinstance(part, Omp) and part.directive.kind not in _INSIDE for part in parts)


def _has_tasks(code: c_ast.Node) -> bool:
    return any(isinstance(part, Omp) and part.directive.words & _OF_TASKS for part in walk(code))


@dataclass(eq=False)
class _Region:
    """A parallel region; `own` are names of variables that threads have copies of.

    `same` are variables that are declared among the statements of a thread, and that hold the same in all threads:
    counters of sequential loops, and what is computed once.
    """

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    own: set[str]
    same: set[str] = field(default_factory=set)

    @property
    def body(self) -> c_ast.Node:
        """What the threads run."""
        assert self.construct.body is not None
        return self.construct.body

    def share_out(self) -> None:
        """Change the region's constructs for one thread that make tasks, and its `loop` constructs."""
        for node in list(walk(self.body)):
            if not isinstance(node, Omp) or node.body is None or not node.directive.known:
                continue
            if any(isinstance(each, Omp) for each in path_to(self.construct, node)[1:-1]):
                continue
            directive = node.directive
            if directive.kind == "loop" and not _has_constructs(node.body):
                self._share_loop(node)
            elif _has_tasks(node) and self._is_for_one(node):
                self._share_single(node)

    def _share_loop(self, node: Omp) -> None:
        bound = node.directive.first("bind")
        if bound is not None and (bound.argument or "").strip() != "parallel":
            return
        clauses = tuple(each for each in node.directive.clauses if each.kind not in ("bind", "order"))
        if all(each.kind in _KEPT for each in clauses):
            node.directive = replace(node.directive, kind="for", clauses=clauses, later=False)

    def _share_single(self, node: Omp) -> None:
        alone = _kind(node) not in _TASK_LOOPS
        if alone and any(each.kind != "nowait" for each in node.directive.clauses):
            return
        outer = {name for clause in self.construct.directive.clauses for name in _copied(clause)}
        inside = {id(part) for part in walk(node)}
        for part in walk(self.body):
            if isinstance(part, c_ast.Decl) and id(part) not in inside and part.name:
                outer.add(part.name)
        before, self.own = self.own, self.own | outer
        self.same.clear()
        try:
            items = self._items([node.body] if alone else [node], node) if node.body is not None else []
        except _UnclearError:
            return
        finally:
            self.own = before
        made = items[0] if len(items) == 1 else c_ast.Compound(items, node.coord)
        parent = path_to(self.construct, node)[-2]
        slot = next(name for name, child in parent.children() if child is node)
        if parent is self.construct:
            parent.body = made
        else:
            replace_child(parent, slot, made)

    def _is_for_one(self, node: Omp) -> bool:
        """Whether one thread runs a construct, and all others wait behind it."""
        kind = node.directive.kind
        return kind == "single" or (kind.split()[0] in _MASTERS and self._is_last(node))

    def _is_last(self, node: Omp) -> bool:
        """Whether the region ends with a construct."""
        around = path_to(self.construct, node)[1:-1]
        inner: c_ast.Node = node
        for each in reversed(around):
            if not isinstance(each, c_ast.Compound) or (each.block_items or [])[-1] is not inner:
                return False
            inner = each
        return True

    # ---- statements of one thread ------------------------------------------------------------------------------

    def _items(self, items: Sequence[c_ast.Node], construct: Omp) -> list[c_ast.Node]:
        """What becomes of statements of the thread, in order."""
        made: list[c_ast.Node] = []
        pending: list[c_ast.Node] = []
        around = frozenset(self.same)

        def finish(rest: Sequence[c_ast.Node]) -> None:
            if declared_names(*pending) & names_in(*rest):
                raise _UnclearError
            if pending:
                directive = Directive("single", (), construct.directive.where, "single")
                body = pending[0] if len(pending) == 1 else c_ast.Compound([*pending], pending[0].coord)
                made.append(Omp(directive, body, pending[0].coord))
            pending.clear()

        for number, item in enumerate(items):
            if isinstance(item, c_ast.EmptyStatement):
                continue
            if _has_tasks(item):
                finish(items[number:])
                made += self._statement(item, construct)
            elif self._is_computed_once(item, construct):
                finish(items[number:])
                self.same.add(item.name)
                made.append(item)
            elif leaves(item):
                finish(items[number:])
                made.append(_jump(item))
            else:
                pending.append(item)
        finish([])
        self.same = set(around)
        return made

    def _is_computed_once(self, item: c_ast.Node, construct: Omp) -> TypeGuard[c_ast.Decl]:
        """Whether a statement declares a number that stays the same: each thread may compute it for itself."""
        if not isinstance(item, c_ast.Decl) or item.init is None or has_effects(item.init):
            return False
        of = Declared(self.unit, self.function, construct).meant(item.type)
        return scalar_words(of) is not None and settings(construct)[item.name] == 1

    def _statement(self, node: c_ast.Node, construct: Omp) -> list[c_ast.Node]:
        """What becomes of a statement with tasks in it."""
        match node:
            case c_ast.Compound():
                return self._items(node.block_items or [], construct)
            case Omp() if _kind(node) in _TASK_LOOPS:
                return [self._shared(node.directive, node.body, node)]
            case Omp() if node.directive.kind == "taskwait" and not node.directive.clauses:
                return []
            case Omp() if node.directive.kind == "taskgroup" and not node.directive.clauses:
                return self._items([node.body] if node.body is not None else [], construct)
            case c_ast.For() if (task := _only_task(node)) is not None:
                return [self._of_tasks(node, task)]
            case c_ast.If() if not has_effects(node.cond):
                yes, no = (self._block(each, construct) for each in (node.iftrue, node.iffalse))
                return [c_ast.If(node.cond, yes, no, node.coord)]
            case c_ast.While() if not has_effects(node.cond):
                return [c_ast.While(node.cond, self._block(node.stmt, construct), node.coord)]
            case c_ast.For() if node.cond is not None and not has_effects(node.cond):
                return self._sequential(node, construct)
        raise _UnclearError

    def _block(self, node: c_ast.Node | None, construct: Omp) -> c_ast.Node | None:
        return None if node is None else c_ast.Compound(self._items([node], construct), node.coord)

    def _sequential(self, loop: c_ast.For, construct: Omp) -> list[c_ast.Node]:
        """A sequential loop around tasks: all threads count, or one does so where they share the counter."""
        names = declared_names(loop.init) if isinstance(loop.init, c_ast.DeclList) else set[str]()
        if names & assigned_names(loop.stmt):
            raise _UnclearError
        if names:
            around, self.same = self.same, self.same | names
            body = self._block(loop.stmt, construct)
            self.same = around
            return [c_ast.For(loop.init, loop.cond, loop.next, body, loop.coord)]
        if leaves(loop.stmt, (c_ast.Continue,)):
            raise _UnclearError
        items = [loop.stmt, *([loop.next] if loop.next is not None else [])]
        made = c_ast.While(loop.cond, c_ast.Compound(self._items(items, construct), loop.coord), loop.coord)
        return [*self._items([loop.init] if loop.init is not None else [], construct), made]

    def _of_tasks(self, loop: c_ast.For, task: Omp) -> Omp:
        """The work-shared loop of a loop that makes a task in each iteration."""
        body = task.body
        assert body is not None, "a loop's only task has a body"
        counter = {_counter(loop)} if _counter(loop) is not None else declared_names(loop.init)
        copies = {name for clause in task.directive.all("firstprivate") for name in clause.variables}
        own = declared_names(loop.stmt)
        declared = Declared(self.unit, self.function, loop)
        changed = assigned_names(body) & ((copies - own) | counter)
        if changed or any(_changes_part(body, name, declared) for name in copies - own):
            raise _UnclearError  # what an iteration leaves in its copy is not for another one
        if isinstance(loop.stmt, c_ast.Compound) and len(loop.stmt.block_items or []) > 1:
            body = c_ast.Compound([*loop.stmt.block_items[:-1], body], loop.stmt.coord)
        clauses = [
            replace(each, variables=tuple(name for name in each.variables if name not in own | counter))
            for each in task.directive.clauses
        ]
        clauses = [each for each in clauses if each.variables or each.kind not in OWN]
        directive = replace(task.directive, clauses=tuple(clauses))
        return self._shared(directive, c_ast.For(loop.init, loop.cond, loop.next, body, loop.coord), loop)

    def _shared(self, directive: Directive, loop: c_ast.Node | None, place: c_ast.Node) -> Omp:
        if not isinstance(loop, c_ast.For) or _has_constructs(loop):
            raise _UnclearError
        clauses = self._without_copies(_clauses(directive), loop)
        own = {name for clause in clauses if clause.kind == "private" for name in clause.variables}
        said = (each.expression for each in clauses if each.expression is not None)
        free = (names_in(loop) - declared_names(loop) - own | names_in(*said)) - self.same
        if not isinstance(loop.init, c_ast.DeclList):
            counter = _counter(loop)
            if counter is None or not _only_counts(counter, self.function):
                raise _UnclearError
            free -= {counter}
        if free & (self.own | self._local(place)):
            raise _UnclearError
        made = Directive("for", clauses, directive.where, directive.text)
        return Omp(made, loop, place.coord)

    def _without_copies(self, clauses: Sequence[Clause], loop: c_ast.For) -> tuple[Clause, ...]:
        """The clauses without copies of what threads have for themselves, which a work-shared loop can't copy."""
        kept: list[Clause] = []
        for each in clauses:
            copies = self.same.intersection(each.variables) if each.kind == "firstprivate" else set[str]()
            if copies & assigned_names(loop):
                raise _UnclearError
            rest = tuple(name for name in each.variables if name not in copies)
            if rest or not copies:
                kept.append(replace(each, variables=rest) if copies else each)
        return tuple(kept)

    def _local(self, place: c_ast.Node) -> set[str]:
        """The variables that the thread which makes a task has for itself."""
        around = path_to(self.construct, place)[1:-1]
        found: set[str] = set()
        for each in around:
            if isinstance(each, c_ast.Compound):
                found |= {item.name for item in each.block_items or [] if isinstance(item, c_ast.Decl)}
            elif isinstance(each, c_ast.For) and isinstance(each.init, c_ast.DeclList):
                found |= declared_names(each.init)
        return found - self.same


def _copied(clause: Clause) -> tuple[str, ...]:
    return clause.variables if clause.kind in OWN or clause.kind == "copyin" else ()


def _jump(node: c_ast.Node) -> c_ast.Node:
    """A jump out of the statements of a thread, which depends on nothing but numbers that all threads have."""
    inner = single(node.iftrue) if isinstance(node, c_ast.If) and node.iffalse is None else node
    if not isinstance(inner, c_ast.Break | c_ast.Continue) or has_effects(node):
        raise _UnclearError
    return node


def _only_task(loop: c_ast.For) -> Omp | None:
    """The task that is all that an iteration does, behind declarations."""
    body = single(loop.stmt)
    items = (body.block_items or []) if isinstance(body, c_ast.Compound) else [body]
    task = items[-1] if items else None
    plain = all(isinstance(item, c_ast.Decl) and not _has_constructs(item) for item in items[:-1])
    if isinstance(task, Omp) and task.directive.kind == "task" and task.body is not None:
        return task if plain else None
    return None


def _changes_part(code: c_ast.Node, name: str, declared: Declared) -> bool:
    """Whether some code may change a part of a variable, or hands on where an array in it is."""
    if isinstance(declared.meant(declared.type_of(c_ast.ID(name))), c_ast.PtrDecl):
        return False
    subscripted = {id(node.name) for node in walk(code) if isinstance(node, c_ast.ArrayRef)}
    for node in walk(code):
        if is_named(base_of(exposed_place(node)), name):
            return True
        is_part = isinstance(node, c_ast.ID | c_ast.ArrayRef | c_ast.StructRef) and is_named(base_of(node), name)
        if is_part and id(node) not in subscripted:
            of = declared.meant(declared.type_of(node))
            if of is None or isinstance(of, c_ast.ArrayDecl):
                return True
    return False


def _counter(loop: c_ast.For) -> str | None:
    match loop.init:
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)):
            return str(name)
    return None


def _only_counts(name: str, function: c_ast.FuncDef) -> bool:
    """Whether a variable is used in nothing but loops whose counter it is."""

    def named(root: c_ast.Node) -> set[int]:
        return {id(part) for part in walk(root) if isinstance(part, c_ast.ID) and part.name == name}

    loops = (node for node in walk(function.body) if isinstance(node, c_ast.For) and _counter(node) == name)
    return not named(function.body) - {each for loop in loops for each in named(loop)}
