"""Walks a kernel's body, and the device functions that it calls, in execution order: `collect(kernel, symbols)`.

Scalars are followed forward (`kp = k + p * dk` with `dk = axis == 2` and axis = 0 gives k).  A loop is walked
once, for all its iterations: what it changes holds an unknown value at its beginning and at its end.  Where
conditions are not affine, an unknown value decides, the same one for both branches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import reduce

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.arithmetic import ZERO, Number, Place, Pointer, Value, common_root, inside
from mapper.analysis.kernels.evaluation.comparisons import holds_all, relation, type_range
from mapper.analysis.kernels.lists import lists_in
from mapper.analysis.kernels.loop_state import LoopState
from mapper.analysis.kernels.loops import Header, constant_value, stepped_header
from mapper.analysis.kernels.members import unwritten_members
from mapper.analysis.kernels.relations.accesses import Found, Loop, Memory, Root
from mapper.analysis.kernels.switches import Way, exclusive_ways
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.builtins.stops import may_stop
from mapper.ir.program.kernel import Buffer, Kernel, unwritten_buffers
from mapper.ir.trees.ctypes import INT, ArrayType, CType, IntType, PointerType
from mapper.ir.trees.jumps import ends_with_return, has_jump, leaves_loop, returns
from mapper.ir.trees.nodes import AnyLoop, base_of, children, parameters_of, rebuilt, text_of

MOST_ACCESSES = 6000
_MOST_RESULTS = 8

_MOST_HELD = 512
_RECENT: dict[tuple[object, ...], tuple[Found, Symbols | None]] = {}  # the last used are last


class TooLargeError(Exception):
    """The kernel has more accesses than are worth the time."""


def collect(
    kernel: Kernel,
    around: Symbols | None,
    *,
    rows: bool = False,
    trusted: frozenset[str] = frozenset(),
    lists: bool = False,
) -> Found:
    """The accesses of a kernel; `around` are the symbols of the loop's unit, for the members of structures.

    The last answers are remembered, since most transformations leave most kernels as they are.
    Rows that tables of pointers lead to are believed to lie apart where the run-time library can check that
    (`Kernel.boxes`).  With `rows` they are in any case, and reads of tables are noted.
    Subscripts of `trusted` buffers are taken to stay in their rows if parameters may be such that they do; `trust`
    and `digits` of what is found say what these must be, beyond what `Kernel.assumed` does.
    With `lists` the elements of lists count as written again wherever their count is seen anew: all that a read
    of one may see is written before it, but nothing may be concluded of when it was.  Reads of whole structures
    are then those of their members.
    """
    key = (*_what_counts(kernel), id(around), rows, trusted, lists)
    held = _RECENT.pop(key, None)
    found, _ = held = held or (_walked(kernel, around, rows=rows, trusted=trusted, lists=lists), around)
    _RECENT[key] = held
    if len(_RECENT) > _MOST_HELD:
        del _RECENT[next(iter(_RECENT))]
    return found if found.kernel is kernel else replace(found, kernel=kernel)


def _walked(kernel: Kernel, around: Symbols | None, *, rows: bool, trusted: frozenset[str], lists: bool) -> Found:
    """The accesses, not complete where isl takes too long to find them.

    Where the caller has set a bound to isl's work, that one holds, and at it this raises `isl.Error`.
    """
    bounded = forms.is_bounded()
    walk = _Walk(kernel, around, rows=rows)
    walk.trusted = trusted
    walk.lists = lists_in(kernel) if lists else {}
    walk.apart = lists
    with nullcontext() if bounded else forms.bounded_work():
        try:
            return walk.run()
        except isl.Error:
            if bounded:
                raise
    return walk.found(complete=False)


def _what_counts(kernel: Kernel) -> tuple[object, ...]:
    """What a walk sees of a kernel; trees are never changed once they are in a kernel, and known by identity."""
    parameters = tuple(
        (each.name, id(each.element), each.table, each.of, each.within, each.box, each.bytes is None)
        if isinstance(each, Buffer)
        else (each.name, id(each.type), id(each.expression), each.least, *map(id, each.factors))
        for each in kernel.parameters
    )
    parts = (kernel.body, *kernel.functions, *kernel.dimensions, *kernel.reductions, kernel.symbols)
    shared = tuple(each.overlaps for each in kernel.buffers)
    return (parameters, unwritten_buffers(kernel), shared, *map(id, (*parts, *kernel.assumed.conditions)))


class _Walk(LoopState):
    """One walk over one kernel."""

    def __init__(self, kernel: Kernel, around: Symbols | None, *, rows: bool) -> None:
        super().__init__(kernel, around)
        self.reads_tables = rows
        self.unwritten = unwritten_buffers(kernel)
        self.unwritten_members = unwritten_members(kernel, around)
        believed = {each.name for chain in (kernel.chains if rows else kernel.boxes) for each in chain}
        self.levels = {name: level for name, level in kernel.levels.items() if name in believed}
        self.calls = 0
        self._called = 0
        self._switches = 0
        self.shared = {each.name: each.overlaps for each in kernel.buffers}
        self._given = {each.name for each in kernel.parameters}
        self.results: list[Value] = []
        self._led: list[isl.Set | None] = []  # to each result; None where others may lead there, too
        self.dimensions: list[Loop] = []
        self._around = self.loops
        self._of: c_ast.Node | None = None  # the type of the function's result

    def run(self) -> Found:
        self.enter_parameters()
        self.known_digits = frozenset(each.key for each in self.kernel.assumed.lengths)
        for condition in self.kernel.assumed.conditions:
            self.domain = self.domain.intersect(self.where_true(condition))
        self.dimensions = [self.enter_dimension(each) for each in reversed(self.kernel.dimensions)]
        for reduction in self.kernel.reductions:
            self.names[reduction.name] = Root(reduction.name, Memory.PRIVATE, reduction.type, (), reduction.name)
        complete = True
        try:
            self.statement(self.kernel.body)
        except TooLargeError:
            complete = False
        return self.found(complete=complete)

    def found(self, *, complete: bool) -> Found:
        """What was found up to now."""
        return Found(
            self.kernel,
            tuple(self.accesses),
            tuple(self.dimensions),
            tuple(self.found_loops),
            dict(self.unknown),
            dict(self.parameters),
            complete,
            dict(self.elements),
            self.trust,
            dict(self.roots),
            tuple(self.digits.values()),
            self.unwritten_members,
        )

    # ---- statements --------------------------------------------------------------------------------------------

    def statement(self, node: c_ast.Node | None) -> None:
        """One statement."""
        if len(self.accesses) > MOST_ACCESSES:
            raise TooLargeError
        match node:
            case c_ast.Compound():
                for item in node.block_items or []:
                    self.statement(item)
            case c_ast.Decl():
                self._declaration(node)
            case c_ast.DeclList():
                for decl in node.decls:
                    self._declaration(decl)
            case c_ast.If():
                self._if(node)
            case c_ast.For():
                self._for(node)
            case c_ast.DoWhile() if constant_value(node.cond) == 0:
                before, domain = self.certain, self.domain
                self.statement(node.stmt)
                if self.domain is not domain or not self.certain:  # what follows a jump may not have happened
                    self.forget(node.stmt)
                self.domain, self.certain = domain, before and not returns(node.stmt)
            case c_ast.While() | c_ast.DoWhile():
                self._endless(node)
            case c_ast.Switch():
                self._switch(node)
            case c_ast.Return():
                self.results.append(self._returned(node.expr) if node.expr is not None else None)
                self._led.append(self.domain if self.certain and self.loops == self._around else None)
                self._jump()
            case c_ast.Break() | c_ast.Continue():
                self._jump()
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name.startswith("mrt_atomic_"):
                self.atomic(name, list(node.args.exprs), node, used=False)
            case c_ast.EmptyStatement() | c_ast.Goto() | None:
                return  # a jump is that of `ir.builtins.stops`: what a work-item does that stops is undone
            case _:
                self.value(node)

    def _declaration(self, node: c_ast.Decl) -> None:
        ctype = self.kernel.symbols.get(node.name)
        if ctype is None:
            self.value(node.init)
            return
        root = self._declare(node.name, ctype)
        if node.init is not None:
            value = self.value(node.init)
            self.store(Place(root, (), ctype), value, node)

    def _declare(self, name: str, ctype: CType) -> Root:
        """A new private variable."""
        label = name if not self.calls else f"{name}@{self.calls}"
        root = Root(label, Memory.PRIVATE, ctype, self.loops, name, self._length(ctype))
        self.renew(root)
        self.names[name] = root
        self.held.pop(label, None)
        return root

    def _length(self, ctype: CType) -> isl.PwAff | None:
        """How many elements an array has whose size is a parameter."""
        extent = ctype.extent if isinstance(ctype, ArrayType) else None
        given = (each for each in self.kernel.values if isinstance(extent, c_ast.ID) and each.name == extent.name)
        count = next((each.expression for each in given), None)
        if isinstance(count, c_ast.Cast):  # to the type of sizes; there is no array of a negative size
            count = count.expr
        if count is None:
            return None
        known = self._of_parameters(count)
        return known if known is not None else self._of_memory(count)

    def _of_memory(self, expression: c_ast.Node) -> isl.PwAff | None:
        """The value of a host expression that the kernel can read itself, from memory that it does not write."""
        buffers = {text_of(each.pointer): each.name for each in self.kernel.buffers if not each.table}

        def here(node: c_ast.Node) -> c_ast.Node:
            name = buffers.get(text_of(node)) if isinstance(node, c_ast.ID | c_ast.StructRef) else None
            return rebuilt(node, here) if name is None else c_ast.ID(name)

        tree = here(expression)
        base = base_of(tree)
        if not isinstance(tree, c_ast.StructRef) or base is None or base.name not in buffers.values():
            return None
        once, again = self.quietly(tree), self.quietly(tree)
        if not isinstance(once, Number) or not isinstance(again, Number) or once.type is None:
            return None
        value, same = once.form.affine, again.form.affine
        return value if value is not None and same is not None and value.is_equal(same) else None

    def _if(self, node: c_ast.If) -> None:
        condition = self.condition(node.cond)
        self._decided(condition, lambda: self.statement(node.iftrue), lambda: self.statement(node.iffalse))

    def _decided(self, condition: isl.Set, yes: Callable[[], None], no: Callable[[], None]) -> None:
        """Two ways, each with what is walked there."""
        certain = self.certain
        before = dict(self.held)
        stays_yes = self._branch(condition, yes)
        after_yes, certain_yes = self.held, self.certain
        self.held, self.certain = before, certain
        stays_no = self._branch(condition.complement(), no)
        self.held = self.merged(condition, after_yes, self.held)
        self.certain = self.certain and certain_yes
        for jumped in (stays_yes, stays_no):
            if jumped is not None:
                self.narrow(self.domain.subtract(jumped).coalesce())

    def _branch(self, condition: isl.Set, way: Callable[[], None]) -> isl.Set | None:
        """One way of two; returns when it ends with a jump, None: never."""
        with self.under(condition):
            start = self.domain
            if not start.is_empty():
                way()
            return None if self.domain is start else start.subtract(self.domain)

    def _jump(self) -> None:
        """What is behind a jump is not reached; in a `switch` another label may lead there."""
        if self._switches:
            self.certain = False
        else:
            self.domain = forms.everywhere().complement()

    def _switch(self, node: c_ast.Switch) -> None:
        """One of several ways, if each ends with a jump; else any case may be entered, and left at any place."""
        value = self.value(node.cond)
        ways = exclusive_ways(node)
        if ways is not None:
            self._walk_ways(value, ways)
            return
        certain = self.certain
        before = self.forget(node.stmt)
        self.certain = False
        self._switches += 1
        self._cases(node.stmt, node.stmt, before)
        self._switches -= 1
        self.repeated(before, node.stmt)
        self.certain = certain and not returns(node.stmt)

    def _walk_ways(self, value: Value, ways: Sequence[Way]) -> None:
        """The ways of a `switch` that exclude each other, from a first one on; `value` decides between them."""
        if not ways:
            return
        way, *others = ways

        def walked() -> None:
            for each in way.statements:
                self.statement(each)

        if way.default:  # the last one
            walked()
            return
        labels = [self.compared("==", value, Number(forms.number(label), INT)) for label in way.labels]
        self._decided(reduce(isl.Set.union, labels), walked, lambda: self._walk_ways(value, others))

    def _cases(self, node: c_ast.Node, whole: c_ast.Node, before: dict[str, Pointer]) -> None:
        """The statements of a `switch`, `whole`; at a label nothing is known of what earlier cases have set."""
        for child in children(node):
            if isinstance(child, c_ast.Case | c_ast.Default):
                self.repeated(before, whole)
                for item in child.stmts or []:
                    if isinstance(item, c_ast.Case | c_ast.Default):
                        self._cases(c_ast.Compound([item]), whole, before)
                    else:
                        self.statement(item)
            else:
                self.statement(child)

    # ---- loops -------------------------------------------------------------------------------------------------

    def _endless(self, node: AnyLoop) -> None:
        """A loop of which nothing is known but that it repeats its parts where its condition is true."""
        parts = [node.cond, node.stmt, *([node.next] if isinstance(node, c_ast.For) else [])]
        certain, starts = self.certain, dict(self.held)
        before = self.forget(*parts)
        name = self.fresh("iteration")
        value = forms.symbol(name)
        self.enter(Loop(name, "", node, value.ge_set(ZERO), exact=False))
        self.begin(starts, *parts)
        self.certain = not any(has_jump(part, c_ast.Switch) for part in parts if part is not None)
        if isinstance(node, c_ast.DoWhile) or node.cond is None:
            self.statement(node.cond)
        else:
            self.narrow(self.domain.intersect(self.condition(node.cond)).coalesce())
        inside = self.domain
        self.statement(node.stmt)
        if isinstance(node, c_ast.For):
            self.domain = inside  # `continue` leads here, too
            self.statement(node.next)
        self.leave()
        self.repeated(before, *parts)
        self.certain = certain and not any(returns(part) for part in parts if part is not None)

    def _for(self, node: c_ast.For) -> None:
        header = stepped_header(node)
        if isinstance(node.init, c_ast.DeclList):
            self.statement(node.init)
        else:
            self.value(node.init)
        root = self.names.get(header.variable) if header is not None else None
        start = self.held.get(root.name) if isinstance(root, Root) else None
        if header is None or not isinstance(root, Root) or not isinstance(start, Number):
            self._endless(node)
            return
        of = integer_of(root.type)
        assert isinstance(of, IntType)
        certain, starts = self.certain, dict(self.held)
        before, stride = self.quietly(header.bound), self.quietly(header.stride)
        pointers = self.forget(node.stmt)
        self.held[root.name] = start
        if header.stride is not None and not self._strides(node, header, of, start, stride):
            self._endless(node)
            return
        after = self.value(header.bound)
        loop = self._loop(node, header, start, before, after)
        if isinstance(stride, Number):
            self.value(header.stride)
            loop = replace(loop, step=0, exact=False, stride=stride.form.affine)
        self.enter(loop)
        counter = Number(forms.of(forms.symbol(loop.symbol)), of)
        self.ranges[loop.symbol] = type_range(of)
        self.names[header.variable] = counter
        self.begin(starts, node.stmt)
        self.statement(node.stmt)
        self.leave()
        self.names[header.variable] = root
        self.repeated(pointers, node.stmt)
        self.held.pop(root.name, None)
        self.certain = certain and not returns(node.stmt)

    def _strides(self, node: c_ast.For, header: Header, of: IntType, start: Number, stride: Value) -> bool:
        """Whether a step that is an expression stays the same, and leads away from the first value.

        A negative step leads signed counters below it without end, as far as C goes, unless the body leaves the
        loop.  Unsigned ones have nothing below 0.  `of` is the counter's type, `stride` the step before the loop.
        """
        after = self.quietly(header.stride)
        if not isinstance(stride, Number) or not isinstance(after, Number) or stride.type is None:
            return False
        one, other = stride.form.affine, after.form.affine
        if one is None or other is None or not one.is_equal(other) or not holds_all(of, stride.type):
            return False
        known = of.signed or (header.step > 0 and start.form.number == 0)
        return known and of.bits >= INT.bits and not leaves_loop(node.stmt) and not may_stop(node.stmt)

    def _loop(self, node: c_ast.For, header: Header, start: Number, before: Value, after: Value) -> Loop:
        name = self.fresh(header.variable)
        value = forms.symbol(name)
        direction = 1 if header.step > 0 else -1
        lower = start.form.affine
        one = before.form.affine if isinstance(before, Number) else None
        bound = after.form.affine if isinstance(after, Number) else None
        same = one is not None and bound is not None and bool(one.is_equal(bound))
        exact = same and not leaves_loop(node.stmt)
        of = start.type
        other = after.type if isinstance(after, Number) else None
        usable = of is not None and other is not None
        if of is not None and other is not None and not (of.signed and other.signed):
            usable = all(each is not None and self.within(each, 0, None) for each in (lower, bound))
        domain = forms.everywhere()
        if not usable or lower is None:
            exact = False
        else:
            domain = relation(">=" if direction > 0 else "<=", value, lower)
            if abs(header.step) > 1:
                domain = domain.intersect(value.sub(lower).mod_val(isl.Val(str(abs(header.step)))).zero_set())
        if usable and bound is not None:
            domain = domain.intersect(relation(header.relation, value, bound))
        else:
            exact = False
        limits = (lower, bound) if usable and same else (None, None)
        return Loop(name, header.variable, node, domain, direction, header.step, exact, *limits, header.relation)

    # ---- calls -------------------------------------------------------------------------------------------------

    def call(self, function: c_ast.FuncDef, arguments: list[c_ast.Node]) -> Value:
        """Walk into a device function, with its parameters bound to the arguments."""
        values = [self.value(argument) for argument in arguments]
        outer, results, certain, depth = self.names, self.results, self.certain, self.calls
        domain, ways, around, kind = self.domain, self._led, self._around, self._of
        self._called += 1
        self.calls = self._called
        self.names = {name: known for name, known in outer.items() if not _is_private(known)}
        declared = parameters_of(function)
        for parameter, value in zip([each for each in declared if each.name], values, strict=False):
            ctype = self.kernel.symbols.get(parameter.name)
            if ctype is not None and parameter.name not in self._given:
                root = self._declare(parameter.name, ctype)
                self.store(Place(root, (), ctype), value, parameter)
        self.results, self._led, self._around, self._of = [], [], self.loops, function.decl.type.type
        self.statement(function.body)
        self.certain, self.domain = certain, domain
        if len(self.results) != 1 or not ends_with_return(function.body):
            self.forget()
        found, led = self.results, self._led
        self.names, self.results, self.calls = outer, results, depth
        self._led, self._around, self._of = ways, around, kind
        if len(found) == 1 and ends_with_return(function.body):
            return found[0]
        numbers = [each for each in found if isinstance(each, Number)]
        pointers = [each for each in found if isinstance(each, Pointer)]
        null = all(each.form.number == 0 for each in numbers)
        if pointers and null and len(pointers) + len(numbers) == len(found):
            memory, of = common_root(pointers), pointers[0].place.type
            return inside(memory, of) if memory is not None else self.anywhere(PointerType(of))
        if len(numbers) == len(found) <= _MOST_RESULTS and ends_with_return(function.body):
            return self._chosen(numbers, led)
        return self.anything(numbers[0].type) if numbers else None

    def _returned(self, node: c_ast.Node) -> Value:
        """The value of an expression as the type of the function's result holds it."""
        value, of = self.value(node), self._of
        scalar = isinstance(of, c_ast.TypeDecl) and isinstance(of.type, c_ast.IdentifierType)
        return self.stored(value, of.type) if isinstance(of, c_ast.TypeDecl) and scalar else value

    def _chosen(self, numbers: list[Number], ways: list[isl.Set | None]) -> Value:
        """The one of a function's results that its conditions lead to."""
        value: Value = numbers[-1]
        for number, way in zip(numbers[-2::-1], ways[-2::-1], strict=True):
            if way is None or value is None:
                return self.anything(number.type)
            value = self.either(way, number, value)
        return value


def _is_private(known: Root | Value) -> bool:
    return isinstance(known, Root) and known.memory is Memory.PRIVATE
