"""Where the host has written an array for the last time before a region reads it on the device.

There the program calls the run-time library (`__MRT_SEND`), which may copy the array while the host goes on: sets
up other arrays, reads files.  A walk backwards over each driver finds, for each point, the objects that the next
region which uses them reads first, and which of them have work of the host before that region.  A statement that
writes such an object is followed by an `__MRT_SEND`.

An unneeded send costs time, never a wrong result: what the host writes later is announced as ever.  In functions
that lead to no region nothing is announced, however; there a send is only where no later statement of the
function may write the object, and the function is called nowhere but as a statement of a driver.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_

from pycparser import c_ast

from mapper.analysis.host.names import Touch, Touches
from mapper.analysis.host.objects import DeviceObjects
from mapper.analysis.host.pieces import Pieces
from mapper.analysis.pointers.callgraph import Targets
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.objects import Key, Kind, MemoryObject
from mapper.analysis.whole_program.program import Function, Whole
from mapper.frontend.tokens.ranges import text_range
from mapper.ir.program.host_plan import Send
from mapper.ir.program.kernel import Access
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.nodes import LOOPS, AnyLoop, Omp, walk

SMALLEST = 1 << 20
"""Bytes of an array that the run-time library sends early."""

_INPUT = frozenset(["fread", "fscanf", "fgets", "getline", "read", "pread", "scanf", "system", "sleep", "usleep"])


@dataclass(frozen=True, slots=True)
class _After:
    """What follows a point: masks of objects.

    `wanted` are those that the next region which uses them reads, `ready` those of them before whose region the
    host has something to do.
    """

    wanted: int = 0
    ready: int = 0

    def __or__(self, other: _After) -> _After:
        return _After(self.wanted | other.wanted, self.ready | other.ready)

    def without(self, mask: int) -> _After:
        """With some objects used otherwise."""
        return _After(self.wanted & ~mask, self.ready & ~mask)

    def busy(self) -> _After:
        """With some work before all that follows."""
        return _After(self.wanted, self.wanted)


@dataclass(frozen=True, slots=True)
class _Summary:
    """What a region or driver does: objects that it reads first on the device, and those that it uses at all.

    It is `slow` where it holds sequential loops, of the host or around regions.
    """

    first: _After
    used: int
    slow: bool = False

    def before(self, after: _After) -> _After:
        """What is to come before it."""
        left = after.without(self.used)
        return self.first | (left.busy() if self.slow else left)


@dataclass
class _Sites:
    """The statements of drivers that call a function without regions: what follows each, and its function."""

    calls: list[tuple[c_ast.Node, _After, Function]] = field(default_factory=list)

    @property
    def after(self) -> _After:
        """What may follow."""
        return reduce(or_, (after for _, after, _ in self.calls))


class Sends:
    """The sends of a program: `found` gives those behind a statement by its `id`.

    `inside` are the statements of drivers, by `id`, that call a function which holds sends.
    """

    def __init__(
        self,
        whole: Whole,
        effects: EffectsOf,
        regions: Sequence[ParallelRegion],
        objects: DeviceObjects,
        drivers: frozenset[Key],
        touches: Touches,
    ) -> None:
        self._whole = whole
        self._effects = effects
        self._objects = objects
        self._drivers = drivers
        self._touches = touches
        self._constructs = {id(region.construct): region for region in regions}
        self._regions = {id(region.construct): self._use_of(region) for region in regions}
        memory = effects.points.memory
        self._may = memory.mask(each for each in memory.listed(objects.kept) if self._may_be_sent(each))
        self._loops: dict[Key, bool] = {}
        self._summaries: dict[Key, _Summary] = {}
        self._exits: dict[Key, _After] = {}
        self._sites: dict[Key, _Sites] = {}
        self.found: dict[int, tuple[Send, ...]] = {}
        self.inside: set[int] = set()

    def run(self) -> None:
        """Find them all."""
        if not self._may:
            return
        groups = [[key for key in group if key in self._drivers] for group in self._effects.graph.bottom_up]
        for group in groups:
            for key in group:
                self._summarise(key)
        for group in reversed(groups):
            for key in group:
                for function in self._whole.functions.get(key, ()):
                    _Walk(self, function, place=True).body(self._exits.get(key, _After()))
        for key, sites in self._sites.items():
            done = self._set_up(key, sites)
            for call, after, function in sites.calls:
                if done:
                    self.inside.add(id(call))
                self.place(call, after.ready & ~done, function)

    # ---- what regions and functions do ---------------------------------------------------------------------

    def _use_of(self, region: ParallelRegion) -> _Summary:
        """The objects that a region's loops read before they write them, and all that they use."""
        first = seen = 0
        for loop in region.loops:
            if loop.kernel is None:
                if not (loop.leader or loop.swept):
                    symbols = self._whole.function_of(
                        region.function if loop.team is None else loop.team.function
                    ).symbols
                    seen |= self._effects.of(loop.construct, symbols).writes
                continue
            uses = [use for use in self._objects.uses if use.loop.id == loop.id]
            for use in uses:
                if Access.READ in use.buffer.access:
                    first |= use.objects & ~seen
            for use in uses:
                seen |= use.objects
        return _Summary(_After(first), seen)

    def _may_be_sent(self, each: MemoryObject) -> bool:
        if each.kind is Kind.HEAP:
            return True
        if each.kind is not Kind.GLOBAL or each.type is None:
            return False
        size = self._whole.units[0].sizeof(each.type)
        return not isinstance(size, int) or size >= SMALLEST

    def _summarise(self, key: Key) -> None:
        functions = self._whole.functions.get(key, ())
        if self._effects.graph.recursive(key) or len(functions) != 1:
            self._summaries[key] = _Summary(_After(), self._may)
            return
        walk_over = _Walk(self, functions[0], place=False)
        first, with_rest = walk_over.body(_After()), walk_over.body(_After(self._may))
        left = with_rest.wanted & ~first.wanted
        self._summaries[key] = _Summary(first, self._may & ~left, bool(with_rest.ready & left))

    def region(self, construct: Omp) -> _Summary | None:
        """What a construct does that is a region with a device version."""
        return self._regions.get(id(construct))

    def called(self, targets: Targets, after: _After, *, note: bool) -> _After:
        """What is to come before a call of a driver, from what follows it."""
        result = _After()
        for key in targets.all:
            known = self._summaries.get(key)
            if known is None:
                continue
            if note:
                self._exits[key] = self._exits.get(key, _After()) | after
            result |= known.before(after)
        return result

    def is_driver(self, targets: Targets) -> bool:
        """Whether a call may lead to a region."""
        return not self._drivers.isdisjoint(targets.all)

    # ---- work of the host ----------------------------------------------------------------------------------

    def is_work(self, node: c_ast.Node, function: Function) -> bool:
        """Whether a statement without regions may take a while, in which processors have nothing to do."""
        found = False
        for each in walk(node):
            if isinstance(each, Omp) and "parallel" in each.directive.words:
                return False
            found |= isinstance(each, (*LOOPS, Omp))
            if isinstance(each, c_ast.FuncCall):
                targets = self._effects.graph.targets(each, function.symbols)
                found |= any(key[-1] in _INPUT or self._has_loop(key) for key in targets.all)
        return found

    def _has_loop(self, key: Key) -> bool:
        known = self._loops.get(key)
        if known is None:
            self._loops[key] = False  # while it is being found, for functions that call themselves
            known = any(self.is_work(each.definition.body, each) for each in self._whole.functions.get(key, ()))
            self._loops[key] = known
        return known

    # ---- functions that set up -----------------------------------------------------------------------------

    def note_call(self, statement: c_ast.Node, after: _After, function: Function) -> bool:
        """Whether a statement of a driver is nothing but the call of a function without regions; it is noted."""
        if not isinstance(statement, c_ast.FuncCall):
            return False
        targets = self._effects.graph.targets(statement, function.symbols)
        if len(targets.all) != 1 or targets.unknown or targets.all[0] not in self._whole.functions:
            return False
        self._sites.setdefault(targets.all[0], _Sites()).calls.append((statement, after, function))
        return True

    def _set_up(self, key: Key, sites: _Sites) -> int:
        """Place sends inside a function that is called by such statements alone: of which objects."""
        functions = self._whole.functions[key]
        if len(functions) != 1 or not self._only_called(key, {id(call) for call, _, _ in sites.calls}):
            return 0
        (function,) = functions
        if any(in_body(function.definition, c_ast.Goto)):
            return 0
        done = written = 0
        after = sites.after
        for item in reversed(function.definition.body.block_items or []):
            writes = self._effects.of(item, function.symbols).writes
            done |= self.place(item, after.ready, function, changes=written)
            written |= writes
            if self.is_work(item, function):
                after = after.busy()
        return done

    def _only_called(self, key: Key, calls: set[int]) -> bool:
        """Whether a function is called by some calls and nowhere else."""
        graph = self._effects.graph
        if graph.recursive(key) or key in self._effects.points.functions(self._effects.points.escaped):
            return False
        if key[0] == "external" and not self._whole.complete:
            return False
        return self._calls[key] <= calls

    @cached_property
    def _calls(self) -> Mapping[Key, set[int]]:
        """The calls of the program that may call each function, by `id`."""
        found: dict[Key, set[int]] = defaultdict(set)
        for function in (each for functions in self._whole.functions.values() for each in functions):
            for call in in_body(function.definition, c_ast.FuncCall):
                for key in self._effects.graph.targets(call, function.symbols).all:
                    found[key].add(id(call))
        return found

    # ---- placing -------------------------------------------------------------------------------------------

    def place(self, item: c_ast.Node, mask: int, function: Function, *, changes: int = 0) -> int:
        """Put sends of those of some objects behind an item of a block that it writes: which they are.

        `changes` are objects that may be written afterwards without an announcement.
        """
        mask &= self._may & self._effects.of(item, function.symbols).writes if mask else 0
        if not mask or isinstance(item, (c_ast.Decl, *JUMPS)):
            return 0
        unit = function.symbols.unit
        extent = unit.extents.get(id(item))
        where = "nowhere" if extent is None else text_range(unit, extent[1], extent[1])
        if extent is None or isinstance(where, str) or where.reading:
            return 0
        pieces = Pieces(function, self._effects, self._objects, self._touches, lambda _: False)
        done = 0
        texts: set[str] = set()
        for touch in pieces.touched([item]):
            written = touch.writes & mask
            for piece in pieces.of([Touch(0, written, touch.root)], [item], item).values() if written else ():
                meant = self._effects.points.contents(piece.variable) | written
                if piece.access.text and not meant & (changes | self._objects.used & ~self._objects.kept):
                    texts.add(piece.access.text)
                    done |= written
        if texts:
            self.found[id(item)] = tuple(Send(unit, item, extent[1], text) for text in sorted(texts))
        return done


