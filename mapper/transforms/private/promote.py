"""`promote`: an element of an array that a work-item updates repeatedly is in a private variable meanwhile.

    for k                              double c_element = c[i][j];
      c[i][j] += a[i][k] * b[k][j];    for k
                                ->       c_element += a[i][k] * b[k][j];
                                       c[i][j] = c_element;

Between the first and the last mention of the element in a block, nothing else may touch it, and it must be written
for certain; where a loop that writes it may run not at all, a condition guards the load and the store.
Short rows that short loops update are in private arrays (`mapper.transforms.private.promote_rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from pycparser import c_ast, c_generator

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.kernels.relations.accesses import Access, Found, Memory
from mapper.analysis.kernels.relations.dependences import conflict, where_distinct
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, CType, FloatType, IntType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import (
    assigned_names,
    changed_place,
    fresh_variable,
    is_reserved,
    names_in,
    pointed_names,
)
from mapper.ir.trees.nodes import (
    ELEMENTS,
    INCREMENTS,
    LOOPS,
    called_name,
    children,
    clone,
    is_statement_place,
    replace_child,
    statements_of,
    walk,
)
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.distinct import taken
from mapper.transforms.loops.loops import holds_loop
from mapper.transforms.private.elements import Framed, is_plain
from mapper.transforms.private.promote_rows import promote_rows

MOST = 16
"""So many elements of one block are in private variables at a time."""


def promote(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with the elements that its work-items update repeatedly in private variables."""
    if not any(_updates(node) for node in walk(kernel.body)):
        return None
    if kernel.stops:  # a check may be between, to prevent what loading the element beforehand would do
        return Refusal("the loop has error paths")
    kernel, rows = promote_rows(replace(kernel, body=_in_blocks(kernel.body)), symbols)
    did = [f"rows of {listed(sorted(rows))} live in private arrays"] if rows else []
    search = _Search(kernel, symbols)
    if not search.plans:
        return Changed(kernel, did[0]) if did else None
    known, plans = search.found.kernel, search.plans
    made = replace(_rewritten(kernel, plans), assumed=known.assumed)
    which = listed(sorted({plan.root for plan in plans}))
    did.append(f"{len(plans)} elements of {which} live in private variables{taken(made, kernel)}")
    return Changed(made, ", ".join(did))


TRANSFORM = Transform(
    "promote",
    "elements that are updated repeatedly live in private variables",
    promote,
    reorders=True,
    accepts=USUAL | {Trait.LARGE_ARRAYS},
)


@dataclass(frozen=True, eq=False, slots=True)
class _Plan:
    """One element of one block: `first` and `last` are the numbers of the statements that mention it.

    `loop` is the loop that guards it, where that may run not at all; `loaded` is true if its value is needed.
    """

    block: c_ast.Compound
    text: str
    element: c_ast.Node
    root: str
    type: CType
    first: int
    last: int
    loop: Header | None
    loaded: bool


