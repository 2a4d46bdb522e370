"""The walk over driver functions that places the announcements (see `mapper.analysis.hostplan`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.accesses import Accesses, Call
from mapper.analysis.effects import NO_EFFECTS, Effects, EffectsOf
from mapper.analysis.hostnames import Naming, Touch, Touches
from mapper.analysis.hostobjects import DeviceObjects, NamesAt
from mapper.analysis.hostparts import elements
from mapper.analysis.hosttext import Positions
from mapper.analysis.jumps import Jumps
from mapper.analysis.memory import Key
from mapper.analysis.program import Function, Whole
from mapper.analysis.roots import Root
from mapper.analysis.scopes import Kind, Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.hostplan import Announcement, HostAccess, Place, RegionAccesses, pointer_text
from mapper.ir.kernel import Access, Kernel, Value
from mapper.ir.nodes import Omp, children, walk
from mapper.ir.region import ParallelRegion, WorkLoop

_NO_ACCESS = Access(0)
_BESIDE = "it is accessed in an expression that also calls a function that leads to a region"
_UNPLACEABLE = "it is accessed in code that comes out of a macro, or of a file that is included twice"
_JUMPED_INTO = "it is accessed in a statement into which a goto or case leads"
_IN_THREADS = "it is accessed in an OpenMP construct that leads to a region"


@dataclass(frozen=True, slots=True)
class _Piece:
    """One announcement in the making; `written` is the mask of the pointer variable that it is named by."""

    access: HostAccess
    variable: int


@dataclass
class _State:
    """What has been announced since a region could last run, by a key for each name."""

    known: dict[Key, _Piece] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(dict(self.known))

    def clear(self) -> None:
        self.known.clear()

    def forget(self, written: int) -> None:
        """Pointer variables have new values."""
        for key in [key for key, piece in self.known.items() if piece.variable & written]:
            del self.known[key]

    def lacks(self, key: Key, mode: Access) -> bool:
        """Whether an announcement is still needed; bringing data home for writing serves reading too."""
        have = _NO_ACCESS
        for each in (key, _ALL_KEY):
            if each in self.known:
                have |= self.known[each].access.mode
        return mode not in have and Access.WRITE not in have

    def add(self, key: Key, piece: _Piece) -> None:
        old = self.known.get(key)
        mode = piece.access.mode | (old.access.mode if old is not None else _NO_ACCESS)
        access = HostAccess(piece.access.pointer, piece.access.text, mode)
        self.known[key] = _Piece(access, piece.variable)


_ALL_KEY: Key = ("all",)


class Planner:
    """Plans all driver functions of a program; objects that can't be announced are rejected on the way."""

    def __init__(
        self, whole: Whole, effects: EffectsOf, regions: Sequence[ParallelRegion], objects: DeviceObjects
    ) -> None:
        self.whole = whole
        self.effects = effects
        self.objects = objects
        self.constructs = {id(region.construct): region for region in regions}
        self.touches = Touches(whole, effects, objects.kept)
        self.naming = Naming(effects)
        holders = {whole.function_of(region.function).key for region in regions}
        self.drivers = effects.graph.leads_to(holders)
        self.announcements: list[Announcement] = []
        self.regions: list[RegionAccesses] = []

    def run(self) -> None:
        """Walk all drivers, in the order of the source."""
        for symbols in self.whole.units:
            for definition in symbols.functions.values():
                function = self.whole.function_of(definition)
                if function.key in self.drivers:
                    _Walk(self, function).run()


