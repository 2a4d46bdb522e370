"""Functions that hand out nothing but a new block: wrappers of malloc, of posix_memalign, and of one another.

Such a function is recognised by its text.  What it hands out is what it returns, or what it stores through a
parameter (`int get(void **block, size_t size)`): an outlet.  At each of these places is an allocating call, a null
pointer, or a local variable that is never given anything else and whose address goes nowhere but to such
parameters of other functions; or such a pointer after arithmetic, as behind a header of the program's own, at an
aligned address, or before the block where subscripts begin with 1.  Each call of it can then be taken for an
allocation of its own.  Other blocks that it allocates, to put their addresses into the one that it hands out,
belong to the calls in its body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.points_to_sets.mappings import row_of
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.library import Place
from mapper.analysis.whole_program.objects import Key, symbol_key
from mapper.analysis.whole_program.program import Whole
from mapper.ir.trees.ctypes import ULONG, ArrayType, CType, IntType, PointerType, StructType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import INCREMENTS, arguments_of, base_of, parameters_of, walk, without_casts

RETURNED = -1
"""The outlet that is the value of the call; the others are numbers of parameters."""

Outlet = tuple[Key, int]


@dataclass(frozen=True)
class Allocators:
    """The allocating functions that the units define.

    `returning` are those whose value is a new block, `storing` those that store one through parameters, with
    the numbers of these.  Outlets of a function that hand out blocks of different calls hand out different blocks:
    `groups` gives for each outlet the first one of those that may hand out the same.  `calls` gives for each
    function the `id`s of those allocating calls in it whose block it hands out, with the group.  `stores` are the
    assignments that store it through a parameter, by their `id` and `RETURNED`, and the calls that do, with the
    number of the argument; each has its group.  `filled` gives for calls the numbers of the arguments through
    which they store it in a local variable.  `shifted` are those that may hand out a pointer elsewhere than to
    the beginning of a block, `moved` those of them for which it may lead out of the block.
    """

    returning: frozenset[Key]
    storing: Mapping[Key, tuple[int, ...]]
    groups: Mapping[Key, Mapping[int, int]]
    calls: Mapping[Key, Mapping[int, int]]
    stores: Mapping[tuple[int, int], int]
    filled: Mapping[int, tuple[int, ...]]
    shifted: frozenset[Key]
    moved: frozenset[Key]


def allocators(whole: Whole) -> Allocators:
    """Find them."""
    candidates: dict[Outlet, _Handed] = {}
    for symbols in whole.units:
        chosen = _chosen_functions(symbols)
        for definition in symbols.functions.values():
            function = symbols.symbol(definition)
            if function is None:
                continue
            key = symbol_key(function)
            for number, handed in _outlets(definition, symbols, chosen):
                candidates[key, number] = handed
    while True:
        wrong = [outlet for outlet, handed in candidates.items() if not _all_allocate(handed, candidates, whole)]
        if not wrong:
            break
        for outlet in wrong:
            del candidates[outlet]
    found = {key for key, _ in candidates}
    storing = {key: tuple(sorted(n for each, n in candidates if each == key and n >= 0)) for key in found}
    groups = {
        key: _groups({n: handed for (each, n), handed in candidates.items() if each == key}) for key in found
    }
    return Allocators(
        frozenset(key for key, number in candidates if number == RETURNED),
        {key: numbers for key, numbers in sorted(storing.items()) if numbers},
        groups,
        {
            key: {
                id(call): groups[key][number]
                for (each, number), handed in candidates.items()
                if each == key
                for call in handed.made
            }
            for key in found
        },
        {store: groups[key][number] for (key, number), handed in candidates.items() for store in handed.stores},
        _by_call(place for handed in candidates.values() for place in handed.filled),
        _with_callers({key for (key, _), handed in candidates.items() if handed.shifted}, candidates),
        _with_callers({key for (key, _), handed in candidates.items() if handed.moved}, candidates),
    )


def _groups(outlets: Mapping[int, _Handed]) -> dict[int, int]:
    """For each outlet of a function, the first of those that may hand out blocks of the same calls."""
    found: dict[int, int] = {}
    first: dict[int, int] = {}  # the groups of calls, by their `id`s
    for number in sorted(outlets):
        made = [id(call) for call in outlets[number].made]
        joined = {first[call] for call in made if call in first}
        group = min([number, *joined])
        found = {each: group if old in joined else old for each, old in found.items()} | {number: group}
        first = {call: group if old in joined else old for call, old in first.items()}
        first |= dict.fromkeys(made, group)
    return found


def _by_call(places: Iterable[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    found: dict[int, set[int]] = {}
    for call, number in places:
        found.setdefault(call, set()).add(number)
    return {call: tuple(sorted(numbers)) for call, numbers in found.items()}


def _with_callers(some: set[Key], candidates: Mapping[Outlet, _Handed]) -> frozenset[Key]:
    """Allocating functions, and those that hand out what these do."""
    found = set(some)
    while True:
        more = {
            key
            for (key, _), handed in candidates.items()
            if any(symbol_key(callee) in found for callee, _, _, _ in handed.calls)
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _all_allocate(handed: _Handed, candidates: Mapping[Outlet, _Handed], whole: Whole) -> bool:
    for callee, number, call, row in handed.calls:
        key = symbol_key(callee)
        if key in whole.functions:
            if (key, number) not in candidates:
                return False
            continue
        known = whole.library(key, row)
        if known is None or (number != RETURNED and (known.keeps or Place(number) not in known.fresh_through)):
            return False
        others = [place.position for place in known.returns]
        if number == RETURNED and not (known.fresh and all(_is_null(call, each) for each in others)):
            return False
    return True


def _is_null(call: c_ast.FuncCall, position: int) -> bool:
    """Whether an argument of a call is a null pointer: realloc is then malloc."""
    arguments = arguments_of(call)
    return position < len(arguments) and is_null(arguments[position])


def _outlets(
    definition: c_ast.FuncDef, symbols: Symbols, chosen: Mapping[Symbol, list[Symbol]]
) -> Iterator[tuple[int, _Handed]]:
    """What a function hands out that may be nothing but new blocks."""
    returned = [node.expr for node in in_body(definition, c_ast.Return)]
    sources: _Sources | None = None
    if any(_could_return_a_block(expr, symbols) for expr in returned):
        sources = _Sources(definition, symbols, chosen)
        if all(sources.allocates(expr) for expr in returned) and sources.found.calls:
            yield RETURNED, sources.found
    for number, parameter in enumerate(_pointers_to_pointers(definition, symbols)):
        if parameter is None:
            continue
        sources = _Sources(definition, symbols, chosen)
        if sources.stores_through(parameter) and sources.found.calls:
            yield number, sources.found


def _pointers_to_pointers(definition: c_ast.FuncDef, symbols: Symbols) -> list[Symbol | None]:
    """The parameters of a function, but None for those that don't lead to a pointer."""
    found: list[Symbol | None] = []
    for each in parameters_of(definition):
        symbol = symbols.symbol(each) if isinstance(each, c_ast.Decl) else None
        of = symbol.type if symbol is not None else None
        found.append(symbol if isinstance(of, PointerType) and isinstance(of.target, PointerType) else None)
    return found


