"""Counts what one kernel does, over all its work-items, as expressions of values known on the host.

Loop bodies count times their trip count; a loop whose bounds are not known beforehand counts
`UNKNOWN_TRIPS` times.  Both sides of a branch count by `BRANCH_SHARE`.  A memory access is coalesced when
neighbouring work-items touch equal or neighbouring elements.  A kernel is counted as GPUs run it: where several
work-items share an iteration, all of them count as work-items, and what they do is that of the iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pycparser import c_ast

from mapper.analysis.symbols import Symbols
from mapper.analysis.types import type_of
from mapper.features.execution import Execution, execution
from mapper.features.expr import ONE, ZERO, Expr, Number, add, divide, host, multiply, positive, subtract
from mapper.features.schema import BRANCH_SHARE, UNKNOWN_TRIPS
from mapper.features.values import (
    GLOBAL,
    LOCAL,
    PRIVATE,
    UNKNOWN,
    Known,
    combine,
    constant,
    read_loop,
    trip_count,
    uniform,
)
from mapper.ir.atomics import parse_atomic
from mapper.ir.ctypes import ArrayType, CType, FloatType, PointerType, StructType
from mapper.ir.kernel import Buffer, Dimension, Kernel
from mapper.ir.nodes import children, walk
from mapper.ir.tables import evenly, is_row

Counts = dict[str, Expr]

CHEAP_CALLS = frozenset(
    "fabs fmin fmax floor ceil rint round trunc copysign fma mad abs min max isnan isinf isfinite signbit "
    "clamp mix dot select mul24 mad24 rotate".split()
)
"""Built-in functions that cost about one operation; all others count as special."""

SYNCHRONISATION = frozenset("barrier work_group_barrier mem_fence read_mem_fence write_mem_fence".split())
OPENCL_ATOMICS = ("atomic_", "atom_")
"""What OpenCL C files call; they are no functions of translated kernels."""


def plus(left: Counts, right: Counts) -> Counts:
    """The sum of two counts."""
    return {name: add(left.get(name, ZERO), right.get(name, ZERO)) for name in {**left, **right}}


def times(factor: Expr, counts: Counts) -> Counts:
    """A count that happens `factor` times."""
    return {name: multiply(factor, value) for name, value in counts.items()}


HostValue = Callable[[c_ast.Node], Expr | None]
"""Gives a host expression's value as an `Expr`, or None where it is not known when the region is entered."""


def count_kernel(kernel: Kernel, value_of: HostValue = host, around: Symbols | None = None) -> Counts:
    """All counts of one launch (see `schema.RAW`), but for `transfer` and `launches`.

    `around` is the unit's `Symbols`, for the members of structs.
    """
    return count_run(execution(kernel, around), value_of, around)


def count_run(run: Execution, value_of: HostValue = host, around: Symbols | None = None) -> Counts:
    """As `count_kernel`, of a kernel whose execution is known."""
    items: Expr = ONE
    for dimension in run.kernel.dimensions:
        items = multiply(items, _iterations(dimension, value_of))
    once = Counter(run, value_of, around).statement(run.kernel.body)
    return {**times(items, once), "work_items": multiply(Number(float(run.lanes)), items)}


def _iterations(dimension: Dimension, value_of: HostValue) -> Expr:
    lower, bound, step = value_of(dimension.lower), value_of(dimension.bound), value_of(dimension.step)
    if lower is None or bound is None or step is None:
        return Number(UNKNOWN_TRIPS)
    distance = subtract(bound, lower)
    if dimension.relation in ("<=", ">="):
        distance = add(distance, step)
    return positive(divide(distance, step))


