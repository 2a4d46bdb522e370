"""The code of a region that every thread runs, between its work-shared loops.

On the device path the host's initial thread runs it once.  That means the same as long as the code neither
depends on which thread runs it, nor on how many do: it computes private variables and may store values that
are the same for all threads, and what it calls has no effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.library import Flags
from mapper.ir.program.region import Kept, TeamFunction
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import INCREMENTS, Omp, addressed, children, ids, text_of, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context
from mapper.translate.common.refused import Refused, refuse
from mapper.translate.common.updates import statements_in
from mapper.translate.common.uses import uses_of, written_object
from mapper.translate.merging.confined import confined, is_flat
from mapper.translate.private.liveness import exposed, read_after
from mapper.translate.regions.first_thread import FirstThread, check_numbers, first_thread
from mapper.translate.threads.awaited import awaited_outside
from mapper.translate.threads.numbers import asked, numbered, own_statements
from mapper.translate.threads.shares import Shares

_FOR_ONE = frozenset(["critical", "atomic", "flush"])
_APART = frozenset(["single", "master", "sections", "critical", "atomic"])
_TEAM = frozenset(["omp_get_num_threads", "omp_in_parallel"])  # asked of the team that would run the code
_NESTING = frozenset("omp_get_ancestor_thread_num omp_get_team_size omp_get_level omp_get_active_level".split())
_THREAD = _TEAM | _NESTING | {"omp_get_thread_num", "omp_set_num_threads", "omp_get_place_num"}
_ENDING = Flags.NO_RETURN | Flags.IO
_HARMLESS = frozenset(["omp_get_wtime", "omp_get_wtick", "omp_get_max_threads", "omp_get_num_procs"])


class Replicated:
    """Checks the replicated code of one region or team function.

    `private` are the variables that each thread has of its own.  `calls` are the calls of team functions, by their
    `id`: these are checked by themselves.  `numbers` are variables that hold the thread's number, `given` those of
    them that are parameters, `shares` what else is computed from it; `own` becomes the statements that each thread
    runs with its own.  `wholes` are calls that all threads make together, and why there is no device version.
    `counting` are constructs, by `id`, that each thread must run, as they count the threads.
    """

    def __init__(
        self,
        unit: Unit,
        symbols: Symbols,
        context: Context,
        effects: EffectsOf,
        private: frozenset[Symbol],
        calls: Mapping[int, TeamFunction],
        numbers: frozenset[Symbol],
        given: frozenset[Symbol],
        shares: Shares,
        wholes: Mapping[int, Kept],
        counting: frozenset[int],
    ) -> None:
        self.unit = unit
        self.symbols = symbols
        self.context = context
        self.effects = effects
        self.private = private
        self.calls = calls
        self.numbers = numbers
        self.given = given
        self.shares = shares
        self.wholes = wholes
        self.counting = counting
        self.own: list[c_ast.Node] = []
        self._passed: set[int] = set()  # addresses that calls use and don't keep
        self._short_lived: set[Symbol | None] = set()  # declared in statements that each thread runs
        self._statements: set[int] = set()  # whose values are not used
        self._first = FirstThread()
        self._last: frozenset[int] = frozenset()

    def check(self, body: c_ast.Node) -> None:
        """Raise `Refused` for the first thing that makes one run of the code differ from one by each thread."""
        self._statements = {id(node) for node in statements_in(body)}
        self._first = first_thread(body, self.symbols, self.private, self.context, self.given)
        ignored = self._first.asking | {id(block) for block in self._first.blocks} | self.shares.ignored
        numbers = self.numbers | self.shares.symbols
        repeated = self.counting | self._updates(body)
        self.own = list(
            own_statements(
                body,
                self.symbols,
                numbers,
                self.context,
                ignored,
                self.calls.keys(),
                self.wholes.keys(),
                repeated,
            )
        )
        declared = (part for each in self.own for part in walk(each) if isinstance(part, c_ast.Decl))
        self._short_lived = {self.symbols.symbol(each) for each in declared}
        self._check_wholes()
        self._last = self._last_words(body)
        allowed = {id(statement) for statement in self.own} | self.shares.ignored
        for node in self._code(body, alone=False):
            if isinstance(node, c_ast.FuncCall) and id(node) in self.calls and node.args is not None:
                allowed |= {id(node.args.exprs[position]) for position in self.calls[id(node)].given}
        self._check_blocks()
        check_numbers(self._first, body, self.unit, self.symbols, _APART, allowed, self.shares.symbols)
        for statement in self.own:
            try:
                self._check_own(statement, body)
            except Refused:
                why = next((kept for part in walk(statement) if (kept := self.wholes.get(id(part)))), None)
                if why is None:
                    raise
                raise Refused(why) from None
        for block in self._first.blocks:
            self._check_block(block)
        for node in self._code(body, alone=False):
            self._check_node(node)
            self._check_arrays(node)
        for node in self._code(body, alone=True):
            if isinstance(node, c_ast.FuncCall) and id(node) not in self.calls:
                self._check_team(node)
        self._check_loops(body)

    def _check_blocks(self) -> None:
        """Pointers to a thread's block that are declared with their value can be found again."""
        for symbol, where in self.shares.obstacles.items():
            if isinstance(symbol.decl, c_ast.Decl) and symbol.decl.init is not None:
                reason = f"the pointer `{symbol.name}` to a thread's block, or what it is found by, may change"
                advice = "a pointer that is set once, by what the region leaves as it is, is followed"
                at = self.unit.location(symbol.decl)
                refuse("K013", reason, at, ("it may change here", where), (advice, None))

    def _updates(self, body: c_ast.Node) -> frozenset[int]:
        """The updates of shared memory, by `id`: done once by each thread, they do more than done once."""
        found: set[int] = set()
        for node in self._code(body, alone=False):
            target = changed_place(node)
            if target is not None and getattr(node, "op", "=") != "=" and not self._is_own(target):
                found.add(id(node))
        return frozenset(found)

    def _check_wholes(self) -> None:
        """All threads must be able to make their calls as statements of their own."""
        apart = ids(*self.own)
        for at, kept in self.wholes.items():
            if at not in apart:
                raise Refused(kept)

    def _check_block(self, block: c_ast.If) -> None:
        """Thread 0 alone meets no construct for the team, and keeps threadprivate variables equal."""
        own = threadprivate_symbols(self.symbols)
        changed = uses_of(block.iftrue, self.symbols)
        for node in walk(block.iftrue):
            if id(node) in self.calls or (isinstance(node, Omp) and node.directive.kind not in _FOR_ONE):
                refuse(
                    "K013",
                    "a construct for all threads that the first thread alone meets",
                    self.unit.location(block),
                )
        for symbol in sorted(own, key=lambda each: each.number):
            if changed.changes(symbol):
                reason = f"one thread alone changes its own `{symbol.name}`"
                refuse("K013", reason, self.unit.location(block))

    def questions(self, body: c_ast.Node) -> dict[int, str]:
        """The calls outside of loops, by `id`, that ask for the team, each with the library's function."""
        calls = [node for node in self._code(body, alone=True) if isinstance(node, c_ast.FuncCall)]
        asking = {id(node): asked(node, self.symbols, self.context) for node in calls}
        return {at: name for at, name in asking.items() if name in _TEAM}

    def _check_own(self, statement: c_ast.Node, body: c_ast.Node) -> None:
        """What each thread runs with its number leaves its own variables as they were, as far as they are read."""
        where = self.unit.location(statement) if not isinstance(statement, Omp) else statement.directive.where
        awaited = awaited_outside(statement, self.symbols, self.context, self.effects)
        if awaited is not None:
            refuse("K015", "a loop waits for what another thread does behind a work-shared loop", awaited)
        changed = uses_of(statement, self.symbols)
        found = self.effects.of(statement, self.symbols)
        inside = ids(statement)
        for symbol in sorted(self.private, key=lambda each: each.number):
            written = changed.changes(symbol) or found.writes & self.effects.points.of_symbol(symbol)
            if id(symbol.decl) in inside or not written:
                continue
            if exposed(symbol, self.symbols, statement) or read_after(symbol, self.symbols, body, statement):
                source = "from its number" if self._by_number(statement) else "from what all threads change"
                refuse("K013", f"each thread computes its own `{symbol.name}` {source}", where)
        units = [self.symbols, *(each.symbols for each in self.context.callees(statement, self.symbols))]
        own = {symbol for each in units for symbol in threadprivate_symbols(each)}
        for part in walk(statement):
            if isinstance(part, c_ast.FuncCall):
                self._pass(part)
            elif isinstance(part, c_ast.UnaryOp) and part.op == "&":
                self._check_address(part.expr)
            self._check_arrays(part)
        touched = [each.name for each in own if found.touches & self.effects.points.of_symbol(each)]
        if touched and not found.unknown and not self._by_number(statement):
            way_out = ("a variable that is declared in the region can be merged", None)
            reason = f"each thread merges its own `{min(touched)}`, which is threadprivate, into shared memory"
            refuse("K013", reason, where, way_out)
        if touched or found.unknown:
            what = "does with its number" if self._by_number(statement) else "does to shared memory"
            refuse("K013", f"what each thread {what} may reach what is its own", where)

    def _by_number(self, statement: c_ast.Node) -> bool:
        """Whether a statement mentions the number of the thread that runs it."""
        return numbered(statement, self.symbols, self.numbers | self.shares.symbols, self.context)

    def _is_library(self, node: c_ast.FuncCall, names: frozenset[str]) -> bool:
        """Whether a call is one of some functions of the OpenMP library."""
        if not isinstance(node.name, c_ast.ID) or node.name.name not in names:
            return False
        symbol = self.symbols.symbol(node.name)
        return symbol is not None and self.context.definition(symbol) is None

    def _check_team(self, node: c_ast.FuncCall) -> None:
        """One thread alone may ask for its team, but not in a function, where the host's thread has none."""
        if self._is_library(node, _NESTING):
            refuse("K013", f"`{node.name.name}` depends on the team that runs it", self.unit.location(node))
        for callee in self.context.callees(node, self.symbols):
            for part in walk(callee.function.body):
                if asked(node, self.symbols, self.context) in _TEAM:
                    continue
                if isinstance(part, c_ast.ID) and part.name in _TEAM | _NESTING:
                    symbol = callee.symbols.symbol(part)
                    if symbol is not None and self.context.definition(symbol) is None:
                        reason = f"`{callee.name}` depends on the team that runs it"
                        refuse("K013", reason, self.unit.location(node))

    def _code(self, body: c_ast.Node, *, alone: bool) -> Iterator[c_ast.Node]:
        """The nodes outside work-shared loops, and, unless `alone`, outside constructs with their own rules."""
        stack = [body]
        while stack:
            node = stack.pop()
            if isinstance(node, Omp):
                kind = node.directive.kind
                if kind == "for" or (kind in _APART and not alone):
                    continue
            if any(node is own for own in self.own):
                continue
            if not alone and any(node is block for block in (*self._first.blocks, *self.shares.statements)):
                continue
            yield node
            stack.extend(reversed(children(node)))

    # ---- one node ----------------------------------------------------------------------------------------------

    def _check_node(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.FuncCall():
                self._check_call(node)
                self._pass(node)
            case c_ast.Assignment() if node.op != "=":
                self._check_update(node.lvalue)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                self._check_update(node.expr)
            case c_ast.UnaryOp(op="&"):
                self._check_address(node.expr)

    def _check_arrays(self, node: c_ast.Node) -> None:
        """An array whose value is used, not one of its elements, is a pointer to it."""
        for name, child in node.children():
            if not isinstance(child, c_ast.ID | c_ast.ArrayRef | c_ast.StructRef):
                continue
            if isinstance(node, c_ast.UnaryOp) and node.op in ("*", "&", "sizeof", "_Alignof"):
                continue
            element = isinstance(node, c_ast.ArrayRef | c_ast.StructRef) and name != "subscript"
            if not element and isinstance(self.symbols.type_of(child), ArrayType):
                self._check_address(child)

    def _check_update(self, lvalue: c_ast.Node) -> None:
        """`x += 1` by each thread is not `x += 1` once, unless x is the thread's own."""
        if not self._is_own(lvalue):
            refuse("K013", "every thread updates a shared variable", self.unit.location(lvalue))

    def _is_own(self, lvalue: c_ast.Node) -> bool:
        """Whether an lvalue is a thread's own variable, or a part of one."""
        name = written_object(lvalue, self.symbols)
        return name is not None and self.symbols.symbol(name) in self.private

    def _check_address(self, expr: c_ast.Node) -> None:
        """A pointer to a thread's own memory must not reach a loop, where it would look shared.

        Variables of statements that each thread runs are gone when a loop begins.
        """
        if id(expr) in self._passed:
            return
        name = written_object(expr, self.symbols)
        symbol = self.symbols.symbol(name) if name is not None else None
        if symbol is not None and symbol in self.private - self._short_lived:
            refuse("K014", f"a pointer to the private `{symbol.name}` is kept", self.unit.location(expr))

    def _check_call(self, node: c_ast.FuncCall) -> None:
        name = node.name.name if isinstance(node.name, c_ast.ID) else "a function pointer"
        where = self.unit.location(node)
        if name in _HARMLESS or id(node) in self._first.asking or asked(node, self.symbols, self.context) in _TEAM:
            return
        if id(node) in self.calls:
            return
        for callee in self.context.callees(node, self.symbols):
            own = threadprivate_symbols(callee.symbols)
            for part in walk(callee.function.body):
                if isinstance(part, c_ast.ID) and (part.name in _THREAD or callee.symbols.symbol(part) in own):
                    refuse("K013", f"`{callee.name}` depends on the thread that runs it", where)
        if name in _THREAD:
            refuse("K013", f"`{name}` depends on the thread that runs it", where)
        symbol = self.symbols.symbol(node.name)
        if symbol is None or symbol.kind is not Kind.FUNCTION:
            refuse("K013", "every thread calls a function through a pointer", where)
        found = self.effects.of(node, self.symbols)
        if found.flags & (Flags.ALLOCATES | Flags.FREES) and not found.unknown:
            what = "allocates" if found.flags & Flags.ALLOCATES else "frees"
            advice = "memory that each iteration needs for itself can be allocated inside the loop"
            reason = f"every thread {what} memory of its own by `{text_of(node)}`"
            refuse("K020", reason, where, (advice, None))
        shared = found.writes and not confined(node, self.symbols, self.context, self.private)
        # the program, for whichever thread comes to it
        ends = found.flags == Flags.NO_RETURN or (id(node) in self._last and not found.flags & ~_ENDING)
        if shared or found.unknown or (found.flags and not ends):
            refuse("K013", f"every thread calls `{name}`, which has effects", where)

    def _last_words(self, body: c_ast.Node) -> frozenset[int]:
        """The calls, by `id`, in blocks that end the program: what these print need not be printed once."""
        found: set[int] = set()
        for node in walk(body):
            match node:
                case c_ast.Compound():
                    items = node.block_items or []
                case c_ast.Case() | c_ast.Default():
                    items = node.stmts or []
                case _:
                    items = [node]
            last = items[-1] if items else None
            if isinstance(last, c_ast.FuncCall) and Flags.NO_RETURN in self.effects.of(last, self.symbols).flags:
                found |= {id(item) for item in items if isinstance(item, c_ast.FuncCall)}
        return frozenset(found)

    def _pass(self, node: c_ast.FuncCall) -> None:
        """Arguments that are addresses stay with a function that stores and returns no pointers."""
        returns = isinstance(self.symbols.type_of(node), PointerType) and id(node) not in self._statements
        if id(node) in self.calls or node.args is None or returns:
            return
        if not confined(node, self.symbols, self.context, self.private):
            return
        for argument in node.args.exprs:
            address = addressed(argument) is not None
            place = argument.expr if address else argument
            if is_flat(self.symbols.type_of(place), self.symbols):
                self._passed.add(id(place))

    # ---- waiting -----------------------------------------------------------------------------------------------

    def _check_loops(self, body: c_ast.Node) -> None:
        for node in self._code(body, alone=True):
            if waits(node, self.symbols, self.effects):
                refuse("K015", "a loop waits for another thread", self.unit.location(node))


def waits(node: c_ast.Node, symbols: Symbols, effects: EffectsOf) -> bool:
    """Whether a loop can only end when another thread changes what its condition reads."""
    if not isinstance(node, c_ast.While | c_ast.DoWhile | c_ast.For) or node.cond is None:
        return False
    if symbols.constant(node.cond) is not None:
        return False
    leaves = (c_ast.Break, c_ast.Return, c_ast.Goto)
    if any(isinstance(part, leaves) for part in walk(node)):
        return False
    after = getattr(node, "next", None)
    parts = [part for part in (node.cond, node.stmt, after) if part is not None]
    return all(effects.unchanged(node.cond, part, symbols) for part in parts)
