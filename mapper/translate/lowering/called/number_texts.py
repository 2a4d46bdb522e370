"""`strtol`, `strtod` and their like: the number that a text begins with, and a pointer behind it.

Kernels have no pointers to pointers, so what the call stores is assigned beside it:
`x = strtod(s, &end)` becomes `x = (v = value(s), n = length(s), end = s + n, v)`.
"""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from mapper.analysis.names.types import unqualified
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG, CType, PointerType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import addressed, arguments_of, called_name, has_effects, without_casts
from mapper.translate.library.sources import may_be_called, own_function
from mapper.translate.scope.functions import device_function
from mapper.translate.scope.part import Part

_SIGNED: Final = ("strtol_value", "strtol_length")
_UNSIGNED: Final = ("strtoul_value", "strtol_length")
_READERS: Final = {
    "strtol": _SIGNED,
    "strtoll": _SIGNED,
    "strtoimax": _SIGNED,
    "strtoul": _UNSIGNED,
    "strtoull": _UNSIGNED,
    "strtoumax": _UNSIGNED,
    "strtod": ("strtod_value", "strtod_length"),
    "strtof": ("strtof_value", "strtod_length"),
}


def end_of_number(node: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node] | None:
    """The pointer that a call sets behind a number, and the text of which that is a part; None for other nodes."""
    if not isinstance(node, c_ast.FuncCall) or called_name(node) not in _READERS:
        return None
    text, end, *_ = (*arguments_of(node), None, None)
    target = addressed(without_casts(end))
    return None if text is None or target is None else (target, text)


class NumberTexts(Part):
    """Lowers such calls in one frame."""

    def call(self, node: c_ast.FuncCall) -> c_ast.Node | None:
        """The value of a call; None for calls of other functions."""
        scope, name, given = self.frame.scope, called_name(node), arguments_of(node)
        readers = _READERS.get(name)
        if readers is None or len(given) < 2 or not may_be_called(name, self.frame.symbols, scope.context):
            return None
        if scope.context.errno.behind(scope.construct):
            self.frame.refuse("K004", f"`{name}` may set `errno`, which is read behind the loop", node)
        value, length = (self._read(node, reader) for reader in readers)
        if is_null(given[1]):
            return value
        found = end_of_number(node)
        if found is None or not isinstance(self.expressions.type_of(found[0]), PointerType):
            self.frame.refuse("K009", f"`{name}` gets a pointer to a pointer inside the loop", node)
        target, text = found
        if any(has_effects(each) for each in (target, text, *given[2:])):
            self.frame.refuse("K004", f"`{name}` has arguments with side effects", node)
        result, taken = self._held(unqualified(self.expressions.type_of(node))), self._held(ULONG)
        steps = [build.assign(build.identifier(result), value), build.assign(build.identifier(taken), length)]
        return c_ast.ExprList([*steps, self._end(target, text, taken), build.identifier(result)])

    def _held(self, ctype: CType) -> str:
        """A variable of the body."""
        name = self.frame.scope.fresh("number", ctype)
        self.frame.literals.append(build.declaration(name, ctype))
        return name

    def _read(self, node: c_ast.FuncCall, reader: str) -> c_ast.Node:
        known = own_function(reader)
        text, _, *base = arguments_of(node)
        call = c_ast.FuncCall(c_ast.ID(reader, node.coord), c_ast.ExprList([text, *base]), node.coord)
        calls = self.expressions.calls
        return calls.called(call, device_function(calls, call, known), known.symbols.symbol(known.function))

    def _end(self, target: c_ast.Node, text: c_ast.Node, taken: str) -> c_ast.Node:
        """The assignment to the pointer."""
        ctype = self.expressions.type_of(target)
        member = self.expressions.own.changes(target, ctype)
        of = self.expressions.own.number(text, ctype) if member else self.expressions.converted(text, ctype)
        return build.assign(
            self.expressions.object(target, Access.WRITE), build.binary("+", of, build.identifier(taken))
        )
