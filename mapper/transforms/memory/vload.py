"""`vload`: neighbouring elements of a plain array that a work-item reads or writes are loaded or stored at once.

    s = a[4 * i] + a[4 * i + 1]             float4 v = mrt_load_float4(&a[4 * i]);
      + a[4 * i + 2] + a[4 * i + 3];   ->   s = v.s0 + v.s1 + v.s2 + v.s3;

So it is done in runs of plain statements, short loops among them, where nothing in between may change what is
loaded, or ask for what is stored.  Only whole groups count, whose first element is a multiple of their number in
the array: nothing is touched that the program would not touch.  Where the array itself begins at such a multiple
is seen in the kernel, by the address (`emit/opencl/vector_text.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.vectors import LOAD, STORE
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.nodes import clone, is_statement_place, replace_child, walk
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.loops.full_unroll import constants_in, spread, trips
from mapper.transforms.loops.loops import holds_loop, pragma_before
from mapper.transforms.memory.adjacent_groups import Group, Groups, groups_of
from mapper.transforms.private.straight_line import Memory, Reader, Touch, slots

LARGEST = 400
"""Nodes of a short loop, with its iterations spread out, that is looked at."""
NEAR = 100
"""How far from a short loop groups are looked for that its elements might be in."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    blocks = kernel.form(Blocks)
    if blocks is not None and blocks.tiled:
        return None
    made, loads, stores, refused = _rewritten(kernel, symbols)
    if not loads and not stores:
        return Refusal(refused[0]) if refused else None
    counts = ((loads, "load"), (stores, "store"))
    parts = [f"{number} {what}{'s' if number > 1 else ''}" for number, what in counts if number]
    return Changed(made, f"{' and '.join(parts)} of neighbouring elements at once")


TRANSFORM = Transform(
    "vload",
    "neighbouring elements of arrays are loaded and stored at once",
    _apply,
    accepts=USUAL - {Trait.COLLAPSED},
)


def _rewritten(kernel: Kernel, symbols: Symbols) -> tuple[Kernel, int, int, list[str]]:
    """The kernel with its neighbouring accesses joined, how many vectors it loads and stores, and refusals."""
    memory = Memory(kernel, symbols)
    body = _Rewriter(memory, kernel.body)
    made, gang = replace(kernel, body=body.root), kernel.form(Gang)
    if gang is None:
        return made, body.loads, body.stores, body.refused
    shared = _Rewriter(memory, gang.body)
    made = made.with_form(replace(gang, body=shared.root))
    loads, stores = max(body.loads, shared.loads), max(body.stores, shared.stores)
    return made, loads, stores, [*body.refused, *shared.refused]


