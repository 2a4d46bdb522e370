"""One threadprivate variable of a program, and what writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.region_copies import takes_address
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, is_arithmetic
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.nodes import Omp, children
from mapper.translate.common.context import Context, Key
from mapper.translate.common.serial import serial_code
from mapper.translate.loops.schedule import is_known


@dataclass(frozen=True, eq=False, slots=True)
class ThreadVariable:
    """A threadprivate variable; `units` gives its symbol in each unit that declares it."""

    key: Key
    units: Mapping[str, Symbol]

    @property
    def name(self) -> str:
        """Its name in the source."""
        return next(iter(self.units.values())).name

    def symbol(self, unit: str) -> Symbol:
        """Its symbol in a unit; where that does not declare it, that of another one."""
        return self.units.get(unit) or next(iter(self.units.values()))

    def touched(self, mask: int, effects: EffectsOf) -> bool:
        """Whether it is among the objects of a mask."""
        return any(mask & effects.points.of_symbol(symbol) for symbol in self.units.values())

    def is_named_only(self, context: Context) -> bool:
        """Whether no pointer can lead to it: all that names it uses its value, or that of an element."""
        if not all(is_arithmetic(innermost(symbol.type)) for symbol in self.units.values()):
            return False
        return not any(
            takes_address(item, symbol, context.symbols[path])
            for path, symbol in self.units.items()
            for item in context.symbols[path].unit.tree.ext
        )

    def written_by_serial_code(self, context: Context, effects: EffectsOf) -> bool:
        """Whether a program may change it where no team is: it is named there, or unknown code may write it."""
        for node, symbols in serial_code(context):
            if isinstance(node, c_ast.ID):
                symbol = self.units.get(symbols.unit.path)
                if symbol is not None and symbols.symbol(node) is symbol:
                    return True
            unknown = isinstance(node, c_ast.FuncCall) and context.called(node, symbols) is None
            if unknown and self.touched(effects.of(node, symbols).writes, effects):
                return True
        return False


def is_scattered(
    variable: ThreadVariable, context: Context, effects: EffectsOf, regions: Sequence[ParallelRegion]
) -> bool:
    """Whether no program that conforms knows which thread has which value of a threadprivate variable.

    All that writes it are iterations of work-shared loops, right in the regions, whose schedules don't say which
    thread runs which of them.
    """
    if not context.graph.whole.complete or variable.written_by_serial_code(context, effects):
        return False
    symbols = context.symbols
    return not any(_places_values(variable, each, symbols[each.unit.path], effects) for each in regions)


def _places_values(variable: ThreadVariable, region: ParallelRegion, symbols: Symbols, effects: EffectsOf) -> bool:
    """Whether a program may know which threads have the values that a region gives a threadprivate variable."""

    def written(node: c_ast.Node) -> bool:
        return variable.touched(effects.of(node, symbols).writes, effects)

    construct = region.construct
    if any(variable.name in each.variables for each in construct.directive.all("copyin")):
        return True
    if not written(construct):
        return False
    found: list[tuple[Omp, tuple[Omp, ...]]] = []
    if construct.body is None or "for" in construct.directive.words:
        found.append((construct, ()))
    elif any(map(written, _outside_constructs(construct.body))):
        return True
    if construct.body is not None:
        found += constructs(construct.body, (construct,))
    return any(
        written(each) and ("for" not in each.directive.words or is_known(each, around)) for each, around in found
    )


def _outside_constructs(body: c_ast.Node) -> Iterator[c_ast.Node]:
    """The expressions of a region's code that may change something, and that all of its threads evaluate."""
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Assignment | c_ast.UnaryOp | c_ast.FuncCall):
            yield node
        if not isinstance(node, Omp):
            stack.extend(children(node))
