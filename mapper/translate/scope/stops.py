"""Error paths: code that only the host can run, and that an iteration reaches under a condition.

Input, output, the end of the program (`assert`, `exit`, `printf`) and the time need the host.  Under a condition
they become a stop: the work-item gives up, the run-time library undoes what the kernel wrote, and the loop runs on
the CPU.  Thus whatever is on a path that leads to such a call for certain need not be translated at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.library import Flags
from mapper.analysis.whole_program.objects import symbol_key
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.nodes import Omp, children, walk
from mapper.translate.common.clock_calls import CLOCKS
from mapper.translate.common.context import Context, Definition

_HOST_ONLY = Flags.IO | Flags.NO_RETURN
_BRANCHING = (c_ast.If, c_ast.Compound, c_ast.TernaryOp, c_ast.BinaryOp)
_FIRST_ONLY = ("&&", "||")


@dataclass(eq=False)
class Stops:
    """Finds the calls that only the host can make; what it was asked of functions and branches is remembered."""

    context: Context
    _always: dict[int, bool] = field(default_factory=dict)
    _may: dict[int, bool] = field(default_factory=dict)
    _silent: dict[int, c_ast.Node] = field(default_factory=dict)

    def may(self, node: c_ast.Node | None, symbols: Symbols) -> bool:
        """Whether code may reach such a call."""
        if node is None or id(node) in self._silent:
            return False
        parts = list(walk(node))
        if any(_speaks(part) or self._call(part, symbols, self.may_reach) for part in parts):
            return True
        self._silent |= {id(part): part for part in parts if isinstance(part, _BRANCHING)}
        return False

    def always(self, node: c_ast.Node | None, symbols: Symbols) -> bool:
        """Whether a statement or expression, once begun, reaches such a call or does not end."""
        match node:
            case None | c_ast.EmptyStatement() | c_ast.Typename():
                return False
            case c_ast.Compound():
                return self.sequence(node.block_items or [], symbols)
            case c_ast.If():
                both = self.always(node.iftrue, symbols) and self.always(node.iffalse, symbols)
                return both or self.always(node.cond, symbols)
            case c_ast.For():
                return self.always(node.init, symbols) or self.always(node.cond, symbols)
            case c_ast.While() | c_ast.Switch() | c_ast.TernaryOp():
                return self.always(node.cond, symbols)
            case c_ast.DoWhile():
                return self.always(node.stmt, symbols)
            case c_ast.BinaryOp() if node.op in _FIRST_ONLY:
                return self.always(node.left, symbols)
            case c_ast.UnaryOp(op="sizeof"):
                return False
            case Omp() if node.directive.kind == "critical":
                return self.always(node.body, symbols)
            case Omp():
                return _speaks(node)
            case c_ast.Case() | c_ast.Default() | c_ast.Label():
                return False
        if self._call(node, symbols, self.always_reaches):
            return True
        return any(self.always(child, symbols) for child in children(node))

    def sequence(self, items: Sequence[c_ast.Node], symbols: Symbols) -> bool:
        """`always` for statements one behind the other."""
        for item in items:
            if self.always(item, symbols):
                return True
            if has_jump(item, c_ast.Label):
                return False
        return False

    def _call(self, node: c_ast.Node, symbols: Symbols, of_user: Callable[[Definition], bool]) -> bool:
        if not isinstance(node, c_ast.FuncCall) or not isinstance(node.name, c_ast.ID):
            return False
        symbol = symbols.symbol(node.name)
        if symbol is not None and symbol.kind is not Kind.FUNCTION:
            return False
        definition = self.context.definition(symbol) if symbol is not None else None
        if definition is not None and definition.unit.in_user_code(definition.function):
            return of_user(definition)
        known = None if symbol is None else self.context.graph.whole.library(symbol_key(symbol))
        if known is None or known.flags & Flags.JUMPS:
            return False
        return bool(known.flags & _HOST_ONLY) or node.name.name in CLOCKS

    def always_reaches(self, definition: Definition) -> bool:
        """Whether each call of a function of the user's does."""
        key = id(definition.function)
        if key not in self._always:
            self._always[key] = False  # while it is looked into: a function that calls itself
            self._always[key] = self.always(definition.function.body, definition.symbols)
        return self._always[key]

    def may_reach(self, definition: Definition) -> bool:
        """Whether a call of a function of the user's may, or may find the stack of its work-item full."""
        key = id(definition.function)
        if key not in self._may:
            self._may[key] = self.context.recursive(definition)
            self._may[key] |= self.may(definition.function.body, definition.symbols)
        return self._may[key]


def _speaks(node: c_ast.Node) -> bool:
    """Whether a node is `error at(execution)`, which writes a message, and may end the program."""
    return isinstance(node, Omp) and node.directive.kind == "error" and not node.directive.unread
