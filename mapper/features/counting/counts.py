"""Counts what one kernel does, over all its work-items, as expressions of values known on the host.

Loop bodies count times their trip count; a loop whose bounds are not known beforehand counts
`UNKNOWN_TRIPS` times.  Both sides of a branch count by `BRANCH_SHARE`, unless `conditions.share` knows better.  A
memory access is coalesced when neighbouring work-items touch equal or neighbouring elements.  A kernel is counted
as GPUs run it: all work-items that share an iteration count, and what they do is that of the iteration.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable
from dataclasses import asdict, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import once_set
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.symbols import Symbols
from mapper.features.counting.calls import CHEAP_CALLS, OPENCL_ATOMICS, SYNCHRONISATION
from mapper.features.counting.execution import Execution
from mapper.features.counting.knowledge import UNKNOWN_SHARES, Knowledge, assignments
from mapper.features.counting.phases import fills_rows
from mapper.features.counting.sparse_rows import mean_length
from mapper.features.counting.totals import Counts, plus, times
from mapper.features.expressions.exits import early, may_end_early, skips
from mapper.features.expressions.expr import ONE, ZERO, Expr, Number, add, divide, multiply
from mapper.features.expressions.extents import HostValue, bound_of, buffer_bytes, iterations
from mapper.features.expressions.values import (
    GLOBAL,
    LOCAL,
    UNKNOWN,
    Known,
    Loop,
    Scaling,
    constant,
    read_loop,
    read_repeat,
    read_scaling,
    scaled_by,
    uniform,
)
from mapper.features.schema import NO_PLATFORM, RECURSIVE_TRIPS, UNKNOWN_TRIPS
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.builtins.complex_numbers import RARE
from mapper.ir.builtins.tables import is_row
from mapper.ir.expressions.substitution import substituted
from mapper.ir.forms.counters import Counters
from mapper.ir.forms.ordered import Ordered
from mapper.ir.forms.replicated import Replicated
from mapper.ir.program.kernel import Access, Buffer
from mapper.ir.trees.build import pointee, with_host_casts
from mapper.ir.trees.ctypes import ArrayType, ComplexType, FloatType, IntType, StructType
from mapper.ir.trees.jumps import returns, runs_states
from mapper.ir.trees.names import objects_in, pointed_names
from mapper.ir.trees.nodes import (
    AnyLoop,
    arguments_of,
    called_name,
    calls,
    children,
    flattened,
    parameters_of,
    walk,
)

WEIGHTS = {**asdict(NO_PLATFORM), "mem": 1.0}
"""What `depth`, which is raw and so the same for all platforms, counts an operation for."""

LATENCY = 400.0
"""Operations of `depth` for which work-items wait for what others of their group have just written.

A store and a load of global memory, one behind the other, of about 500 cycles each on today's GPUs: .5 us.  The
price of `depth` is about 1.4 ns.
"""

_MOST_CALLS = 2000
"""How many calls are counted by their arguments; later ones count as their function's last one did.

