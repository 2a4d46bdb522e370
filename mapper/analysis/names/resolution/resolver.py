"""One walk over a unit that binds every identifier to its symbol and every declaration to its type (C11, 6.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import cast

from pycparser import c_ast

from mapper.analysis.names.constants import OFFSETS
from mapper.analysis.names.expression_types import expression_type
from mapper.analysis.names.layout import Record, alignof, find_member, sizeof
from mapper.analysis.names.resolution.declarators import VA_LIST, VA_LIST_RECORD, Declarators
from mapper.analysis.names.resolution.initializers import completed
from mapper.analysis.names.scopes import Kind, Place, Scope, StorageClass, Symbol
from mapper.analysis.names.types import composite
from mapper.diagnostics import blamed_on
from mapper.ir.trees.ctypes import INT, LONG, UINT, ULONG, CType, FunctionType, Member, StructType
from mapper.ir.trees.nodes import Omp, arguments_of, parameters_of
from mapper.ir.trees.unit import Unit

_STATEMENTS: frozenset[type[c_ast.Node]] = frozenset(
    [
        c_ast.AttributedStatement,
        c_ast.Case,
        c_ast.Compound,
        c_ast.Decl,
        c_ast.DeclList,
        c_ast.Default,
        c_ast.DoWhile,
        c_ast.For,
        c_ast.If,
        c_ast.Label,
        c_ast.Return,
        c_ast.StaticAssert,
        c_ast.Switch,
        c_ast.Typedef,
        c_ast.While,
        Omp,
    ]
)
_BLOCKS: frozenset[type[c_ast.Node]] = frozenset([c_ast.Compound, c_ast.For, c_ast.While, c_ast.Switch, c_ast.If])


class Resolver:
    """Walks a unit; afterwards its tables say what everything means.

    `uses` and `declarations` give the number of the symbol of an identifier's or declaration's `id`, `types` the
    type that a declaration or type name declares, `places` where a node is.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.symbols: list[Symbol] = []
        self.uses: dict[int, int] = {}
        self.declarations: dict[int, int] = {}
        self.types: dict[int, CType] = {}
        self.places: dict[int, Place] = {}
        self.records: dict[str, Record] = {VA_LIST.element.tag: VA_LIST_RECORD}  # type: ignore[attr-defined]
        self.definitions: dict[str, c_ast.Node] = {}
        self.functions: dict[str, c_ast.FuncDef] = {}
        self.file = Scope()
        self._around: list[Scope] = []
        self.scope = self.file
        self.moment = 0
        self._place = Place(self.file, 0)
        self._linked: dict[str, int] = {}
        self._foreign: list[c_ast.Node] = []
        self._function: c_ast.FuncDef | None = None
        self._tags: dict[str, int] = {}
        self._declarators = Declarators(self)

    def run(self) -> None:
        """Walk the whole unit; the bodies of functions out of system headers are left out."""
        for node in self.unit.tree.ext:
            match node:
                case c_ast.FuncDef():
                    with blamed_on("analysis", self.unit.location(node)):
                        self._definition(node)
                case c_ast.Decl() | c_ast.Typedef():
                    self.places[id(node)] = self._place
                    self._declaration(node)
                case c_ast.Pragma():
                    pass
                case _:
                    self._statement(node)

    def keep(self, nodes: Iterable[c_ast.Node]) -> None:
        """Keep nodes that the tree has lost, since the tables know nodes by `id`."""
        self._foreign += nodes

    def type_at_file_scope(self, node: c_ast.Node) -> CType:
        """The type of a type name that is not part of the unit, as if it were at the unit's end.

        The node is kept, since the tables know nodes by `id`.
        """
        self._foreign.append(node)
        self.scope = self.file
        return self._declarators.type(node)

    # ---- what types and constants ask (expressiontypes.Context, constants.ConstantContext) -----------------

    def identifier_type(self, node: c_ast.ID) -> CType | None:
        """The type of an identifier in an expression."""
        number = self.uses.get(id(node))
        return None if number is None else self.symbols[number].type

    def declared_type(self, node: c_ast.Node) -> CType:
        """The type that a type name, declaration or compound literal declares."""
        if isinstance(node, c_ast.CompoundLiteral):
            return completed(self.declared_type(node.type), node.init, self, self.records)
        found = self.types.get(id(node))
        return self._declarators.type(node) if found is None else found

    def member(self, struct: StructType, name: str) -> Member | None:
        """The member of a struct or union, also inside anonymous members."""
        return find_member(struct, name, self.records)

    def type_of(self, expr: c_ast.Node) -> CType:
        """The type of an expression whose identifiers have been resolved."""
        return expression_type(expr, self)

    def enum_value(self, node: c_ast.ID) -> int | None:
        """The value of an enumeration constant."""
        number = self.uses.get(id(node))
        return None if number is None else self.symbols[number].value

    def constant_sizeof(self, of: CType) -> int | None:
        """The size of a type where it is constant."""
        return sizeof(of, self.records)

    def alignof(self, of: CType) -> int | None:
        """The alignment of a type."""
        return alignof(of, self.records)

    # ---- what declarators ask (declarators.Scoping) ----------------------------------------------------------

    def typedef(self, name: str) -> CType | None:
        """The type of a typedef that is visible here."""
        number = self.scope.find(name, self.moment)
        if number is None:
            return None
        symbol = self.symbols[number]
        return symbol.type if symbol.kind is Kind.TYPEDEF else None

    def visible_tag(self, name: str) -> str | None:
        """The unique tag that a name means here."""
        return self.scope.find_tag(name)

    def own_tag(self, name: str) -> str | None:
        """The unique tag of a name in the innermost scope itself."""
        return self.scope.tags.get(name)

    def new_tag(self, name: str | None, made_up: str) -> str:
        """A new tag: the name, or what is made up; with a number where the unit has such a tag."""
        key = name or made_up
        count = self._tags[key] = self._tags.get(key, 0) + 1
        tag = key if count == 1 else f"{key}.{count}"
        if name:
            self.scope.tags[name] = tag
        return tag

    def enum_constant(self, node: c_ast.Enumerator, value: int) -> None:
        """Declare an enumeration constant: `int`, or as GCC does a wider type where it does not fit."""
        of: CType = INT
        if not -(1 << 31) <= value < 1 << 31:
            of = UINT if 0 <= value < 1 << 32 else LONG if value < 1 << 63 else ULONG
        self._declare(node, node.name, of, Kind.ENUM_CONSTANT, StorageClass.NONE, value=value)

    def widen(self, node: c_ast.Enumerator, of: CType) -> None:
        """Give a constant that does not fit `int` the type of its enumeration."""
        number = self.declarations[id(node)]
        self.symbols[number] = dataclasses.replace(self.symbols[number], type=of)
        self.types[id(node)] = of

    def declared(self, node: c_ast.Node, of: CType) -> None:
        """Remember the type that a node declares."""
        self.types[id(node)] = of

    def prototype_parameter(self, node: c_ast.Decl, of: CType) -> None:
        """Declare a parameter in a prototype, for the array sizes behind it."""
        self._declare(node, node.name, of, Kind.PARAMETER, StorageClass.AUTOMATIC)

    def open(self) -> None:
        """Enter a scope.

        Scopes around it that have no names are not its parents: none that they get later is visible in it.
        """
        parent = self.scope
        self._around.append(parent)
        while parent.parent is not None and not parent.names and not parent.tags:
            parent = parent.parent
        self.scope = Scope(parent)
        self._place = Place(self.scope, self.moment)

    def close(self) -> None:
        """Leave the scope."""
        self.scope = self._around.pop()
        self._place = Place(self.scope, self.moment)

    # ---- declarations ----------------------------------------------------------------------------------------

    def _bind(self, name: str, number: int) -> None:
        self.moment += 1
        self.scope.names.setdefault(name, (number, self.moment))
        self._place = Place(self.scope, self.moment)

    def _declare(
        self,
        node: c_ast.Node | None,
        name: str,
        of: CType,
        kind: Kind,
        storage: StorageClass,
        *,
        linked: bool = False,
        value: int | None = None,
    ) -> None:
        """Make a symbol and bind it in the innermost scope."""
        number = len(self.symbols)
        where = self.unit.location(node) if node is not None else self.unit.location(self.unit.tree)
        words: list[str] = getattr(node, "storage", None) or []
        symbol = Symbol(
            name=name,
            type=of,
            kind=kind,
            storage=storage,
            decl=node,
            function=None if linked else self._function,
            where=where,
            unit=self.unit.path,
            file_scope=linked or self.scope is self.file,
            number=number,
            external=linked and ("static" not in words or name in self.unit.linked),
            linked=self.unit.linked.get(name, name) if linked else "",
            value=value,
        )
        self.symbols.append(symbol)
        self._bind(name, number)
        if linked:
            self._linked[name] = number
        if node is not None:
            self.declarations[id(node)] = number
            self.types[id(node)] = of

    def _declaration(self, node: c_ast.Decl | c_ast.Typedef) -> None:
        of = self._declarators.type(node.type)
        if node.name is None:
            self.types[id(node)] = of
            return
        if isinstance(node, c_ast.Typedef):
            self._declare(node, node.name, of, Kind.TYPEDEF, StorageClass.NONE)
            return
        if isinstance(of, FunctionType):
            self._link(node, of, Kind.FUNCTION, defined=False)
            return
        at_file = self.scope is self.file
        if at_file or "extern" in node.storage:
            self._link(node, of, Kind.VARIABLE, defined="extern" not in node.storage or node.init is not None)
        else:
            self._declare(node, node.name, of, Kind.VARIABLE, _storage(node.storage))
        if node.init is not None:
            self._initialise(node)

    def _initialise(self, node: c_ast.Decl) -> None:
        """Resolve an initialiser, which sees the name that it initialises, and complete `int a[] = {...}`."""
        self._expression(node.init)
        number = self.declarations[id(node)]
        symbol = self.symbols[number]
        of = completed(symbol.type, node.init, self, self.records)
        if of is not symbol.type:
            self.symbols[number] = dataclasses.replace(symbol, type=of)
            self.types[id(node)] = of

    def _link(self, node: c_ast.Decl, of: CType, kind: Kind, *, defined: bool) -> None:
        """Declare an object or function with linkage, or declare it once more."""
        static = "static" in node.storage
        thread = "_Thread_local" in node.storage or "thread_local" in node.storage
        storage = StorageClass.GLOBAL if defined else StorageClass.EXTERN
        storage = StorageClass.THREAD if thread else StorageClass.STATIC if static else storage
        number = self._linked.get(node.name)
        if number is None:
            self._declare(node, node.name, of, kind, storage, linked=True)
            return
        self._bind(node.name, number)
        self.declarations[id(node)] = number
        old = self.symbols[number]
        better = old.decl is None or (defined and (node.init is not None or old.storage is StorageClass.EXTERN))
        if old.storage is not StorageClass.EXTERN:
            storage = old.storage
        merged = dataclasses.replace(
            old,
            type=of if old.decl is None else composite(old.type, of),
            kind=kind,
            storage=storage,
            decl=node if better else old.decl,
            where=self.unit.location(node) if better else old.where,
            external=old.external and (not static or node.name in self.unit.linked),
        )
        self.symbols[number] = merged
        self.types[id(node)] = merged.type

    def _definition(self, node: c_ast.FuncDef) -> None:
        """A function definition: its parameters, then its body."""
        self.places[id(node)] = self._place
        decl = node.decl
        self._link(decl, self._declarators.type(decl.type), Kind.FUNCTION, defined=True)
        number = self.declarations[id(decl)]
        if self.symbols[number].decl is not decl:  # a prototype was before
            self.symbols[number] = dataclasses.replace(
                self.symbols[number], decl=decl, where=self.unit.location(decl)
            )
        if not self.unit.in_user_code(node):
            return
        self.functions[decl.name] = node
        self._function = node
        self.open()
        self._parameters(node)
        self._items(node.body)
        self.close()
        self._function = None

    def _parameters(self, node: c_ast.FuncDef) -> None:
        arguments = parameters_of(node)
        for parameter in node.param_decls or []:
            self._parameter(parameter)
        for parameter in arguments:
            if isinstance(parameter, c_ast.Decl) and parameter.name:
                self._parameter(parameter)
            elif isinstance(parameter, c_ast.ID):
                if parameter.name not in self.scope.names:  # K&R: a parameter without a declaration is an int
                    self._declare(parameter, parameter.name, INT, Kind.PARAMETER, StorageClass.AUTOMATIC)
                self.uses[id(parameter)] = self.scope.names[parameter.name][0]

    def _parameter(self, node: c_ast.Decl) -> None:
        register = StorageClass.REGISTER if "register" in node.storage else StorageClass.AUTOMATIC
        self.places[id(node)] = self._place
        self._declare(node, node.name, self._declarators.parameter(node), Kind.PARAMETER, register)

    # ---- statements and expressions --------------------------------------------------------------------------

    def _items(self, block: c_ast.Compound) -> None:
        self.places[id(block)] = self._place
        for item in block.block_items or []:
            self._statement(item)

    def _statement(self, node: c_ast.Node) -> None:
        kind = node.__class__
        if kind not in _STATEMENTS:
            self._expression(node)
            return
        self.places[id(node)] = self._place
        if isinstance(node, c_ast.Decl | c_ast.Typedef):
            self._declaration(node)
        elif kind in _BLOCKS:
            self.open()
            for child in children(node):
                self._statement(child)
            self.close()
        else:
            for child in children(node):
                self._statement(child)

    def expression(self, node: c_ast.Node) -> None:
        """Resolve the identifiers of an expression."""
        self._expression(node)

    def _expression(self, root: c_ast.Node) -> None:
        stack = [root]
        while stack:
            node = stack.pop()
            self.places[id(node)] = self._place
            match node:
                case c_ast.ID():
                    self._use(node)
                case c_ast.StructRef():
                    stack.append(node.name)
                case c_ast.Typename():
                    self.types[id(node)] = self._declarators.type(node)
                case c_ast.NamedInitializer():
                    stack.append(node.expr)
                    stack += [d.expr for d in node.name if isinstance(d, c_ast.ArrayDesignator)]
                case c_ast.FuncCall():
                    self._call(node, stack)
                case _ if node.__class__ in _STATEMENTS:
                    self._statement(node)
                case _:
                    stack += reversed(list(children(node)))

    def _use(self, node: c_ast.ID) -> None:
        number = self.scope.find(node.name, self.moment)
        if number is not None:
            self.uses[id(node)] = number

    def _call(self, node: c_ast.FuncCall, stack: list[c_ast.Node]) -> None:
        """A call: a function that is not declared is `int f()` from here on (C90, 3.3.2.2)."""
        name = node.name
        arguments = arguments_of(node)
        if isinstance(name, c_ast.ID) and name.name in OFFSETS and len(arguments) == 2:
            stack += [*_subscripts(arguments[1]), arguments[0]]
            return
        if isinstance(name, c_ast.ID) and self.scope.find(name.name, self.moment) is None:
            number = self._linked.get(name.name)
            if number is None:
                implicit = FunctionType(INT, None)
                self._declare(None, name.name, implicit, Kind.FUNCTION, StorageClass.EXTERN, linked=True)
            else:
                self._bind(name.name, number)
        stack += reversed(list(children(node)))


def _subscripts(designator: c_ast.Node) -> list[c_ast.Node]:
    """The expressions inside a member designator `a.b[i]`, whose names are no identifiers of their own."""
    found: list[c_ast.Node] = []
    while isinstance(designator, c_ast.ArrayRef | c_ast.StructRef):
        if isinstance(designator, c_ast.ArrayRef):
            found.append(designator.subscript)
        designator = designator.name
    return found


def children(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """A node's children, without the names that `Node.children` makes up for them."""
    return iter(cast(Iterable[c_ast.Node], node))


def _storage(words: list[str]) -> StorageClass:
    """The storage class of an object that is declared in a block without `extern`."""
    if "_Thread_local" in words or "thread_local" in words:
        return StorageClass.THREAD
    if "static" in words:
        return StorageClass.STATIC
    return StorageClass.REGISTER if "register" in words else StorageClass.AUTOMATIC