class _Rewriter:
    """Rewrites a copy of a body."""

    def __init__(self, memory: Memory, body: c_ast.Compound) -> None:
        self.memory = memory
        self.root = clone(body)
        self.constants = constants_in(self.root)
        self.loads = self.stores = 0
        self.refused: list[str] = []
        self._names = 0
        self._blocks(self.root)

    def _blocks(self, node: c_ast.Node) -> None:
        for slot, child in slots(node):
            self._blocks(child)
            if is_statement_place(node, slot) and "[" not in slot and not isinstance(child, c_ast.Compound):
                block = c_ast.Compound([child])
                self._join(block)
                if len(block.block_items) > 1 or block.block_items[0] is not child:
                    replace_child(node, slot, block)
        if isinstance(node, c_ast.Compound) and node.block_items:
            self._join(node)

    def _join(self, block: c_ast.Compound) -> None:
        self._spread_loops(block)
        block.block_items = self._joined(block.block_items)

    # ---- short loops -------------------------------------------------------------------------------------------

    def _spread_loops(self, block: c_ast.Compound) -> None:
        """Put the iterations of short loops after each other where that gives groups."""
        number, first = 0, True
        while number < len(block.block_items):
            loop = block.block_items[number]
            if isinstance(loop, c_ast.For) and self._is_short(loop):
                copies = c_ast.Compound([clone(loop)])
                spread(copies, self.constants, self.memory.kernel.symbols)
                pragma = pragma_before(block, loop)
                items = [item for item in block.block_items if item is not pragma]
                at = next(place for place, item in enumerate(items) if item is loop)
                trial = [*items[:at], copies, *items[at + 1 :]]
                before, behind = (0, len(items)) if first else self._plain_around(items, at)
                first = False
                if self._number(trial[before:behind]) > self._number(items[before:behind]):
                    block.block_items, number = trial, at
            number += 1

    def _plain_around(self, items: list[c_ast.Node], at: int) -> tuple[int, int]:
        """Where the plain statements around one of some statements begin and end, or those that are near it."""
        before, behind = at, at + 1
        while before > max(0, at - NEAR) and self._is_plain(items[before - 1]):
            before -= 1
        while behind < min(len(items), at + NEAR) and self._is_plain(items[behind]):
            behind += 1
        return before, behind

    def _is_plain(self, item: c_ast.Node) -> bool:
        return Reader(self.memory).run(c_ast.Compound([item])) == 1

    def _is_short(self, loop: c_ast.For) -> bool:
        values = trips(loop, self.constants, self.memory.kernel.symbols)
        if not values or holds_loop(loop.stmt):
            return False
        return len(values) * sum(1 for _ in walk(loop.stmt)) <= LARGEST

    def _number(self, items: list[c_ast.Node]) -> int:
        return sum(len(run.groups) for run in self._runs(items))

    # ---- runs --------------------------------------------------------------------------------------------------

    def _runs(self, items: list[c_ast.Node]) -> list[_Run]:
        """The runs of plain statements that have groups."""
        runs = []
        begin = 0
        while begin < len(items):
            reader = Reader(self.memory)
            holder = c_ast.Compound(items[begin:])
            length = reader.run(holder)
            groups = groups_of(reader.touches, self.memory)
            self.refused += groups.refused
            if len(groups):
                runs.append(_Run(begin, length, holder, groups))
            begin += length + 1
        return runs

    def _joined(self, items: list[c_ast.Node]) -> list[c_ast.Node]:
        """Statements with vectors for their groups."""
        made: list[c_ast.Node] = []
        done = 0
        for run in self._runs(items):
            made += [*items[done : run.begin], *self._rewrite(run)]
            done = run.begin + run.length
        return [*made, *items[done:]]

    def _rewrite(self, run: _Run) -> list[c_ast.Node]:
        before: dict[int, list[c_ast.Node]] = {}
        after: dict[int, list[c_ast.Node]] = {}
        groups = run.groups
        named = [(group, self._name(), _address(group)) for group in (*groups.loads, *groups.stores)]
        for group, name, address in named[: len(groups.loads)]:
            value = build.call(LOAD + group.type, address)
            before.setdefault(group.item, []).append(_declared(name, group.type, value))
            for member in group.members:
                if member.statement is None:
                    assert member.parent is not None
                    replace_child(member.parent, member.slot, _part(name, group, member))
        for group, name, _ in named[: len(groups.loads)]:
            for member in group.members:
                if member.statement is not None:
                    _as_assignment(member, _part(name, group, member))
        for group, name, address in named[len(groups.loads) :]:
            first = min(member.item for member in group.members)
            before.setdefault(first, []).append(_declared(name, group.type))
            after.setdefault(group.item, []).append(
                build.call(STORE + group.type, address, build.identifier(name))
            )
            for member in group.members:
                assert member.node is not None
                _as_assignment(member, member.node).lvalue = _part(name, group, member)
        self.loads += len(groups.loads)
        self.stores += len(groups.stores)
        items: list[c_ast.Node] = []
        for number, item in enumerate(run.holder.block_items[: run.length]):
            items += [*before.get(number, []), item, *after.get(number, [])]
        return items

    def _name(self) -> str:
        self._names += 1
        return f"mrt_vector{self._names}"


@dataclass(frozen=True, eq=False, slots=True)
class _Run:
    """`length` statements from number `begin` on of a block; `holder` has these and all behind them."""

    begin: int
    length: int
    holder: c_ast.Compound
    groups: Groups


def _address(group: Group) -> c_ast.Node:
    assert group.first.node is not None
    return c_ast.UnaryOp("&", clone(group.first.node))


def _declared(name: str, of: str, value: c_ast.Node | None = None) -> c_ast.Decl:
    declarator = c_ast.TypeDecl(name, [], None, c_ast.IdentifierType([of]))
    return c_ast.Decl(name, [], [], [], [], declarator, value, None)


def _part(name: str, group: Group, member: Touch) -> c_ast.StructRef:
    return c_ast.StructRef(build.identifier(name), ".", build.identifier(f"s{group.number(member):x}"))


def _as_assignment(member: Touch, old: c_ast.Node) -> c_ast.Assignment:
    """An update as a plain assignment, in which `old` is the element's value before."""
    statement, node = member.statement, member.node
    assert statement is not None
    assert node is not None
    assert member.parent is not None
    if isinstance(statement, c_ast.Assignment):
        if statement.op != "=":
            statement.rvalue = build.binary(statement.op[:-1], clone(old), statement.rvalue)
            statement.op = "="
        return statement
    current = dict(slots(member.parent))[member.slot]
    if isinstance(current, c_ast.Assignment):
        return current
    made = build.assign(node, build.binary(statement.op[-1], clone(old), build.integer(1)))
    replace_child(member.parent, member.slot, made)
    return made