class _Search:
    """Finds what can be promoted, from the outermost blocks inwards.

    `found` are the kernel's accesses, which most kernels need not be asked for: they update nothing repeatedly.
    """

    def __init__(self, kernel: Kernel, symbols: Symbols) -> None:
        self.kernel = kernel
        self.symbols = symbols
        self.plans: list[_Plan] = []
        self.functions = {function.decl.name for function in kernel.functions}
        self.buffers = {name for each in kernel.buffers if not each.table and not each.of for name in each.names}
        self._printer = c_generator.CGenerator()
        self._texts: dict[int, str] = {}
        self._written: dict[int, list[str]] = {}
        self._stopping: dict[int, bool] = {}
        self._assigned: dict[int, set[str]] = {}
        self._blocks(kernel.body, frozenset())

    @cached_property
    def found(self) -> Found:
        return collect(self.kernel, self.symbols)

    @cached_property
    def _by_node(self) -> dict[int, list[Access]]:
        by_node: dict[int, list[Access]] = {}
        for access in self.found.accesses:
            by_node.setdefault(id(access.node), []).append(access)
        return by_node

    def _blocks(self, node: c_ast.Node, done: frozenset[str]) -> None:
        """Blocks in a statement; the elements in `done` are promoted around it."""
        if isinstance(node, c_ast.Switch):
            return
        if isinstance(node, c_ast.Compound):
            done |= self._block(node, done)
        for child in children(node):
            self._blocks(child, done)

    def _block(self, block: c_ast.Compound, done: frozenset[str]) -> set[str]:
        items = block.block_items or []
        places: dict[str, list[int]] = {}
        nodes: dict[str, c_ast.Node] = {}
        for number, item in enumerate(items):
            for node in walk(item):
                if isinstance(node, ELEMENTS) and self._is_candidate(node):
                    text = self._text(node)
                    places.setdefault(text, []).append(number)
                    nodes[text] = node
        made: set[str] = set()
        for text in sorted(places):
            if text in done or len(made) >= MOST:
                continue
            plan = self._plan(block, text, nodes[text], items, places[text])
            if plan is not None:
                self.plans.append(plan)
                made.add(text)
        return made

    def _is_candidate(self, node: c_ast.Node) -> bool:
        """Whether an expression names a part of a buffer by constants and variables."""
        base = node
        while isinstance(base, ELEMENTS):
            if isinstance(base, c_ast.ArrayRef) and not is_plain(base.subscript):
                return False
            if isinstance(base, c_ast.StructRef) and base.type != ".":
                return False
            base = base.name
        return isinstance(base, c_ast.ID) and base.name in self.buffers

    def _plan(
        self, block: c_ast.Compound, text: str, element: c_ast.Node, items: list[c_ast.Node], places: list[int]
    ) -> _Plan | None:
        for last in sorted(set(places), reverse=True):
            plan = self._plan_until(block, text, element, items, places[0], last)
            if plan is not None:
                return plan
        return None

    def _plan_until(
        self, block: c_ast.Compound, text: str, element: c_ast.Node, items: list[c_ast.Node], first: int, last: int
    ) -> _Plan | None:
        """The plan that takes the element back to memory after statement `last`."""
        part = items[first : last + 1]
        if not self._is_repeated(part, text) or any(self._stops(item) for item in part):
            return None
        names = names_in(element)
        if names & self._changed(part) or not self.found.complete:
            return None
        sure = [node for item in part for node in self._certain(item, text)]
        loop: Header | None = None
        if not sure and first == last and isinstance(part[0], c_ast.For):
            loop = loop_header(part[0])
            sure = list(self._certain(part[0].stmt, text)) if loop is not None else []
            if loop is not None and not (is_plain(loop.lower) and self._is_pure(loop.bound)):
                return None
        accesses = [access for node in sure for access in self._by_node.get(id(node), []) if access.write]
        if not accesses or accesses[0].root is None or not isinstance(accesses[0].type, IntType | FloatType):
            return None
        if not self._is_alone(accesses[0], part, text):
            return None
        opening = part[0]
        loaded = not (
            isinstance(opening, c_ast.Assignment)
            and opening.op == "="
            and self._is_it(opening.lvalue, text)
            and not any(self._is_it(node, text) for node in walk(opening.rvalue))
        )
        return _Plan(block, text, element, accesses[0].root.name, accesses[0].type, first, last, loop, loaded)

    # ---- what must hold ----------------------------------------------------------------------------------------

    def _is_repeated(self, part: list[c_ast.Node], text: str) -> bool:
        """Whether a private variable saves anything: the element is written in a loop, or in two statements."""
        writes = [item for item in part for each in self._writes(item) if each == text]
        return len(writes) > 1 or any(holds_loop(item) for item in writes)

    def _writes(self, item: c_ast.Node) -> list[str]:
        """The texts of the elements that a statement writes, each as often as it does."""
        known = self._written.get(id(item))
        if known is None:
            places = (changed_place(node) for node in walk(item))
            known = [self._text(place) for place in places if isinstance(place, ELEMENTS)]
            self._written[id(item)] = known
        return known

    def _stops(self, item: c_ast.Node) -> bool:
        """Whether a statement may leave the block, or does what is not known."""
        known = self._stopping.get(id(item))
        if known is None:
            known = self._stopping[id(item)] = self._may_stop(item)
        return known

    def _may_stop(self, item: c_ast.Node) -> bool:
        if leaves(item):
            return True
        for node in walk(item):
            if isinstance(node, c_ast.Return | c_ast.Goto | c_ast.Label | c_ast.Case | c_ast.Default):
                return True
            if isinstance(node, c_ast.FuncCall):
                name = called_name(node)
                if name in self.functions or not is_reserved(name) or name.startswith("mrt_"):
                    return True
        return False

    def _changed(self, part: list[c_ast.Node]) -> set[str]:
        """The variables that some statements change, and those that may be changed through pointers."""
        changed = set(self._pointed)
        for item in part:
            if id(item) not in self._assigned:
                self._assigned[id(item)] = assigned_names(item)
            changed |= self._assigned[id(item)]
        return changed

    @cached_property
    def _pointed(self) -> frozenset[str]:
        return pointed_names(self.kernel.body)

    def _text(self, node: c_ast.Node) -> str:
        """An element as C text; it is printed once."""
        known = self._texts.get(id(node))
        if known is None:
            known = self._texts[id(node)] = str(self._printer.visit(node))
        return known

    def _is_it(self, node: c_ast.Node | None, text: str) -> bool:
        return isinstance(node, ELEMENTS) and self._text(node) == text

    def _is_write(self, node: c_ast.Node, text: str) -> bool:
        if isinstance(node, c_ast.Assignment):
            return self._is_it(node.lvalue, text)
        return isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS and self._is_it(node.expr, text)

    def _certain(self, item: c_ast.Node, text: str) -> Iterator[c_ast.Node]:
        """The writes of an element that happen whenever a statement is executed."""
        match item:
            case c_ast.Assignment() | c_ast.UnaryOp() if self._is_write(item, text):
                yield item
            case c_ast.Compound():
                for inner in item.block_items or []:
                    yield from self._certain(inner, text)
                    if leaves(inner):
                        return
            case c_ast.For():
                loop = self.found.loop_of(item)
                if loop is not None and loop.trips:
                    yield from self._certain(item.stmt, text)
            case c_ast.DoWhile():
                yield from self._certain(item.stmt, text)

    def _is_pure(self, node: c_ast.Node) -> bool:
        """Whether an expression only reads."""
        for part in walk(node):
            if isinstance(part, c_ast.FuncCall | c_ast.Assignment):
                return False
            if isinstance(part, c_ast.UnaryOp) and part.op in (*INCREMENTS, "&"):
                return False
        return True

    def _is_alone(self, write: Access, part: list[c_ast.Node], text: str) -> bool:
        """Whether nothing but the element's own mentions may touch it meanwhile.

        What inner loops access through other pointers is taken for other memory where it must be in a valid
        program.
        """
        own: set[int] = set()
        inside: set[int] = set()
        for item in part:
            for node in walk(item):
                inside.add(id(node))
                if self._is_it(node, text) or self._is_write(node, text):
                    own.add(id(node))
        found = self.found
        around = [loop for loop in write.loops if id(loop.node) not in inside]  # where the element stays the same
        for access in found.accesses:
            if id(access.node) not in inside or id(access.node) in own:
                continue
            if access.root is not None and access.root.memory is not Memory.BUFFER:
                continue
            if not conflict(found, write, access, around):
                continue
            deep = len(access.loops) > len(found.dimensions)
            apart = where_distinct(found, write, access) if deep else None
            if apart is None:
                return False
            found = apart
        self.found = found
        return True


