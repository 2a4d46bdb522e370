"""Which regions the emitted program can't hold twice, and why: they are kept, with a remark.

A region that is a single loop, with one kernel, is in the emitted text once, so only its place matters.  The
body of any other region is printed a second time, for the device path, and some things can't be had twice.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.analysis.names.sharing import PREDEFINED
from mapper.analysis.names.symbols import Symbols
from mapper.emit.host_file.included import includes
from mapper.emit.regions.announce import insertions
from mapper.frontend.gnu.markers import is_stand_in
from mapper.frontend.tokens.ranges import text_range
from mapper.ir.program.host_plan import HostPlan
from mapper.ir.program.region import Kept, ParallelRegion, Program, TeamFunction
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import TextRange, Unit
from mapper.translate.lowering.statics import may_be_twice


def placed(region: ParallelRegion, symbols: Mapping[str, Symbols]) -> TextRange | Kept:
    """Where the region's construct is in the user's text, or why it can't be replaced there.

    `symbols` are those of each unit, by its path.
    """
    where = text_range(region.unit, *region.unit.extents[id(region.construct)])
    if isinstance(where, str):
        return Kept("K012", f"the construct can't be replaced in the source: {where}", region.where)
    way = includes(region.unit, where.reading)
    if isinstance(way, str):
        return Kept("K012", f"the construct can't be replaced in the source: {way}", region.where)
    if any(loop.construct is region.construct and loop.part is None for loop in region.loops):
        return where
    found = _attributes(region.construct, region.unit, "the region")
    found = found or _twice(region.construct, symbols[region.unit.path], "the region")
    for team in region.teams:
        found = found or _function_twice(team, symbols[team.unit.path])
    return found or where


def _twice(body: c_ast.Node, symbols: Symbols, what: str) -> Kept | None:
    """What in some code forbids a second copy of it."""
    unit = symbols.unit
    for node in walk(body):
        if not isinstance(node, c_ast.ID | c_ast.Decl):
            continue
        if isinstance(node, c_ast.Decl) and "static" in node.storage and not may_be_twice(node, body, symbols):
            reason = f"the static variable '{node.name}' is declared in {what}, and would exist twice"
            advice = ("the declaration may stand at file scope", None)
            return Kept("K012", reason, unit.location(node), (advice,))
        if isinstance(node, c_ast.ID) and is_stand_in(node.name):
            reason = f"{what} holds a language extension that can't be printed for its device version"
            return Kept("K018", reason, unit.location(node))
    return None


def _attributes(node: c_ast.Node, unit: Unit, what: str) -> Kept | None:
    if not unit.has_attributes(node):
        return None
    return Kept("K018", f"{what} has attributes that can't be printed for its device version", unit.location(node))


def _function_twice(team: TeamFunction, symbols: Symbols) -> Kept | None:
    """What in a function forbids a second copy of it, under another name."""
    function, unit = team.function, team.unit
    name = f"'{function.decl.name}'"
    for node in walk(function.decl):
        if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None:
            return Kept("K018", f"{name} defines a type in its declaration", unit.location(node))
    for node in walk(function.body):
        if isinstance(node, c_ast.ID) and node.name in PREDEFINED:
            return Kept("K018", f"{name} asks for its own name", unit.location(node))
    return _attributes(function, unit, name) or _twice(function.body, symbols, name)


def unreachable(program: Program, plan: HostPlan) -> dict[str, Kept]:
    """Verdicts on all regions, where host code is in a file whose text can't be put in another's place."""
    for unit in program.units:
        for reading in sorted({piece.reading for piece in insertions(plan, unit)}):
            way = includes(unit, reading)
            if isinstance(way, str):
                reason = f"host code in '{unit.readings[reading].file}' can't announce what it touches: {way}"
                return {region.id: Kept("K012", reason, region.where) for region in program.regions}
    return {}