def _chosen_functions(symbols: Symbols) -> dict[Symbol, list[Symbol]]:
    """The functions that variables of one unit may point to which are given nothing but functions' names."""
    given: dict[Symbol, list[Symbol | None]] = {}
    other: set[Symbol] = set()

    def note(variable: Symbol | None, value: c_ast.Node) -> None:
        if variable is not None and variable.kind is Kind.VARIABLE:
            while isinstance(value, c_ast.Cast) or (isinstance(value, c_ast.UnaryOp) and value.op == "&"):
                value = value.expr
            function = symbols.symbol(value)
            known = function is not None and function.kind is Kind.FUNCTION
            if known or not is_null(value):
                given.setdefault(variable, []).append(function if known else None)

    for root in symbols.unit.tree.ext:
        for node in walk(root):
            if isinstance(node, c_ast.Decl) and node.init is not None:
                note(symbols.symbol(node), node.init)
            elif isinstance(node, c_ast.Assignment) and isinstance(node.lvalue, c_ast.ID):
                note(symbols.symbol(node.lvalue), node.rvalue)
            elif isinstance(node, c_ast.UnaryOp) and node.op == "&":
                taken = symbols.symbol(node.expr)
                other |= set() if taken is None else {taken}
    return {
        variable: [each for each in functions if each is not None]
        for variable, functions in given.items()
        if variable not in other and not variable.external and all(each is not None for each in functions)
    }


