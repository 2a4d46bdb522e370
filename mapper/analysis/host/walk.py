"""The walk over driver functions that places the announcements (see `mapper.analysis.host.plan`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.host import reasons
from mapper.analysis.host.arguments import passed_by
from mapper.analysis.host.leading import leading
from mapper.analysis.host.moves import Moves
from mapper.analysis.host.names import Touch, Touches
from mapper.analysis.host.objects import DeviceObjects, NamesAt
from mapper.analysis.host.parts.beside import Beside, BesideCalls
from mapper.analysis.host.parts.elements import announced, elements, is_found_directly
from mapper.analysis.host.parts.short_loops import short_loop
from mapper.analysis.host.pieces import ALL_KEY, Announced, Piece, Pieces, accesses, by_blocks
from mapper.analysis.host.sends import Sends
from mapper.analysis.host.text import Positions
from mapper.analysis.host.touched.host_areas import HostAreas, area_accesses
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Accesses, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.bodies import Jumps
from mapper.analysis.whole_program.objects import MOVED_BIT, Key
from mapper.analysis.whole_program.program import Function, Whole
from mapper.ir.program.host_plan import Announcement, HostAccess, Place, Reason, RegionAccesses
from mapper.ir.program.kernel import Access, Buffer, Kernel, Storage, Value
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.ctypes import FloatType, IntType, PointerType
from mapper.ir.trees.nodes import LOOPS, AnyLoop, Omp, text_of, walk

_NUMBERS = (IntType, FloatType, PointerType)


class Planner:
    """Plans all driver functions of a program; objects that can't be announced are rejected on the way."""

    def __init__(
        self,
        whole: Whole,
        effects: EffectsOf,
        regions: Sequence[ParallelRegion],
        objects: DeviceObjects,
        announced: EffectsOf,
        plain: Mapping[str, Kernel],
        moves: Moves,
    ) -> None:
        """`announced` are the effects without what the program announces itself.

        `plain` are the kernels as translated, by the ids of their loops; `moves` may be a device's work.
        """
        self.moves = moves
        self.whole = whole
        self.effects = effects
        self.objects = objects
        self.plain = plain
        self.constructs = {id(region.construct): region for region in regions}
        self.touches = Touches(whole, announced, objects.kept)
        self.areas = HostAreas(effects, self.touches, objects.kept)
        holders = {whole.function_of(region.function).key for region in regions}
        self.drivers = effects.graph.leads_to(holders)
        self.in_threads = effects.graph.leads_to(
            whole.function_of(region.function).key for region in regions if not region.orphaned
        )
        self.sends = Sends(whole, effects, regions, objects, self.drivers, self.touches)
        self.announcements, self.regions = list[Announcement](), list[RegionAccesses]()

    def run(self) -> None:
        """Walk all drivers, in the order of the source."""
        self.sends.run()
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
        self._leading = leading(function.definition.body, planner.constructs, self._calls_driver)
        self._beside = BesideCalls(
            function.symbols, planner.effects, planner.objects, planner.touches, planner.drivers
        )
        self._pieces = Pieces(function, planner.effects, planner.objects, planner.touches, self._leads)

    def run(self) -> None:
        """Walk the body; what the sizes of parameters' types are read from can't be announced."""
        definition = self._function.definition
        self._reject(self._pieces.touched([definition.decl]), reasons.IN_PARAMETERS, definition)
        self._items(definition.body.block_items or [], Announced())

    def _calls_driver(self, call: c_ast.FuncCall, in_team: bool) -> bool:
        drivers = self._planner.in_threads if in_team else self._planner.drivers
        return any(key in drivers for key in self._effects.graph.targets(call, self._symbols).all)

    def _leads(self, node: c_ast.Node | None) -> bool:
        return node is not None and id(node) in self._leading

    # ---- statements ----------------------------------------------------------------------------------------

    def _items(self, items: Sequence[c_ast.Node], state: Announced) -> None:
        """The items of a block in order; the names of one declaration are taken together."""
        index = 0
        while index < len(items):
            item = items[index]
            index += 1
            if not isinstance(item, c_ast.Decl):
                self._statement(item, state, block=True)
                if id(item) in self._planner.sends.found or id(item) in self._planner.sends.inside:
                    state.sent()
                continue
            group: list[c_ast.Node] = [item]
            extent = self._symbols.unit.extents.get(id(item))
            while index < len(items) and self._symbols.unit.extents.get(id(items[index])) == extent:
                group.append(items[index])
                index += 1
            self._expressions(group, item, Place.BEFORE, self._positions.before(item), state)

    def _statement(self, node: c_ast.Node, state: Announced, *, block: bool) -> None:
        """One statement; `block` is true where another statement can be put before it as it is."""
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
                self._reject(self._pieces.touched([node]), reasons.IN_THREADS, node)
                state.clear()
            case c_ast.For() | c_ast.While() | c_ast.DoWhile() if self._leads(node):
                self._loop(node, state, block)
            case c_ast.Assignment() | c_ast.UnaryOp() | c_ast.FuncCall() if self._is_in_parts(node, state, block):
                state.forget(self._pieces.effects_of([node]).writes)
            case c_ast.For() if not self._leads(node) and self._is_short(node, state, block):
                state.forget(self._pieces.effects_of([node]).writes)
            case _:
                place, token = self._place(node, block)
                self._expressions([node], node, place, token, state)
        if self._jumps.has_label(node.stmt if isinstance(node, c_ast.Label) else node):
            state.clear()

    def _is_in_parts(self, node: c_ast.Node, state: Announced, block: bool) -> bool:
        """Announce single elements before a statement that touches no more; false where that is no help."""
        if self._leads(node) or self._jumps.enters([node]) or not self._needed([node], state):
            return False
        found = elements(node, self._effects, self._planner.touches, self._objects.kept, self._symbols)
        place, token = self._place(node, block)
        if not found or token is None:
            return False
        accesses = announced(found, self._objects.written)
        move = self._planner.moves.of_call(node, place)
        made = Announcement(self._symbols.unit, node, place, token, accesses, move=move)
        self._planner.announcements.append(made)
        if move is not None:
            state.clear()
        return True

    def _is_short(self, node: c_ast.For, state: Announced, block: bool) -> bool:
        """Announce single elements in each iteration of a loop, if these are few; false where that is no help."""
        found = short_loop(node, self._effects, self._symbols)
        place, token = self._place(node, block)
        if found is None or token is None or place is Place.COMMA or self._jumps.enters([node]):
            return False
        reach, numbers = self._planner.areas.of(self._function, [node], node)
        device, alone, written = self._planner.areas.device, reach.without_blocks(), self._objects.written
        areas, others = area_accesses(alone.areas, numbers, written), alone.lost & device
        all_of, needed = by_blocks(reach, device, lambda mask: self._needed([node], state, mask & device))
        blocks = area_accesses([each for each in all_of.areas if each not in alone.areas], numbers, written)
        if not (needed or blocks) or any(Access.WRITE in area.mode for area in areas):
            return False
        whole = accesses(self._needed([node], state, ~device)) + areas  # the condition may read what these fetch
        many = (*accesses(needed), *blocks) if found.many is not None else ()
        whole += tuple(each.where(found.many) for each in many)
        made = [Announcement(self._symbols.unit, node, place, token, whole)]
        inside = state.copy()
        inside.forget(self._pieces.effects_of([node]).writes)
        for each in (node.init, node.cond, node.next, *found.statements):
            if each is None or not self._needed([each], inside, others):
                continue
            inner = elements(each, self._effects, self._planner.touches, self._objects.kept, self._symbols)
            where, at = self._place(each, isinstance(node.stmt, c_ast.Compound))
            if not inner or at is None or each not in found.statements:
                return False
            parts = announced(inner, written, others, found.few)
            made.append(Announcement(self._symbols.unit, each, where, at, parts))
        self._planner.announcements += [each for each in made if each.accesses]
        return True

    def _needed(self, nodes: Sequence[c_ast.Node], state: Announced, objects: int = -1) -> dict[Key, Piece]:
        """What must be announced of some objects before some code, whole."""
        pieces = self._pieces.of(self._pieces.touched(nodes), nodes, nodes[0], objects)
        return {key: piece for key, piece in pieces.items() if state.lacks(key, piece.access.mode)}

    def _place(self, node: c_ast.Node, block: bool) -> tuple[Place, int | None]:
        """Where announcements for a whole statement go."""
        if block:
            return Place.BEFORE, self._positions.before(node)
        if isinstance(node, (*LOOPS, Omp)):
            return Place.BRACES, self._positions.around(node)
        return Place.COMMA, self._positions.expression(node, "")

    def _head(self, node: c_ast.Node, part: str, state: Announced, block: bool) -> None:
        """An expression in the head of a statement that is evaluated once, first of all."""
        if block:
            place, token = Place.BEFORE, self._positions.before(node)
        else:
            place, token = Place.COMMA, self._positions.expression(node, part)
        self._expressions([getattr(node, part)], node, place, token, state)

    def _if(self, node: c_ast.If, state: Announced, block: bool) -> None:
        self._head(node, "cond", state, block)
        for branch in (node.iftrue, node.iffalse):
            if branch is not None:
                self._statement(branch, state.copy(), block=False)
        self._after(node, state)

    def _switch(self, node: c_ast.Switch, state: Announced, block: bool) -> None:
        self._head(node, "cond", state, block)
        if isinstance(node.stmt, c_ast.Compound):
            for item in node.stmt.block_items or []:
                self._statement(item, Announced() if self._leads(node) else state.copy(), block=True)
        else:
            self._statement(node.stmt, Announced(), block=False)
        self._after(node, state)

    def _after(self, node: c_ast.Node, state: Announced) -> None:
        """A statement that was entered is over."""
        if self._leads(node) or self._planner.moves.any_in(node):
            state.clear()
        else:
            state.forget(self._effects.of(node, self._symbols).writes)

    def _loop(self, node: AnyLoop, state: Announced, block: bool) -> None:
        """A loop with a region inside: its head is announced where it is evaluated, each time."""
        if isinstance(node, c_ast.For):
            if isinstance(node.init, c_ast.DeclList):
                place, token = self._place(node, block)
                self._expressions(node.init.decls, node, place, token, state)
            elif node.init is not None:
                self._head(node, "init", state, block)
        fresh = Announced()
        if node.cond is not None:
            token = self._positions.expression(node, "cond")
            self._expressions([node.cond], node.cond, Place.COMMA, token, fresh)
        self._statement(node.stmt, Announced() if isinstance(node, c_ast.DoWhile) else fresh, block=False)
        if isinstance(node, c_ast.For) and node.next is not None:
            token = self._positions.expression(node, "next")
            self._expressions([node.next], node.next, Place.COMMA, token, Announced())
        state.clear()

    # ---- expressions ---------------------------------------------------------------------------------------

    def _expressions(
        self, nodes: Sequence[c_ast.Node], at: c_ast.Node, place: Place, token: int | None, state: Announced
    ) -> None:
        """Announce what expressions, declarations or a statement without regions touch."""
        if not any(self._leads(node) for node in nodes):
            touched = self._pieces.touched(nodes)
            if self._jumps.enters(nodes):
                self._reject(touched, reasons.JUMPED_INTO, at)
            else:
                self._announce(touched, nodes, at, place, token, state)
            state.forget(self._pieces.effects_of(nodes).writes)
            return
        beside = self._beside.of(nodes)
        rest = [touch for part in beside.rest for touch in self._planner.touches.of_access(part, self._symbols)]
        rest += beside.others
        single, first = self._beside.single(beside.first, nodes) if token is not None else ((), beside.first)
        whole = self._announce_beside(beside, nodes, at, token) if self._matters(rest) else ([], ())
        touched = [touch for part in first for touch in self._planner.touches.of_access(part, self._symbols)]
        if whole is None:
            self._reject(rest, reasons.BESIDE, at)
        else:
            touched += whole[0]
            single = tuple(dict.fromkeys((*single, *whole[1])))
        if single and token is not None:
            self._planner.announcements.append(Announcement(self._symbols.unit, at, place, token, single))
        self._announce([*beside.called, *touched], nodes, at, place, token, state, leads=True)
        state.clear()

    def _announce_beside(
        self, beside: Beside, nodes: Sequence[c_ast.Node], at: c_ast.Node, token: int | None
    ) -> tuple[list[Touch], tuple[HostAccess, ...]] | None:
        """Announce what is accessed beside calls that lead to regions, behind each of these.

        C does not say on which side of a call such an access is, but no such access is in the midst of one.  What
        comes back is still to be announced before all of them; None where that or a call has no place.
        """
        ranges = [self._positions.call(call.node) for call in beside.calls]
        types = [unqualified(self._symbols.type_of(call.node)) for call in beside.calls]
        if token is None or None in ranges or not all(isinstance(each, _NUMBERS) for each in types):
            return None
        if any(call.targets.unknown or call.targets.callbacks for call in beside.calls):
            return None
        single, others = self._beside.single(beside.rest, nodes)
        whole = [touch for part in others for touch in self._planner.touches.of_access(part, self._symbols)]
        whole += beside.others
        behind = single + accesses(self._pieces.of(whole, nodes, at))
        for call, tokens in zip(beside.calls, ranges, strict=True):
            assert tokens is not None
            made = Announcement(self._symbols.unit, call.node, Place.BEHIND, tokens[0], behind, tokens[1])
            self._planner.announcements.append(made)
        return whole, single

    def _matters(self, touches: Iterable[Touch]) -> bool:
        """Whether any of some accesses must be announced."""
        return any(touch.reads & self._objects.written | touch.writes for touch in touches)

    def _reject(self, touches: Iterable[Touch], reason: Reason, at: c_ast.Node) -> None:
        where = self._symbols.unit.location(at)
        for touch in touches:
            self._objects.reject(touch.reads & self._objects.written | touch.writes, reason, where)

    # ---- announcements -------------------------------------------------------------------------------------

    def _announce(
        self,
        touches: Sequence[Touch],
        nodes: Sequence[c_ast.Node],
        at: c_ast.Node,
        place: Place,
        token: int | None,
        state: Announced,
        *,
        leads: bool = False,
    ) -> None:
        pieces = self._pieces.of(touches, nodes, at)
        needed = {key: piece for key, piece in pieces.items() if state.lacks(key, piece.access.mode)}
        if not needed:
            return
        if token is None:
            self._reject(touches, reasons.UNPLACEABLE, at)
            return
        parts, passed, move = tuple[HostAccess, ...](), tuple[HostAccess, ...](), None
        if not leads:
            reach, numbers = self._planner.areas.of(self._function, nodes, at)
            device = self._planner.areas.device
            found, whole = by_blocks(reach, device, lambda mask: self._pieces.of(touches, nodes, at, mask))
            others = found.lost | ~device
            if ALL_KEY in whole and state.lacks(ALL_KEY, whole[ALL_KEY].access.mode):
                whole, passed = self._by_arguments(nodes, others, at) or (whole, passed)
            needed = {key: piece for key, piece in whole.items() if state.lacks(key, piece.access.mode)}
            named = [piece.access for piece in whole.values()]
            parts = area_accesses(found.areas, numbers, self._objects.written, named)
            move = self._planner.moves.of_loop(at, place, self._function, self._planner.areas)
        accesses = tuple(needed[key].access for key in sorted(needed))
        if accesses or parts or passed:
            made = (*accesses, *parts, *passed)
            self._planner.announcements.append(Announcement(self._symbols.unit, at, place, token, made, move=move))
        for key, piece in needed.items() if move is None else ():
            state.add(key, piece)
        if move is not None:
            state.clear()  # what a device moves is to be announced again

    def _by_arguments(
        self, nodes: Sequence[c_ast.Node], objects: int, at: c_ast.Node
    ) -> tuple[dict[Key, Piece], tuple[HostAccess, ...]] | None:
        """The announcements of a call that touches memory without a name only through its arguments.

        These come last, as evaluating them may read what the others fetch.  None where that isn't all.
        """
        if len(nodes) != 1:
            return None
        found = passed_by(nodes[0], self._planner.whole, self._effects, self._planner.touches, self._symbols)
        if found is None:
            return None
        pieces = self._pieces.of(found[1], nodes, at, objects)
        if ALL_KEY in pieces:
            return None
        modes = [(each, self._mode(each.touch)) for each in found[0] if each.touch.objects & objects]
        return pieces, tuple(HostAccess(each.pointer, each.text, mode) for each, mode in modes if mode)

    def _mode(self, touch: Touch) -> Access:
        """How the host accesses what devices may hold a newer copy of, or hold."""
        mode = Access.READ if touch.reads & self._objects.written else Access(0)
        return mode | Access.WRITE if touch.writes else mode

    # ---- regions -------------------------------------------------------------------------------------------

    def _region(self, region: ParallelRegion) -> None:
        """What a region's own text announces."""
        construct = region.construct
        if any(self._leads(inner) for inner in walk(construct) if inner is not construct):
            self._reject(self._pieces.touched([construct]), reasons.IN_THREADS, construct)
        before: dict[Key, Piece] = {}
        for clause in construct.directive.clauses:
            if clause.expression is not None:
                before |= self._read(clause.expression, NamesAt(self._symbols, construct), construct)
        launches = []
        for loop in region.loops:
            if loop.kernel is not None and loop.team is not None:
                self._reject_results(
                    loop, loop.kernel, self._planner.whole.function_of(loop.team.function).symbols
                )
            elif loop.kernel is not None:
                read = self._launch(loop, loop.kernel)
                before |= read
                launches.append((loop.id, accesses(read)))
        touched = self._pieces.touched([construct])
        cpu = self._pieces.of(touched, [construct], construct)
        made = RegionAccesses(self._symbols.unit, construct, accesses(before), tuple(launches), accesses(cpu))
        named, unnamed = self._pieces.named(touched, [construct], construct)
        hosted = self._hosted(region, unnamed) if unnamed else None
        if hosted is not None:
            made = replace(made, cpu=accesses(named), hosted=hosted[0], evaluated=hosted[1])
        self._planner.regions.append(made)

    def _hosted(self, region: ParallelRegion, unnamed: int) -> tuple[Kernel, tuple[HostAccess, ...]] | None:
        """The kernel whose arguments lead to what a region touches without a name, and what is read to find them.

        Such a region is one loop; its kernel, as it was translated, has a buffer for all memory that iterations
        touch beside variables, unless these come to an error path.
        """
        loop = region.only_loop
        kernel = self._planner.plain.get(loop.id) if loop is not None else None
        if loop is None or kernel is None or loop.team is not None or kernel.stops:
            return None
        names = NamesAt(self._symbols, loop.place)
        covered, parameters = 0, list[Buffer | Value]()
        for each in kernel.parameters:
            if isinstance(each, Buffer):
                if each.storage in (Storage.STATE, Storage.KEPT):
                    return None
                memory = self._effects.points.pointed(each.pointer, self._symbols, names=names)
                covered |= memory
                each = replace(each, eager=bool(memory & ~self._objects.kept & ~MOVED_BIT))
            parameters.append(each)
        read = self._launch(loop, kernel)
        if unnamed & ~covered or any(piece.access.pointer is None for piece in read.values()):
            return None
        return replace(kernel, parameters=tuple(parameters)), accesses(read)

    def _launch(self, loop: WorkLoop, kernel: Kernel) -> dict[Key, Piece]:
        """What the host reads to launch a kernel."""
        self._reject_results(loop, kernel, self._symbols)
        names = NamesAt(self._symbols, loop.place)
        expressions: list[c_ast.Node | None] = []
        for dimension in kernel.dimensions:
            expressions += dimension.parts
        for parameter in kernel.parameters:
            if isinstance(parameter, Value):
                expressions.append(parameter.expression)
            elif not parameter.of:  # else the library finds it, as it finds members of what tables lead to
                expressions += [None if parameter.within else parameter.pointer, *parameter.offsets]
        read: dict[Key, Piece] = {}
        for expression in expressions:
            if expression is not None:
                read |= self._read(expression, names, loop.place)
        return read

    def _read(self, expression: c_ast.Node, names: NamesAt, at: c_ast.Node) -> dict[Key, Piece]:
        """What an expression reads: alone the elements that take no memory to be found, else whole objects."""
        parts, touched = dict[Key, Piece](), list[Touch]()
        for part in Accesses(self._symbols, self._effects.points, self._effects.graph, names=names).of(expression):
            if isinstance(part, Call) or part.write or part.through or not is_found_directly(part.place, names):
                touched += self._planner.touches.of_access(part, names)
            elif part.objects & self._objects.written:
                assert not isinstance(part.place, Symbol)
                text = text_of(part.place)
                parts["part", text] = Piece(HostAccess(part.place, text, Access.READ, part=True), 0)
        return parts | self._pieces.of(touched, [expression], at)

    def _reject_results(self, loop: WorkLoop, kernel: Kernel, symbols: Symbols) -> None:
        """Memory that reductions leave their results in; `symbols` are those of the loop's unit."""
        names = NamesAt(symbols, loop.place)
        for reduction in kernel.reductions:
            self._reject(self._listed(reduction.target, names, symbols), reasons.RESULT, loop.place)

    def _listed(self, expression: c_ast.Node, names: NamesAt, symbols: Symbols) -> list[Touch]:
        """What an expression touches that was made for a loop, in the names that are visible there."""
        accesses = Accesses(symbols, self._effects.points, self._effects.graph, names=names)
        found: list[Touch] = []
        for part in accesses.of(expression):
            found += self._planner.touches.of_access(part, names)
        return found
