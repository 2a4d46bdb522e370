"""The body of an iteration that MRT_LANES work-items share, from the plan for it."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.reductions import identity
from mapper.ir.expressions.choices import extreme
from mapper.ir.expressions.substitution import substituted
from mapper.ir.forms.gang import LANES, Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import UINT, ULONG, ArrayType, CType
from mapper.ir.trees.headers import loop_start
from mapper.ir.trees.nodes import clone, is_statement_place, replace_child, statements_of, walk
from mapper.ir.trees.quote import statements
from mapper.transforms.cooperative.counted_body import counted_loop, counting_at_once
from mapper.transforms.cooperative.plans.plan_types import Accumulator, Block, Plan, Shared
from mapper.transforms.cooperative.plans.scans import Scan
from mapper.transforms.cooperative.plans.statement_owners import is_cleared
from mapper.transforms.frame.base import RefusedError
from mapper.transforms.loops.loops import trip_count

MOST_ROWS = 4
"""Iterations in one work-group."""
MARK_BYTES = 4
"""A counter's bits for LANES work-items."""
LOCAL_BYTES = 32768
"""Local memory that one work-group may use; OpenCL 1.2 promises as much."""


def gang_of(kernel: Kernel, plan: Plan, symbols: Symbols) -> Gang:
    """The shared body; raises `RefusedError` where it needs too much local memory."""
    return _Writer(kernel, plan, symbols).run()