class _Walk:
    """The walk over one driver function."""

    def __init__(self, planner: Planner, function: Function) -> None:
        self._planner = planner
        self._function = function
        self._symbols = function.symbols
        self._effects = planner.effects
        self._objects = planner.objects
        self._positions = Positions(function.symbols.unit)
        self._jumps = Jumps(function.definition)
        self._leading = self._find_leading()
        self._declarations: dict[int, frozenset[int]] = {}

    def run(self) -> None:
        """Walk the body."""
        self._items(self._function.definition.body.block_items or [], _State())

    def _find_leading(self) -> set[int]:
        """The nodes in which a region may run."""
        leading: set[int] = set()
        stack: list[c_ast.Node] = [self._function.definition.body]
        parents: dict[int, c_ast.Node | None] = {id(self._function.definition.body): None}
        while stack:
            node = stack.pop()
            if id(node) in self._planner.constructs or (
                isinstance(node, c_ast.FuncCall) and self._calls_driver(node)
            ):
                above: c_ast.Node | None = node
                while above is not None and id(above) not in leading:
                    leading.add(id(above))
                    above = parents[id(above)]
            for child in children(node):
                parents[id(child)] = node
                stack.append(child)
        return leading

    def _calls_driver(self, call: c_ast.FuncCall) -> bool:
        return any(key in self._planner.drivers for key in self._effects.graph.targets(call, self._symbols).all)

    def _leads(self, node: c_ast.Node | None) -> bool:
        return node is not None and id(node) in self._leading

    # ---- statements ----------------------------------------------------------------------------------------

    def _items(self, items: Sequence[c_ast.Node], state: _State) -> None:
        """The items of a block in order; the names of one declaration are taken together."""
        index = 0
        while index < len(items):
            item = items[index]
            index += 1
            if not isinstance(item, c_ast.Decl):
                self._statement(item, state, block=True)
                continue
            group: list[c_ast.Node] = [item]
            extent = self._symbols.unit.extents.get(id(item))
            while index < len(items) and self._symbols.unit.extents.get(id(items[index])) == extent:
                group.append(items[index])
                index += 1
            self._expressions(group, item, Place.BEFORE, self._positions.before(item), state)

    def _statement(self, node: c_ast.Node, state: _State, *, block: bool) -> None:
        """One statement; `block` is true where another statement can be put before it as it stands."""
        match node:
            case c_ast.Compound():
                self._items(node.block_items or [], state)
            case c_ast.Label():
                state.clear()
                self._statement(node.stmt, state, block=block)
            case c_ast.Case() | c_ast.Default():
                self._items(node.stmts or [], state)
            case c_ast.If():
                self._if(node, state, block)
            case c_ast.Switch():
                self._switch(node, state, block)
            case Omp() if id(node) in self._planner.constructs:
                self._region(self._planner.constructs[id(node)])
                state.clear()
            case Omp() if self._leads(node):
                self._reject(self._touched([node]), _IN_THREADS)
                state.clear()
            case c_ast.For() | c_ast.While() | c_ast.DoWhile() if self._leads(node):
                self._loop(node, state, block)
            case c_ast.Assignment() | c_ast.UnaryOp() if block and self._is_in_parts(node, state):
                state.forget(self._effects_of([node]).writes)
            case _:
                place, token = self._place(node, block)
                self._expressions([node], node, place, token, state)
        if self._jumps.has_label(node.stmt if isinstance(node, c_ast.Label) else node):
            state.clear()

    def _is_in_parts(self, node: c_ast.Node, state: _State) -> bool:
        """Announce single elements before a statement that touches no more; false where that is no help."""
        if self._leads(node) or self._jumps.enters([node]):
            return False
        pieces = self._pieces(self._touched([node]), [node], node)
        if not any(state.lacks(key, piece.access.mode) for key, piece in pieces.items()):
            return False
        found = elements(node, self._effects, self._planner.touches, self._objects.kept, self._symbols)
        token = self._positions.before(node)
        if not found or token is None:
            return False
        accesses = tuple(
            HostAccess(each.place, each.text, each.mode, part=True)
            for each in found
            if Access.WRITE in each.mode or each.objects & self._objects.written
        )
        self._planner.announcements.append(Announcement(self._symbols.unit, node, Place.BEFORE, token, accesses))
        return True

    def _place(self, node: c_ast.Node, block: bool) -> tuple[Place, int | None]:
        """Where announcements for a whole statement go."""
        if block:
            return Place.BEFORE, self._positions.before(node)
        if isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile | Omp):
            return Place.BRACES, self._positions.around(node)
        return Place.COMMA, self._positions.expression(node, "")

    def _head(self, node: c_ast.Node, part: str, state: _State, block: bool) -> None:
        """An expression in the head of a statement that is evaluated once, first of all."""
        if block:
            place, token = Place.BEFORE, self._positions.before(node)
        else:
            place, token = Place.COMMA, self._positions.expression(node, part)
        self._expressions([getattr(node, part)], node, place, token, state)

    def _if(self, node: c_ast.If, state: _State, block: bool) -> None:
        self._head(node, "cond", state, block)
        for branch in (node.iftrue, node.iffalse):
            if branch is not None:
                self._statement(branch, state.copy(), block=False)
        self._after(node, state)

    def _switch(self, node: c_ast.Switch, state: _State, block: bool) -> None:
        self._head(node, "cond", state, block)
        if isinstance(node.stmt, c_ast.Compound):
            for item in node.stmt.block_items or []:
                self._statement(item, _State() if self._leads(node) else state.copy(), block=True)
        else:
            self._statement(node.stmt, _State(), block=False)
        self._after(node, state)

    def _after(self, node: c_ast.Node, state: _State) -> None:
        """A statement that was entered is over."""
        if self._leads(node):
            state.clear()
        else:
            state.forget(self._effects.of(node, self._symbols).writes)

    def _loop(self, node: c_ast.For | c_ast.While | c_ast.DoWhile, state: _State, block: bool) -> None:
        """A loop with a region inside: its head is announced where it is evaluated, each time."""
        if isinstance(node, c_ast.For):
            if isinstance(node.init, c_ast.DeclList):
                place, token = self._place(node, block)
                self._expressions(node.init.decls, node, place, token, state)
            elif node.init is not None:
                self._head(node, "init", state, block)
        fresh = _State()
        if node.cond is not None:
            token = self._positions.expression(node, "cond")
            self._expressions([node.cond], node.cond, Place.COMMA, token, fresh)
        self._statement(node.stmt, _State() if isinstance(node, c_ast.DoWhile) else fresh, block=False)
        if isinstance(node, c_ast.For) and node.next is not None:
            token = self._positions.expression(node, "next")
            self._expressions([node.next], node.next, Place.COMMA, token, _State())
        state.clear()

    # ---- expressions ---------------------------------------------------------------------------------------

    def _expressions(
        self, nodes: Sequence[c_ast.Node], at: c_ast.Node, place: Place, token: int | None, state: _State
    ) -> None:
        """Announce what expressions, declarations or a statement without regions touch."""
        if not any(self._leads(node) for node in nodes):
            touched = self._touched(nodes)
            if self._jumps.enters(nodes):
                self._reject(touched, _JUMPED_INTO)
            else:
                self._announce(touched, nodes, at, place, token, state)
            state.forget(self._effects_of(nodes).writes)
            return
        first, rest = self._split(nodes)
        self._reject(rest, _BESIDE)
        self._announce(first, nodes, at, place, token, state)
        state.clear()

    def _split(self, nodes: Sequence[c_ast.Node]) -> tuple[list[Touch], list[Touch]]:
        """What is touched for sure before the one call that leads to a region, and all else."""
        parts = [part for node in nodes for part in self._effects.accesses(self._symbols).of(node)]
        drivers = self._planner.drivers
        calls = [part for part in parts if isinstance(part, Call) and drivers.intersection(part.targets.all)]
        first: list[Touch] = []
        rest: list[Touch] = []
        inside: set[int] = set()
        only = calls[0] if len(calls) == 1 and not drivers.intersection(calls[0].targets.callbacks) else None
        if only is not None and only.node.args is not None:
            inside = {id(node) for node in walk(only.node.args)}
        for part in parts:
            if isinstance(part, Call) and part in calls:
                others = Touch(0, 0, None)
                for key in part.targets.functions:
                    if key not in drivers:
                        effects = self._effects.of_function(key)
                        others = Touch(others.reads | effects.reads, others.writes | effects.writes, None)
                (first if part is only else rest).append(self._kept(others))
                if part.targets.unknown or part.targets.callbacks:
                    rest.append(self._planner.touches.of_targets(part.targets))
                continue
            node = part.node if isinstance(part, Call) else part.place
            early = only is not None and id(node) in inside
            (first if early else rest).extend(self._planner.touches.of_access(part, self._symbols))
        return first, rest

    def _kept(self, touch: Touch) -> Touch:
        kept = self._objects.kept
        return Touch(touch.reads & kept, touch.writes & kept, touch.root)

    def _touched(self, nodes: Iterable[c_ast.Node]) -> list[Touch]:
        return [touch for node in nodes for touch in self._planner.touches.of(node, self._symbols)]

    def _effects_of(self, nodes: Iterable[c_ast.Node]) -> Effects:
        result = NO_EFFECTS
        for node in nodes:
            result |= self._effects.of(node, self._symbols)
        return result

    def _reject(self, touches: Iterable[Touch], reason: str) -> None:
        for touch in touches:
            self._objects.reject(touch.reads & self._objects.written | touch.writes, reason)

    # ---- announcements -------------------------------------------------------------------------------------

    def _announce(
        self,
        touches: Sequence[Touch],
        nodes: Sequence[c_ast.Node],
        at: c_ast.Node,
        place: Place,
        token: int | None,
        state: _State,
    ) -> None:
        pieces = self._pieces(touches, nodes, at)
        needed = {key: piece for key, piece in pieces.items() if state.lacks(key, piece.access.mode)}
        if not needed:
            return
        if token is None:
            self._reject(touches, _UNPLACEABLE)
            return
        accesses = tuple(needed[key].access for key in sorted(needed))
        self._planner.announcements.append(Announcement(self._symbols.unit, at, place, token, accesses))
        for key, piece in needed.items():
            state.add(key, piece)

    def _pieces(self, touches: Iterable[Touch], nodes: Sequence[c_ast.Node], at: c_ast.Node) -> dict[Key, _Piece]:
        """The announcements for what is touched, each under a key that tells what it names."""
        modes: dict[Key, Access] = {}
        names: dict[Key, tuple[c_ast.Node | None, int]] = {}
        during: Effects | None = None
        for touch in touches:
            reads = touch.reads & self._objects.written
            if not reads | touch.writes or self._made_inside(touch, nodes):
                continue
            during = self._effects_of(nodes) if during is None else during
            for key, named, variable, mask in self._names(touch, reads | touch.writes, nodes, at, during):
                names[key] = (named, variable)
                mode = Access.READ if reads & mask else _NO_ACCESS
                modes[key] = (
                    modes.get(key, _NO_ACCESS) | mode | (Access.WRITE if touch.writes & mask else _NO_ACCESS)
                )
        everything = modes.get(_ALL_KEY, _NO_ACCESS)
        return {
            key: _piece(*names[key], mode)
            for key, mode in modes.items()
            if key == _ALL_KEY or mode not in everything
        }

    def _names(
        self, touch: Touch, mask: int, nodes: Sequence[c_ast.Node], at: c_ast.Node, during: Effects
    ) -> Iterator[tuple[Key, c_ast.Node | None, int, int]]:
        """Names for the objects of one touch: key, expression, the pointer variable's mask, objects."""
        memory = self._planner.effects.points.memory
        listed = memory.listed(mask)
        by_name = {each.key: self._planner.naming.object_name(each, at, self._symbols) for each in listed}
        if len(listed) > 1 or by_name[listed[0].key] is None:
            for root in self._roots(touch.root, nodes):
                named = self._planner.naming.root_name(root, at, during, self._symbols)
                if named is not None:
                    yield ("pointer", *root.key), named, self._effects.points.of_symbol(root.symbol), mask
                    return
        for each in listed:
            named = by_name[each.key]
            bit = memory.mask([each])
            yield (_ALL_KEY, None, 0, bit) if named is None else (each.key, named, 0, bit)

    def _roots(self, root: Root | None, nodes: Sequence[c_ast.Node]) -> Iterator[Root]:
        """The roots by which an access in some code may be named before that code."""
        if root is None:
            return

        definitions = self._planner.touches.definitions(self._function)
        found = definitions.outside(root, lambda symbol: self._inside(symbol, nodes))
        if found is not None:
            yield from definitions.chain(found)

    def _made_inside(self, touch: Touch, nodes: Sequence[c_ast.Node]) -> bool:
        """Whether code without regions touches only blocks that it has allocated itself."""
        if any(self._leads(node) for node in nodes):
            return False
        touches = self._planner.touches
        return touches.made_inside(touch, lambda symbol: self._inside(symbol, nodes), self._function)

    def _inside(self, symbol: Symbol, nodes: Sequence[c_ast.Node]) -> bool:
        local = symbol.kind is Kind.VARIABLE and not symbol.file_scope
        return local and any(id(symbol.decl) in self._declared(node) for node in nodes)

    def _declared(self, node: c_ast.Node) -> frozenset[int]:
        """The declarations in a statement."""
        known = self._declarations.get(id(node))
        if known is None:
            inner = frozenset(id(each) for each in walk(node) if isinstance(each, c_ast.Decl))
            known = self._declarations[id(node)] = inner
        return known

    # ---- regions -------------------------------------------------------------------------------------------

    def _region(self, region: ParallelRegion) -> None:
        """What a region's own text announces."""
        construct = region.construct
        if any(self._leads(inner) for inner in walk(construct) if inner is not construct):
            self._reject(self._touched([construct]), _IN_THREADS)
        before: dict[Key, _Piece] = {}
        for clause in construct.directive.clauses:
            if clause.expression is not None:
                before |= self._pieces(self._touched([clause.expression]), [clause.expression], construct)
        launches = []
        for loop in region.loops:
            if loop.kernel is not None and loop.team is not None:
                self._reject_results(
                    loop, loop.kernel, self._planner.whole.function_of(loop.team.function).symbols
                )
            elif loop.kernel is not None:
                read = self._launch(loop, loop.kernel)
                before |= read
                launches.append((loop.id, _accesses(read)))
        cpu = _accesses(self._pieces(self._touched([construct]), [construct], construct))
        made = RegionAccesses(self._symbols.unit, construct, _accesses(before), tuple(launches), cpu)
        self._planner.regions.append(made)

    def _launch(self, loop: WorkLoop, kernel: Kernel) -> dict[Key, _Piece]:
        """What the host reads to launch a kernel."""
        self._reject_results(loop, kernel, self._symbols)
        accesses = self._accesses_at(loop, self._symbols)
        expressions: list[c_ast.Node | None] = []
        for dimension in kernel.dimensions:
            expressions += [dimension.lower, dimension.bound, dimension.step]
        for parameter in kernel.parameters:
            if isinstance(parameter, Value):
                expressions.append(parameter.expression)
            elif not parameter.of:  # else the library finds it
                expressions += [parameter.pointer, parameter.bytes, parameter.low]
        read: dict[Key, _Piece] = {}
        for expression in expressions:
            if expression is not None:
                touched = self._listed(accesses, expression, self._symbols)
                read |= self._pieces(touched, [expression], loop.place)
        return read

    def _reject_results(self, loop: WorkLoop, kernel: Kernel, symbols: Symbols) -> None:
        """Memory that reductions leave their results in; `symbols` are those of the loop's unit."""
        accesses = self._accesses_at(loop, symbols)
        for reduction in kernel.reductions:
            self._reject(self._listed(accesses, reduction.target, symbols), "it takes the result of a reduction")

    def _accesses_at(self, loop: WorkLoop, symbols: Symbols) -> Accesses:
        names = NamesAt(symbols, loop.place)
        return Accesses(symbols, self._effects.points, self._effects.graph, names=names)

    def _listed(self, accesses: Accesses, expression: c_ast.Node, symbols: Symbols) -> list[Touch]:
        found: list[Touch] = []
        for part in accesses.of(expression):
            found += self._planner.touches.of_access(part, symbols)
        return found


def _piece(pointer: c_ast.Node | None, variable: int, mode: Access) -> _Piece:
    return _Piece(HostAccess(pointer, "" if pointer is None else pointer_text(pointer), mode), variable)


def _accesses(pieces: dict[Key, _Piece]) -> tuple[HostAccess, ...]:
    return tuple(pieces[key].access for key in sorted(pieces))
