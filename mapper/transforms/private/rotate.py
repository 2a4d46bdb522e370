"""`rotate`: elements that one iteration of a recurrence writes and the next ones read stay in private variables.

    for (p = 1; p < n; p++)             double one, two;
      x[p] -= f * x[p - 1];             p = 1;
                                  ->    if (p < n) one = x[p - 1];
                                        for (; p < n; p++) {
                                          two = x[p];
                                          two -= f * one;
                                          x[p] = two;
                                          one = two;
                                        }

An iteration then waits for arithmetic alone, not for memory: what it loads is new, and depends on nothing before.
All stores are made that code behind the loop may need.  After Callahan, Carr and Kennedy, Improving Register
Allocation for Subscripted Variables (PLDI 1990): scalar replacement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, constant_value, loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ArrayType, CType, IntType
from mapper.ir.trees.headers import distance
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import declared_names, is_reserved
from mapper.ir.trees.nodes import (
    INCREMENTS,
    called_name,
    children,
    clone,
    flattened,
    operands,
    replace_child,
    walk,
)
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.loops.full_unroll import constants_in, spread, trips
from mapper.transforms.loops.inline import inline_calls
from mapper.transforms.loops.loops import blank, holds_loop, pragma_before, without_blanks
from mapper.transforms.loops.unroll import TIMES
from mapper.transforms.private.windows import Memory, Window, levels, plain_arrays, windows_of

LARGEST = 1500
"""Nodes of a loop's body, with short loops spread out, that is rewritten."""
_IMPURE = (c_ast.ArrayRef, c_ast.StructRef, c_ast.FuncCall, c_ast.Assignment)
_SYNCHRONISING = ("mrt_", "atom", "barrier", "mem_fence", "read_mem_fence", "write_mem_fence")


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    made, done = _rewritten(kernel)
    if not done:
        return None
    if kernel.stops:  # a check may be between, to prevent what loading an element beforehand would do
        return Refusal("the loop has error paths")
    which = "a recurrence" if done == 1 else f"{done} recurrences"
    return Changed(made, f"elements of {which} stay in private variables")


TRANSFORM = Transform("rotate", "elements that the next iterations need stay in private variables", _apply)


def _rewritten(kernel: Kernel) -> tuple[Kernel, int]:
    """The kernel with its recurrences rewritten, and how many there are."""
    functions = {function.decl.name: function for function in kernel.functions}
    symbols = dict(kernel.symbols)
    parameters = {each.name: each for each in kernel.buffers if not each.table and not each.of}
    numbers: list[int] = []

    def changed(root: c_ast.Compound, more: Mapping[str, ArrayType]) -> c_ast.Compound:
        body = clone(root)
        declared = declared_names(body)
        arrays = {name: ctype for name in sorted(declared) if isinstance(ctype := symbols.get(name), ArrayType)}
        arrays |= more
        memory = Memory(arrays, plain_arrays(body, arrays), parameters)
        rewriter = _Rewriter(memory, symbols, constants_in(body), functions)
        rewriter.loops_in(body)
        numbers.append(rewriter.number)
        return body

    whole = changed(kernel.body, {})
    rewritten = tuple(
        c_ast.FuncDef(each.decl, each.param_decls, changed(each.body, {})) for each in kernel.functions
    )
    made, gang = kernel, kernel.form(Gang)
    if gang is not None:
        rows = {name: ArrayType(ctype, gang.rows) for name, ctype in gang.shared}
        made = made.with_form(replace(gang, body=changed(gang.body, rows)))
        numbers = [max(sum(numbers[:-1]), numbers[-1])]  # the gang's loops are those of the body
    return replace(made, body=whole, functions=rewritten, symbols=dict(sorted(symbols.items()))), sum(numbers)