class _Writer:
    """Writes one body."""

    def __init__(self, kernel: Kernel, plan: Plan, symbols: Symbols) -> None:
        self.kernel = kernel
        self.plan = plan
        self.symbols = symbols
        self.trees: list[tuple[str, CType]] = []
        self.marks: list[tuple[str, int]] = []
        self.totals: list[tuple[str, CType]] = []
        self.items: list[c_ast.Node] = []
        self.pending: list[c_ast.Node] = []
        self.arrays = {root.variable for root in plan.arrays}
        self.wrapped = 0
        self.stages = 0
        self.number = -1

    def run(self) -> Gang:
        body = c_ast.Compound(self._block(self.plan.block))
        if self.wrapped != len(self.plan.masked):
            raise RefusedError("an array is written within an expression")
        body = substituted(body, {name: _row_of(name) for name in self.arrays})
        arrays = (*((root.variable, root.type) for root in self.plan.arrays), *self.totals)
        loops = tuple(each.node for each in self.plan.shared.values())
        sums = [(each.name, each.operator) for shared in self.plan.shared.values() for each in shared.accumulators]
        return Gang(
            body,
            self._rows(arrays),
            arrays,
            tuple(self.trees),
            self.kernel.body,
            loops,
            sums=tuple(sums),
            marks=tuple(self.marks),
            alone=self.plan.uneven,
        )

    def _block(self, block: Block) -> list[c_ast.Node]:
        """The statements of a block; what is left to be written before it stays so."""
        outside, self.items = self.items, []
        pending, self.pending = self.pending, []
        for number, item in enumerate(block.items):
            if number in block.barriers:
                self._flush()
                self.items.append(barrier())
            shared = self.plan.shared.get(id(item))
            stage = self.plan.stages.get(id(item))
            guard = self.plan.guards.get(id(item))
            if guard is not None:
                self._flush()
                self.items += guard.code()
            elif shared is not None:
                self._flush()
                self._share(shared)
            elif stage is not None and isinstance(item, c_ast.For):
                self._flush()
                inner = [*self._block(stage), barrier()]  # for the next time round
                loop = clone(item)
                loop.stmt = c_ast.Compound(inner)
                self.items += self._where_inside(loop) if self.plan.uneven else [loop]
            elif isinstance(item, c_ast.Decl):
                self._declare(item)
            elif id(item) in self.plan.alone:
                self.pending.append(_first(clone(item)))
            else:
                self.pending += self._alone(item).block_items or []
        self._flush()
        found, self.items, self.pending = self.items, outside, pending
        return found

    def _where_inside(self, loop: c_ast.For) -> list[c_ast.Node]:
        """A loop in which lanes wait for each other, in work-groups whose one iteration comes there."""
        self.stages += 1
        return statements(
            "const int mrt_comes$number = mrt_inside; if (mrt_comes$number) { $loop; }",
            number=self.stages - 1,
            loop=loop,
        )

    def _rows(self, arrays: tuple[tuple[str, CType], ...]) -> int:
        """As many iterations a work-group as its local memory takes."""
        bytes_ = 0
        for _, ctype in arrays:
            size = self.symbols.constant_sizeof(ctype)
            if size is None:
                raise RefusedError("an array of unknown size would lie in local memory")
            bytes_ += size
        rows = rows_of(bytes_ + sum(MARK_BYTES * length for _, length in self.marks), len(self.trees))
        if rows == 0:
            raise RefusedError(f"an iteration's arrays take {bytes_} bytes of local memory")
        return 1 if self.marks or self.plan.uneven else rows

    def _flush(self) -> None:
        """What all lanes do alike, in work-items that have an iteration."""
        if self.pending:
            self.items.append(_inside(self.pending))
            self.pending = []

    def _declare(self, node: c_ast.Decl) -> None:
        """Declarations are outside of conditions; their values follow."""
        if node.name in self.arrays:
            if node.init is not None:
                self._clear(node)
            return
        ctype = self.kernel.symbols[node.name]
        if node.init is None or isinstance(node.init, c_ast.InitList) or isinstance(ctype, ArrayType):
            if node.init is not None and any(isinstance(part, c_ast.ID) for part in walk(node.init)):
                raise RefusedError(f"`{node.name}` has initial values that are no constants")
            self.items.append(clone(node))
            return
        if node.name in self.plan.uniform:
            self.items.append(clone(node))
            return
        bare = clone(node)
        bare.init = None
        self.items.append(bare)
        self.pending.append(build.assign(build.identifier(node.name), clone(node.init)))

    def _clear(self, node: c_ast.Decl) -> None:
        """The lanes share the elements of an array that is 0 at first."""
        root = next((each for each in self.plan.arrays if is_cleared(node, each)), None)
        if root is None:
            raise RefusedError(f"`{node.name}` has initial values")
        assert isinstance(root.type, ArrayType)
        self._flush()
        self.items += statements(
            """
            for (uint mrt_at = mrt_lane; mrt_at < $length; mrt_at += MRT_LANES)
              $array[mrt_at] = 0;""",
            array=build.identifier(node.name),
            length=root.type.length or 0,
        )

    def _alone(self, item: c_ast.Node) -> c_ast.Compound:
        """A block with a statement that all lanes run, whose common assignments only the first one makes."""
        block = c_ast.Compound([item])
        masks = [id(part) for part in walk(item) if id(part) in self.plan.masked]
        order = {key: number for number, key in enumerate(id(part) for part in walk(block))}
        copy = clone(block)
        nodes = list(walk(copy))
        targets = {id(nodes[order[key]]) for key in masks}
        for node in nodes:
            for slot, child in node.children():
                if id(child) in targets and is_statement_place(node, slot):
                    replace_child(node, slot, c_ast.Compound([_first(child)]))
                    self.wrapped += 1
        return copy

    # ---- shared loops ------------------------------------------------------------------------------------------

    def _share(self, shared: Shared) -> None:
        self.number += 1
        if shared.scan is not None:
            self._scan(shared, shared.scan, f"{self.number}")
            return
        if shared.counted:
            self._count(shared, f"{self.number}")
            return
        partial: dict[str, c_ast.Node] = {}
        for accumulator in shared.accumulators:
            ctype = self.kernel.symbols[accumulator.name]
            name = f"mrt_part{len(self.trees)}"
            value = c_ast.Constant("int", identity(accumulator.operator, ctype))
            self.items.append(build.declaration(name, ctype, init=value))
            partial[accumulator.name] = build.identifier(name)
            self.trees.append((f"mrt_tree{len(self.trees)}", ctype))
        if shared.inner is not None:
            self.items.append(_inside(self._nest(shared, shared.inner, partial)))
            if shared.accumulators:
                self._trees(shared.accumulators)
            return
        body = substituted(shared.node.stmt, partial)
        lane, lanes = build.identifier("mrt_lane"), build.identifier("MRT_LANES")
        self.items.append(_inside(self._loop(shared, body, f"{self.number}", lane, lanes)))
        if shared.accumulators:
            self._trees(shared.accumulators)

    def _nest(self, outer: Shared, inner: Shared, partial: dict[str, c_ast.Node]) -> list[c_ast.Node]:
        """Two loops: as many lanes as it has iterations, up to a power of two, share the inner one.

        The others take other iterations of the outer one.  `partial` stand for what is added up.
        """
        lane, lanes = build.identifier("mrt_lane"), build.identifier("MRT_LANES")
        wide = build.identifier(f"mrt_wide{self.number}")
        across, along = f"{self.number}", f"{self.number}_in"
        statements = [*self._trips(inner, along), build.declaration(wide.name, UINT, init=clone(lanes))]
        narrower = build.binary(
            "&&",
            build.binary(">", clone(wide), build.integer(1)),
            build.binary(">", clone(wide), build.identifier(f"mrt_trips{along}")),
        )
        statements.append(c_ast.While(narrower, build.assign(clone(wide), build.integer(2), "/=")))
        body = clone(outer.node.stmt)
        places = {id(part): number for number, part in enumerate(walk(outer.node.stmt))}
        copy = list(walk(body))[places[id(inner.node)]]
        assert isinstance(copy, c_ast.For)
        again = replace(inner, node=_setting(inner.node))
        shares = self._loop(again, copy.stmt, along, build.binary("%", clone(lane), clone(wide)), clone(wide))
        holder = c_ast.Compound([body])
        for node in list(walk(holder)):
            for slot, child in node.children():
                if child is copy:
                    replace_child(node, slot, c_ast.Compound(shares))
        start = build.binary("/", lane, clone(wide))
        step = build.binary("/", lanes, clone(wide))
        return [*statements, *self._loop(outer, substituted(holder.block_items[0], partial), across, start, step)]

    def _scan(self, shared: Shared, scan: Scan, label: str) -> None:
        """The lanes add up their parts of a loop, and run them with what the lanes before have added."""
        ctype = self.kernel.symbols[scan.name]
        part, before, tree = f"mrt_part{len(self.trees)}", f"mrt_before{label}", f"mrt_tree{len(self.trees)}"
        self.trees.append((tree, ctype))
        self.items.append(build.declaration(part, ctype, init=build.integer(0)))
        self.items.append(build.declaration(before, ctype, init=build.integer(0)))
        adding = substituted(c_ast.Compound(list(scan.slice)), {scan.name: build.identifier(part)})
        self.items.append(_inside(self._part(shared, adding, label)))
        self._add_up(tree, part, before, ctype)
        start = build.assign(build.identifier(before), build.identifier(scan.name), "+=")
        body = substituted(shared.node.stmt, {scan.name: build.identifier(before)})
        self.items.append(_inside([start, *self._part(shared, body, label)]))
        self.pending.append(build.assign(build.identifier(scan.name), build.identifier(part), "+="))

    def _count(self, shared: Shared, label: str) -> None:
        """The lanes run a tile of iterations at a time, each with the counters' values that it would find."""
        if all(each.alone is not None for each in shared.counted):
            body: c_ast.Node = shared.node.stmt
            for each in shared.counted:
                body = counting_at_once(body, each)
            lane, lanes = build.identifier("mrt_lane"), build.identifier("MRT_LANES")
            self.items.append(_inside(self._loop(shared, body, label, lane, lanes)))
            return
        made = counted_loop(shared, label, self.kernel.symbols[shared.header.variable])
        self.marks += made.marks
        self.totals += made.totals
        self.items += made.items

    def _add_up(self, tree: str, part: str, before: str, ctype: CType) -> None:
        """`before` becomes the sum of what the lanes before have in `part`, and `part` that of all lanes.

        In each step a lane adds what the one so far before it has, twice as far each time (Hillis, Steele 1986).
        """
        mine, lane, other = (build.identifier(each) for each in ("mrt_item", "mrt_lane", "mrt_other"))
        more, lanes = f"{before}_more", build.identifier("MRT_LANES")

        def element(number: c_ast.Node) -> c_ast.ArrayRef:
            return c_ast.ArrayRef(build.identifier(tree), number)

        reaches = build.binary(">=", lane, other)
        found = c_ast.TernaryOp(reaches, element(build.binary("-", mine, other)), build.integer(0))
        step = [
            build.declaration(more, ctype, init=found),
            barrier(),
            build.assign(element(mine), build.identifier(more), "+="),
            barrier(),
        ]
        start = c_ast.DeclList([build.declaration("mrt_other", UINT, init=build.integer(1))])
        last = build.shifted(build.binary("+", build.binary("-", mine, lane), lanes), -1)
        self.items += [
            build.assign(element(mine), build.identifier(part)),
            barrier(),
            c_ast.For(
                start,
                build.binary("<", other, lanes),
                build.assign(other, build.integer(2), "*="),
                c_ast.Compound(step),
            ),
            build.assign(build.identifier(before), build.binary("-", element(mine), build.identifier(part))),
            build.assign(build.identifier(part), element(last)),
        ]

    def _part(self, shared: Shared, body: c_ast.Node, label: str) -> list[c_ast.Node]:
        """The lane's part of a loop, of neighbouring iterations."""
        trips, lane, lanes = (build.identifier(each) for each in (f"mrt_trips{label}", "mrt_lane", "MRT_LANES"))
        start = build.binary("/", build.binary("*", trips, lane), lanes)
        after = build.shifted(clone(lane), 1)
        end = build.binary("/", build.binary("*", clone(trips), after), clone(lanes))
        return self._loop(shared, body, label, start, build.integer(1), end)

    def _loop(
        self,
        shared: Shared,
        body: c_ast.Node,
        label: str,
        start: c_ast.Node,
        step: c_ast.Node,
        end: c_ast.Node | None = None,
    ) -> list[c_ast.Node]:
        """`for (v = lower; v < bound; v += by)` over every step-th iteration from the start-th one (to an end)."""
        header = shared.header
        counter, index = build.identifier(header.variable), f"mrt_trip{label}"
        offset: c_ast.Node = build.cast(self.kernel.symbols[header.variable], build.identifier(index))
        if abs(header.step) != 1:
            offset = build.binary("*", offset, build.integer(abs(header.step)))
        value = build.binary("+" if header.step > 0 else "-", build.identifier(f"mrt_first{label}"), offset)
        inner = statements_of(body)
        first, end = build.declaration(index, ULONG, init=start), end or build.identifier(f"mrt_trips{label}")
        inside = c_ast.Compound([build.assign(counter, value), *inner])
        return [*self._trips(shared, label), build.counting_loop(first, end, inside, step=step)]

    def _trips(self, shared: Shared, label: str) -> list[c_ast.Node]:
        """A loop's counter at its first value, this value, and the number of iterations, counted without sign."""
        header = shared.header
        name, ctype = header.variable, self.kernel.symbols[header.variable]
        counter, lower = build.identifier(name), clone(header.lower)
        own = isinstance(shared.node.init, c_ast.DeclList)
        return [
            build.declaration(name, ctype, init=lower) if own else build.assign(counter, lower),
            build.declaration(f"mrt_first{label}", ctype, init=clone(counter)),
            build.declaration(f"mrt_trips{label}", ULONG, init=trip_count(header, counter)),
        ]

    def _trees(self, accumulators: tuple[Accumulator, ...]) -> None:
        """The lanes' parts are combined in a tree, and the result goes to all of them."""
        trees = [name for name, _ in self.trees[-len(accumulators) :]]
        parts = [name.replace("tree", "part") for name in trees]
        mine = build.identifier("mrt_item")
        self.items += [
            build.assign(c_ast.ArrayRef(build.identifier(tree), clone(mine)), build.identifier(part))
            for tree, part in zip(trees, parts, strict=True)
        ]
        self.items.append(barrier())
        half, lanes = build.identifier("mrt_half"), build.identifier("MRT_LANES")
        lane = build.identifier("mrt_lane")
        folds: list[c_ast.Node] = []
        for tree, accumulator in zip(trees, accumulators, strict=True):
            left = c_ast.ArrayRef(build.identifier(tree), clone(mine))
            right = c_ast.ArrayRef(build.identifier(tree), build.binary("+", clone(mine), clone(half)))
            folds.append(build.assign(left, combined(accumulator.operator, left, right)))
        start = build.declaration("mrt_half", ULONG, init=build.binary("/", lanes, build.integer(2)))
        step = c_ast.If(build.binary("<", lane, clone(half)), c_ast.Compound(folds), None)
        self.items.append(
            c_ast.For(
                c_ast.DeclList([start]),
                build.binary(">", clone(half), build.integer(0)),
                build.assign(clone(half), build.integer(2), "/="),
                c_ast.Compound([step, barrier()]),
            )
        )
        for tree, accumulator in zip(trees, accumulators, strict=True):
            first = build.binary("-", clone(mine), build.identifier("mrt_lane"))
            total = c_ast.ArrayRef(build.identifier(tree), first)
            target = build.identifier(accumulator.name)
            self.pending.append(build.assign(target, combined(accumulator.operator, target, total)))


