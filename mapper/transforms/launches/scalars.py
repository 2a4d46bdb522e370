"""`scalars`: sums, and what the host computes from them between two launches, stay on the device.

    for (step...) {
      rho0 = rho;                   the next loop's kernel does this
      ... loop ...
      ... loop, reduction(+ : d) ...
      alpha = rho0 / d;             the kernel of the reduction does this when it has the sum
      ... loop that uses alpha ...  its kernel reads alpha from memory
    }

Statements side by side whose launches need nothing else of the host become a chain (`mapper.ir.program.cells`): it
reads the scalars back once, at its end, in place of one blocking read for each reduction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.builtins.reductions import is_exact
from mapper.ir.forms.batched import Batched
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.cells import Cells, Chain, Steps, assigned, used
from mapper.ir.program.kernel import Applied, Kernel
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop
from mapper.ir.trees.ctypes import FloatType
from mapper.ir.trees.names import pointed_names
from mapper.ir.trees.nodes import INCREMENTS, Omp, children, ids, statements_of, walk
from mapper.transforms.frame.base import Refusal, RefusedError, RegionTransform, listed
from mapper.transforms.launches.assignments import Line, names_in, targets

NAME = "scalars"
_NOTHING = ("barrier", "flush")
_ONE_THREAD = ("single", "master")
_OPERATORS = ("=", "+=", "-=", "*=", "/=")
_EXACT = ("sqrt", "fabs")
"""Functions that OpenCL rounds as IEEE 754 does, for doubles."""


def scalars(region: ParallelRegion, units: Mapping[str, Symbols]) -> ParallelRegion:
    """The region with the chains in its own text and in its team functions', and with their kernels."""
    chains: list[Chain] = []
    steps_of: dict[str, Steps] = {}
    refusals: dict[str, Refusal] = {}
    for team in (None, *region.teams):
        body = region.construct.body if team is None else team.function.body
        if body is None or any(loop.construct is region.construct for loop in region.loops):
            continue
        search = _Search(region, team, units[region.unit.path if team is None else team.unit.path])
        search.block(statements_of(body))
        chains += search.chains
        steps_of |= search.steps
        refusals |= search.refusals

    def changed(loop: WorkLoop) -> WorkLoop:
        if loop.kernel is None:
            return loop
        steps, refusal = steps_of.get(loop.id), refusals.get(loop.id)
        if steps is not None:
            note = Applied(NAME, did=_told(loop.kernel, steps))
            kernel = loop.kernel.without(Batched)
            kernel = replace(kernel, steps=steps, needs=kernel.needs | {"fp64"})
        elif refusal is not None:
            note, kernel = Applied(NAME, refusal.reason, refusal.where), loop.kernel
        else:
            return loop
        return replace(loop, kernel=replace(kernel, applied=(*kernel.applied, note)))

    return replace(region, loops=tuple(map(changed, region.loops)), chains=tuple(chains))


TRANSFORM = RegionTransform(
    NAME, "sums, and what the host computes from them between launches, stay on the device", scalars
)


def _told(kernel: Kernel, steps: Steps) -> str:
    parts = [f"`{name}` stays on the device" for name in sorted(targets(kernel))]
    parts += [f"`{variable}` is read there" for variable in sorted(steps.variables)]
    names = sorted(assigned((*steps.before, *steps.after)))
    if names:
        parts.append(f"{listed(names)} {'is' if len(names) == 1 else 'are'} computed there")
    return ", ".join(parts)


