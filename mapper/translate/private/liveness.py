"""May a private variable be read before it is written?  A definite-assignment walk over structured code.

Of arrays and structures it follows the parts that are written (`mapper.translate.loops.parts`): single elements
and members, and ranges of elements that loops fill.  It does not look into functions: their arguments count as
read, but for blocks that `memset` and its kind fill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import loop_counters
from mapper.analysis.names.symbols import Symbols
from mapper.frontend.gnu.markers import COMPUTED_GOTO
from mapper.ir.expressions.polynomials import constant
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, AnyLoop, Omp, addressed, called_name, children, path_to, walk
from mapper.translate.common.context import key_of
from mapper.translate.common.memory_calls import filled_block
from mapper.translate.common.uses import uses_of, written_object
from mapper.translate.loops.counting import Counting, changed_in, counting, goes_on, is_endless
from mapper.translate.loops.parts import (
    WHOLE,
    Index,
    Part,
    Read,
    bound,
    covered,
    is_fixed,
    over_loop,
    overlaps,
    split,
    without,
)

State = frozenset[Part] | None  # the parts that are written on all ways here; None: no way leads here
Safe = Callable[[Omp, Symbol], bool]  # whether a work-shared loop is known to write a variable before it reads it

NOTHING: State = frozenset()
ALL: State = frozenset([WHOLE])

_STRUCTURED = (c_ast.Compound, c_ast.If, *LOOPS)
_IN_ORDER = ("atomic", "critical", "simd")  # what the thread itself does that comes to a construct


def joined(states: Iterable[State]) -> State:
    """The state where some ways meet."""
    reachable = [state for state in states if state is not None]
    return frozenset.intersection(*reachable) if reachable else None


def _never(_: Omp, __: Symbol) -> bool:
    return False


class Flow:
    """Follows one variable; `exposed` is true if some way leads to a read before a write.

    `early` are the parts that are read so, each with what is written before, `changed` those that may be written.
    """

    def __init__(
        self, symbol: Symbol, symbols: Symbols, safe: Safe = _never, ignored: frozenset[int] = frozenset()
    ) -> None:
        self.symbol = symbol
        self._key = key_of(symbol)
        self.symbols = symbols
        self.safe = safe
        self.ignored = ignored
        self.exposed = False
        self.early: list[tuple[Read, frozenset[Part]]] = []
        self.changed: list[Read] = []
        self._ranges: dict[int, Index] = {}  # the values of the counters of the loops around
        self._breaks: list[list[State]] = []
        self._continues: list[list[State]] = []
        self._returns: list[State] = []

    def run(self, node: c_ast.Node | None, state: State = NOTHING) -> State:
        """The state after a statement or expression that is entered in `state`."""
        if node is None or state is None or id(node) in self.ignored:
            return state
        if not state and self._is_apart(node):
            return state
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is not None:
            after: State = method(node, state)
            return after
        return self._in_order(node.children(), state)

    def _is_apart(self, code: c_ast.Node) -> bool:
        """Whether an assignment or statement leaves the variable alone, and all ways through it end behind it."""
        if not isinstance(code, c_ast.Assignment) and not isinstance(code, _STRUCTURED):
            return False
        named = self._key in uses_of(code, self.symbols).mentioned
        return not named and (isinstance(code, c_ast.Assignment) or goes_on(code, self.symbols))

    def _in_order(self, children: Iterable[tuple[str, c_ast.Node]], state: State) -> State:
        for _, child in children:
            state = self.run(child, state)
        return state

    def behind(self, around: c_ast.Node, inner: c_ast.Node) -> State:
        """The state where `around` ends, for a way that begins right behind `inner`, a part of it."""
        path = path_to(around, inner)
        for node in path[:-1]:
            if isinstance(node, LOOPS):
                self._open()
            elif isinstance(node, c_ast.Switch):
                self._breaks.append([])
        state: State = NOTHING
        for parent, child in reversed(list(pairwise(path))):
            state = self._out_of(parent, child, state)
        return state

    def _out_of(self, parent: c_ast.Node, child: c_ast.Node, state: State) -> State:
        """The state where a statement or expression ends, for a way that comes to the end of a part of it."""
        match parent:
            case c_ast.Compound() | c_ast.Case() | c_ast.Default():
                items = children(parent)
                at = next(number for number, item in enumerate(items) if item is child)
                for item in items[at + 1 :]:
                    state = self.run(item, state)
                return state
            case c_ast.If() if child is parent.cond:
                return joined([self.run(parent.iftrue, state), self.run(parent.iffalse, state)])
            case c_ast.If() | c_ast.Label() | Omp():
                return state
            case c_ast.Switch():
                if child is parent.cond:
                    for each in children(parent.stmt):
                        self.run(each, state)
                return joined([state, *self._breaks.pop()])
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._around(parent, child, state)
        for each in children(parent):
            if each is not child:
                self.run(each, state)
        return self._return(c_ast.Return(None), state) if isinstance(parent, c_ast.Return) else state

    def _around(self, loop: AnyLoop, child: c_ast.Node, state: State) -> State:
        """The state behind a loop, for a way that comes to the end of a part of it and goes around once more."""
        if child is loop.stmt:
            state = joined([state, *self._continues[-1]])
        state = self._entered(loop, state)
        self._continues[-1] = []
        for part in (getattr(loop, "next", None), loop.cond, loop.stmt):
            self.run(part, state)
        self._continues.pop()
        return joined([*([] if is_endless(loop, self.symbols) else [state]), *self._breaks.pop()])

    def complete(self, state: State) -> bool:
        """Whether no read behind a state can come before a write: all is written, or no way leads there."""
        return state is None or covered((), self.symbol.type, state, self.symbols)

    # ---- parts -------------------------------------------------------------------------------------------------

    @property
    def _fixed(self) -> frozenset[Symbol]:
        return self._of_function

    @cached_property
    def _of_function(self) -> frozenset[Symbol]:
        """The automatic variables of the function that nothing changes but assignments to their names."""
        function = self.symbol.function
        addressed = uses_of(function.body, self.symbols).addressed if function is not None else {}
        own = self.symbols.of_function(function) if function is not None else ()
        return frozenset(each for each in own if each.is_automatic and each not in addressed)

    def _index(self, subscript: c_ast.Node) -> tuple[Index, ...]:
        """What is known of a subscript: its value, and the values that it may have."""
        found = bound(subscript, self.symbols, self._fixed)
        if found is None:
            return ()
        base, offset = split(subscript, self.symbols)
        symbol = self.symbols.symbol(base)
        values = self._ranges.get(symbol.number) if symbol is not None else None
        return (found,) if values is None else (found, values.plus(offset))

    def _path(self, lvalue: c_ast.Node) -> Read:
        """The part of the variable that an lvalue names."""
        match lvalue:
            case c_ast.ArrayRef():
                return (*self._path(lvalue.name), self._index(lvalue.subscript))
            case c_ast.StructRef():
                return (*self._path(lvalue.name), lvalue.field.name)
        return ()

    def _read(self, lvalue: c_ast.Node, state: State) -> State:
        path = self._path(lvalue)
        if isinstance(self.symbols.type_of(lvalue), ArrayType):
            self.changed.append(path)  # a pointer into it goes elsewhere
        if state is not None and not covered(path, self.symbol.type, state, self.symbols):
            self.exposed = True
            self.early.append((path, state))
        return state

    def _write(self, path: Read, state: State) -> State:
        if state is None:
            return None
        self.changed.append(path)
        steps = [step if isinstance(step, str) else next(iter(step), None) for step in path]
        part = tuple(step for step in steps if step is not None)
        return state | {part} if len(part) == len(steps) else state

    def _changed(self, lvalue: c_ast.Node, state: State) -> State:
        """An object changes: subscripts that it is in mean other elements now."""
        name = written_object(lvalue, self.symbols)
        symbol = self.symbols.symbol(name) if name is not None else None
        if state is None or symbol is None:
            return state
        return without(state, frozenset([symbol.number]))

    # ---- expressions -------------------------------------------------------------------------------------------

    def _id(self, node: c_ast.ID, state: State) -> State:
        return self._read(node, state) if self._is_named(node) else state

    def _arrayref(self, node: c_ast.ArrayRef, state: State) -> State:
        if self._is_target(node):
            return self._read(node, self._subscripts(node, state))
        return self.run(node.subscript, self.run(node.name, state))

    def _structref(self, node: c_ast.StructRef, state: State) -> State:
        if self._is_target(node):
            return self._read(node, self._subscripts(node, state))
        return self.run(node.name, state)

    def _is_target(self, lvalue: c_ast.Node) -> bool:
        name = written_object(lvalue, self.symbols)
        return name is not None and self._is_named(name)

    def _is_named(self, name: c_ast.ID) -> bool:
        """Whether an identifier is the variable, by whichever of its names."""
        symbol = self.symbols.symbol(name)
        return symbol is not None and key_of(symbol) == self._key

    def _assignment(self, node: c_ast.Assignment, state: State) -> State:
        if node.op == "=" and self._is_target(node.lvalue):
            state = self._subscripts(node.lvalue, self.run(node.rvalue, state))
        else:
            state = self.run(node.rvalue, self.run(node.lvalue, state))
        return self._stored(node.lvalue, state)

    def _stored(self, lvalue: c_ast.Node, state: State) -> State:
        state = self._changed(lvalue, state)
        return self._write(self._path(lvalue), state) if self._is_target(lvalue) else state

    def _funccall(self, node: c_ast.FuncCall, state: State) -> State:
        if called_name(node) == COMPUTED_GOTO:
            self.exposed = True
            return None
        block = filled_block(node, self.symbols)
        filled = self._filled(*block) if block is not None else None
        if filled is None:
            return self._in_order(node.children(), state)
        lvalue, path = filled
        for argument in node.args.exprs[1:]:
            state = self.run(argument, state)
        return self._write(path, self._changed(lvalue, self._subscripts(lvalue, state)))

    def _filled(self, pointer: c_ast.Node, size: c_ast.Node) -> tuple[c_ast.Node, Read] | None:
        """The object of the variable that a pointer leads to, and the part of it that so many bytes are."""
        while isinstance(pointer, c_ast.Cast):
            pointer = pointer.expr
        lvalue = addressed(pointer) or pointer
        of, total = self.symbols.type_of(lvalue), self.symbols.constant(size)
        if not self._is_target(lvalue) or total is None or (lvalue is pointer and not isinstance(of, ArrayType)):
            return None
        if total == self.symbols.constant_sizeof(of):
            return lvalue, self._path(lvalue)
        array, first = lvalue, 0 if lvalue is pointer else None
        if isinstance(lvalue, c_ast.ArrayRef) and lvalue is not pointer:
            array, first = lvalue.name, self.symbols.constant(lvalue.subscript)
        of = self.symbols.type_of(array)
        each = self.symbols.constant_sizeof(of.element) if isinstance(of, ArrayType) else None
        if first is None or not each or total % each:
            return None
        elements = Index(constant(first), constant(first + total // each))
        return lvalue, (*self._path(array), (elements,))

    def _subscripts(self, lvalue: c_ast.Node, state: State) -> State:
        """What an lvalue evaluates besides its object."""
        while isinstance(lvalue, c_ast.ArrayRef | c_ast.StructRef):
            if isinstance(lvalue, c_ast.ArrayRef):
                state = self.run(lvalue.subscript, state)
            lvalue = lvalue.name
        return state

    def _decl(self, node: c_ast.Decl, state: State) -> State:
        symbol = self.symbols.symbol(node)
        for part in walk(node.type):
            if isinstance(part, c_ast.ArrayDecl):
                state = self.run(part.dim, state)
        if symbol is not None and not symbol.is_automatic:  # it lives on, and is initialised once
            return state
        state = self.run(node.init, state)
        if symbol is self.symbol:  # its life begins: what it held before can't be read
            return ALL
        return state if state is None or symbol is None else without(state, frozenset([symbol.number]))

    def _unaryop(self, node: c_ast.UnaryOp, state: State) -> State:
        if node.op in ("sizeof", "_Alignof"):
            for each in walk(node.expr):  # a type may have sizes that are computed
                state = self.run(each, state) if isinstance(each, c_ast.Typename) else state
            return state
        state = self.run(node.expr, state)
        if node.op == "&" and self._is_target(node.expr):
            self.changed.append(())
        return self._stored(node.expr, state) if node.op in INCREMENTS else state

    def _binaryop(self, node: c_ast.BinaryOp, state: State) -> State:
        state = self.run(node.left, state)
        right = self.run(node.right, state)
        return joined([state, right]) if node.op in ("&&", "||") else right

    def _if(self, node: c_ast.If | c_ast.TernaryOp, state: State) -> State:
        state = self.run(node.cond, state)
        return joined([self.run(node.iftrue, state), self.run(node.iffalse, state)])

    _ternaryop = _if

    # ---- statements --------------------------------------------------------------------------------------------

    def _compound(self, node: c_ast.Compound, state: State) -> State:
        for item in node.block_items or []:
            state = self._dropped(item, state)
        return state

    def _dropped(self, node: c_ast.Node, state: State) -> State:
        """The state after a statement; an object that it only names, as in `(void) x;`, is not read."""
        match node:
            case c_ast.ExprList():
                for each in node.exprs:
                    state = self._dropped(each, state)
                return state
            case c_ast.Cast():
                return self._dropped(node.expr, state)
            case c_ast.ID():
                return state
        return self.run(node, state)

    def _open(self) -> None:
        self._breaks.append([])
        self._continues.append([])

    def _while(self, node: c_ast.While, state: State) -> State:
        return self._loop(node, None, state)

    def _for(self, node: c_ast.For, state: State) -> State:
        return self._loop(node, counting(node, self.symbols, self._fixed), self.run(node.init, state))

    def _loop(self, node: c_ast.For | c_ast.While, counts: Counting | None, state: State) -> State:
        state = self._entered(node, state)
        before = state = self.run(node.cond, state)
        if counts is not None:
            self._ranges[counts.number] = counts.values
        self._open()
        end = joined([self.run(node.stmt, state), *self._continues[-1]])
        filled: State = NOTHING
        if counts is not None:
            self._ranges.pop(counts.number, None)
            filled = over_loop(end or frozenset(), counts.counter, counts.values, counts.changed)
        end = self.run(getattr(node, "next", None), end)
        breaks = self._breaks.pop()
        self._continues.pop()
        leaving: list[State] = []
        if not is_endless(node, self.symbols):
            after = end if counts is not None and counts.runs else before
            leaving = [after | filled if after is not None and filled is not None else after]
        return joined([*leaving, *breaks])

    def _entered(self, loop: c_ast.Node, state: State) -> State:
        """What is known at the start of any iteration: nothing about what iterations change."""
        return None if state is None else without(state, changed_in(loop, self.symbols))

    def _dowhile(self, node: c_ast.DoWhile, state: State) -> State:
        state = self._entered(node, state)
        self._open()
        end = joined([self.run(node.stmt, state), *self._continues[-1]])
        end = self.run(node.cond, end)
        self._continues.pop()
        return joined([end, *self._breaks.pop()])

    def _switch(self, node: c_ast.Switch, state: State) -> State:
        state = self.run(node.cond, state)
        self._breaks.append([])
        last: State = None
        default = False
        items = node.stmt.block_items if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
        self.exposed |= any(map(_has_inner_label, items or []))
        for item in items or []:
            if isinstance(item, c_ast.Case | c_ast.Default):
                default |= isinstance(item, c_ast.Default)
                last = joined([last, state])
                for statement in item.stmts or []:
                    last = self.run(statement, last)
            else:
                last = self.run(item, last)
        return joined([last, *self._breaks.pop(), *([] if default else [state])])

    def _break(self, _: c_ast.Break, state: State) -> State:
        if self._breaks:
            self._breaks[-1].append(state)
        return None

    def _continue(self, _: c_ast.Continue, state: State) -> State:
        if self._continues:
            self._continues[-1].append(state)
        return None

    def _return(self, node: c_ast.Return, state: State) -> State:
        self._returns.append(self.run(node.expr, state))
        return None

    def _goto(self, _: c_ast.Goto, __: State) -> State:
        self.exposed = True  # no structure to follow
        return None

    def _label(self, node: c_ast.Label, _: State) -> State:
        return self.run(node.stmt, NOTHING)

    # ---- OpenMP ------------------------------------------------------------------------------------------------

    def _omp(self, node: Omp, state: State) -> State:
        """A construct in a region: writes inside are not certain for the thread that comes behind it."""
        named = {name: clause.kind for clause in node.directive.clauses for name in clause.variables}
        kind = named.get(self.symbol.name)
        nested = "parallel" in node.directive.words  # the thread goes on when all of the region is done
        if nested and self.symbol in loop_counters(node, self.symbols):
            return state
        in_order = nested or node.directive.kind in _IN_ORDER
        if kind == "private" or (kind == "reduction" and not in_order):
            return state
        for clause in node.directive.clauses:
            state = self.run(clause.expression, state)
        if kind in ("firstprivate", "linear") and not self.complete(state):
            self.exposed = True
        if isinstance(node.body, c_ast.For) and self.safe(node, self.symbol):
            for part in (node.body.init, node.body.cond, node.body.next):
                self.run(part, state)
            return state
        after = self.run(node.body, state)
        if (in_order and kind != "firstprivate") or kind == "copyprivate":
            return after
        return state


def _has_inner_label(item: c_ast.Node) -> bool:
    """Whether a `switch` may lead into the middle of an item of its body."""
    parts: list[c_ast.Node] = list(item.stmts or []) if isinstance(item, c_ast.Case | c_ast.Default) else [item]
    while parts:
        part = parts.pop()
        if isinstance(part, c_ast.Case | c_ast.Default):
            return True
        if not isinstance(part, c_ast.Switch):
            parts += children(part)
    return False


def exposed(symbol: Symbol, symbols: Symbols, body: c_ast.Node) -> bool:
    """Whether one run of `body` may read the variable before it writes it."""
    flow = Flow(symbol, symbols)
    flow.run(body)
    return flow.exposed


def carried(symbol: Symbol, symbols: Symbols, body: c_ast.Node) -> bool:
    """Whether one run of `body` may read what an earlier run wrote: an exposed part that `body` writes."""
    flow = Flow(symbol, symbols)
    flow.run(body)
    unknown = flow.exposed and not flow.early
    return unknown or any(
        overlaps(read, part) and not (is_fixed(part) and covered(part, symbol.type, before, symbols))
        for read, before in flow.early
        for part in flow.changed
    )


def read_after(
    symbol: Symbol,
    symbols: Symbols,
    region: c_ast.Node,
    inner: c_ast.Node,
    safe: Safe = _never,
    ignored: frozenset[int] = frozenset(),
) -> bool:
    """Whether the value that a variable has behind `inner`, a statement of `region`, may be read in the region.

    `safe` says of work-shared loops in the region what is known about the variable in them; `ignored` are the
    `id`s of statements that don't count.
    """
    flow = Flow(symbol, symbols, safe, ignored)
    flow.behind(region, inner)
    return flow.exposed
