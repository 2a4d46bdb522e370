"""What memory an expression may denote: flow-insensitive points-to analysis of the whole program.

Inclusion-based (Andersen), over all units at once; objects are variables, allocating calls, string literals and
functions.  What different members of structures point to is distinguished by their names (`fields.py`), what
elements of an array point to is not.  Calls of functions that return a block which they have just allocated, and
nothing else, count as allocating calls themselves.

When one of the units defines `main`, the units are taken for the whole program together with libraries that know
only what is passed to them.  Otherwise any external function may be called, and any external object changed, from
outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind as SymbolKind
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.points_to_sets.allocators import RETURNED
from mapper.analysis.pointers.points_to_sets.fields import member_names
from mapper.analysis.pointers.points_to_sets.mappings import row_of
from mapper.analysis.pointers.points_to_sets.queries import Query, callee_name, linked_name, special_name, unnamed
from mapper.analysis.pointers.points_to_sets.solution import Solution
from mapper.analysis.pointers.points_to_sets.value_flow import Names, ValueFlow, is_place, too_narrow
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.messages import BEGINNING, MESSAGES
from mapper.analysis.whole_program.objects import (
    MOVED_BIT,
    UNKNOWN_BIT,
    Key,
    Kind,
    Memory,
    MemoryObject,
    symbol_key,
)
from mapper.analysis.whole_program.program import Function, Whole
from mapper.ir.trees.ctypes import Member, StructType
from mapper.ir.trees.nodes import addressed, arguments_of, children, without_casts

_EXPRESSIONS = (
    c_ast.Assignment,
    c_ast.ArrayRef,
    c_ast.BinaryOp,
    c_ast.Cast,
    c_ast.CompoundLiteral,
    c_ast.ExprList,
    c_ast.FuncCall,
    c_ast.GenericSelection,
    c_ast.ID,
    c_ast.StructRef,
    c_ast.TernaryOp,
    c_ast.UnaryOp,
)


def points_to(whole: Whole) -> PointsTo:
    """Analyse all units of a program.

    Floating-point values are taken for mere numbers first.  If pointers turn out to be in one, the program is
    analysed again, with values that may hold their bits.
    """
    solution = _solved(Solution(whole))
    return PointsTo(_solved(Solution(whole, floats_point=True)) if solution.pointers_in_floats() else solution)


def _solved(solution: Solution) -> Solution:
    for symbols in solution.whole.units:
        _Collector(solution, symbols).run()
    solution.close()
    solution.constraints.solve()
    return solution


class PointsTo:
    """The answer for a program: what each lvalue may denote and each pointer point to."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._queries: dict[str, Query] = {}

    @property
    def memory(self) -> Memory:
        """All objects of the program."""
        return self._solution.memory

    def objects(
        self, expr: c_ast.Node, symbols: Symbols, *, names: Names | None = None
    ) -> frozenset[MemoryObject]:
        """What the value of `expr` may point to; for an array, the array.  Never empty.

        `names` answers for the identifiers of a tree that is not (a clone) of the unit.
        """
        return frozenset(self.memory.listed(self.pointed(expr, symbols, names=names)))

    def pointed(self, expr: c_ast.Node, symbols: Symbols, *, names: Names | None = None) -> int:
        """`objects` as a mask; it holds `MOVED_BIT` where the pointer may have left its block by arithmetic."""
        mask = self._plain(self._query(symbols, names).value(expr))
        return mask if mask & ~MOVED_BIT else mask | UNKNOWN_BIT

    def located(self, expr: c_ast.Node, symbols: Symbols, *, names: Names | None = None) -> int:
        """`denoted` as a mask."""
        mask = self._plain(self._query(symbols, names).address(expr))
        return mask if mask & ~MOVED_BIT else mask | UNKNOWN_BIT

    def of_symbol(self, symbol: Symbol) -> int:
        """The mask of the object of a variable or function."""
        return self._solution.object_of(symbol)

    def contents(self, mask: int) -> int:
        """What the contents of objects may point to."""
        return self._plain(self._solution.contents_of(mask))

    def reachable(self, mask: int) -> int:
        """The objects, and all that can be reached from them through pointers."""
        found = 0
        while mask & ~found:
            found |= mask
            mask = self.contents(mask)
        return found

    def allocates(self, call: c_ast.FuncCall, symbols: Symbols) -> bool:
        """Whether a call returns nothing but a new block (or a null pointer)."""
        symbol = symbols.symbol(call.name)
        if symbol is None or symbol.kind is not SymbolKind.FUNCTION:
            return False
        key = symbol_key(symbol)
        known = self._solution.whole.library(key, row_of(key[1], call, symbols))
        return key in self._solution.allocators.returning if known is None else known.allocates

    @property
    def shifted(self) -> int:
        """The allocated objects whose pointers may not lead to the beginning of a block."""
        return self._solution.shifted

    @property
    def many(self) -> int:
        """The objects that may represent more than one piece of memory: blocks of calls that are made again."""
        return self._solution.many

    @property
    def escaped(self) -> int:
        """The objects that code outside of the program may know."""
        return self._plain(self._solution.constraints.members(self._solution.outside))

    @property
    def escaped_elsewhere(self) -> int:
        """Of the escaped objects, those that code knows which is no message (`whole_program.messages`).

        Messages count where such code may know their requests.
        """
        elsewhere = self._solution.constraints.members(self._solution.elsewhere)
        return elsewhere if self.messages_announced else self.escaped

    @property
    def in_messages(self) -> int:
        """The objects that messages are made of."""
        return self._solution.constraints.members(self._solution.in_messages)

    @cached_property
    def messages_announced(self) -> bool:
        """Whether the program itself says which bytes messages touch, as it alone knows all requests."""
        ask = self._solution.constraints.members
        elsewhere = ask(self._solution.elsewhere)
        requests = 0
        for symbols in self._solution.whole.units:
            for definition in symbols.functions.values():
                for call in in_body(definition, c_ast.FuncCall):
                    name = callee_name(call)
                    if name in MESSAGES and ("external", name) in self._solution.whole.functions:
                        return False
                    if name in BEGINNING and call.args is not None:
                        requests |= self.pointed(call.args.exprs[-1], symbols)
        return not requests & elsewhere & ~MOVED_BIT

    @property
    def kept_by_library(self) -> int:
        """The objects that library functions know after a call, and touch in later ones: buffers of streams."""
        return self.reachable(self._solution.constraints.members(self._solution.in_library))

    def functions(self, mask: int) -> list[Key]:
        """The keys of the functions among objects."""
        return [each.key for each in self.memory.listed(mask) if each.kind is Kind.FUNCTION]

    def _plain(self, mask: int) -> int:
        return self._solution.views.plain(mask)

    def _query(self, symbols: Symbols, names: Names | None) -> Query:
        if names is not None:
            return Query(self._solution, symbols, names)
        path = symbols.unit.path
        if path not in self._queries:
            self._queries[path] = Query(self._solution, symbols, symbols)
        return self._queries[path]


