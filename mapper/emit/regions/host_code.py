"""What the host's own statements inside a region announce on the device path.

The plan of host accesses ends at the borders of regions.  Inside one, on the device path, each statement that is
not a launch runs on the host between launches, so what it may touch is announced right before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.host.names import Naming, Touch, Touches
from mapper.analysis.host.objects import NamesAt
from mapper.analysis.host.parts.elements import announced, elements, is_found_directly
from mapper.analysis.host.plan import Analyses
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import Effects, EffectsOf
from mapper.analysis.pointers.roots import root_of_lvalue
from mapper.analysis.whole_program.objects import UNKNOWN_BIT, symbol_key
from mapper.emit.regions.announce import EVERYTHING, mode_flags, part_call, statements
from mapper.ir.program.host_plan import HostPlan, pointer_text
from mapper.ir.program.kernel import Access
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType
from mapper.ir.trees.nodes import ELEMENTS, evaluated, optional_parts

_COMPUTING = frozenset(
    ["__mrt_team_size", "__mrt_team_threads", "__mrt_least", "__mrt_greatest"]
)  # the run-time library's


class HostCode:
    """Answers for all units of a program."""

    def __init__(self, analyses: Analyses, plan: HostPlan) -> None:
        self._effects: EffectsOf = analyses.effects
        self._whole = analyses.whole
        self._kept = plan.kept
        self._written = plan.kept & plan.written
        self._touches = Touches(analyses.whole, analyses.announced, plan.kept)
        self._naming = Naming(analyses.effects)
        self._last: tuple[c_ast.Node, Effects] | None = None

    def announced(self, node: c_ast.Node, symbols: Symbols) -> list[str]:
        """The announcements before a statement or expression of the unit."""
        modes: dict[str, Access] = {}
        for touch in self._touches.of(node, symbols):
            reads = touch.reads & self._written
            if not reads | touch.writes:
                continue
            mode = (Access.READ if reads else Access(0)) | (Access.WRITE if touch.writes else Access(0))
            names = self._names(replace(touch, reads=reads), node, symbols)
            if names is None:
                return [EVERYTHING]
            for name in names:
                modes[name] = modes.get(name, Access(0)) | mode
        return [f"__MRT_HOST({name}, {mode_flags(modes[name])});" for name in sorted(modes)]

    def unchanged(self, expression: c_ast.Node, during: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an expression has no effects, and the same value all through a statement."""
        return self._effects.unchanged(expression, during, symbols)

    def parts(self, node: c_ast.Node, symbols: Symbols) -> list[str] | None:
        """The announcements before a statement that touches only elements and stretches of what devices use.

        None where it touches more, or where an element can't be named before it.
        """
        found = elements(node, self._effects, self._touches, self._kept, symbols)
        return None if found is None else statements(announced(found, self._written))

    def read_by(self, expressions: Iterable[c_ast.Node], at: c_ast.Node, symbols: Symbols) -> list[str]:
        """The announcements before a launch, whose arguments may be read from memory that an earlier one wrote.

        Elements that are read in any case, and those that need nothing from memory to be found, are announced
        alone, before those whose subscripts they are.
        """
        found: dict[str, None] = {}
        for each in expressions:
            optional, nodes = _optional(each), list(evaluated(each))
            owners = {id(node.name) for node in nodes if isinstance(node, c_ast.StructRef) and node.type == "."}
            for node in reversed(nodes):
                if id(node) in owners or not self._reads_kept(node, at, symbols):
                    continue
                lines = self._read(node, at, symbols, always=id(node) not in optional)
                if lines is None:
                    return ["__MRT_HOST_ALL(__MRT_READ);"]
                found.update(dict.fromkeys(lines))
        return list(found)

    def _read(self, node: c_ast.Node, at: c_ast.Node, symbols: Symbols, *, always: bool) -> list[str] | None:
        """The announcements for what a node by itself reads; None where that has no name."""
        names = NamesAt(symbols, at)
        if isinstance(node, c_ast.FuncCall):
            return None
        element = isinstance(node, c_ast.ArrayRef) and isinstance(names.type_of(node), IntType | FloatType)
        if (always and element) or is_found_directly(node, names):
            return [f"{part_call(node, Access.READ)};"]
        located = self._effects.points.located(node, symbols, names=names)
        if isinstance(node, c_ast.ID):
            symbol = symbols.lookup(node.name, at)
            located = self._effects.points.of_symbol(symbol) if symbol is not None else UNKNOWN_BIT
        if located & UNKNOWN_BIT:
            return None
        made = self._names(Touch(located & self._written, 0, root_of_lvalue(node, names)), at, symbols)
        return None if made is None else [f"__MRT_HOST({name}, {mode_flags(Access.READ)});" for name in made]

    def _reads_kept(self, node: c_ast.Node, at: c_ast.Node, symbols: Symbols) -> bool:
        """Whether a node by itself may read memory that kernels write, and that is kept on the device."""
        if isinstance(node, c_ast.ID):
            symbol = symbols.lookup(node.name, at)
            if symbol is None or isinstance(symbol.type, ArrayType):
                return False
            return bool(self._effects.points.of_symbol(symbol) & self._written)
        if isinstance(node, c_ast.FuncCall):
            return self._call_reads_kept(node, at, symbols)
        if isinstance(node, ELEMENTS) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            names = NamesAt(symbols, at)
            if isinstance(names.type_of(node), ArrayType):
                return False  # its address is used
            located = self._effects.points.located(node, symbols, names=names)
            return bool(located & (self._written | UNKNOWN_BIT))
        return False

    def _call_reads_kept(self, node: c_ast.FuncCall, at: c_ast.Node, symbols: Symbols) -> bool:
        """Whether a called function may, apart from its arguments."""
        if not isinstance(node.name, c_ast.ID):
            return True
        if node.name.name in _COMPUTING:
            return False
        symbol = symbols.lookup(node.name.name, at)
        if symbol is None or symbol_key(symbol) not in self._whole.functions:
            return True
        found = self._effects.of_function(symbol_key(symbol))
        return found.unknown or bool(found.reads & self._written)

    def _names(self, touch: Touch, at: c_ast.Node, symbols: Symbols) -> list[str] | None:
        """Pointers to all objects of a touch; None where one has no name here."""
        listed = self._effects.points.memory.listed(touch.objects)
        names = [self._naming.object_name(each, at, symbols) for each in listed]
        if None in names and touch.root is not None:
            names = [self._naming.root_name(touch.root, at, self._of(at, symbols), symbols)]
        return None if None in names else [pointer_text(name) for name in names if name is not None]

    def _of(self, node: c_ast.Node, symbols: Symbols) -> Effects:
        """The effects of a statement or expression, which is read once for all that is named in it."""
        if self._last is None or self._last[0] is not node:
            self._last = node, self._effects.of(node, symbols)
        return self._last[1]


def _optional(expression: c_ast.Node) -> set[int]:
    """The nodes, by `id`, that an expression may leave out when it is evaluated."""
    found: set[int] = set()
    for node in evaluated(expression):
        found |= {id(inner) for part in optional_parts(node) for inner in evaluated(part)}
    return found