There may be more ways through functions that call each other than can be walked.
"""


def count_run(
    run: Execution,
    value_of: HostValue,
    around: Symbols | None,
    unknown: list[c_ast.Node] | None = None,
) -> Counts:
    """All counts of one launch (see `schema.RAW`), but for `transfer`, `launches` and `steps`.

    `around` is the unit's `Symbols`, for the members of structs.  Loops that count
    `UNKNOWN_TRIPS` times are added to `unknown`.
    """
    items: Expr = ONE
    for dimension in run.kernel.dimensions:
        items = multiply(items, iterations(dimension, value_of))
    counter = Counter(run, value_of, around, items)
    once = counter.statement(run.kernel.body)
    if unknown is not None:
        unknown += counter.unknown
    if run.kernel.form(Ordered) is not None:  # an earlier function finds out which counter an iteration changes
        before = c_ast.Compound(run.kernel.body.block_items[:-1])
        once = plus(once, Counter(run, value_of, around, items).statement(before))
    depth: Expr = ZERO
    for name, weight in WEIGHTS.items():
        depth = add(depth, multiply(Number(weight / run.lanes), once.get(name, ZERO)))
    depth = add(depth, multiply(Number(LATENCY), once.get("waits", ZERO)))
    return {**times(items, once), "work_items": multiply(Number(run.lanes), items), "depth": depth}


class Counter(Knowledge):
    """Walks the code of one work-item."""

    def __init__(self, run: Execution, value_of: HostValue, around: Symbols | None, items: Expr) -> None:
        kernel = run.kernel
        moved = frozenset(each.name for each in kernel.expanded)
        super().__init__(dict(kernel.symbols), run.local, around, moved)
        self.run = run
        self.functions = {function.decl.name: function for function in kernel.functions}
        self.calling: list[str] = []
        self.entered = 0
        self.counted: dict[str, Counts] = {}
        self.value_of = value_of
        self.items = items
        self.trips: Expr = ONE
        self.left = False  # a `return` leaves the loop around
        self.passed: Expr = ONE  # the share of the last branch's executions that go on behind it
        self.unknown: list[c_ast.Node] = []
        self.buffers = {buffer.name: buffer for buffer in kernel.buffers}
        self.arguments = {
            each.name: each.pointer if isinstance(each, Buffer) else each.expression
            for each in kernel.parameters
            if not isinstance(each, Buffer)
            or (each.direct and not each.table and not each.of and Access.WRITE not in each.access)
        }
        self.aliased = pointed_names(kernel.body)
        self.set_once = once_set(flattened(kernel.body))
        for parameter in kernel.parameters:
            if isinstance(parameter, Buffer):
                self.env[parameter.name] = Known(None, ZERO, LOCAL if parameter.name in run.local else GLOBAL)
                self.env |= dict.fromkeys(parameter.names[1:], uniform())
            else:
                self.env[parameter.name] = uniform(value_of(parameter.expression))
        for number, dimension in enumerate(kernel.dimensions):
            lower, bound = value_of(dimension.lower), bound_of(dimension, value_of)
            middle = None if lower is None or bound is None else divide(add(lower, bound), Number(2.0))
            self.env[dimension.variable] = Known(middle, value_of(dimension.step) if number == 0 else ZERO)
            self.env[f"mrt_count{number}"] = uniform(iterations(dimension, value_of))
            middle = divide(iterations(dimension, value_of), Number(2.0))
            self.env[f"mrt_id{number}"] = Known(middle, ONE if number == 0 else ZERO)

        self.given = dict(self.env)

    def read(self, node: c_ast.Node) -> Expr | None:
        """The host's expression for memory that the kernel does not write and that its arguments lead to."""
        names = {each.name for each in objects_in(node)}
        if not names <= self.arguments.keys() or calls(node):
            return None
        found = with_host_casts(node)
        return None if found is None else self.value_of(substituted(found, self.arguments))

    # ---- statements ------------------------------------------------------------------------------------

    def statement(self, node: c_ast.Node | None) -> Counts:
        """What a statement or expression does."""
        if node is None:
            return {}
        method: Callable[[c_ast.Node], Counts] | None = getattr(self, f"_{type(node).__name__}", None)
        if method is not None:
            return method(node)
        return self._children(node)

    def _children(self, node: c_ast.Node) -> Counts:
        return self._several(*children(node))

    def _Compound(self, node: c_ast.Compound) -> Counts:
        """Statements behind `if (c) continue;` count as often as the iteration goes on."""
        total: Counts = {}
        goes_on: Expr = ONE
        for item in node.block_items or ():
            total = plus(total, times(goes_on, self.statement(item)))
            if isinstance(item, c_ast.If) and skips(item, in_loop=self.left):
                goes_on = multiply(goes_on, self.passed)
        return total

    def _Decl(self, node: c_ast.Decl) -> Counts:
        counts = self.statement(node.init)
        if node.name:
            self.define(node.name, node.init)
        return counts

    def _For(self, node: c_ast.For) -> Counts:
        once = self.statement(node.init)
        if id(node) in self.run.waiting:
            once = plus(once, {"waits": ONE})
        scaling = read_scaling(node) if node.init is not None else None
        if scaling is None:
            loop = read_loop(node) or read_repeat(node, branches=True)
            return plus(once, self._loop(node, loop, node.stmt, node.next))
        trips = self._shortened(node, self._scaling(node, scaling))
        return plus(once, self._times_over(node, trips, {}, node.stmt, node.next))

    def _loop(self, node: AnyLoop, loop: Loop | None, *parts: c_ast.Node | None) -> Counts:
        """A loop with this header, if it is known; its code is its condition and `parts`."""
        if loop is None:
            self.forget(node)
            return self._times_over(node, None, {}, *parts)
        first, last, step = (self.known(part) for part in loop.parts)
        self.forget(node)
        trips: Expr | None = None
        middle: Expr | None = None
        if first.value is not None and last.value is not None and step.value is not None:
            trips = loop.trips(first.value, last.value, step.value)
            middle = divide(add(first.value, last.value), Number(2.0))
        elif isinstance(node, c_ast.For):
            trips = self._row(node)
        trips = self._shortened(node, trips)
        self.env[loop.counter] = Known(middle, ZERO if first.uniform and step.uniform else first.stride)
        by = step.value
        steps = {loop.counter: by if by is None or not loop.down else multiply(Number(-1.0), by)}
        counts = self._times_over(node, trips, steps, *parts)
        if first.uniform and last.uniform:
            return counts
        return plus(counts, {"branches": self._diverging(trips or Number(UNKNOWN_TRIPS))})

    def _times_over(
        self, node: AnyLoop, trips: Expr | None, steps: dict[str, Expr | None], *parts: c_ast.Node | None
    ) -> Counts:
        """All iterations of a loop; `steps` has its counter, with what it grows by each time."""
        if trips is None:
            trips = self._estimated(node)
        outside, self.trips = self.trips, multiply(self.trips, trips)
        left, self.left = self.left, self.left or returns(node.stmt)
        body = self._repeated(node, steps, node.cond, *parts)
        self.trips, self.left = outside, left
        self.forget(node)
        return times(trips, body)

    def _shortened(self, node: AnyLoop, trips: Expr | None) -> Expr | None:
        """The trips of a loop that may end before; a `return` from several loops shortens the outermost."""
        return early(trips) if trips is not None and may_end_early(node, returns=not self.left) else trips

    def _repeated(self, node: c_ast.Node, steps: dict[str, Expr | None], *parts: c_ast.Node | None) -> Counts:
        """What one iteration of a loop does."""
        return self._several(*parts)

    def _diverging(self, trips: Expr) -> Expr:
        """The branches of a loop that work-items do not leave together."""
        return trips

    def _estimated(self, node: c_ast.Node) -> Expr:
        """What is taken for the trips of a loop that nothing is known of."""
        self.unknown.append(node)
        return Number(RECURSIVE_TRIPS if runs_states(node) else UNKNOWN_TRIPS)

    def _scaling(self, node: c_ast.For, loop: Scaling) -> Expr | None:
        """The trips of a loop that multiplies its counter, where they are constant.

        The counter, and each variable that such a statement of the body scales as well, represents the geometric
        middle of its range, so that products of them come out right.
        """
        first, last = self.known(loop.lower).value, self.known(loop.bound).value
        trips = loop.trips(first, last) if isinstance(first, Number) and isinstance(last, Number) else None
        scaled = [(loop.counter, loop.factor)]
        if isinstance(node.stmt, c_ast.Compound):
            scaled += filter(None, map(scaled_by, node.stmt.block_items or ()))
        before = {name: self.env.get(name, UNKNOWN) for name, _ in scaled}
        self.forget(node)
        if not isinstance(trips, Number):
            return None
        often = Counted(assignments(node))
        for name, factor in scaled:
            value = first if name == loop.counter else before[name].value
            if isinstance(value, Number) and often[name] == 1 + (name == loop.counter):
                self.env[name] = constant(value.value * factor ** (max(trips.value - 1.0, 0.0) / 2.0))
        return trips

    def _row(self, node: c_ast.For) -> Expr | None:
        """The mean trips of a loop over a row of a sparse matrix."""
        return mean_length(node, self.set_once, self._elements_of, multiply(self.items, self.trips))

    def _elements_of(self, name: str) -> Expr | None:
        """How many numbers a buffer holds."""
        buffer = self.buffers.get(name)
        if buffer is None or buffer.table or buffer.of or not isinstance(buffer.element, IntType | FloatType):
            return None
        size = buffer_bytes(buffer, self.value_of)
        return None if size is None else divide(size, Number(buffer.element.bits / 8.0))

    def _While(self, node: c_ast.While | c_ast.DoWhile) -> Counts:
        loop = read_repeat(node, branches=True)
        counts = self._loop(node, loop, node.stmt)
        early = isinstance(node.cond, c_ast.BinaryOp) and node.cond.op == "&&"
        if (loop is not None and not early) or self.known(node.cond).uniform:
            return counts
        return plus(counts, {"branches": self._diverging(Number(UNKNOWN_TRIPS))})

    def _DoWhile(self, node: c_ast.DoWhile) -> Counts:
        if self.known(node.cond).value != ZERO:
            return self._While(node)
        body = self.statement(node.stmt)  # `continue` is a break out of do { } while (0)
        self.forget(node)
        return body

    def _If(self, node: c_ast.If | c_ast.TernaryOp) -> Counts:
        limited = self.clamped(node)
        full = fills_rows(node.cond, self.set_once, self.run.kernel)
        shares = (ONE, ZERO) if full else self.shares(node.cond)
        guards = shares is UNKNOWN_SHARES and not self.reads_memory(node.cond)
        counts = self._branch(node.cond, shares, node.iftrue, node.iffalse)
        self.passed = ONE if guards else shares[1]
        if limited is not None and limited[1].value is not None and limited[0] not in self.aliased:
            name, known = limited
            self.env[name] = replace(self.env[name], value=known.value)
        return counts

    _TernaryOp = _If

    def _Switch(self, node: c_ast.Switch) -> Counts:
        chosen = self.cases(node)
        self.forget(node.stmt)
        if not chosen:
            return self._branch(node.cond, UNKNOWN_SHARES, node.stmt, None)
        total, before = self.statement(node.cond), self.env
        for case, often in chosen:
            self.env = dict(before)
            total = plus(total, times(often, self._several(*case.stmts)))
        self.env = before
        return total

    def _branch(self, condition: c_ast.Node, shares: tuple[Expr, Expr], *sides: c_ast.Node | None) -> Counts:
        yes, no = sides
        always = self.statement(condition)
        if not self.known(condition).uniform:
            always = plus(always, {"branches": ONE})
        before = dict(self.env)
        taken = self.statement(yes)
        self.env, after = before, self.env
        other = self.statement(no)
        self.merge(condition, after, yes, no)
        return plus(always, plus(times(shares[0], taken), times(shares[1], other)))

    def _several(self, *nodes: c_ast.Node | None) -> Counts:
        total: Counts = {}
        for node in nodes:
            total = plus(total, self.statement(node))
        return total

    # ---- expressions -----------------------------------------------------------------------------------

    def _Assignment(self, node: c_ast.Assignment) -> Counts:
        counts = plus(self.statement(node.rvalue), self._access(node.lvalue, 1 if node.op == "=" else 2))
        if node.op != "=":
            counts = plus(counts, self._binary(node.op[:-1], node.lvalue, node.rvalue))
        if isinstance(node.lvalue, c_ast.ID):
            self.define(node.lvalue.name, node.rvalue if node.op == "=" else None)
        return counts

    def _BinaryOp(self, node: c_ast.BinaryOp) -> Counts:
        return plus(self._several(node.left, node.right), self._binary(node.op, node.left, node.right))

    def _binary(self, op: str, left: c_ast.Node, right: c_ast.Node) -> Counts:
        """One operation on two values."""
        return self._operation(left, right)

    def _UnaryOp(self, node: c_ast.UnaryOp) -> Counts:
        match node.op:
            case "sizeof":
                return {}
            case "&":
                return self._address(node.expr)
            case "*":
                return self._access(node, 1)
            case "++" | "p++" | "--" | "p--":
                return plus(self._access(node.expr, 2), self._operation(node.expr))
            case "-" | "~" | "!":
                return plus(self.statement(node.expr), self._operation(node.expr))
        return self.statement(node.expr)

    def _ArrayRef(self, node: c_ast.ArrayRef | c_ast.StructRef) -> Counts:
        return self._access(node, 1)

    _StructRef = _ArrayRef

    def _FuncCall(self, node: c_ast.FuncCall) -> Counts:
        arguments = arguments_of(node)
        name = called_name(node)
        if is_row(node):
            return plus(self.statement(arguments[-1]), {"int_ops": Number(2.0)})
        if name.startswith(RARE):
            return {}
        if name in self.functions:
            return plus(self._several(*arguments), self._function(self.functions[name], arguments))
        if name in SYNCHRONISATION:
            return {}
        atomic = parse_atomic(name)
        if atomic is not None and atomic.operation == "read":
            return self.statement(pointee(arguments[0]))
        if atomic is not None or name.startswith(OPENCL_ATOMICS):
            place = pointee(arguments[0])
            inside = plus(self._several(*arguments[1:]), self._address(place))
            return plus(inside, self._atomic(atomic is None or atomic.native, place))
        if name in CHEAP_CALLS:
            return plus(self._several(*arguments), self._operation(node))
        return plus(self._several(*arguments), {"special_ops": self._special(node)})

    def _special(self, node: c_ast.FuncCall) -> Expr:
        """How many special operations a call of a built-in function is."""
        return ONE

    def _atomic(self, native: bool, lvalue: c_ast.Node) -> Counts:
        """One atomic operation, as the kernel's form does it; `native` is true if the device knows it."""
        kind = "int_atomics" if native else "float_atomics"
        if self.run.kernel.form(Ordered) is not None:  # counts, then marks its counter, loads and stores it
            return {"local_int_atomics": Number(2.0), "localmem": Number(4.0)}
        counters = self.run.kernel.form(Counters)
        copied = counters is not None and array_of(lvalue) == counters.buffer
        replicated = self.run.kernel.form(Replicated)
        if replicated is not None:
            copied = array_of(lvalue) in {each.buffer for each in replicated.sums if each.short}
        if copied or self.place(lvalue).space == LOCAL:
            return {f"local_{kind}": ONE, "localmem": ONE}
        return {kind: ONE, "mem": ONE}

    def _Cast(self, node: c_ast.Cast) -> Counts:
        return self.statement(node.expr)

    def _Typename(self, _: c_ast.Typename) -> Counts:
        return {}

    def _operation(self, *operands: c_ast.Node) -> Counts:
        """One arithmetic operation in the widest type of its operands."""
        widths = [t.bits for t in map(self.ctype, operands) if isinstance(t, FloatType)]
        return {"int_ops" if not widths else "float_ops" if max(widths) <= 32 else "double_ops": ONE}

    def _access(self, node: c_ast.Node, number: int) -> Counts:
        """`number` loads or stores of an lvalue."""
        counts = self._address(node)
        if isinstance(node, c_ast.ID) or isinstance(self.ctype(node), (ArrayType, StructType)):
            return counts
        place = self.place(node)
        if isinstance(self.ctype(node), ComplexType):
            number *= 2
        if place.space == LOCAL:
            return plus(counts, {"localmem": Number(float(number))})
        if place.space != GLOBAL:
            return counts
        if (staged := self.run.staged.get(array_of(node))) is not None:
            loads, local = (Number(each * number) for each in staged)
            return plus(counts, {"mem": loads, "coalesced": loads, "localmem": add(local, loads)})
        near = self.run.coalesced.get(id(node))
        near = self._coalesced(node, place) if near is None else near
        return plus(counts, {"mem": Number(float(number)), "coalesced": Number(number * near)})

    def _address(self, node: c_ast.Node) -> Counts:
        """Computing where an lvalue is: its subscripts, one integer operation for each."""
        match node:
            case c_ast.ArrayRef():
                inner = plus(self._address(node.name), self.statement(node.subscript))
                return plus(inner, {"int_ops": ONE})
            case c_ast.StructRef(type="."):
                return self._address(node.name)
            case c_ast.StructRef():
                return self.statement(node.name)
            case c_ast.UnaryOp(op="*"):
                return self.statement(node.expr)
            case c_ast.ID():
                return {}
        return self.statement(node)

    def _function(self, function: c_ast.FuncDef, arguments: list[c_ast.Node]) -> Counts:
        name = function.decl.name
        if name in self.calling:
            return {}
        if self.entered >= _MOST_CALLS and name in self.counted:
            return self.counted[name]
        self.entered += 1
        parameters = [p for p in parameters_of(function) if p.name]
        known = [self.known(argument) for argument in arguments]
        saved_env, saved_aliased, left = dict(self.env), self.aliased, self.left
        self.left = False
        self.aliased = pointed_names(function.body)
        for parameter, value in zip(parameters, known, strict=False):
            self.env[parameter.name] = value if parameter.name not in self.aliased else UNKNOWN
        self.calling.append(name)
        counts = self.statement(function.body)
        self.calling.pop()
        self.env, self.aliased, self.left = saved_env, saved_aliased, left
        self.counted[name] = counts
        return counts

    def _coalesced(self, node: c_ast.Node, place: Known) -> float:
        """1 for equal or adjacent addresses in neighbouring work-items; members of structs are apart: 0."""
        if place.uniform:
            return 1.0
        inside_struct = any(isinstance(part, c_ast.StructRef) for part in walk(node))
        return float(not inside_struct and place.stride in (ONE, Number(-1.0)))


def array_of(node: c_ast.Node) -> str:
    """The name of the array of which an lvalue is an element; empty where it is none."""
    found = element_of(node)
    return found[0] if found is not None else ""