class Counter:
    """Walks the code of one work-item; `env` holds what is known of each name."""

    def __init__(self, run: Execution, value_of: HostValue, around: Symbols | None) -> None:
        kernel = run.kernel
        self.run = run
        self.around = around
        self.functions = {function.decl.name: function for function in kernel.functions}
        self.calling: list[str] = []
        self.types: dict[str, CType] = dict(kernel.symbols)
        self.env: dict[str, Known] = {}
        self.assigned = _assignment_counts(kernel.body)
        for parameter in kernel.parameters:
            if isinstance(parameter, Buffer):
                self.env[parameter.name] = Known(None, ZERO, LOCAL if parameter.name in run.local else GLOBAL)
                self.env |= dict.fromkeys(parameter.names[1:], uniform())
            else:
                self.env[parameter.name] = uniform(value_of(parameter.expression))
        for number, dimension in enumerate(kernel.dimensions):
            lower, bound = value_of(dimension.lower), value_of(dimension.bound)
            middle = None if lower is None or bound is None else divide(add(lower, bound), Number(2.0))
            self.env[dimension.variable] = Known(middle, value_of(dimension.step) if number == 0 else ZERO)

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
        total: Counts = {}
        for child in children(node):
            total = plus(total, self.statement(child))
        return total

    def _Decl(self, node: c_ast.Decl) -> Counts:
        counts = self.statement(node.init)
        if node.name:
            self._define(node.name, node.init)
        return counts

    def _For(self, node: c_ast.For) -> Counts:
        loop = read_loop(node)
        once = self.statement(node.init)
        if loop is None:
            return plus(once, times(Number(UNKNOWN_TRIPS), self._several(node.cond, node.stmt, node.next)))
        first, last, step = (self.known(part) for part in (loop.lower, loop.bound, loop.step))
        trips: Expr = Number(UNKNOWN_TRIPS)
        middle: Expr | None = None
        if first.value is not None and last.value is not None and step.value is not None:
            trips = trip_count(loop, first.value, last.value, step.value)
            middle = divide(add(first.value, last.value), Number(2.0))
        same_for_all = first.uniform and step.uniform
        self.env[loop.counter] = Known(middle, ZERO if same_for_all else first.stride)
        body = self._several(node.cond, node.stmt, node.next)
        if not (first.uniform and last.uniform):
            body = plus(body, {"branches": ONE})
        return plus(once, times(trips, body))

    def _While(self, node: c_ast.While | c_ast.DoWhile) -> Counts:
        body = self._several(node.cond, node.stmt)
        if not self.known(node.cond).uniform:
            body = plus(body, {"branches": ONE})
        return times(Number(UNKNOWN_TRIPS), body)

    _DoWhile = _While

    def _If(self, node: c_ast.If) -> Counts:
        return self._branch(node.cond, node.iftrue, node.iffalse)

    def _TernaryOp(self, node: c_ast.TernaryOp) -> Counts:
        return self._branch(node.cond, node.iftrue, node.iffalse)

    def _Switch(self, node: c_ast.Switch) -> Counts:
        return self._branch(node.cond, node.stmt, None)

    def _branch(self, condition: c_ast.Node, yes: c_ast.Node | None, no: c_ast.Node | None) -> Counts:
        always = self.statement(condition)
        if not self.known(condition).uniform:
            always = plus(always, {"branches": ONE})
        return plus(always, times(Number(BRANCH_SHARE), self._several(yes, no)))

    def _several(self, *nodes: c_ast.Node | None) -> Counts:
        total: Counts = {}
        for node in nodes:
            total = plus(total, self.statement(node))
        return total

    # ---- expressions -----------------------------------------------------------------------------------

    def _Assignment(self, node: c_ast.Assignment) -> Counts:
        counts = plus(self.statement(node.rvalue), self._access(node.lvalue, 1 if node.op == "=" else 2))
        if node.op != "=":
            counts = plus(counts, self._operation(node.lvalue))
        if isinstance(node.lvalue, c_ast.ID):
            self._define(node.lvalue.name, node.rvalue if node.op == "=" else None)
        return counts

    def _BinaryOp(self, node: c_ast.BinaryOp) -> Counts:
        return plus(self._several(node.left, node.right), self._operation(node.left, node.right))

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

    def _ArrayRef(self, node: c_ast.ArrayRef) -> Counts:
        return self._access(node, 1)

    def _StructRef(self, node: c_ast.StructRef) -> Counts:
        return self._access(node, 1)

    def _FuncCall(self, node: c_ast.FuncCall) -> Counts:
        arguments = list(node.args.exprs) if node.args else []
        name = node.name.name if isinstance(node.name, c_ast.ID) else ""
        if is_row(node):
            return plus(self.statement(arguments[-1]), {"int_ops": Number(2.0)})
        if name in self.functions:
            return plus(self._several(*arguments), self._function(self.functions[name], arguments))
        if name in SYNCHRONISATION:
            return {}
        if parse_atomic(name) is not None or name.startswith(OPENCL_ATOMICS):
            inside = self._several(*arguments[1:])
            return plus(plus(inside, self._address(_pointee(arguments[0]))), {"atomics": ONE, "mem": ONE})
        if name in CHEAP_CALLS:
            return plus(self._several(*arguments), self._operation(node))
        return plus(self._several(*arguments), {"special_ops": ONE})

    def _Cast(self, node: c_ast.Cast) -> Counts:
        return self.statement(node.expr)

    def _Typename(self, _: c_ast.Typename) -> Counts:
        return {}

    def _operation(self, *operands: c_ast.Node) -> Counts:
        """One arithmetic operation in the widest type of its operands."""
        widths = [t.bits for t in map(self._type, operands) if isinstance(t, FloatType)]
        return {"int_ops" if not widths else "float_ops" if max(widths) <= 32 else "double_ops": ONE}

    def _access(self, node: c_ast.Node, number: int) -> Counts:
        """`number` loads or stores of an lvalue."""
        counts = self._address(node)
        if isinstance(node, c_ast.ID) or isinstance(self._type(node), (ArrayType, StructType)):
            return counts
        place = self._place(node)
        if place.space == LOCAL:
            return plus(counts, {"localmem": Number(float(number))})
        if place.space != GLOBAL:
            return counts
        share = self.run.coalesced.get(id(node))
        share = float(self._coalesced(node, place)) if share is None else share
        return plus(counts, {"mem": Number(float(number)), "coalesced": Number(number * share)})

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
        parameters = [p for p in (function.decl.type.args.params if function.decl.type.args else []) if p.name]
        known = [self.known(argument) for argument in arguments]
        saved_env, saved_assigned = dict(self.env), self.assigned
        self.assigned = _assignment_counts(function.body)
        for parameter, value in zip(parameters, known, strict=False):
            self.env[parameter.name] = value if parameter.name not in self.assigned else UNKNOWN
        self.calling.append(name)
        counts = self.statement(function.body)
        self.calling.pop()
        self.env, self.assigned = saved_env, saved_assigned
        return counts

    # ---- what is known ---------------------------------------------------------------------------------

    def _define(self, name: str, value: c_ast.Node | None) -> None:
        """A name gets a value; it is remembered when this is its only assignment."""
        if isinstance(self.types.get(name), ArrayType):
            self.env[name] = Known(None, ZERO, LOCAL if name in self.run.local else PRIVATE)
        elif value is None or self.assigned.get(name, 0) > 1:
            space = self.known(value).space if value is not None else self.env.get(name, UNKNOWN).space
            self.env[name] = Known(None, None, space)
        else:
            self.env[name] = self.known(value)

    def known(self, node: c_ast.Node) -> Known:
        """What is known of an expression's value."""
        match node:
            case c_ast.Constant():
                return _literal(node)
            case c_ast.ID():
                return self.env.get(node.name, UNKNOWN)
            case c_ast.BinaryOp():
                return combine(node.op, self.known(node.left), self.known(node.right))
            case c_ast.Cast():
                return self.known(node.expr)
            case c_ast.FuncCall() if is_row(node):
                return self.known(evenly(node))
            case c_ast.UnaryOp(op="-"):
                return combine("-", constant(0.0), self.known(node.expr))
            case c_ast.UnaryOp(op="&"):
                return self._place(node.expr)
            case c_ast.UnaryOp(op="*") | c_ast.ArrayRef() | c_ast.StructRef():
                place = self._place(node)
                if isinstance(self._type(node), ArrayType):
                    return place
                return uniform() if place.uniform else UNKNOWN
            case c_ast.TernaryOp() | c_ast.FuncCall() | c_ast.UnaryOp():
                parts = [self.known(part) for part in walk(node) if isinstance(part, (c_ast.ID, c_ast.ArrayRef))]
                return uniform() if all(p.uniform for p in parts) else UNKNOWN
        return UNKNOWN

    def _place(self, node: c_ast.Node) -> Known:
        """Where an lvalue is: its memory, and the stride of its address in elements of the innermost type."""
        match node:
            case c_ast.ArrayRef():
                base = self.known(node.name)
                index = self.known(node.subscript)
                scaled = combine("*", index, constant(float(self._elements(node))))
                return Known(None, combine("+", base, scaled).stride, base.space)
            case c_ast.UnaryOp(op="*"):
                return self.known(node.expr)
            case c_ast.StructRef(type="."):
                return self._place(node.name)
            case c_ast.StructRef():
                return self.known(node.name)
            case c_ast.ID():
                known = self.env.get(node.name, UNKNOWN)
                is_pointer = isinstance(self.types.get(node.name), PointerType)
                return Known(None, ZERO, PRIVATE) if is_pointer or known.space is None else known
        return UNKNOWN

    def _elements(self, node: c_ast.Node) -> int:
        """How many innermost elements one element of an array reference holds."""
        of, count = self._type(node), 1
        while isinstance(of, ArrayType):
            count *= of.length or 1
            of = of.element
        return count

    def _coalesced(self, node: c_ast.Node, place: Known) -> bool:
        """Equal or adjacent addresses in neighbouring work-items; members of structs are apart from each other."""
        if place.uniform:
            return True
        inside_struct = any(isinstance(part, c_ast.StructRef) for part in walk(node))
        return not inside_struct and place.stride in (ONE, Number(-1.0))

    def _type(self, node: c_ast.Node) -> CType:
        return type_of(node, self.types.get, self.around)


def _pointee(node: c_ast.Node) -> c_ast.Node:
    return node.expr if isinstance(node, c_ast.UnaryOp) and node.op == "&" else c_ast.UnaryOp("*", node)


def _literal(node: c_ast.Constant) -> Known:
    text = node.value.rstrip("uUlLfF") if "0x" not in node.value.lower() else node.value.rstrip("uUlL")
    try:
        return constant(float(int(text, 0)) if "int" in node.type else float(text))
    except ValueError:
        return uniform()


def _assignment_counts(body: c_ast.Node) -> Mapping[str, int]:
    """How often each name is assigned in the text, its initialiser included."""
    counts: dict[str, int] = {}
    for node in walk(body):
        name = None
        if isinstance(node, c_ast.Decl) and node.init is not None:
            name = node.name
        elif isinstance(node, c_ast.Assignment) and isinstance(node.lvalue, c_ast.ID):
            name = node.lvalue.name
        elif isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--", "&"):
            name = node.expr.name if isinstance(node.expr, c_ast.ID) else None
        if name:
            counts[name] = counts.get(name, 0) + 1
    return counts
