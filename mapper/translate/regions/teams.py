"""Team functions: what the threads of a region call together, because it holds work-sharing of its own.

Each is judged once, as a region's body is, and with the same rules: its parameters and automatic variables are
each thread's own.  No pointer to such a variable can reach it, so all memory behind its parameters is shared.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.sharing import is_variable, threadprivate_symbols
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import compatible, decay
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import Apart, Kept, TeamFunction, WorkLoop
from mapper.ir.trees.ctypes import ArrayType, FunctionType, PointerType, StructType
from mapper.ir.trees.nodes import Omp, arguments_of, first_token, parameters_of, walk
from mapper.translate.common.blocking_calls import with_cause
from mapper.translate.common.context import Context, Definition
from mapper.translate.common.refused import Refused, faulty, refuse
from mapper.translate.common.stated import wanted_on_cpu
from mapper.translate.common.updates import statements_in
from mapper.translate.common.uses import threadprivate_in, uses_of
from mapper.translate.merging.array_reductions import clauses_around
from mapper.translate.outline.outline import outline
from mapper.translate.outline.outlining import Loop
from mapper.translate.regions.directives import check_loop
from mapper.translate.regions.hosted import hosted_calls
from mapper.translate.regions.sweeps import Sweeps
from mapper.translate.regions.team_code import Called, TeamCode, is_loop
from mapper.translate.scope.names import portable

_BODIES = {
    c_ast.If: ("iftrue", "iffalse"),
    c_ast.For: ("stmt",),
    c_ast.While: ("stmt",),
    c_ast.DoWhile: ("stmt",),
    c_ast.Label: ("stmt",),
    Omp: ("body",),
}


def loop_ids(stem: str, function: c_ast.FuncDef) -> dict[int, str]:
    """The ids of the work-shared loops in a function, by the `id` of the construct."""
    loops = [construct for construct, _ in constructs(function.body) if is_loop(construct)]
    return {id(each): f"{stem}_{portable(function.decl.name)}_{number}" for number, each in enumerate(loops, 1)}


def judged(loop: Loop, context: Context, effects: EffectsOf) -> WorkLoop:
    """The verdict on one loop."""
    accumulated = tuple((symbol.name, operator) for symbol, operator in loop.accumulated.items())
    kernel: Kernel | None = None
    kept: Kept | None = None
    try:
        check_loop(loop.construct.directive)
        if (asked := context.stated.on_cpu.get(id(loop.construct))) is not None:
            raise Refused(wanted_on_cpu(loop.where, asked))
        kernel = outline(loop, context, effects)
    except Refused as refused:
        kept = with_cause(refused.kept, loop.construct, loop.unit, loop.symbols, context)
    except Exception as error:
        if context.strict:
            raise
        kept = faulty("translate", error, loop.where)
    copied = threadprivate_in(loop.construct, loop.symbols, context)
    mentioned = uses_of(loop.construct, loop.symbols).mentioned
    numbers = tuple(sorted(symbol.name for symbol in loop.numbers if symbol in mentioned))
    return WorkLoop(
        loop.id,
        loop.construct,
        loop.where,
        kernel,
        kept,
        accumulated=accumulated,
        arrays=tuple(clauses_around(loop.enclosing, loop.construct, loop.symbols)),
        copyin=copied,
        numbers=numbers,
        shares=loop.shares.used_in(loop.construct, loop.symbols),
    )


def check_rewritten(loops: Sequence[WorkLoop]) -> None:
    """Raise `Refused` where a loop has no kernel whose tree says something else than its text, which is right."""
    for loop in loops:
        directive = loop.construct.directive
        if directive.rewritten and loop.kept is not None:
            raise Refused(loop.kept)


@dataclass(eq=False)
class Teams:
    """Finds and judges the team functions of a program; `stems` begin the ids of each unit's loops.

    `pointed` becomes that of `Program`.
    """

    context: Context
    effects: EffectsOf
    stems: Mapping[str, str]
    pointed: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    _known: dict[int, TeamFunction | Kept] = field(default_factory=dict)
    _loops: dict[int, tuple[WorkLoop, ...]] = field(default_factory=dict)
    _sweeps: dict[int, tuple[WorkLoop, ...]] = field(default_factory=dict)
    _hosted: dict[int, TeamFunction] = field(default_factory=dict)
    _active: list[c_ast.FuncDef] = field(default_factory=list)

    def calls(self, code: TeamCode) -> Called:
        """The team functions that some code calls outside its loops.

        Raises `Refused` where such a call can't be had on the device path.
        """
        found: dict[int, TeamFunction] = {}
        wholes: dict[int, Kept] = {}
        statements = {id(node) for node in statements_in(code.body)}
        for call, plain, construct in _calls(code):
            holding = self._holding(call, code.symbols)
            if holding is None:
                continue
            where = code.unit.location(call)
            definition = self.context.called(call, code.symbols)
            inner = next(node for node in walk(holding.function.body) if isinstance(node, Omp))
            note = (f"`{inner.directive.kind}` here", inner.directive.where)
            if definition is None or self._computes_with(call, code.symbols):
                self.pointed |= self._reached(code)
                refuse(
                    "K022", f"`{holding.name}`, which holds OpenMP constructs, is not called by name", where, note
                )
            if construct is not None:
                reason = f"`{definition.name}`, which holds OpenMP constructs, is called in `{construct}`"
                refuse("K022", reason, where, note)
            if not plain:
                reason = f"`{definition.name}`, which holds OpenMP constructs, is called inside an expression"
                refuse("K022", reason, where, note)
            try:
                found[id(call)] = self._team(definition, call, code)
            except Refused as refused:
                called = (f"`{definition.name}` is called here", where)
                kept = refused.kept
                kept = replace(kept, notes=(*kept.notes, called))
                if id(call) not in statements or self._nests(call, code.symbols):
                    raise Refused(kept) from None
                wholes[id(call)] = kept
        return Called(found, wholes)

    def with_hosted(self, apart: Apart, code: TeamCode) -> Apart:
        """What is known of some code, with the second versions of functions that one thread calls in it."""
        found: dict[int, TeamFunction] = {}
        for call, definition in hosted_calls(code.body, code.symbols, self.context):
            known = self._hosted.get(id(definition.function))
            if known is None:
                known = TeamFunction(self._name(definition), definition.unit, definition.function, {})
                self._hosted[id(definition.function)] = known
            found[id(call)] = known
        return replace(apart, hosted=found)

    def loops(self, team: TeamFunction) -> tuple[WorkLoop, ...]:
        """The verdicts on the loops of a team function."""
        return self._loops[id(team.function)]

    def sweeps(self, team: TeamFunction) -> tuple[WorkLoop, ...]:
        """The sweeps of a team function."""
        return self._sweeps[id(team.function)]

    def reachable(self, body: c_ast.Node, symbols: Symbols, kept: Kept) -> Iterator[WorkLoop]:
        """The orphaned loops of all functions that some code may call, kept for a reason of that code."""
        for definition in self.context.callees(body, symbols):
            function = definition.function
            ids = loop_ids(self.stems[definition.unit.path], function)
            team = TeamFunction("", definition.unit, function, {})
            for each, around in constructs(function.body):
                if is_loop(each) and not any("parallel" in one.directive.words for one in (each, *around)):
                    yield WorkLoop(ids[id(each)], each, each.directive.where, None, kept, team)

    # ---- calls -------------------------------------------------------------------------------------------------

    def _holding(self, node: c_ast.Node, symbols: Symbols) -> Definition | None:
        """A function with OpenMP constructs that code may call, directly or not."""
        for callee in self.context.callees(node, symbols):
            if any(isinstance(inner, Omp) for inner in walk(callee.function.body)):
                return callee
        return None

    def _computes_with(self, call: c_ast.FuncCall, symbols: Symbols) -> bool:
        """Whether a call's arguments may call functions with OpenMP constructs; names of such are passed on."""
        return any(
            isinstance(node, c_ast.FuncCall) and self._holding(node, symbols) is not None
            for argument in arguments_of(call)
            for node in walk(argument)
        )

    def _reached(self, code: TeamCode) -> dict[tuple[str, int], tuple[str, ...]]:
        """The calls through pointers to functions with constructs, and the names of all that each may reach."""
        found = {}
        for call, plain, construct in _calls(code):
            if not plain or construct is not None or self.context.called(call, code.symbols) is not None:
                continue
            reached = self.context.pointed(call, code.symbols) or ()
            visible = all(_is_called_so(each, call, code.symbols, self.context) for each in reached)
            if reached and visible and self._holding(call, code.symbols) is not None:
                found[code.unit.path, first_token(call)] = tuple(sorted(each.name for each in reached))
        return found

    def _nests(self, call: c_ast.FuncCall, symbols: Symbols) -> bool:
        """Whether a call may come to a region, or to a construct that came after OpenMP 3.1."""
        return any(
            isinstance(node, Omp) and ("parallel" in node.directive.words or node.directive.later)
            for callee in self.context.callees(call, symbols)
            for node in walk(callee.function.body)
        )

    # ---- functions ---------------------------------------------------------------------------------------------

    def _team(self, definition: Definition, call: c_ast.FuncCall, code: TeamCode) -> TeamFunction:
        function = definition.function
        symbol = code.symbols.symbol(call.name)
        if symbol is None or symbol.decl is None or code.symbols.lookup(symbol.name, code.body) is not symbol:
            reason = f"`{definition.name}`, which holds OpenMP constructs, is not declared before the region"
            refuse("K022", reason, code.unit.location(call))
        if function in self._active:
            refuse("K022", f"`{definition.name}`, which holds OpenMP constructs, calls itself", definition.where)
        known = self._known.get(id(function))
        if known is None:
            self._active.append(function)
            try:
                known = self._judge(definition, self._given(call, code))
            except Refused as refused:
                known = refused.kept
            self._active.pop()
            self._known[id(function)] = known
        if isinstance(known, Kept):
            raise Refused(known)
        if known.given != self._given(call, code):
            where = code.unit.location(call)
            refuse("K013", f"`{definition.name}` gets the thread's number from some of its callers only", where)
        return known

    def _given(self, call: c_ast.FuncCall, code: TeamCode) -> frozenset[int]:
        """The positions of the arguments that are the thread's number, in a variable."""
        numbers = code.numbers(self.context)
        arguments = arguments_of(call)
        return frozenset(
            position
            for position, each in enumerate(arguments)
            if isinstance(each, c_ast.ID) and code.symbols.symbol(each) in numbers
        )

    def _judge(self, definition: Definition, given: frozenset[int]) -> TeamFunction:
        """A team function with the verdicts on its loops; raises `Refused` where regions can't call it."""
        function, unit, symbols = definition.function, definition.unit, definition.symbols
        self._check_definition(definition)
        private = frozenset(_own(symbols, function))
        parameters = frozenset(each for each in private if each.kind is Kind.PARAMETER)
        number = {
            symbol
            for position, decl in enumerate(parameters_of(function))
            if position in given and (symbol := symbols.symbol(decl)) is not None
        }
        own = private | threadprivate_symbols(symbols)
        code = TeamCode(unit, symbols, function.body, own, parameters - number, given=frozenset(number))
        code.check_constructs()
        called = self.calls(code)
        team = TeamFunction(self._name(definition), unit, function, called.teams, given)
        ids = loop_ids(self.stems[unit.path], function)
        accumulated = code.accumulated(self.context, self.effects)
        numbers, computed = code.numbers(self.context), code.shares(self.context, self.effects)
        loops = [
            Loop(
                ids[id(each)],
                unit,
                symbols,
                each,
                around,
                each.directive.where,
                private,
                code.defined(each, self.effects),
                accumulated.loops.get(id(each), {}),
                accumulated.state(each),
                numbers,
                computed,
            )
            for each, around in code.loops()
        ]
        verdicts = tuple(accumulated.with_phase(judged(loop, self.context, self.effects)) for loop in loops)
        check_rewritten(verdicts)
        known = {id(each.construct): each for each in verdicts}
        apart = code.check(self.context, self.effects, called, known, accumulated)
        team = replace(team, apart=self.with_hosted(apart, code))
        held = [replace(each, team=team) for each in verdicts]
        self._loops[id(function)] = (*held, *self.whole_loops(code, called))
        swept = self.sweeps_of(code, private, known, team.apart)
        self._sweeps[id(function)] = tuple(replace(each, team=team) for each in swept)
        return team

    def sweeps_of(
        self, code: TeamCode, private: frozenset[Symbol], known: Mapping[int, WorkLoop], apart: Apart
    ) -> tuple[WorkLoop, ...]:
        """The sweeps of some code, of whose loops the verdicts are `known`; none where they are not asked for.

        Unless the context is strict, a fault of mapper's own costs no more than these.
        """
        if not self.context.sweeps:
            return ()
        try:
            return Sweeps(code, private, known, apart.statements, self.context, self.effects, judged).run()
        except Exception:
            if self.context.strict:
                raise
            return ()

    def whole_loops(self, code: TeamCode, called: Called) -> tuple[WorkLoop, ...]:
        """The loops of the functions that have no device version, kept for the reasons why not."""
        found: dict[str, WorkLoop] = {}
        for node in walk(code.body):
            kept = called.wholes.get(id(node))
            if kept is not None:
                for loop in self.reachable(node, code.symbols, kept):
                    found.setdefault(loop.id, loop)
        return tuple(found.values())

    def _check_definition(self, definition: Definition) -> None:
        function, symbols = definition.function, definition.symbols
        ctype = symbols.declared_type(function.decl)
        if function.param_decls or not isinstance(ctype, FunctionType) or ctype.variadic:
            reason = f"`{definition.name}`, which holds OpenMP constructs, has no fixed list of parameters"
            refuse("K022", reason, definition.where)

    def _name(self, definition: Definition) -> str:
        """The name of the device version; the file's text is in it where other files may have such a function."""
        symbol = definition.symbols.symbol(definition.function)
        decl = definition.function.decl
        alone = "static" in decl.storage or "inline" in (decl.funcspec or [])
        if symbol is not None and symbol.external and not alone:
            return f"__mrt_team_{definition.name}"
        unit = definition.unit
        digest = zlib.crc32(unit.files[unit.path].text.encode("utf-8", "surrogateescape"))
        return f"__mrt_team_{self.stems[unit.path]}_{definition.name}_{digest:08x}"


