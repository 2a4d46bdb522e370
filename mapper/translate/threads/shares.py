"""What each thread computes from its number for itself: `row = me + 1;`, `double *own = buffer + me * n;`.

Such statements at the beginning of a region or function set scalars of the thread's own, from the number, from
the count of threads and from variables and other memory that keep their values.  So they can be run again wherever
a variable is used: by an iteration on the device, which knows the number of its thread, and by the threads of a
region that is made for a single statement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import Access
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.stability import Stability
from mapper.diagnostics import Location
from mapper.ir.trees.ctypes import FloatType, IntType, PointerType
from mapper.ir.trees.names import exposed_place
from mapper.ir.trees.nodes import Omp, ids, walk
from mapper.translate.common.context import Context
from mapper.translate.common.updates import mentions
from mapper.translate.threads.numbers import COUNT, NUMBER, asked, numbered

_PLAIN = (
    c_ast.ArrayDecl,  # in the type of a cast only: declarations are of scalars
    c_ast.ArrayRef,
    c_ast.Assignment,
    c_ast.BinaryOp,
    c_ast.Cast,
    c_ast.Compound,
    c_ast.Constant,
    c_ast.Decl,
    c_ast.EmptyStatement,
    c_ast.ID,
    c_ast.IdentifierType,
    c_ast.If,
    c_ast.PtrDecl,
    c_ast.Struct,
    c_ast.StructRef,
    c_ast.TernaryOp,
    c_ast.TypeDecl,
    c_ast.Typename,
    c_ast.UnaryOp,
)


@dataclass(frozen=True, eq=False, slots=True)
class Shares:
    """The statements in order, and the variables that they set.

    `obstacles` are the pointers that would be among these, with the places that are in the way.
    """

    statements: tuple[c_ast.Node, ...] = ()
    symbols: frozenset[Symbol] = frozenset()
    obstacles: Mapping[Symbol, Location] = field(default_factory=dict)

    @property
    def ignored(self) -> frozenset[int]:
        """The statements' `id`s."""
        return frozenset(map(id, self.statements))

    def value(self, symbol: Symbol, symbols: Symbols) -> c_ast.Node | None:
        """What one of the variables is set to, if a single statement without a condition sets it."""
        setting = [node for each in self.statements for found, node in changes(each, symbols) if found is symbol]
        value: c_ast.Node | None = None
        match setting[0] if len(setting) == 1 and setting[0] in self.statements else None:
            case c_ast.Decl() as declaration:
                value = declaration.init
            case c_ast.Assignment(op="=") as assignment:
                value = assignment.rvalue
        return value

    def used_in(self, code: c_ast.Node, symbols: Symbols) -> tuple[c_ast.Node, ...]:
        """The statements, if some code uses what they compute."""
        return self.statements if mentions(code, symbols, self.symbols) else ()


def changes(code: c_ast.Node, symbols: Symbols) -> Iterator[tuple[Symbol, c_ast.Node]]:
    """The variables that code may set by name, each with the declaration or expression that does it."""
    for part in walk(code):
        begins = isinstance(part, c_ast.Decl) and part.init is not None
        target = part if begins else exposed_place(part)
        symbol = symbols.symbol(target) if isinstance(target, c_ast.ID | c_ast.Decl) else None
        if symbol is not None:
            yield symbol, part


def shares(
    body: c_ast.Node,
    symbols: Symbols,
    private: frozenset[Symbol],
    numbers: frozenset[Symbol],
    context: Context,
    effects: EffectsOf,
) -> Shares:
    """Find them in the code that each thread runs; `private` are the threads' own variables."""
    items = list(body.block_items or []) if isinstance(body, c_ast.Compound) else []
    return _Finder(body, items, symbols, private, numbers, context, effects).find()