def _could_return_a_block(expr: c_ast.Node | None, symbols: Symbols) -> bool:
    if isinstance(without_casts(expr), c_ast.ID | c_ast.FuncCall):
        return True
    return expr is not None and isinstance(symbols.type_of(expr), PointerType | ArrayType)


@dataclass
class _Handed:
    """What an outlet hands out: calls with the functions that they call, the outlets and library rows of these.

    `made` are the calls by themselves.  The other fields are as those of `Allocators`.
    """

    calls: list[tuple[Symbol, int, c_ast.FuncCall, str]] = field(default_factory=list)
    made: list[c_ast.FuncCall] = field(default_factory=list)
    stores: list[tuple[int, int]] = field(default_factory=list)
    filled: list[tuple[int, int]] = field(default_factory=list)
    shifted: bool = False
    moved: bool = False


class _Sources:
    """Follows what a function hands out to the calls that it comes from, through its local variables."""

    def __init__(self, definition: c_ast.FuncDef, symbols: Symbols, chosen: Mapping[Symbol, list[Symbol]]) -> None:
        self._definition = definition
        self._symbols = symbols
        self._chosen = chosen
        self._given: dict[Symbol, list[c_ast.Node]] = {}
        self._filled: dict[Symbol, list[tuple[c_ast.FuncCall, int]]] = {}
        self._spoiled: set[Symbol] = set()
        self._moving: set[Symbol] = set()
        self._seen: set[Symbol] = set()
        self.found = _Handed()
        for node in in_body(definition, c_ast.Assignment):
            symbol = self._whole(node.lvalue)
            if symbol is not None:
                if node.op == "=":
                    self._given.setdefault(symbol, []).append(node.rvalue)
                else:
                    self._moving.add(symbol)
        for decl in in_body(definition, c_ast.Decl):
            symbol = symbols.symbol(decl)
            if symbol is not None and decl.init is not None:
                self._given.setdefault(symbol, []).append(decl.init)
        handed: set[int] = set()
        for call in in_body(definition, c_ast.FuncCall):
            for position, argument in enumerate(arguments_of(call)):
                place = without_casts(argument)
                if isinstance(place, c_ast.UnaryOp) and place.op == "&" and isinstance(place.expr, c_ast.ID):
                    symbol = symbols.symbol(place.expr)
                    if symbol is not None and not isinstance(symbol.type, StructType):
                        self._filled.setdefault(symbol, []).append((call, position))
                        handed.add(id(place))
        for changed in in_body(definition, c_ast.UnaryOp):
            symbol = self._whole(changed.expr)
            if symbol is not None and changed.op in INCREMENTS:
                self._moving.add(symbol)
            elif changed.op == "&" and id(changed) not in handed:
                self._spoil(changed.expr)

    def _whole(self, lvalue: c_ast.Node) -> Symbol | None:
        """The variable that an lvalue is, or a union that it is a pointer or number in; others are spoiled."""
        match lvalue:
            case c_ast.ID():
                return self._symbols.symbol(lvalue)
            case c_ast.StructRef(type=".", name=c_ast.ID() as name):
                symbol = self._symbols.symbol(name)
                if _is_union(symbol) and _holds_address(self._symbols.type_of(lvalue)):
                    return symbol
        self._spoil(lvalue)
        return None

    def _spoil(self, lvalue: c_ast.Node) -> None:
        """Follow a variable no longer that may be changed in another way: by its address, or in a part."""
        base = base_of(lvalue)
        symbol = self._symbols.symbol(base) if base is not None else None
        if symbol is not None and (base is lvalue or isinstance(unqualified(symbol.type), StructType)):
            self._spoiled.add(symbol)

    def stores_through(self, parameter: Symbol) -> bool:
        """Whether a function stores nothing but new blocks through a parameter, and keeps it nowhere."""
        uses = self._uses(parameter)
        harmless: set[int] = set()
        for given in in_body(self._definition, c_ast.Assignment):
            if self._is_target(given.lvalue, parameter):
                if given.op != "=" or not self.allocates(given.rvalue):
                    return False
                self.found.stores.append((id(given), RETURNED))
        for call in in_body(self._definition, c_ast.FuncCall):
            for position, argument in enumerate(arguments_of(call)):
                place = without_casts(argument)
                if isinstance(place, c_ast.ID) and id(place) in uses:
                    callees = _called(call, self._symbols, self._chosen)
                    if len(callees) != 1:
                        return False
                    self._call(callees[:1], position, call)
                    self.found.stores.append((id(call), position))
                    self.found.made.append(call)
                    harmless.add(id(place))
        changed = False
        for kind in (c_ast.UnaryOp, c_ast.ArrayRef, c_ast.BinaryOp, c_ast.If):
            for node in in_body(self._definition, kind):
                harmless |= self._looks(node, parameter)
                if isinstance(node, c_ast.UnaryOp) and node.op in ("&", *INCREMENTS):
                    changed |= self._is_target(node.expr, parameter)
        return uses <= harmless and not changed

    def _uses(self, parameter: Symbol) -> set[int]:
        names = in_body(self._definition, c_ast.ID)
        return {id(name) for name in names if self._symbols.symbol(name) is parameter}

    def _is_target(self, node: c_ast.Node, parameter: Symbol) -> bool:
        """Whether an lvalue is what a parameter points to."""
        match node:
            case c_ast.UnaryOp(op="*", expr=c_ast.ID() as name):
                return self._symbols.symbol(name) is parameter
            case c_ast.ArrayRef(name=c_ast.ID() as name, subscript=subscript):
                return self._symbols.symbol(name) is parameter and is_null(subscript)
        return False

    def _looks(self, node: c_ast.Node, parameter: Symbol) -> set[int]:
        """The `id`s of the parameter's names that a node only looks at."""
        parts: list[c_ast.Node] = []
        match node:
            case c_ast.UnaryOp(op="*" | "!", expr=part):
                parts = [part]
            case c_ast.ArrayRef() if self._is_target(node, parameter):
                parts = [node.name]
            case c_ast.BinaryOp(op="==" | "!=" | "&&" | "||"):
                parts = [node.left, node.right]
            case c_ast.If():
                parts = [node.cond]
        return {id(part) for part in parts}

    def allocates(self, expr: c_ast.Node | None) -> bool:
        """Whether an expression is a pointer to or into what calls hand out, or null; notes the calls."""
        expr = without_casts(expr)
        match expr:
            case c_ast.FuncCall():
                callees = _called(expr, self._symbols, self._chosen)
                self._call(callees, RETURNED, expr)
                self.found.made.append(expr)
                return bool(callees)
            case c_ast.ID():
                return self._variable(self._symbols.symbol(expr))
            case c_ast.StructRef(type=".", name=c_ast.ID() as name) if _is_union(self._symbols.symbol(name)):
                return self._variable(self._symbols.symbol(name))
            case c_ast.TernaryOp():
                chosen = [expr.cond if expr.iftrue is None else expr.iftrue, expr.iffalse]
                return all([self.allocates(each) for each in chosen])
            case c_ast.Assignment(op="="):
                return self.allocates(expr.rvalue)
            case c_ast.ExprList():
                return self.allocates(expr.exprs[-1])
            case c_ast.BinaryOp(op="+" | "-" | "&"):
                sides = (expr.left, expr.right)
                bases = [side for side in sides if self._leads_to_memory(side)]
                bases = bases or [side for side in sides if self._holds_memory(side)]
                self.found.moved |= expr.op != "+" or not _plain_number(expr.right)
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
                bases = [element.name]
                self.found.moved |= not _plain_number(element.subscript)
            case c_ast.StructRef(type="->") if isinstance(self._symbols.type_of(expr), ArrayType):
                bases = [expr.name]
            case _:
                return is_null(expr)
        self.found.shifted = True
        return len(bases) == 1 and self.allocates(bases[0])

    def _call(self, callees: Iterable[Symbol], outlet: int, call: c_ast.FuncCall) -> None:
        """Note a call, for each function that it may call with its row in the library's table."""
        for callee in callees:
            row = row_of(symbol_key(callee)[1], call, self._symbols)
            self.found.calls.append((callee, outlet, call, row))

    def _variable(self, variable: Symbol | None) -> bool:
        if variable is None or not _local_address(variable) or variable in self._spoiled:
            return False
        if variable in self._seen:
            return True
        self._seen.add(variable)
        if variable in self._moving:
            self.found.shifted = self.found.moved = True
        for call, position in self._filled.get(variable, []):
            callees = _called(call, self._symbols, self._chosen)
            if not callees:
                return False
            self._call(callees, position, call)
            self.found.made.append(call)
            self.found.filled.append((id(call), position))
        return all(self.allocates(source) for source in self._given.get(variable, []))

    def _leads_to_memory(self, expr: c_ast.Node) -> bool:
        """Whether there is a pointer in an operand of arithmetic on addresses."""
        variables = (node for node in walk(expr) if isinstance(node, c_ast.ID))
        pointers = (self._symbols.symbol(node) for node in variables)
        return any(symbol is not None and isinstance(symbol.type, PointerType | ArrayType) for symbol in pointers)

    def _holds_memory(self, expr: c_ast.Node) -> bool:
        """Whether a function computes an operand, which is a number, from an address."""
        left, seen = [expr], set[Symbol]()
        while left:
            for node in walk(left.pop()):
                symbol = self._symbols.symbol(node) if isinstance(node, c_ast.ID) else None
                if symbol is not None and symbol not in seen and _local_address(symbol):
                    seen.add(symbol)
                    left += self._given.get(symbol, [])
                if isinstance(node, c_ast.FuncCall | c_ast.ID) and self._is_pointer(node):
                    return True
        return False

    def _is_pointer(self, node: c_ast.Node) -> bool:
        return isinstance(unqualified(self._symbols.type_of(node)), PointerType | ArrayType)


