"""The announcements that code needs: under which names, and which still hold (see `mapper.analysis.host.plan`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.host.names import Naming, Touch, Touches
from mapper.analysis.host.objects import DeviceObjects
from mapper.analysis.host.touched.host_areas import Found
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.pointers.effects import NO_EFFECTS, Effects, EffectsOf
from mapper.analysis.pointers.roots import Root
from mapper.analysis.whole_program.objects import MOVED_BIT, Key
from mapper.analysis.whole_program.program import Function
from mapper.ir.program.host_plan import HostAccess, pointer_text
from mapper.ir.program.kernel import Access
from mapper.ir.trees.nodes import walk

_NO_ACCESS = Access(0)
ALL_KEY: Key = ("all",)
"""What has no name."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One announcement in the making; `written` is the mask of the pointer variable that it is named by."""

    access: HostAccess
    variable: int


@dataclass
class Announced:
    """What has been announced since a region could last run, by a key for each name."""

    known: dict[Key, Piece] = field(default_factory=dict)

    def copy(self) -> Announced:
        """For code that may run or not."""
        return Announced(dict(self.known))

    def clear(self) -> None:
        """A region may have run, or control come from elsewhere."""
        self.known.clear()

    def sent(self) -> None:
        """Arrays are on their way to the device: all that is written must be announced again."""
        reading = {key: piece for key, piece in self.known.items() if Access.READ in piece.access.mode}
        self.known = {
            key: Piece(replace(piece.access, mode=Access.READ), piece.variable) for key, piece in reading.items()
        }

    def forget(self, written: int) -> None:
        """Pointer variables have new values."""
        for key in [key for key, piece in self.known.items() if piece.variable & written]:
            del self.known[key]

    def lacks(self, key: Key, mode: Access) -> bool:
        """Whether an announcement is still needed; copying data back for writing serves reading too."""
        have = _NO_ACCESS
        for each in (key, ALL_KEY):
            if each in self.known:
                have |= self.known[each].access.mode
        return mode not in have and Access.WRITE not in have

    def add(self, key: Key, piece: Piece) -> None:
        """Note an announcement."""
        old = self.known.get(key)
        mode = piece.access.mode | (old.access.mode if old is not None else _NO_ACCESS)
        access = HostAccess(piece.access.pointer, piece.access.text, mode)
        self.known[key] = Piece(access, piece.variable)