class _Walk:
    """The walk over one driver, backwards."""

    def __init__(self, sends: Sends, function: Function, *, place: bool) -> None:
        self._sends = sends
        self._function = function
        self._symbols = function.symbols
        self._effects = sends._effects
        self._place = place
        self._leading: dict[int, bool] = {}

    def body(self, after: _After) -> _After:
        """What is to come where the function begins, from what comes when it returns."""
        return self._items(self._function.definition.body.block_items or [], after)

    def _items(self, items: Iterable[c_ast.Node], after: _After) -> _After:
        for item in reversed(list(items)):
            after = self._statement(item, after, block=True)
        return after

    def _leads(self, node: c_ast.Node) -> bool:
        known = self._leading.get(id(node))
        if known is None:
            known = self._leading[id(node)] = any(self._begins(inner) for inner in walk(node))
        return known

    def _begins(self, node: c_ast.Node) -> bool:
        """Whether a region begins at a node itself."""
        if isinstance(node, Omp):
            return self._sends.region(node) is not None
        return isinstance(node, c_ast.FuncCall) and self._sends.is_driver(
            self._effects.graph.targets(node, self._symbols)
        )

    def _statement(self, node: c_ast.Node | None, after: _After, *, block: bool) -> _After:
        if node is None:
            return after
        if isinstance(node, c_ast.Compound):
            return self._items(node.block_items or [], after)
        if not self._leads(node):
            return self._alone(node, after, block)
        match node:
            case c_ast.Label():
                return self._statement(node.stmt, after, block=False)
            case Omp():
                use = self._sends.region(node)
                return _After() if use is None else use.before(after)
            case c_ast.If():
                then = self._statement(node.iftrue, after, block=False)
                return self._calls(node.cond, then | self._statement(node.iffalse, after, block=False))
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._loop(node, after)
            case c_ast.Switch() | c_ast.Case() | c_ast.Default():
                return _After()
        return self._calls(node, after)

    def _loop(self, node: AnyLoop, after: _After) -> _After:
        """A loop that leads to a region is taken to be run once, at least, and to take a while."""
        place, self._place = self._place, False
        own = self._statement(node.stmt, _After(), block=False)
        head, before = own, None
        while head != before:
            before = head
            head |= self._statement(node.stmt, after | head, block=False)
        self._place = place
        result = self._statement(node.stmt, after | head, block=False)
        return _After(result.wanted, result.ready | result.wanted & ~own.wanted)

    def _calls(self, node: c_ast.Node | None, after: _After) -> _After:
        """An expression or declaration in which drivers are called."""
        if node is None or not self._leads(node):
            return after
        result = after
        for call in walk(node):
            if isinstance(call, c_ast.FuncCall):
                targets = self._effects.graph.targets(call, self._symbols)
                if self._sends.is_driver(targets):
                    result = self._sends.called(targets, result, note=self._place)
        return result

    def _alone(self, node: c_ast.Node, after: _After, block: bool) -> _After:
        """A statement without regions."""
        if not after.wanted:
            return after
        if self._place and block and not self._sends.note_call(node, after, self._function):
            self._sends.place(node, after.ready, self._function)
        before = after.busy() if self._sends.is_work(node, self._function) else after
        return before.without(self._effects.of(node, self._symbols).writes)