class _Search:
    """The chains of a region's own text, or of a team function's."""

    def __init__(self, region: ParallelRegion, team: TeamFunction | None, symbols: Symbols) -> None:
        self.symbols = symbols
        self.team = team
        self.construct = region.construct
        self.function = region.function if team is None else team.function
        own = [loop for loop in region.loops if loop.team is team]
        self.loops = {id(loop.construct): loop for loop in own if loop.row is None and not loop.is_further_part}
        rows = [statement for loop in own if loop.row is not None for statement in loop.row.statements]
        apart = (region if team is None else team).apart.statements
        self.barred = frozenset(id(node) for row in rows for node in walk(row)) | apart
        self.perthread = threadprivate_symbols(symbols)
        self.chains: list[Chain] = []
        self.steps: dict[str, Steps] = {}
        self.refusals: dict[str, Refusal] = {}
        self.static: set[str] = set()

    # ---- finding -----------------------------------------------------------------------------------------------

    def block(self, items: Sequence[c_ast.Node]) -> None:
        """Find the chains in a block."""
        run: list[c_ast.Node] = []
        for item in items:
            try:
                self._require(item)
                run.append(item)
            except RefusedError as cannot:
                self._run(run, cannot)
                run = []
                self._inside(item, cannot)
        self._run(run, None)

    def _inside(self, item: c_ast.Node, cannot: RefusedError) -> None:
        """Find chains in what a statement holds."""
        match item:
            case c_ast.Compound():
                self.block(item.block_items or [])
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                self._inside_branch(item.stmt, cannot)
            case c_ast.If():
                self._inside_branch(item.iftrue, cannot)
                self._inside_branch(item.iffalse, cannot)

    def _inside_branch(self, branch: c_ast.Node | None, cannot: RefusedError) -> None:
        if isinstance(branch, c_ast.Compound):
            self.block(branch.block_items or [])
        elif branch is not None:
            self._refuse([branch], cannot)

    def _run(self, items: list[c_ast.Node], ending: RefusedError | None) -> None:
        """Make a chain of statements that may be one, without what needs no kernel at its ends."""
        while items and not self._launching(items[-1]):
            items.pop()
        while items and not self._launching(items[0]):
            items.pop(0)
        if self._reads(items) < 2 or self._come_later(items):
            if ending is not None:
                self._refuse(items, ending)
            return
        try:
            self._make(items)
        except RefusedError as cannot:
            self._refuse(items, cannot)
            for item in items:
                if len(items) > 1 and isinstance(item, c_ast.For):
                    self._run([item], cannot)
                else:
                    self._inside(item, cannot)

    def _come_later(self, items: Iterable[c_ast.Node]) -> bool:
        """Whether statements only launch one loop, whose results may be those of many launches together.

        Nothing else in the region names its variables then.
        """
        loops = [self.loops[id(node)] for item in items for node in walk(item) if id(node) in self.loops]
        if len(loops) != 1 or self._steps_of(items) or loops[0].kernel is None or self.team is not None:
            return False
        reductions = loops[0].kernel.reductions
        names = {each.target.name for each in reductions if isinstance(each.target, c_ast.ID)}
        own = ids(loops[0].construct)
        named = any(
            isinstance(node, c_ast.ID) and node.name in names and id(node) not in own
            for node in walk(self.construct)
        )
        exact = all(is_exact(each.operator, each.type) for each in reductions)
        return exact and not named and self.static.isdisjoint(names)

    def _launching(self, item: c_ast.Node) -> bool:
        return any(id(node) in self.loops for node in walk(item))

    def _reads(self, items: Iterable[c_ast.Node]) -> int:
        """How many blocking reads statements have as they are; in a loop, 2 or more."""
        return sum(
            self._reads(children(item)) * (2 if isinstance(item, c_ast.For) else 1)
            if id(item) not in self.loops
            else self._is_reduction(self.loops[id(item)])
            for item in items
        )

    @staticmethod
    def _is_reduction(loop: WorkLoop) -> bool:
        return loop.kernel is not None and bool(loop.kernel.reductions)

    def _refuse(self, items: Iterable[c_ast.Node], cannot: RefusedError) -> None:
        """Note the reason for all reductions in statements."""
        where: Location | None = self.symbols.unit.location(cannot.node) if cannot.node is not None else None
        for item in items:
            for node in walk(item):
                loop = self.loops.get(id(node))
                if loop is not None and self._is_reduction(loop):
                    self.refusals.setdefault(loop.id, Refusal(str(cannot), where))

    # ---- what a chain may hold ---------------------------------------------------------------------------------

    def _require(self, item: c_ast.Node) -> None:
        """That a statement may be in a chain, as far as its form shows."""
        if id(item) in self.barred:
            raise RefusedError("a kernel for several loops, or all threads, run a statement", item)
        match item:
            case Omp():
                self._require_construct(item)
            case c_ast.Compound():
                for each in item.block_items or []:
                    self._require(each)
            case c_ast.EmptyStatement():
                pass
            case c_ast.For():
                for part in (item.init, item.cond, item.next):
                    if part is not None and not all(map(_is_counting, walk(part))):
                        raise RefusedError("the host reads memory to know how often a loop runs", part)
                if not self._launching(item):
                    raise RefusedError("the host runs a loop", item)
                self._require(item.stmt)
            case c_ast.Assignment():
                self._require_step(item)
            case _:
                raise RefusedError("the host runs other statements than assignments to scalars", item)

    def _require_construct(self, item: Omp) -> None:
        loop = self.loops.get(id(item))
        kind = item.directive.kind
        if loop is not None:
            if not loop.leader:
                self._require_loop(loop)
        elif kind in _ONE_THREAD and item.body is not None:
            if any(clause.kind != "nowait" for clause in item.directive.clauses):
                raise RefusedError(f"`{kind}` has variables of its own", item)
            self._require(item.body)
        elif kind not in _NOTHING:
            raise RefusedError(f"the host runs `{kind}`", item)

    def _require_loop(self, loop: WorkLoop) -> None:
        kernel = loop.kernel
        if kernel is None:
            raise RefusedError("a loop runs on the CPU", loop.construct)
        special = loop.merges or loop.state or loop.numbers or loop.shares or loop.arrays or loop.part
        if special or kernel.stops or kernel.form(Ordered) is not None or kernel.large or kernel.has_states:
            raise RefusedError("the host has more to do for a launch", loop.construct)
        for reduction in kernel.reductions:
            if not isinstance(reduction.target, c_ast.ID) or not _is_double(reduction.type):
                raise RefusedError("a reduction's result is not a variable of type double", loop.construct)
            self._require_variable(reduction.target.name, loop.construct)

    def _require_step(self, step: c_ast.Assignment) -> None:
        if step.op not in _OPERATORS or not isinstance(step.lvalue, c_ast.ID):
            raise RefusedError("the host writes more than scalars", step)
        functions = {id(node.name) for node in walk(step.rvalue) if isinstance(node, c_ast.FuncCall)}
        for node in walk(step.rvalue):
            match node:
                case c_ast.ID() if id(node) in functions:
                    if node.name not in _EXACT or node.name in self.symbols.functions:
                        raise RefusedError(f"the host calls `{node.name}`", node)
                case c_ast.ID():
                    self._require_variable(node.name, step)
                case c_ast.BinaryOp(op="+" | "-" | "*" | "/") | c_ast.UnaryOp(op="+" | "-"):
                    pass
                case c_ast.Constant() if node.type in ("int", "double"):
                    pass
                case c_ast.FuncCall(name=c_ast.ID()) | c_ast.ExprList():
                    pass
                case _:
                    raise RefusedError("an expression is not made of doubles and + - * /", step)
        self._require_variable(step.lvalue.name, step)

    def _require_variable(self, name: str, at: c_ast.Node) -> None:
        symbol = self.symbols.lookup(name, at)
        if symbol is None or not _is_double(symbol.type):
            raise RefusedError(f"`{name}` is not a double", at)
        if not _is_plain(symbol) or symbol in self.perthread:
            raise RefusedError(f"`{name}` is no plain variable of the function or file", at)
        if name in (self.pointed_here if symbol.storage is not StorageClass.STATIC else self.pointed):
            raise RefusedError(f"pointers may lead to `{name}`", at)
        if symbol.storage is StorageClass.STATIC:
            self.static.add(name)

    @cached_property
    def pointed_here(self) -> frozenset[str]:
        """The variables whose addresses the function takes."""
        return pointed_names(self.function)

    @cached_property
    def pointed(self) -> frozenset[str]:
        """The variables whose addresses the unit takes."""
        return pointed_names(self.symbols.unit.tree)

    # ---- making ------------------------------------------------------------------------------------------------

    def _make(self, items: list[c_ast.Node]) -> None:
        nodes = [node for item in items for node in walk(item)]
        inside = self._steps_of(items)
        loops = [self.loops[id(node)] for node in nodes if id(node) in self.loops]
        changed = set(assigned(inside))
        for loop in loops:
            changed |= targets(loop.kernel) if loop.kernel is not None else set()
        names = changed | {name for step in inside for name in used(step)}
        for item in items:
            self._require_counters(item, names)
        line = Line(self.loops, frozenset(names), frozenset(changed), static=not self.static.isdisjoint(names))
        line.statements(items)
        line.end()
        cells = Cells(tuple(sorted(names)), frozenset(changed), frozenset(self.static & names))
        for launch in line.launches:
            if launch.loads or launch.targets or launch.before:
                self.steps[launch.loop.id] = Steps(cells, launch.loads, tuple(launch.before), tuple(launch.after))
        self.chains.append(Chain(cells, tuple(items), frozenset(map(id, inside)), self.team))

    def _steps_of(self, items: Iterable[c_ast.Node]) -> list[c_ast.Assignment]:
        """The assignments that are between launches."""
        found: list[c_ast.Assignment] = []
        for item in items:
            match item:
                case c_ast.Assignment():
                    found.append(item)
                case c_ast.Compound():
                    found += self._steps_of(item.block_items or [])
                case c_ast.For():
                    found += self._steps_of([item.stmt])
                case Omp() if id(item) not in self.loops and item.body is not None:
                    found += self._steps_of([item.body])
        return found

    def _require_counters(self, item: c_ast.Node, names: set[str]) -> None:
        """That the host's loops in a statement don't use the variables."""
        for node in walk(item):
            if not isinstance(node, c_ast.For) or not self._launching(node):
                continue
            for part in (node.init, node.cond, node.next):
                if part is not None and not names.isdisjoint(names_in(part)):
                    raise RefusedError("the host needs a scalar to know how often a loop runs", part)


def _is_double(ctype: object) -> bool:
    return isinstance(ctype, FloatType) and ctype.bits == 64


def _is_plain(symbol: Symbol) -> bool:
    known = (StorageClass.AUTOMATIC, StorageClass.REGISTER, StorageClass.STATIC)
    variable = symbol.kind in (Kind.VARIABLE, Kind.PARAMETER) and symbol.storage in known
    return variable and not symbol.type.volatile and not symbol.type.const


def _is_counting(node: c_ast.Node) -> bool:
    """Whether a node may be in the header of a host's loop."""
    if isinstance(node, c_ast.UnaryOp):
        return node.op in (*INCREMENTS, "+", "-", "!")
    return isinstance(
        node,
        c_ast.ID
        | c_ast.Constant
        | c_ast.BinaryOp
        | c_ast.Assignment
        | c_ast.DeclList
        | c_ast.Decl
        | c_ast.TypeDecl
        | c_ast.IdentifierType
        | c_ast.ExprList,
    )
