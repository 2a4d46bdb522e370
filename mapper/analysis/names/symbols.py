"""Semantic analysis of a unit: what each identifier means, and the type of each expression.

`resolve(unit)` walks the unit once; types of expressions are found when they are asked for, and remembered.
Nodes of the unit are known by identity.  A clone of such a node (see `mapper.ir.trees.nodes.clone`) is known by
its coordinate as long as it keeps its name, so that questions may be asked about trees that were cut out of the
unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import TypeVar, cast

from pycparser import c_ast

from mapper.analysis.names.clause_constants import counts_settled
from mapper.analysis.names.constants import evaluate
from mapper.analysis.names.expression_types import Spines, expression_type
from mapper.analysis.names.layout import Field, Record, lay_out
from mapper.analysis.names.libc import DEVICE_FUNCTIONS, DeviceFunction
from mapper.analysis.names.resolution.initializers import completed
from mapper.analysis.names.resolution.resolver import Resolver
from mapper.analysis.names.resolution.selections import settle
from mapper.analysis.names.scopes import Kind, Place, StorageClass, Symbol
from mapper.ir.trees.ctypes import ArrayType, CType, Member, StructType
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit

__all__ = ["Kind", "StorageClass", "Symbol", "Symbols", "remembered", "resolve"]

T = TypeVar("T")


def resolve(unit: Unit) -> Symbols:
    """Bind the names of a unit, and put what is chosen by types in the place of the choices in its tree."""
    resolver = Resolver(unit)
    resolver.run()
    resolver.keep(settle(unit, resolver))
    symbols = Symbols(resolver)
    resolver.keep(counts_settled(unit, symbols.constant))
    return symbols


class Symbols:
    """The meaning of a unit's names and the types of its expressions.

    `everywhere` are names that the translation gives to variables of any unit
    (`mapper.analysis.whole_program.addresses`), `other_functions` are names of library functions that mean a
    function of the user's in this program.  `unclear` says, by the tag of an incomplete type, why no other unit's
    definition counts.
    """

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._unit = resolver.unit
        self._remembered: dict[int, CType] = {}
        self._answers: dict[tuple[object, int], object] = {}
        self.spines: Spines = {}
        self._originals: dict[int, list[c_ast.Node]] = {}
        self._by_function: tuple[int, Mapping[int, Sequence[int]]] = 0, {}
        self.everywhere: Mapping[str, Symbol] = {}
        self.other_functions: frozenset[str] = frozenset()
        self.unclear: dict[str, str] = {}
        self._borrowed: list[StructType] = []

    @property
    def unit(self) -> Unit:
        """The unit that was analysed."""
        return self._unit

    def answer(self, question: Callable[[c_ast.Node, Symbols], T], node: c_ast.Node) -> T:
        """What a question about a node and all below it has for an answer, asked once for the unit and its nodes.

        These exist as long as this, and nothing changes them.
        """
        if id(node) not in self._resolver.places and node is not self._unit.tree:
            return question(node, self)
        key = question, id(node)
        if key not in self._answers:
            self._answers[key] = question(node, self)
        return cast(T, self._answers[key])

    def device_function(self, name: str) -> DeviceFunction | None:
        """The library function of this name, where the device has it too, and where the name means it."""
        return None if name in self.other_functions else DEVICE_FUNCTIONS.get(name)

    # ---- names -----------------------------------------------------------------------------------------------

    def symbol(self, node: c_ast.Node) -> Symbol | None:
        """The symbol that an identifier or declaration means; None for undeclared names and other nodes."""
        number = self._resolver.uses.get(id(node))
        if number is None:
            number = self._number(node)
        if number is None:
            original = self._original(node)
            number = None if original is None else self._number(original)
        return None if number is None else self._resolver.symbols[number]

    def _number(self, node: c_ast.Node) -> int | None:
        if isinstance(node, c_ast.FuncDef):
            node = node.decl
        number = self._resolver.uses.get(id(node))
        return self._resolver.declarations.get(id(node)) if number is None else number

    def lookup(self, name: str, at: c_ast.Node) -> Symbol | None:
        """What `name` means at the place of a statement, directive or expression of the unit."""
        place = self._resolver.places.get(id(at))
        if place is None:
            original = self._original(at)
            place = self._resolver.places.get(id(original)) if original is not None else None
        if place is None:
            place = Place(self._resolver.file, self._resolver.moment)
        number = place.scope.find(name, place.moment)
        return self.everywhere.get(name) if number is None else self._resolver.symbols[number]

    @property
    def all(self) -> tuple[Symbol, ...]:
        """All symbols of the unit, in the order of their first declaration, without prototypes' parameters."""
        return tuple(s for s in self._resolver.symbols if s.kind is not Kind.PARAMETER or s.function is not None)

    def of_function(self, function: c_ast.FuncDef) -> Iterator[Symbol]:
        """Those of `all` that a function declares, with its parameters, in the order of declarations."""
        symbols = self._resolver.symbols
        if self._by_function[0] != len(symbols):
            numbers: defaultdict[int, list[int]] = defaultdict(list)
            for number, symbol in enumerate(symbols):
                numbers[id(symbol.function)].append(number)
            self._by_function = len(symbols), numbers
        found = (symbols[number] for number in self._by_function[1].get(id(function), ()))
        return (each for each in found if each.function is function)

    @property
    def global_symbols(self) -> Mapping[str, Symbol]:
        """The symbols of the file scope (with functions and `extern` objects declared in blocks) by name."""
        return {symbol.name: symbol for symbol in self._resolver.symbols if symbol.file_scope}

    @cached_property
    def _open(self) -> frozenset[str]:
        declared = (each for each in self.unit.declarations if each.init is None)
        return frozenset(
            each.name for each in declared if isinstance(each.type, c_ast.ArrayDecl) and not each.type.dim
        )

    def is_open(self, name: str) -> bool:
        """Whether an array of the file scope has a declaration without its length: `sizeof` may not know it."""
        return name in self._open

    @property
    def functions(self) -> Mapping[str, c_ast.FuncDef]:
        """The functions that the user defines in this unit, in source order."""
        return self._resolver.functions

    # ---- types -----------------------------------------------------------------------------------------------

    def type_of(self, expr: c_ast.Node) -> CType:
        """The type of an expression: arrays as arrays, lvalues with their qualifiers; void where it has none."""
        key = id(expr)
        found = self._remembered.get(key)
        if found is None:
            found = expression_type(expr, self)
            if key in self._resolver.places:  # a node of the unit: it exists as long as this
                self._remembered[key] = found
        return found

    def identifier_type(self, node: c_ast.ID) -> CType | None:
        """The type of an identifier in an expression; None where it is not declared."""
        symbol = self.symbol(node)
        return None if symbol is None else symbol.type

    def declared_type(self, node: c_ast.Node) -> CType:
        """The type that a declaration, typedef, type name or compound literal gives.

        For a parameter it is the adjusted type.  Nodes that are not of the unit are read at file scope.
        """
        original = node if id(node) in self._resolver.types else self._original(node)
        if isinstance(node, c_ast.CompoundLiteral):
            return completed(self.declared_type(node.type), node.init, self, self._resolver.records)
        if original is not None and id(original) in self._resolver.types:
            symbol = self.symbol(original)
            return self._resolver.types[id(original)] if symbol is None else symbol.type
        return self._resolver.type_at_file_scope(node)

    def members(self, of: StructType) -> tuple[Member, ...] | None:
        """The members of a struct or union as declared, with offsets; None while it is incomplete."""
        record = self._resolver.records.get(of.tag)
        return None if record is None else record.members

    def record(self, tag: str) -> Record | None:
        """The members and layout of a struct or union; None while it is incomplete."""
        return self._resolver.records.get(tag)

    def laid_out(self, fields: Sequence[Field], *, union: bool) -> Record:
        """The layout of a struct or union of these members."""
        return lay_out(fields, union=union, records=self._resolver.records)

    @property
    def file_tags(self) -> Mapping[str, str]:
        """The tags that names of structs, unions and enums mean in the file scope."""
        return self._resolver.file.tags

    def borrow(self, tag: str, record: Record, definition: c_ast.Node) -> None:
        """Complete a type as another unit does."""
        self._resolver.records[tag] = record
        self._resolver.definitions[tag] = definition
        self._borrowed.append(StructType(tag, isinstance(definition, c_ast.Union)))

    @property
    def borrowed(self) -> Sequence[StructType]:
        """The structs and unions that only other units complete."""
        return self._borrowed

    @property
    def structures(self) -> tuple[StructType, ...]:
        """All complete structs and unions."""
        unions = {tag for tag, node in self._resolver.definitions.items() if isinstance(node, c_ast.Union)}
        return tuple(StructType(tag, tag in unions) for tag in self._resolver.records)

    def member(self, struct: StructType, name: str) -> Member | None:
        """One member, also inside anonymous members, with its offset from the start of `struct`."""
        return self._resolver.member(struct, name)

    def definition(self, tag: str) -> c_ast.Node | None:
        """The node (Struct, Union, Enum) that defines a tag."""
        return self._resolver.definitions.get(tag)

    def sizeof(self, of: CType) -> int | c_ast.Node | None:
        """The size of a type in bytes: an expression for variable-length arrays, None for incomplete types."""
        constant = self.constant_sizeof(of)
        if constant is not None or not isinstance(of, ArrayType):
            return constant
        element = self.sizeof(of.element)
        extent = of.extent if of.length is None else c_ast.Constant("int", str(of.length))
        if element is None or extent is None:
            return None
        if isinstance(element, int):
            element = c_ast.Constant("unsigned long", f"{element}UL")
        return c_ast.BinaryOp("*", c_ast.Cast(_typename("unsigned", "long"), extent), element)

    def constant_sizeof(self, of: CType) -> int | None:
        """The size of a type in bytes where it is constant."""
        return self._resolver.constant_sizeof(of)

    def alignof(self, of: CType) -> int | None:
        """The alignment of a type in bytes; None for incomplete types."""
        return self._resolver.alignof(of)

    # ---- constants -------------------------------------------------------------------------------------------

    def enum_value(self, node: c_ast.ID) -> int | None:
        """The value of an enumeration constant; None for all other identifiers."""
        symbol = self.symbol(node)
        return None if symbol is None else symbol.value

    def constant(self, expr: c_ast.Node) -> int | None:
        """The value of an integer constant expression, else None."""
        return evaluate(expr, self)

    # ---- clones ----------------------------------------------------------------------------------------------

    def _original(self, node: c_ast.Node) -> c_ast.Node | None:
        """The unit's node that a clone was made from; None for nodes of the unit and for made-up ones."""
        if id(node) in self._resolver.places or node.coord is None:
            return None
        if not self._originals:
            for ext in self._unit.tree.ext:
                if not isinstance(ext, c_ast.FuncDef) or self._unit.in_user_code(ext):
                    for each in walk(ext):
                        if each.coord is not None:
                            self._originals.setdefault(each.coord.line, []).append(each)
        found = self._originals.get(node.coord.line, ())
        return next(
            (each for each in found if each.__class__ is node.__class__ and _name(each) == _name(node)), None
        )


def _name(node: c_ast.Node) -> str | None:
    name = getattr(node, "name", None)
    return name if isinstance(name, str) else None


def _typename(*names: str) -> c_ast.Typename:
    return c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(list(names))))


def remembered(question: Callable[[c_ast.Node, Symbols], T]) -> Callable[[c_ast.Node, Symbols], T]:
    """Make a function of a node ask through `Symbols.answer`; its answers must not be changed."""

    @wraps(question)
    def ask(node: c_ast.Node, symbols: Symbols) -> T:
        return symbols.answer(question, node)

    return ask
