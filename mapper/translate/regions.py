"""Parallel regions: which there are, and what becomes of each loop in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from pycparser import c_ast

from mapper.analysis.sharing_check import constructs
from mapper.analysis.symbols import Symbols
from mapper.ir.nodes import Omp
from mapper.ir.region import Kept, ParallelRegion, WorkLoop
from mapper.ir.unit import Unit
from mapper.translate.context import Context
from mapper.translate.kept import Refused
from mapper.translate.outline import Loop, outline

Unchanged = Callable[[c_ast.Node, c_ast.Node, Symbols], bool]


@dataclass(frozen=True, eq=False, slots=True)
class Regions:
    """Finds the regions of one unit."""

    context: Context
    unit: Unit
    symbols: Symbols
    unchanged: Unchanged

    def of_function(self, function: c_ast.FuncDef) -> Iterator[ParallelRegion]:
        """The regions in one function, in source order."""
        ids: dict[int, str] = {}
        stem = re.sub(r"\W", "_", PurePath(self.unit.path).stem)
        for construct, _ in constructs(function.body):
            if "for" in construct.directive.words:
                ids[id(construct)] = f"{stem}_{function.decl.name}_{len(ids) + 1}"
        for construct, enclosing in constructs(function.body):
            words = construct.directive.words
            if "parallel" in words and not any("parallel" in each.directive.words for each in enclosing):
                yield self._region(function, construct, ids)

    def _region(self, function: c_ast.FuncDef, construct: Omp, ids: dict[int, str]) -> ParallelRegion:
        loops = tuple(
            self._loop(ids[id(each)], each, enclosing)
            for each, enclosing in constructs(construct)
            if "for" in each.directive.words
        )
        condition = construct.directive.first("if")
        name = loops[0].id if loops else f"{function.decl.name}"
        kept = None
        if construct.directive.kind != "parallel for":
            kept = Kept("K001", f"`{construct.directive.kind}` is not translated", construct.directive.where)
        return ParallelRegion(
            name,
            self.unit,
            function,
            construct,
            construct.directive.where,
            loops,
            condition=condition.expression if condition is not None else None,
            kept=kept,
        )

    def _loop(self, name: str, construct: Omp, enclosing: Sequence[Omp]) -> WorkLoop:
        where = construct.directive.where
        loop = Loop(name, self.unit, self.symbols, construct, enclosing, where)
        try:
            kernel = outline(loop, self.context, lambda node: self.unchanged(node, construct, self.symbols))
        except Refused as refused:
            return WorkLoop(name, construct, where, None, refused.kept)
        return WorkLoop(name, construct, where, kernel)