def _is_called_so(definition: Definition, call: c_ast.FuncCall, symbols: Symbols, context: Context) -> bool:
    """Whether a function's name means it at the place of a call, and has the type of what is called there."""
    symbol = symbols.lookup(definition.name, call)
    if symbol is None or symbol.kind is not Kind.FUNCTION or symbol.type is None:
        return False
    known, pointer = context.definition(symbol), symbols.type_of(call.name)
    called = decay(pointer)
    same = isinstance(called, PointerType) and compatible(called.target, symbol.type) and not pointer.volatile
    return known is not None and known.function is definition.function and same


def _own(symbols: Symbols, function: c_ast.FuncDef) -> Iterator[Symbol]:
    """The parameters and automatic variables of a function."""
    for symbol in symbols.of_function(function):
        if not symbol.file_scope and symbol.is_automatic and is_variable(symbol):
            yield symbol


def _calls(code: TeamCode) -> Iterator[tuple[c_ast.FuncCall, bool, str | None]]:
    """The calls outside of loops, in source order.

    With each: whether it is a statement, or all that is assigned to a thread's own scalar or returned; and the
    construct for one thread alone that it is in.
    """
    stack: list[tuple[c_ast.Node, bool, str | None]] = [(code.body, True, None)]
    while stack:
        node, statement, construct = stack.pop()
        if isinstance(node, Omp):
            if is_loop(node):
                continue
            if node.directive.kind not in ("parallel", "barrier"):
                construct = node.directive.kind
        if isinstance(node, c_ast.FuncCall):
            yield node, statement, construct
        children = [(child, _is_plain(code, node, name, statement), construct) for name, child in node.children()]
        stack.extend(reversed(children))


def _is_plain(code: TeamCode, node: c_ast.Node, name: str, statement: bool) -> bool:
    """Whether a child of a node may be the call of a team function."""
    match node:
        case c_ast.Compound() | c_ast.Case() | c_ast.Default():
            return name != "expr"
        case c_ast.Assignment(op="="):
            return statement and name == "rvalue" and _is_own_scalar(code, node.lvalue)
        case c_ast.Decl():
            return statement and name == "init" and _is_own_scalar(code, node)
        case c_ast.Return():
            return True
        case _:
            return name in _BODIES.get(type(node), ())


def _is_own_scalar(code: TeamCode, node: c_ast.Node) -> bool:
    symbol = code.symbols.symbol(node) if isinstance(node, c_ast.ID | c_ast.Decl) else None
    return symbol in code.private and symbol is not None and not isinstance(symbol.type, ArrayType | StructType)