def _plain_number(expr: c_ast.Node) -> bool:
    """Whether an expression is a number that is not negative, and within any block that is large enough for it."""
    return isinstance(expr, c_ast.Constant) or (isinstance(expr, c_ast.UnaryOp) and expr.op == "sizeof")


def _local_address(symbol: Symbol) -> bool:
    """Whether a variable of a function's own may hold an address: a pointer, a number, or a union of such."""
    held = _holds_address(symbol.type) or _is_union(symbol)
    return symbol.kind is Kind.VARIABLE and symbol.is_automatic and held


def _holds_address(ctype: CType) -> bool:
    """Whether a value of a type has room for an address."""
    ctype = unqualified(ctype)
    return isinstance(ctype, PointerType) or (isinstance(ctype, IntType) and ctype.bits == ULONG.bits)


def _is_union(symbol: Symbol | None) -> bool:
    ctype = unqualified(symbol.type) if symbol is not None else None
    return isinstance(ctype, StructType) and ctype.union


def _called(call: c_ast.FuncCall, symbols: Symbols, chosen: Mapping[Symbol, list[Symbol]]) -> list[Symbol]:
    """The functions that a call may call; none where they are not known."""
    name = call.name
    while isinstance(name, c_ast.UnaryOp) and name.op == "*":
        name = name.expr
    symbol = symbols.symbol(name)
    if symbol is None:
        return []
    return [symbol] if symbol.kind is Kind.FUNCTION else chosen.get(symbol, [])
