"""What an expression may point to, or denote, once the constraints of a program are solved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.points_to_sets.allocators import RETURNED
from mapper.analysis.pointers.points_to_sets.mappings import row_of
from mapper.analysis.pointers.points_to_sets.solution import Solution
from mapper.analysis.pointers.points_to_sets.value_flow import Names, ValueFlow, too_narrow
from mapper.analysis.whole_program.library import Library
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT, Kind, MemoryObject


class Query(ValueFlow[int]):
    """Reads an expression after solving; a set is a mask of objects."""

    def __init__(self, solution: Solution, symbols: Symbols, names: Names) -> None:
        self.names = names
        self.floats_point = solution.floats_point
        self._symbols = symbols
        self._solution = solution

    nothing = 0

    def of_symbol(self, symbol: Symbol) -> int:
        """The bit of the object of a variable or function."""
        return self._solution.object_of(symbol)

    def of_node(self, node: c_ast.Node) -> int:
        """The bit of the object that a literal or a temporary value is."""
        return unnamed(self._solution, node, self._symbols)

    def load(self, pointer: int, part: str = "") -> int:
        """What is stored in some objects, or in a member of them."""
        return self._solution.contents_of(pointer, part)

    def store(self, pointer: int, value: int, part: str = "") -> None:
        """Nothing: a question changes nothing."""

    @property
    def shared(self) -> Mapping[str, str]:
        """The members that may share memory with others, with the names that they go by."""
        return self._solution.shared

    def join(self, values: Iterable[int]) -> int:
        """The union of sets."""
        result = 0
        for value in values:
            result |= value
        return result

    def moved(self, value: int) -> int:
        """What a pointer may point to after arithmetic."""
        return value | MOVED_BIT if value else 0

    def call(self, node: c_ast.FuncCall, function: int, arguments: list[int]) -> int:
        """What a call may return."""
        solution = self._solution
        ask = solution.constraints.members
        special = special_name(callee_name(node))
        if special:
            lists = arguments[0] if special == "va_arg" and arguments else self.nothing
            return self.variable_argument(lists) if special != "va_arg_pack" else ask(solution.variadic)
        new = solution.unnamed(node, self._symbols, Kind.HEAP, callee_name(node))
        result = 0
        for target in solution.memory.listed(function):
            if target.key in solution.allocators.returning and function.bit_count() == 1:
                result |= solution.block(target.key, RETURNED, new)
                result |= MOVED_BIT if target.key in solution.allocators.moved else 0
            elif target.key in solution.whole.functions:
                result |= ask(solution.result(target.key))
            else:
                row = row_of(linked_name(target), node, self._symbols)
                known = solution.whole.library(target.key, row)
                if known is not None or not too_narrow(self.names.type_of(node)):
                    result |= self._library_result(known, arguments, new)
        return result

    def _library_result(self, known: Library | None, arguments: Sequence[int], new: int) -> int:
        ask = self._solution.constraints.members
        if known is None:
            return ask(self._solution.elsewhere)
        result = new if known.fresh else 0
        if known.outside:
            result |= UNKNOWN_BIT
        if known.kept:
            result |= ask(self._solution.in_library) | MOVED_BIT
        if known.parsed:
            result |= ask(self._solution.in_text)
        if known.received:
            result |= ask(self._solution.in_files)
        for place in (*known.returns, *known.returns_into):
            for position in place.positions(len(arguments)):
                value = arguments[position]
                for _ in range(place.depth):
                    value = self._solution.contents_of(value)
                result |= value
        return result | (MOVED_BIT if known.returns_into else 0)


def linked_name(target: MemoryObject) -> str:
    """The name by which the linker knows a function."""
    return target.key[1] if target.key[0] == "external" else target.name


def unnamed(solution: Solution, node: c_ast.Node, symbols: Symbols) -> int:
    """The bit of the object that a literal or a temporary value is."""
    if isinstance(node, c_ast.Constant):
        return solution.unnamed(node, symbols, Kind.LITERAL, "string")
    return solution.unnamed(node, symbols, Kind.AUTOMATIC, "temporary")


def callee_name(node: c_ast.FuncCall) -> str:
    """The name in a call; `call` where it is no name."""
    return node.name.name if isinstance(node.name, c_ast.ID) else "call"


def special_name(name: str) -> str:
    """What GCC knows of variable arguments, apart from the prefix of its name; empty for all other functions."""
    plain = name.removeprefix("__builtin_")
    return plain if plain in ("va_arg", "va_arg_pack", "va_start") else ""