def _updates(node: c_ast.Node) -> bool:
    """Whether a node assigns to an element of an array."""
    target = node.lvalue if isinstance(node, c_ast.Assignment) else getattr(node, "expr", None)
    return isinstance(target, ELEMENTS)


# ---- the new body ----------------------------------------------------------------------------------------------


def _in_blocks(body: c_ast.Compound) -> c_ast.Compound:
    """The body, or a copy if loops are bodies of other statements: in blocks, where declarations can be put."""
    if not _bare_loops(body):
        return body
    copied = clone(body)
    for node, slot, loop in _bare_loops(copied):
        setattr(node, slot, c_ast.Compound([loop]))
    return copied


def _bare_loops(body: c_ast.Compound) -> list[tuple[c_ast.Node, str, c_ast.Node]]:
    """Loops that are bodies of other statements, each behind the statement and its slot for it."""
    return [
        (node, slot, child)
        for node in walk(body)
        for slot, child in node.children()
        if isinstance(child, LOOPS) and is_statement_place(node, slot) and "[" not in slot
    ]


def _rewritten(kernel: Kernel, plans: list[_Plan]) -> Kernel:
    made = Framed(kernel.body)
    types = dict(kernel.symbols)
    printer = c_generator.CGenerator()
    for plan in plans:
        name = fresh_variable(f"{plan.root}_element", plan.type, types)
        made.frame(plan.block, plan.first, plan.last, *_frame(plan, name, types))
        for item in statements_of(made.copies[id(plan.block)])[plan.first : plan.last + 1]:
            elements = [
                (node, slot)
                for node in walk(item)
                for slot, child in node.children()
                if isinstance(child, ELEMENTS) and str(printer.visit(child)) == plan.text
            ]
            for node, slot in elements:
                replace_child(node, slot, build.identifier(name))
    return replace(kernel, body=made.finished(), symbols=dict(sorted(types.items())))


def _frame(plan: _Plan, name: str, types: dict[str, CType]) -> tuple[list[c_ast.Node], c_ast.Node]:
    """What is before and after the statements."""
    element, variable = clone(plan.element), build.identifier(name)
    store = build.assign(clone(plan.element), variable)
    if plan.loop is None:
        return [build.declaration(name, plan.type, init=element if plan.loaded else None)], store
    counter = types[plan.loop.variable]
    ran = fresh_variable(f"{plan.root}_ran", INT, types)
    test = build.binary(plan.loop.relation, build.held_by(counter, clone(plan.loop.lower)), clone(plan.loop.bound))
    value = c_ast.TernaryOp(build.identifier(ran), element, build.integer(0))
    before: list[c_ast.Node] = [
        build.declaration(ran, INT, init=test),
        build.declaration(name, plan.type, init=value),
    ]
    return before, c_ast.If(build.identifier(ran), c_ast.Compound([store]), None)