def rows_of(bytes_: int, trees: int) -> int:
    """How many iterations a work-group has whose arrays take so many bytes each, beside so many trees."""
    bytes_ += trees * LANES * 8
    rows = MOST_ROWS
    while rows * bytes_ > LOCAL_BYTES:
        rows //= 2
    return rows


def fits_in(gang: Gang, lanes: int, symbols: Symbols) -> bool:
    """Whether a work-group of one iteration and so many lanes has enough local memory."""
    bytes_ = sum(symbols.constant_sizeof(ctype) or 0 for _, ctype in gang.shared)
    bytes_ += sum(MARK_BYTES * length * lanes // LANES for _, length in gang.marks)
    return bytes_ + len(gang.trees) * lanes * 8 <= LOCAL_BYTES


def combined(operator: str, left: c_ast.Node, right: c_ast.Node) -> c_ast.Node:
    """`left OPERATOR right`, for the operators of reductions."""
    if operator in ("min", "max"):
        return extreme("<" if operator == "min" else ">", right, left)
    return build.binary(operator, clone(left), clone(right))


def _inside(items: list[c_ast.Node]) -> c_ast.Node:
    return c_ast.If(build.identifier("mrt_inside"), c_ast.Compound(items), None)


def _first(statement: c_ast.Node) -> c_ast.Node:
    """What only the first lane does."""
    return c_ast.If(build.binary("==", build.identifier("mrt_lane"), build.integer(0)), statement, None)


def barrier() -> c_ast.Node:
    """A barrier of the work-group, for both memories."""
    fence = build.binary("|", build.identifier("CLK_LOCAL_MEM_FENCE"), build.identifier("CLK_GLOBAL_MEM_FENCE"))
    return build.call("barrier", fence)


def _row_of(name: str) -> c_ast.Node:
    return c_ast.ArrayRef(build.identifier(name), build.identifier("mrt_line"))


def _setting(loop: c_ast.For) -> c_ast.For:
    """A loop that sets the counter that it declares."""
    start = loop_start(loop) if isinstance(loop.init, c_ast.DeclList) else None
    init = loop.init if start is None else build.assign(build.identifier(start.name), start.value)
    return c_ast.For(init, loop.cond, loop.next, loop.stmt)