class _Rewriter:
    """Rewrites the loops of one body in place; `number` counts those that it has rewritten."""

    def __init__(
        self,
        memory: Memory,
        symbols: dict[str, CType],
        constants: Mapping[str, int],
        functions: Mapping[str, c_ast.FuncDef],
    ) -> None:
        self.memory = memory
        self.symbols = symbols
        self.constants = constants
        self.functions = functions
        self.number = 0
        self._names = 0
        self._sizes: dict[str, int] = {}

    def loops_in(self, node: c_ast.Node) -> None:
        """Rewrite the loops in a tree, where two are nested the outer one if it can be."""
        for slot, child in node.children():
            before = pragma_before(node, child) if isinstance(child, c_ast.For) else None
            made = self._rotated(child, before) if isinstance(child, c_ast.For) else None
            if made is None:
                self.loops_in(child)
                continue
            self.number += 1
            replace_child(node, slot, made)
            blank(node, before)
        without_blanks(node)

    def _rotated(self, loop: c_ast.For, pragma: c_ast.Pragma | None) -> c_ast.Compound | None:
        """What takes the place of a loop; None where it has no windows."""
        header = _header(loop)
        if header is None or not _may_recur(loop, header.variable) or self._size(loop.stmt) > LARGEST:
            return None
        counter = self.symbols.get(header.variable)
        if not isinstance(counter, IntType) or counter.bits < INT.bits:  # may wrap where `counter + 1` does not
            return None
        if trips(loop, self.constants, self.symbols) is not None:  # the device's compiler sees through these
            return None
        body = c_ast.Compound([clone(loop.stmt)])
        inline_calls(body, self.functions, self.symbols)
        if not self._is_plain(body):
            return None
        spread(body, {**self.constants, **constants_in(body)}, self.symbols)
        windows = windows_of(body, header, self.memory)
        if not windows:
            return None
        self._names += 1
        ran = f"mrt_ran{self._names}"
        declared: list[c_ast.Node] = []
        first: list[c_ast.Node] = []
        opening: list[c_ast.Node] = []
        closing: list[c_ast.Node] = []
        after: list[c_ast.Node] = []
        exposed = [_is_exposed(body, window) for window in windows]
        for window, loads in zip(windows, exposed, strict=True):
            made = _Writer(window, header.variable, self._names, len(declared))
            declared += made.declarations()
            first += [made.load(offset) for offset in window.offsets[:-1]]
            opening += [made.load(window.leading)] if loads else []
            made.use()
            closing += [made.store(window.stored), *made.rotations()]
            after += made.last_stores()
        if pragma is not None and not holds_loop(body):  # short loops are spread out: it is an innermost one
            pragma = c_ast.Pragma(f"unroll {TIMES}")
        inner = c_ast.Compound([*opening, *body.block_items, *closing])
        init = loop.init.decls if isinstance(loop.init, c_ast.DeclList) else [loop.init]
        items = [
            *(item for item in init if item is not None),
            *declared,
            build.declaration(ran, INT, init=clone(loop.cond)),
            c_ast.If(build.identifier(ran), c_ast.Compound(first), None),
            *([pragma] if pragma is not None else []),
            c_ast.For(None, loop.cond, loop.next, inner),
        ]
        if after:
            items.append(c_ast.If(build.identifier(ran), c_ast.Compound(after), None))
        return c_ast.Compound(items)

    def _size(self, root: c_ast.Node) -> int:
        """The nodes of some code with calls replaced by what they call, and short loops spread out."""
        size = 1 + sum(map(self._size, children(root)))
        if isinstance(root, c_ast.For):
            return size * max(1, len(trips(root, self.constants, self.symbols) or ()))
        called = called_name(root)
        if called in self.functions:
            if called not in self._sizes:
                self._sizes[called] = self._size(self.functions[called].body)
            size += self._sizes[called]
        return size

    def _is_plain(self, body: c_ast.Node) -> bool:
        """Whether an iteration has no jumps and calls nothing but the functions of mathematics."""
        for node in walk(body):
            if isinstance(node, (*JUMPS, c_ast.Label, c_ast.Switch)):
                return False
            if isinstance(node, c_ast.FuncCall):
                name = node.name.name if isinstance(node.name, c_ast.ID) else "mrt_"
                if name in self.functions or not is_reserved(name) or name.startswith(_SYNCHRONISING):
                    return False
        return True


class _Writer:
    """Writes the statements for one window, whose variables are `mrt_kept<loop>_<number>`."""

    def __init__(self, window: Window, counter: str, loop: int, number: int) -> None:
        self.window = window
        self.counter = counter
        self.names = {offset: f"mrt_kept{loop}_{number + place}" for place, offset in enumerate(window.offsets)}
        one = window.references[0]
        self.position = one.position
        self.pattern = clone(one.node)

    def declarations(self) -> list[c_ast.Node]:
        """The variables, the one for the oldest element first."""
        return [build.declaration(name, self.window.type) for name in self.names.values()]

    def load(self, offset: int) -> c_ast.Node:
        """A variable gets its element."""
        return build.assign(self._variable(offset), self._element(offset))

    def store(self, offset: int) -> c_ast.Node:
        """An element gets its variable."""
        return build.assign(self._element(offset), self._variable(offset))

    def use(self) -> None:
        """The variables take the places of the elements."""
        for reference in self.window.references:
            replace_child(reference.parent, reference.slot, self._variable(reference.offset))

    def rotations(self) -> list[c_ast.Node]:
        """Each variable gets what the next newer one has: the counter is about to change."""
        offsets = self.window.offsets
        return [build.assign(self._variable(older), self._variable(newer)) for older, newer in pairwise(offsets)]

    def last_stores(self) -> list[c_ast.Node]:
        """The stores that the iterations behind the last one would have made, in terms of the counter then."""
        direction = self.window.direction
        return [self.store(offset) for offset in range(self.window.stored, self.window.written, direction)]

    def _variable(self, offset: int) -> c_ast.ID:
        return build.identifier(self.names[offset])

    def _element(self, offset: int) -> c_ast.Node:
        element = clone(self.pattern)
        levels(element)[self.position].subscript = build.shifted(build.identifier(self.counter), offset)
        return element


def _is_impure(node: c_ast.Node) -> bool:
    """Whether part of a condition, which is tested once more, changes something or reads memory."""
    return isinstance(node, _IMPURE) or (isinstance(node, c_ast.UnaryOp) and node.op in (*INCREMENTS, "*"))


def _header(loop: c_ast.For) -> Header | None:
    """The header of a loop, whose condition may have several parts and which may begin anywhere."""
    if loop.cond is None or loop.next is None or any(_is_impure(node) for node in walk(loop.cond)):
        return None
    names = [node.name for node in walk(loop.next) if isinstance(node, c_ast.ID)]
    if not names:
        return None
    start = build.assign(build.identifier(names[0]), build.integer(0))
    return loop_header(c_ast.For(start, operands(loop.cond, "&&")[0], loop.next, loop.stmt))


def _may_recur(loop: c_ast.For, counter: str) -> bool:
    """Whether elements beside the counter's are mentioned at all."""
    return any(
        isinstance(node, c_ast.ArrayRef) and distance(node.subscript, counter, constant_value) not in (None, 0)
        for node in walk(loop.stmt)
    )


def _is_exposed(body: c_ast.Compound, window: Window) -> bool:
    """Whether an iteration needs its newest element before it has written it."""
    mentions = {id(each.node): each for each in window.references if each.offset == window.leading}
    for item in flattened(body):
        here = [mentions[id(node)] for node in walk(item) if id(node) in mentions]
        if here:
            return len(here) > 1 or here[0].reads or here[0].parent is not item
    return True
