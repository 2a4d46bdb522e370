"""Copies of what a loop has written, made where it writes it.  A step of `fuse`.

    for k, for i                          for k, for i
      x[k][i] = f(k, i);                    v = f(k, i);
    for k                           ->      x[k][i] = v;
      x[k][0] = x[k][n];                    if (i == n)
                                              x[k][0] = v;

The loops behind only copy elements of the array from place to place, as those do that close periodic grids.  Each
element that is copied is written in one place, by one iteration: that one can write the copy, too, and copies of
copies.  Between the loops all work-items wait for each other; then none has to.

It computes the same where each element of the array is written once in all loops together, and what is copied to
is used by nothing else in the first loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.dependences import meets, meets_itself
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Buffer, Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.literals import signed_value
from mapper.ir.trees.names import assigned_names, fresh_name, names_in
from mapper.ir.trees.nodes import clone, replace_child, text_of, walk
from mapper.transforms.fusion.concatenate import kernel_names, merged
from mapper.transforms.fusion.copy_loops import (
    OF_COUNTERS,
    Copy,
    Counter,
    NotCopiesError,
    Reader,
    Store,
    affine,
    domain,
    element_at,
    holds,
)
from mapper.translate.memory.row_reach import with_row_reach

MOST_COPIES = 32
"""An element is written to so many further places at most."""

TypeOf = Callable[[c_ast.Node], CType]
"""The type of a host expression."""


@dataclass(frozen=True, eq=False, slots=True)
class _Written:
    """An assignment of the value at hand: to `subscripts`, under the `guards`, for the counters in `domain`.

    `of` says which copy it is: the number of its kernel, and the loops around it there.
    """

    subscripts: tuple[c_ast.Node, ...]
    guards: tuple[c_ast.BinaryOp, ...]
    domain: isl.Set
    of: tuple[int, Copy] | None = None


def with_copies(kernel: Kernel, copying: Sequence[Kernel], symbols: Symbols, type_of: TypeOf) -> Kernel:
    """A kernel that also does what the `copying` ones do behind it; raises `NotCopiesError`.

    All host expressions are in the names of one place.  The kernel must have an iteration to begin with: without
    any it copies nothing.
    """
    try:
        with forms.bounded_work():
            return _Copies(kernel, copying, symbols, type_of).run()
    except isl.Error:
        raise NotCopiesError("the subscripts are too intricate to be analysed") from None


class _Copies:
    """One kernel on its way."""

    def __init__(self, kernel: Kernel, copying: Sequence[Kernel], symbols: Symbols, type_of: TypeOf) -> None:
        self.kernel = kernel
        self.copying = copying
        self.symbols = symbols
        self.type_of = type_of
        self.values: list[Value] = []
        self.taken = {*kernel_names(kernel), *kernel.symbols}
        self.changed = assigned_names(kernel.body)
        self.added: set[int] = set()

    def run(self) -> Kernel:
        """The kernel that does all."""
        copies: list[tuple[int, Copy]] = []
        for number, kernel in enumerate(self.copying):
            _require_plain(kernel)
            copies += [(number, copy) for copy in Reader(kernel, f"copy{number}").copies()]
        arrays = {each.pointer for _, copy in copies for each in (copy.target, copy.source)}
        if len(arrays) != 1:
            raise NotCopiesError("it copies nothing, or from one array to another")
        reader = Reader(self.kernel, "")
        store = reader.store(arrays.pop())
        if reader.has_parts_of(store):
            raise NotCopiesError("the loop before uses parts of the array for themselves")
        written = self._written(store, reader.dimensions(), copies)
        return self._checked(self._made(store, written))

    # ---- which copies an iteration makes ------------------------------------------------------------------------

    def _written(
        self, store: Store, dimensions: Sequence[Counter], copies: Sequence[tuple[int, Copy]]
    ) -> list[_Written]:
        """All that an iteration writes with its value, the first one where the loop before writes it."""
        written = [_Written(store.target.subscripts, (), domain(store.counters, self._signed))]
        somewhere = forms.without(domain(dimensions, self._signed), [each.name for each in store.counters])
        for number, copy in copies:
            if copy.source.type != store.target.type:
                raise NotCopiesError("it copies to another type")
            found = [
                (each, made)
                for each in written
                if _is_before(each.of, number, copy) and (made := self._copied(each, number, copy)) is not None
            ]
            left = self._left(copy, [each for each, _ in found], [each.name for each in store.counters])
            if not left.intersect(somewhere).is_empty():
                raise NotCopiesError("it copies what the loop before does not write")
            written += [made for _, made in found]
            if len(written) > MOST_COPIES:
                raise NotCopiesError(f"an element would be copied to more than {MOST_COPIES} places")
        return written

    def _copied(self, before: _Written, number: int, copy: Copy) -> _Written | None:
        """What an iteration that has written an element writes as its copy; None: that is never copied."""
        subscripts = copy.source.subscripts
        if len(subscripts) != len(before.subscripts) or len(copy.target.subscripts) != len(subscripts):
            raise NotCopiesError("it copies to another array")
        counted: dict[str, c_ast.Node] = {}
        names = {each.name for each in copy.counters}
        same: list[tuple[c_ast.Node, c_ast.Node]] = []
        for mine, its in zip(before.subscripts, subscripts, strict=True):
            name, beyond = _counter_in(its)
            if name in names and name not in counted:
                counted[name] = build.shifted(mine, -beyond)
            else:
                same.append((mine, its))
        if counted.keys() != names:
            raise NotCopiesError("an element is copied to several places in a loop")
        wanted = [build.binary("==", mine, substituted(its, counted)) for mine, its in same]
        for each in copy.counters:
            wanted += [_replaced(part, counted) for part in each.conditions(build.identifier(each.name))]
        inside, guards = before.domain, before.guards
        for condition in wanted:
            fulfilled = holds(condition, self._signed)
            if not inside.is_subset(fulfilled):
                guards = (*guards, condition)
                inside = inside.intersect(fulfilled)
        if inside.is_empty():
            return None
        target = tuple(substituted(each, counted) for each in copy.target.subscripts)
        return _Written(target, guards, inside.coalesce(), (number, copy))

    def _left(self, copy: Copy, sources: Sequence[_Written], own: Sequence[str]) -> isl.Set:
        """For which values of the host some of the copies have none of the sources."""
        left = domain(copy.counters, self._signed)
        for each in sources:
            both = left.intersect(each.domain)
            for mine, its in zip(each.subscripts, copy.source.subscripts, strict=True):
                both = both.intersect(affine(mine, self._signed).eq_set(affine(its, self._signed)))
            left = left.subtract(forms.without(both, own)).coalesce()
        return forms.without(left, [each.name for each in copy.counters])

    def _signed(self, name: c_ast.ID) -> bool:
        of = self.type_of(name)
        return isinstance(of, IntType) and of.signed and of.bits >= 32

    # ---- the kernel ---------------------------------------------------------------------------------------------

    def _made(self, store: Store, written: Sequence[_Written]) -> Kernel:
        """The kernel with further assignments behind the store."""
        name = self._new("mrt_copied")
        body = clone(self.kernel.body)
        nodes = dict(zip(map(id, walk(self.kernel.body)), walk(body), strict=True))
        own = nodes[id(store.node)]
        assert isinstance(own, c_ast.Assignment)
        value = own.rvalue if own.op == "=" else build.binary(own.op[:-1], clone(own.lvalue), own.rvalue)
        self._put_copies(body, own, value, name, store, written[1:])
        memory = _name_of(own.lvalue)
        symbols = {**self.kernel.symbols, name: store.target.type}
        symbols |= {each.name: each.type for each in self.values}
        kernel = replace(
            self.kernel,
            body=body,
            parameters=(*(self._with_reach(each, memory) for each in self.kernel.parameters), *self.values),
            symbols=dict(sorted(symbols.items())),
        )
        return with_row_reach(kernel, self.symbols).with_rows_apart()

    def _put_copies(
        self,
        body: c_ast.Compound,
        own: c_ast.Assignment,
        value: c_ast.Node,
        name: str,
        store: Store,
        written: Sequence[_Written],
    ) -> None:
        """Put the further assignments into the body, where the store is `own`."""
        order = [each.name for each in store.counters]
        within = order[len(self.kernel.dimensions) :]
        tree = _Tree()
        for each in written:
            guards = sorted(each.guards, key=lambda guard: _place_of(guard, order))
            target = element_at(self.kernel, own.lvalue, [self._here(part) for part in each.subscripts])
            uniform = bool(guards) and names_in(guards[0]).isdisjoint(within)
            conditions = [(uniform and number == 0, self._here(guard)) for number, guard in enumerate(guards)]
            tree.add(conditions, build.assign(target, build.identifier(name)))
        copies = list(tree.statements())
        self.added = {id(node) for node in (own, *(inner for copy in copies for inner in walk(copy)))}
        _put(body, own, c_ast.Compound([build.declaration(name, store.target.type, init=value), own, *copies]))
        own.op, own.rvalue = "=", build.identifier(name)

    def _new(self, wish: str) -> str:
        name = fresh_name(wish, self.taken)
        self.taken.add(name)
        return name

    def _with_reach(self, each: Buffer | Value, memory: str) -> Buffer | Value:
        """A parameter, which is reached as far as the copies need."""
        if isinstance(each, Value):
            return each
        chain = next((chain for chain in self.kernel.chains if chain[-1].name == memory), ())
        if any(part.name == each.name for part in chain):
            return replace(
                each, bytes=None, low=None, first=None, end=None, loose=False, overwrites=None, area=None
            )
        if each.name != memory:
            return each
        for kernel in self.copying:
            for other in kernel.buffers:
                if text_of(other.pointer) == text_of(each.pointer):
                    both = merged(each, other)
                    assert isinstance(both, Buffer)
                    each = replace(
                        each, bytes=both.bytes, low=both.low, first=both.first, end=both.end, eager=both.eager
                    )
        return replace(each, overwrites=None, area=None)

    def _here(self, tree: c_ast.Node) -> c_ast.Node:
        """A tree in shared names in those of the kernel."""
        for value in (*self.kernel.values, *self.values):
            fixed = isinstance(value.type, IntType) and value.name not in self.changed
            if fixed and text_of(value.expression) == text_of(tree):
                return build.identifier(value.name)
        match tree:
            case c_ast.ID() if OF_COUNTERS in tree.name:
                return build.identifier(tree.name.partition(OF_COUNTERS)[2])
            case c_ast.ID():
                ctype = self.type_of(tree)
                value = Value(self._new(tree.name), ctype, clone(tree))
                self.values.append(value)
                return build.identifier(value.name)
            case c_ast.BinaryOp():
                return build.binary(tree.op, self._here(tree.left), self._here(tree.right))
            case c_ast.UnaryOp():
                return c_ast.UnaryOp(tree.op, self._here(tree.expr))
        return clone(tree)

    def _checked(self, made: Kernel) -> Kernel:
        """The kernel, if nothing else uses what is copied to, and nothing is written twice."""
        found = collect(made, self.symbols)
        if not found.complete:
            raise NotCopiesError("the body is too large to be analysed")
        inside = self.added
        memory = [each for each in found.accesses if each.may_be_global]
        own = [each for each in memory if id(each.node) in inside and each.write]
        others = [each for each in memory if id(each.node) not in inside]
        if any(each.root is None or not each.complete for each in own):
            raise NotCopiesError("the subscripts are too intricate to be analysed")
        for number, one in enumerate(own):
            if meets_itself(found, one) or any(meets(found, one, other) for other in own[number + 1 :]):
                raise NotCopiesError("an element may be written twice")
            for other in others:
                if (number or other.write) and meets(found, one, other):
                    raise NotCopiesError("the loop before may use what is copied to")
        return made


# ---- small steps ------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Tree:
    """Statements under conditions, those that several have in common once; some are the same in whole rows."""

    own: list[c_ast.Node] = field(default_factory=list)
    under: dict[str, tuple[bool, c_ast.Node, _Tree]] = field(default_factory=dict)

    def add(self, guards: Sequence[tuple[bool, c_ast.Node]], statement: c_ast.Node) -> None:
        if not guards:
            self.own.append(statement)
            return
        (uniform, guard), *others = guards
        _, _, inner = self.under.setdefault(text_of(guard), (uniform, guard, _Tree()))
        inner.add(others, statement)

    def statements(self) -> Iterator[c_ast.Node]:
        yield from self.own
        rare: list[c_ast.Node] = []
        conditions: list[c_ast.Node] = []
        for uniform, guard, inner in self.under.values():
            inside = list(inner.statements())
            made = c_ast.If(guard, inside[0] if len(inside) == 1 else c_ast.Compound(inside), None)
            if uniform:
                rare.append(made)
                conditions.append(clone(guard))
            else:
                yield made
        if len(rare) > 1:
            condition = build.joined("||", conditions)
            yield c_ast.If(condition, c_ast.Compound(rare), None)
        else:
            yield from rare


def _require_plain(kernel: Kernel) -> None:
    assumed = kernel.assumed.pairs or kernel.assumed.host_expressions
    if assumed or kernel.reductions or kernel.functions or kernel.stops:
        raise NotCopiesError("it does more than copy elements")


def _is_before(of: tuple[int, Copy] | None, number: int, copy: Copy) -> bool:
    """Whether what one copy writes is there for sure when another one reads it.

    Iterations of a kernel don't need each other; of the statements in one the text shows that some are over.
    """
    return of is None or of[0] != number or of[1].place[0] < copy.place[0]


def _counter_in(tree: c_ast.Node) -> tuple[str, int]:
    """The counter and the number of `counter + number`; an empty name for other trees."""
    match tree:
        case c_ast.ID() if OF_COUNTERS in tree.name:
            return tree.name, 0
        case c_ast.BinaryOp(op="+" | "-", left=c_ast.ID() as name, right=c_ast.Constant() as by):
            if OF_COUNTERS in name.name and (value := signed_value(by)) is not None:
                return name.name, value if tree.op == "+" else -value
    return "", 0


def _replaced(condition: c_ast.BinaryOp, names: dict[str, c_ast.Node]) -> c_ast.BinaryOp:
    return build.binary(condition.op, substituted(condition.left, names), substituted(condition.right, names))


def _place_of(guard: c_ast.Node, order: Sequence[str]) -> tuple[list[int], str]:
    """Conditions on outer counters come first."""
    used = names_in(guard)
    return sorted((number for number, name in enumerate(order) if name in used), reverse=True), text_of(guard)


def _name_of(element: c_ast.Node) -> str:
    found = element_of(element)
    assert found is not None
    return found[0]


def _put(root: c_ast.Node, old: c_ast.Node, new: c_ast.Node) -> None:
    """Put a node into the place of another one."""
    for node in walk(root):
        for slot, child in node.children():
            if child is old:
                replace_child(node, slot, new)
                return