class _Collector(ValueFlow[int]):
    """Reads the code of a unit once and states its constraints; a set is a node of the constraint system."""

    def __init__(self, solution: Solution, symbols: Symbols) -> None:
        self.names = symbols
        self.floats_point = solution.floats_point
        self._symbols = symbols
        self._solution = solution
        self._add = solution.constraints
        self._single: dict[int, int] = {}
        self._function: Function | None = None

    def run(self) -> None:
        """Walk the declarations of the file and the bodies of the user's functions."""
        for node in self._symbols.unit.tree.ext:
            if isinstance(node, c_ast.Decl):
                self._walk(node)
        for definition in self._symbols.functions.values():
            self._function = self._solution.whole.function_of(definition)
            self._walk(definition.body)

    def _walk(self, root: c_ast.Node) -> None:
        stack: list[c_ast.Node] = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, _EXPRESSIONS):
                self.value(node)
            elif isinstance(node, c_ast.Decl):
                symbol = self._symbols.symbol(node)
                if symbol is not None and symbol.kind is SymbolKind.VARIABLE:
                    self.initialise(node, symbol)
            elif isinstance(node, c_ast.Return):
                if node.expr is not None and self._function is not None:
                    self._return(node.expr, self._function.key)
            elif not isinstance(node, c_ast.Typedef | c_ast.StaticAssert):
                stack.extend(reversed(children(node)))

    def _return(self, expr: c_ast.Node, key: Key) -> None:
        of = unqualified(self._symbols.type_of(expr))
        if isinstance(of, StructType):  # what calls return is an object of its own
            self._fill(self._pointer(self._solution.returned(key)), expr, of)
        else:
            self._add.copy(self.value(expr), self._solution.result(key))

    # ---- sets are nodes ------------------------------------------------------------------------------------

    @property
    def nothing(self) -> int:
        return self._solution.nothing

    def _pointer(self, bit: int) -> int:
        node = self._solution.point(bit)
        self._single[node] = bit
        return node

    def of_symbol(self, symbol: Symbol) -> int:
        return self._pointer(self._solution.object_of(symbol))

    def of_node(self, node: c_ast.Node) -> int:
        return self._pointer(unnamed(self._solution, node, self._symbols))

    def load(self, pointer: int, part: str = "") -> int:
        if pointer in self._single:
            return self._solution.read(self._single[pointer], part)
        if pointer == self.nothing:
            return self.nothing
        value = self._add.node()
        self._add.load(pointer, value, part)
        return value

    def store(self, pointer: int, value: int, part: str = "") -> None:
        if value == self.nothing:
            return
        if pointer in self._single:
            self._add.copy(value, self._solution.written(self._single[pointer], part))
        else:
            self._add.store(pointer, value, part)

    def float_read(self, address: int, part: str) -> None:
        self._solution.floats_read.add((address, part))

    def float_made(self, value: int) -> None:
        self._solution.floats_made.add(value)

    @property
    def shared(self) -> Mapping[str, str]:
        return self._solution.shared

    def members(self, of: StructType) -> Sequence[Member] | None:
        return self._symbols.members(of)

    def parts(self, of: StructType) -> frozenset[str] | None:
        return member_names(of, self._symbols, self.shared)

    def join(self, values: Iterable[int]) -> int:
        distinct = sorted(set(values) - {self.nothing})
        if len(distinct) <= 1:
            return distinct[0] if distinct else self.nothing
        return self._joined(distinct, 0)

    def moved(self, value: int) -> int:
        return value if value == self.nothing else self._joined([value], MOVED_BIT)

    def _joined(self, values: Iterable[int], initial: int) -> int:
        node = self._add.node(initial)
        for value in values:
            self._add.copy(value, node)
        return node

    def call(self, node: c_ast.FuncCall, function: int, arguments: list[int]) -> int:
        solution = self._solution
        special = special_name(callee_name(node))
        if special == "va_start" and self._function is not None and arguments:
            self.store(arguments[0], self._pointer(solution.variable_arguments(self._function)))
        if special:
            lists = arguments[0] if special == "va_arg" and arguments else self.nothing
            return self.variable_argument(lists) if special != "va_arg_pack" else solution.variadic
        new = solution.unnamed(node, self._symbols, Kind.HEAP, callee_name(node))
        own = self._function.key if self._function is not None else ()
        if solution.repeated.call(node, own):
            solution.many |= new
        bit = self._single.get(function)
        if bit is None:
            result = self._add.node()
            solution.watch_calls(function, arguments, result, new)
            if (group := solution.makes(own, node)) is not None:
                self._made(node, solution.made_in(own, group), result, arguments)
            return result
        target = solution.memory.objects[bit.bit_length() - 1]
        if target.kind is not Kind.FUNCTION:
            return self.nothing
        result = self._add.node()
        known = solution.whole.library(target.key)
        instead = self._given_blocks(node, own, arguments)
        if target.key in solution.allocators.returning:
            solution.bind(target.key, target.name, arguments, self._add.node(), new, instead)
            self._add.include(result, solution.makes_block(target.key, RETURNED, new))
            if target.key in solution.allocators.moved:
                self._add.include(result, MOVED_BIT)
        else:
            self._hand_over(node, target.key, arguments)
            self._narrow(node, target.key, arguments)
            row = row_of(linked_name(target), node, self._symbols)
            solution.bind(target.key, row, arguments, result, new, instead)
            opaque = target.key not in solution.whole.functions and solution.whole.library(target.key, row) is None
            if opaque and too_narrow(self._symbols.type_of(node)):
                result = self.nothing
        if (group := solution.makes(own, node)) is not None:
            blocks = solution.made_in(own, group)
            returned = target.key in solution.allocators.returning or (known is not None and known.fresh)
            self._made(node, blocks, result if returned else self._add.node(), arguments)
            for each in sorted(solution.groups(target.key)):
                self._add.copy(blocks, solution.made_in(target.key, each))
        return result

    def _given_blocks(self, node: c_ast.FuncCall, own: Key, arguments: Sequence[int]) -> dict[int, int]:
        """What gets the blocks that a call may store through arguments: members, and outlets of `own`."""
        found: dict[int, int] = {}
        for number, (argument, address) in enumerate(zip(arguments_of(node), arguments, strict=True)):
            place = addressed(without_casts(argument))
            if (group := self._solution.allocators.stores.get((id(node), number))) is not None:
                found[number] = self._solution.handed_out(own, group)
            elif place is not None and (part := self.part(place)):
                found[number] = self._add.node()
                self.store(address, found[number], part)
        return found

    def _assignment(self, expr: c_ast.Assignment) -> int:
        group = self._solution.allocators.stores.get((id(expr), RETURNED))
        if group is None or self._function is None:
            return super()._assignment(expr)
        value = self.value(expr.rvalue)  # each call of the function stores a block of its own
        self._add.copy(value, self._solution.handed_out(self._function.key, group))
        return value

    def _made(self, node: c_ast.FuncCall, blocks: int, result: int, arguments: Sequence[int]) -> None:
        """A call makes the block that the function around it hands out: `blocks`, those of each call of that."""
        self._add.copy(blocks, result)
        for argument in self._solution.allocators.filled.get(id(node), ()):
            self._add.store(arguments[argument], blocks)

    def _hand_over(self, node: c_ast.FuncCall, key: Key, arguments: list[int]) -> None:
        """Structures that are arguments are copied member by member; nothing is left of them in `arguments`."""
        functions = self._solution.whole.functions.get(key, ())
        for number, parameter in enumerate(
            functions[0].parameters[: len(arguments)] if len(functions) == 1 else ()
        ):
            given = node.args.exprs[number]
            of = unqualified(self._symbols.type_of(given))
            if isinstance(of, StructType) and self.parts(of) is not None and is_place(given):
                self._copy(self.of_symbol(parameter), self.address(given), of)
                arguments[number] = self.nothing

    def _narrow(self, node: c_ast.FuncCall, key: Key, arguments: list[int]) -> None:
        """Arguments that are addresses of members lead to these alone, where the function only follows them."""
        views, add = self._solution.views, self._add
        for number, argument in enumerate(arguments_of(node)):
            place = addressed(without_casts(argument))
            part = "" if place is None else self.part(place)
            if place is not None and part and views.follows(key, number, self._symbols.type_of(place)):
                made = add.node()

                def found(each: int, made: int = made, part: str = part) -> None:
                    add.include(made, views.of(1 << each, part))

                add.watch(arguments[number], found)
                arguments[number] = made

    def result_of(self, call: c_ast.FuncCall) -> int | None:
        function = self.value(call.name)
        target = self._solution.memory.objects[self._single.get(function, UNKNOWN_BIT).bit_length() - 1]
        if target.key not in self._solution.whole.functions:
            return None
        self.value(call)
        return self._pointer(self._solution.returned(target.key))
