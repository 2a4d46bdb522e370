"""Pointers that lead to one member, in functions that only follow them.

A pointer to a member counts as one to the whole structure, since arithmetic leads from one member to the others.
A function that does nothing with such a parameter but read and write what it leads to (`*into = fresh;`, called
by `fill(&data->rows)`) reaches that member alone.  While constraints are solved its pointer leads to a view: an
object of its own, whose contents are the member's.  Answers name the object that the member is in.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.inclusion import bits
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT, Key, Memory, symbol_key
from mapper.analysis.whole_program.objects import Kind as Memories
from mapper.analysis.whole_program.program import Function, Whole
from mapper.ir.trees.ctypes import CType, EnumType, FloatType, IntType, PointerType
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.nodes import TRUTHS, arguments_of


class Views:
    """The views of a program's objects, and the parameters that lead to them."""

    def __init__(self, whole: Whole, memory: Memory) -> None:
        self._whole = whole
        self._memory = memory
        self._mask = 0
        self._seen: dict[int, tuple[int, str]] = {}
        self._follows: dict[tuple[Key, int], bool] = {}

    def of(self, bit: int, member: str) -> int:
        """The bit of the view of a member; that of the object where there are no members."""
        viewed = self._memory.objects[bit.bit_length() - 1]
        if bit & (MOVED_BIT | UNKNOWN_BIT | self._mask) or viewed.kind in (Memories.FUNCTION, Memories.LITERAL):
            return bit
        made = replace(viewed, key=("member", *viewed.key, member), name=f"{viewed.name}.{member}", type=None)
        view = self._memory.add(made)
        self._mask |= view
        self._seen[view.bit_length() - 1] = (bit.bit_length() - 1, member)
        return view

    def seen(self, number: int, member: str) -> tuple[int, str]:
        """The object and the member of it that an access to a member of an object or of a view reaches."""
        return self._seen.get(number, (number, member))

    def plain(self, mask: int) -> int:
        """A set of objects with those that views are of in the places of the views."""
        for number in bits(mask & self._mask):
            mask |= 1 << self._seen[number][0]
        return mask & ~self._mask

    def follows(self, key: Key, number: int, member: CType) -> bool:
        """Whether a function only reads and writes the member that the argument of this number leads to."""
        functions = self._whole.functions.get(key, ())
        if len(functions) != 1 or number >= len(functions[0].parameters):
            return False
        of = functions[0].parameters[number].type
        if not isinstance(of, PointerType) or not _is_alike(of.target, member):
            return False
        return self._only_follows(functions[0], number)

    def _only_follows(self, function: Function, number: int) -> bool:
        where = (function.key, number)
        if where not in self._follows:
            self._follows[where] = False  # a function that hands it on to itself
            parameter = function.parameters[number]
            self._follows[where] = self._uses(function, parameter) <= self._followed(function, parameter)
        return self._follows[where]

    def _uses(self, function: Function, parameter: Symbol) -> set[int]:
        names = in_body(function.definition, c_ast.ID)
        return {id(name) for name in names if function.symbols.symbol(name) is parameter}

    def _followed(self, function: Function, parameter: Symbol) -> set[int]:
        """The uses of a parameter that read or write what it leads to, look whether it is null, or hand it on."""
        body, symbols = function.definition, function.symbols
        named: list[c_ast.Node] = []
        taken = {id(node.expr) for node in in_body(body, c_ast.UnaryOp) if node.op == "&"}
        for unary in in_body(body, c_ast.UnaryOp):
            if unary.op == "!" or (unary.op == "*" and id(unary) not in taken):
                named.append(unary.expr)
        for element in in_body(body, c_ast.ArrayRef):
            if id(element) not in taken and is_zero(element.subscript):
                named.append(element.name)
        for binary in in_body(body, c_ast.BinaryOp):
            if binary.op in TRUTHS:
                named += [binary.left, binary.right]
        named += [each.cond for each in in_body(body, c_ast.If)]
        for call in in_body(body, c_ast.FuncCall):
            named += self._handed_on(call, parameter, symbols)
        return {id(each) for each in named if isinstance(each, c_ast.ID)}

    def _handed_on(self, call: c_ast.FuncCall, parameter: Symbol, symbols: Symbols) -> list[c_ast.Node]:
        """The arguments of a call that a function is called with which only follows them."""
        callee = symbols.symbol(call.name) if isinstance(call.name, c_ast.ID) else None
        if callee is None or callee.kind is not Kind.FUNCTION or not isinstance(parameter.type, PointerType):
            return []
        target, key = parameter.type.target, symbol_key(callee)
        return [
            argument
            for number, argument in enumerate(arguments_of(call))
            if symbols.symbol(argument) is parameter and self.follows(key, number, target)
        ]


def _is_alike(target: CType, member: CType) -> bool:
    """Whether a pointer to the one type leads to the whole of a member of the other, which has no members."""
    one, other = unqualified(target), unqualified(member)
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        return True
    return isinstance(one, IntType | FloatType | EnumType) and one == other