class Pieces:
    """Finds the announcements for what code in one driver function touches.

    `leads` is true if a region may run in a statement or expression.
    """

    def __init__(
        self,
        function: Function,
        effects: EffectsOf,
        objects: DeviceObjects,
        touches: Touches,
        leads: Callable[[c_ast.Node], bool],
    ) -> None:
        self._function = function
        self._symbols = function.symbols
        self._effects = effects
        self._objects = objects
        self._touches = touches
        self._naming = Naming(effects)
        self._leads = leads
        self._declarations: dict[int, frozenset[int]] = {}

    def of(
        self, touches: Iterable[Touch], nodes: Sequence[c_ast.Node], at: c_ast.Node, objects: int = -1
    ) -> dict[Key, Piece]:
        """The announcements for what is touched of some objects, each under a key that says what it names."""
        pieces, _ = self._with_unnamed((each for each in touches if each.objects & objects), nodes, at)
        whole = pieces.get(ALL_KEY)
        everything = _NO_ACCESS if whole is None else whole.access.mode
        return {
            key: piece for key, piece in pieces.items() if key == ALL_KEY or piece.access.mode not in everything
        }

    def named(
        self, touches: Iterable[Touch], nodes: Sequence[c_ast.Node], at: c_ast.Node
    ) -> tuple[dict[Key, Piece], int]:
        """The announcements for what has a name, and the mask of the objects that are touched without one."""
        pieces, unnamed = self._with_unnamed(touches, nodes, at)
        return {key: piece for key, piece in pieces.items() if key != ALL_KEY}, unnamed

    def _with_unnamed(
        self, touches: Iterable[Touch], nodes: Sequence[c_ast.Node], at: c_ast.Node
    ) -> tuple[dict[Key, Piece], int]:
        """All announcements, and the mask of the objects that have no name, and are announced as all memory."""
        modes: dict[Key, Access] = {}
        names: dict[Key, tuple[c_ast.Node | None, int]] = {}
        during: Effects | None = None
        unnamed = 0
        for touch in touches:
            reads = touch.reads & self._objects.written
            if not reads | touch.writes or self._made_inside(touch, nodes):
                continue
            during = self.effects_of(nodes) if during is None else during
            for key, named, variable, mask in self._names(touch, reads | touch.writes, nodes, at, during):
                names[key] = (named, variable)
                unnamed |= mask if named is None else 0
                mode = Access.READ if reads & mask else _NO_ACCESS
                modes[key] = (
                    modes.get(key, _NO_ACCESS) | mode | (Access.WRITE if touch.writes & mask else _NO_ACCESS)
                )
        return {key: _piece(*names[key], mode) for key, mode in modes.items()}, unnamed

    def _names(
        self, touch: Touch, mask: int, nodes: Sequence[c_ast.Node], at: c_ast.Node, during: Effects
    ) -> Iterator[tuple[Key, c_ast.Node | None, int, int]]:
        """Names for the objects of one touch: key, expression, the pointer variable's mask, objects."""
        memory = self._effects.points.memory
        unnamed = mask & ~MOVED_BIT
        many = unnamed.bit_count() > 1
        by_name: list[tuple[Key, c_ast.Node | None, int, int]] = []
        for each in memory.listed(mask & memory.nameable):
            name = self._naming.object_name(each, at, self._symbols)
            if name is not None:
                bit = memory.mask([each])
                by_name.append((each.key, name, 0, bit))
                unnamed &= ~bit
        if many or not by_name:
            for root in self._roots(touch.root, nodes):
                named = self._naming.root_name(root, at, during, self._symbols)
                if named is not None:
                    yield ("pointer", *root.key), named, self._effects.points.of_symbol(root.symbol), mask
                    return
        yield from by_name
        if unnamed:
            yield ALL_KEY, None, 0, unnamed

    def _roots(self, root: Root | None, nodes: Sequence[c_ast.Node]) -> Iterator[Root]:
        """The roots by which an access in some code may be named before that code."""
        if root is None:
            return

        definitions = self._touches.definitions(self._function)
        found = definitions.outside(root, lambda symbol: self._inside(symbol, nodes))
        if found is not None:
            yield from definitions.chain(found)

    def _made_inside(self, touch: Touch, nodes: Sequence[c_ast.Node]) -> bool:
        """Whether code without regions touches only blocks that it has allocated itself."""
        if any(self._leads(node) for node in nodes):
            return False
        return self._touches.made_inside(touch, lambda symbol: self._inside(symbol, nodes), self._function)

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

    def touched(self, nodes: Iterable[c_ast.Node]) -> list[Touch]:
        """The memory that code touches."""
        return [touch for node in nodes for touch in self._touches.of(node, self._symbols)]

    def effects_of(self, nodes: Iterable[c_ast.Node]) -> Effects:
        """What code may read and write."""
        result = NO_EFFECTS
        for node in nodes:
            result |= self._effects.of(node, self._symbols)
        return result


def by_blocks(
    reach: Found, device: int, pieces_of: Callable[[int], dict[Key, Piece]]
) -> tuple[Found, dict[Key, Piece]]:
    """The areas that are announced of what code reaches, and the announcements of the other objects, by mask.

    Whole blocks are among the areas where nothing else says which memory is touched.
    """
    found = reach.without_blocks()
    pieces = pieces_of(found.lost | ~device)
    if ALL_KEY in pieces and reach.blocks:
        fewer = pieces_of(reach.lost | ~device)
        if ALL_KEY not in fewer:
            return reach, fewer
    return found, pieces


def _piece(pointer: c_ast.Node | None, variable: int, mode: Access) -> Piece:
    return Piece(HostAccess(pointer, "" if pointer is None else pointer_text(pointer), mode), variable)


def accesses(pieces: dict[Key, Piece]) -> tuple[HostAccess, ...]:
    """Announcements in the order of their keys."""
    return tuple(pieces[key].access for key in sorted(pieces))