@dataclass(eq=False)
class _Finder:
    body: c_ast.Node
    items: list[c_ast.Node]
    symbols: Symbols
    private: frozenset[Symbol]
    numbers: frozenset[Symbol]
    context: Context
    effects: EffectsOf
    obstacles: dict[Symbol, Location] = field(default_factory=dict)

    @cached_property
    def stability(self) -> Stability:
        """What the code leaves as it is."""
        return Stability(self.effects, self.body, self.symbols)

    def find(self) -> Shares:
        """Take variables out until all that is left depends on nothing that changes."""
        found = self._tainted()
        while found:
            chosen = [item for item in self.items if found & self._set(item)]
            wrong = self._wrong(found, chosen)
            if not wrong:
                return Shares(tuple(chosen), frozenset(found), self.obstacles)
            found -= wrong
        return Shares(obstacles=self.obstacles)

    def _tainted(self) -> set[Symbol]:
        """The threads' own scalars that some statement sets to what depends on the number."""
        found: set[Symbol] = set()
        known = -1
        while known != len(found):
            known = len(found)
            for item in self.items:
                if not any(isinstance(part, Omp) for part in walk(item)) and numbered(
                    item, self.symbols, self.numbers | found, self.context
                ):
                    found |= {each for each in self._set(item) if self._is_own(each)}
        return found

    def _is_own(self, symbol: Symbol) -> bool:
        scalar = isinstance(symbol.type, IntType | FloatType | PointerType) and symbol.is_automatic
        return scalar and symbol in self.private and symbol not in self.numbers

    def _set(self, node: c_ast.Node) -> set[Symbol]:
        """The variables that code sets by name."""
        return {symbol for symbol, _ in changes(node, self.symbols)}

    def _wrong(self, found: set[Symbol], chosen: list[c_ast.Node]) -> set[Symbol]:
        """The variables that may have another value where the statements are run again."""
        ignored = ids(*chosen)
        wrong: set[Symbol] = set()
        for symbol, node in changes(self.body, self.symbols):
            if id(node) not in ignored and symbol in found:
                wrong.add(symbol)
                self._note([symbol], self.symbols.unit.location(node))
        for item in chosen:
            if not self._is_plain(item, found):
                wrong |= self._set(item) & found
        wrong |= {symbol for symbol in found if not self._starts(symbol, chosen)}
        first_use = self._first_use(found, ignored)
        times = Counter(symbol for item in chosen for symbol, _ in changes(item, self.symbols))
        for item in chosen[::-1]:
            once = all(times[symbol] == 1 for symbol in self._set(item))
            steady = all(self._is_steady(each, found | self.numbers) for each in self._reads(item))
            if self.items.index(item) > first_use and not (once and steady):
                wrong |= self._set(item) & found
                self._note(self._set(item), self.symbols.unit.location(item))
        return wrong

    def _starts(self, symbol: Symbol, chosen: list[c_ast.Node]) -> bool:
        """Whether the first of the statements that names a variable gives it a value for certain."""
        first = next(
            item for item in chosen if mentions(item, self.symbols, {symbol}) or symbol in self._set(item)
        )
        match first:
            case c_ast.Decl():
                return not mentions(first.init, self.symbols, {symbol})
            case c_ast.Assignment(op="=", lvalue=c_ast.ID()):
                own = self.symbols.symbol(first.lvalue) is symbol
                return own and not mentions(first.rvalue, self.symbols, {symbol})
        return False

    def _first_use(self, found: set[Symbol], ignored: set[int]) -> int:
        """The first item that uses one of the variables, and is none of the statements."""
        for at, item in enumerate(self.items):
            for part in walk(item):
                if isinstance(part, c_ast.ID) and id(part) not in ignored and self.symbols.symbol(part) in found:
                    return at
        return len(self.items)

    def _is_plain(self, item: c_ast.Node, found: set[Symbol]) -> bool:
        """Whether a statement only sets the variables, from values that stay the same in all of the code."""
        calls: set[int] = set()
        for part in walk(item):
            if isinstance(part, c_ast.FuncCall):
                if asked(part, self.symbols, self.context) not in (NUMBER, COUNT):
                    return False
                calls |= ids(part)
        for part in walk(item):
            if id(part) in calls:
                continue
            if not isinstance(part, _PLAIN):
                return False
            if isinstance(part, c_ast.Decl) and not isinstance(part.type, c_ast.TypeDecl | c_ast.PtrDecl):
                return False
        if not all(symbol in found for symbol in self._set(item)):
            return False
        before = self.items[: self.items.index(item)]
        for each in self._reads(item):
            if not self._is_settled(each, found | self.numbers, before):
                place = each.place if isinstance(each.place, c_ast.Node) else item
                writer = self.stability.writer(place, self.symbols, self.symbols)
                self._note(self._set(item), writer or self.symbols.unit.location(place))
                return False
        return True

    def _note(self, found: Iterable[Symbol], where: Location) -> None:
        """Note what is in the way of some variables, of pointers alone."""
        for symbol in found:
            if isinstance(symbol.type, PointerType):
                self.obstacles.setdefault(symbol, where)

    def _reads(self, item: c_ast.Node) -> list[Access]:
        accesses = self.effects.accesses(self.symbols).of(item)
        return [each for each in accesses if isinstance(each, Access) and each.read]

    def _is_steady(self, access: Access, known: Container[Symbol | None]) -> bool:
        """Whether what a statement reads is the same in all of the code; `known` are variables that are."""
        symbol = self.symbols.symbol(access.place) if isinstance(access.place, c_ast.ID) else None
        return symbol in known or self.stability.keeps_read(access, self.symbols)

    def _is_settled(self, access: Access, known: Container[Symbol | None], before: Iterable[c_ast.Node]) -> bool:
        """Whether what a statement reads keeps the value that it has then; `known` are variables that do."""
        if self._is_steady(access, known):
            return True
        symbol = self.symbols.symbol(access.place) if isinstance(access.place, c_ast.ID) else None
        if symbol is None or symbol not in self.private or not symbol.is_automatic:
            return False
        early = {id(part) for item in before if not isinstance(item, Omp) for part in walk(item)}
        sets = [node for each, node in changes(self.body, self.symbols) if each is symbol]
        return all(id(node) in early and not isinstance(node, c_ast.UnaryOp) for node in sets)
