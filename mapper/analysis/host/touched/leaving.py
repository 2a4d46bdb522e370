"""Statements behind which the next one may not run: they jump, return, or call what may end the program."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph, Targets
from mapper.analysis.whole_program.library import Flags
from mapper.analysis.whole_program.objects import Key
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.nodes import walk


class Leaving:
    """Finds them in the functions of a program."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph
        outside = (key for group in graph.bottom_up for key in group if key not in graph.whole.functions)
        self._ending = graph.leads_to(key for key in outside if self._ends(key))

    def may_leave(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether the statement behind this one in its block may be left out."""
        if has_jump(node):
            return True
        calls = (each for each in walk(node) if isinstance(each, c_ast.FuncCall))
        return any(self.may_end(self._graph.targets(call, symbols)) for call in calls)

    def may_end(self, targets: Targets) -> bool:
        """Whether a call may not come back."""
        return targets.unknown or not self._ending.isdisjoint(targets.all)

    def _ends(self, key: Key) -> bool:
        known = self._graph.whole.library(key)
        return known is None or Flags.NO_RETURN in known.flags
