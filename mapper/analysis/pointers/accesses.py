"""The memory accesses of a statement or expression in evaluation order, calls not followed.

An `Access` says which objects may be touched, and by which expression: `place` is the lvalue that is read or
written, or, for what a library function does, the pointer argument (`through` is then true).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.expression_types import generic_choice
from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph, Targets
from mapper.analysis.pointers.points_to_sets.points_to import PointsTo
from mapper.analysis.pointers.points_to_sets.value_flow import UNEVALUATED, Names
from mapper.analysis.whole_program.library import Library, may_convert
from mapper.ir.trees.ctypes import ArrayType, FunctionType
from mapper.ir.trees.nodes import INCREMENTS, Omp, addressed, arguments_of, children, walk, without_casts

STATEMENTS = (
    c_ast.Case,
    c_ast.Compound,
    c_ast.DeclList,
    c_ast.Default,
    c_ast.DoWhile,
    c_ast.For,
    c_ast.If,
    c_ast.Label,
    c_ast.Return,
    c_ast.Switch,
    c_ast.While,
)
"""The nodes that access nothing but what their children do."""
_COPIED_IN = frozenset(["firstprivate", "copyin", "copyprivate"])
_WITHOUT_ACCESS = frozenset(["private", "shared", "flush", "threadprivate"])


@dataclass(frozen=True, slots=True)
class Access:
    """One access; `objects` is a mask of objects.

    With `behind`, a library function found the pointer to the objects in memory that `place` leads to.
    """

    objects: int
    read: bool
    write: bool
    place: c_ast.Node | Symbol
    through: bool = False
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One call of functions that the program defines, or of unknown ones."""

    node: c_ast.FuncCall
    targets: Targets


def is_declaration(access: Access) -> bool:
    """Whether an access is the declaration of an automatic variable, which gives it its first value."""
    return isinstance(access.place, Symbol) and access.write and not access.read


class Accesses:
    """Lists the accesses of code of one unit."""

    def __init__(
        self,
        symbols: Symbols,
        points: PointsTo,
        graph: CallGraph,
        *,
        names: Names | None = None,
        silent: frozenset[str] = frozenset(),
    ) -> None:
        """`names` answers for the identifiers of trees that are not (clones) of the unit.

        What library functions with names in `silent` touch is left out.
        """
        self._silent = silent
        self.symbols = symbols
        self._names: Names = symbols if names is None else names
        self._own = names
        self._points = points
        self._graph = graph
        self._listed: dict[int, tuple[c_ast.Node, tuple[Access | Call, ...]]] = {}

    def of(self, root: c_ast.Node) -> Iterator[Access | Call]:
        """All accesses and calls in a statement or expression that is evaluated; each expression is read once."""
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, STATEMENTS):
                stack.extend(reversed(children(node)))
                continue
            known = self._listed.get(id(node))
            if known is None:  # the node is kept too, so that its id stays its own
                known = self._listed[id(node)] = (node, tuple(self._of(node)))
            yield from known[1]
            if isinstance(node, Omp) and node.body is not None:
                stack.append(node.body)

    def _of(self, root: c_ast.Node) -> Iterator[Access | Call]:
        match root:
            case c_ast.Decl():
                yield from self._declaration(root)
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef():
                yield from self._read(root)
            case c_ast.UnaryOp():
                yield from self._unary(root)
            case c_ast.BinaryOp():
                spine = [root]
                while isinstance(spine[-1].left, c_ast.BinaryOp):
                    spine.append(spine[-1].left)
                yield from self._of(spine[-1].left)
                for node in reversed(spine):
                    yield from self._of(node.right)
            case c_ast.Assignment():
                yield from self._of(root.rvalue)
                yield from self._address(root.lvalue)
                yield self._access(root.lvalue, read=root.op != "=", write=True)
            case c_ast.FuncCall():
                yield from self._call(root)
            case c_ast.CompoundLiteral():
                yield from self._of(root.init)
                yield self._access(root, read=True, write=True)
            case c_ast.NamedInitializer():
                yield from self._of(root.expr)
            case c_ast.GenericSelection():
                chosen = generic_choice(root, self._names)
                if chosen is not None:
                    yield from self._of(chosen)
            case Omp():
                yield from self._construct(root)
            case c_ast.Constant() | c_ast.StaticAssert():
                return
            case c_ast.Typedef() | c_ast.Typename():
                yield from self._sizes(root)
            case _:
                for child in children(root):
                    yield from self._of(child)

    def _access(self, lvalue: c_ast.Node, *, read: bool = False, write: bool = False) -> Access:
        return Access(self._points.located(lvalue, self.symbols, names=self._own), read, write, lvalue)

    def _read(self, lvalue: c_ast.Node) -> Iterator[Access | Call]:
        yield from self._address(lvalue)
        if isinstance(lvalue, c_ast.ID):
            symbol = self._names.symbol(lvalue)
            if symbol is None or symbol.kind not in (Kind.VARIABLE, Kind.PARAMETER):
                return
        if not isinstance(self._names.type_of(lvalue), ArrayType | FunctionType):
            yield self._access(lvalue, read=True)

    def _address(self, lvalue: c_ast.Node) -> Iterator[Access | Call]:
        """What is read to find out which object an lvalue is."""
        match lvalue:
            case c_ast.ID() | c_ast.Constant():
                return
            case c_ast.UnaryOp(op="*"):
                yield from self._of(lvalue.expr)
            case c_ast.ArrayRef():
                yield from self._of(lvalue.name)
                yield from self._of(lvalue.subscript)
            case c_ast.StructRef(type="->"):
                yield from self._of(lvalue.name)
            case c_ast.StructRef():
                yield from self._address(lvalue.name)
            case c_ast.Cast():
                yield from self._address(lvalue.expr)
            case _:
                yield from self._of(lvalue)

    def _unary(self, expr: c_ast.UnaryOp) -> Iterator[Access | Call]:
        if expr.op in UNEVALUATED:
            yield from self._sizes(expr.expr)
            return
        if expr.op == "&":
            yield from self._address(expr.expr)
        elif expr.op == "*":
            yield from self._read(expr)
        elif expr.op in INCREMENTS:
            yield from self._address(expr.expr)
            yield self._access(expr.expr, read=True, write=True)
        else:
            yield from self._of(expr.expr)

    def _declaration(self, decl: c_ast.Decl) -> Iterator[Access | Call]:
        yield from self._sizes(decl.type)
        symbol = self._names.symbol(decl)
        if decl.init is None or symbol is None:
            return
        if symbol.storage in (StorageClass.STATIC, StorageClass.THREAD) or symbol.file_scope:
            return  # set before the program starts
        yield from self._of(decl.init)
        yield Access(self._points.of_symbol(symbol), False, True, symbol)

    def _sizes(self, within: c_ast.Node) -> Iterator[Access | Call]:
        """What the sizes of array types are computed from, also those of parameters, members and `typeof`."""
        for part in walk(within):
            if isinstance(part, c_ast.ArrayDecl) and part.dim is not None:
                yield from self._of(part.dim)

    def _construct(self, construct: Omp) -> Iterator[Access | Call]:
        for clause in construct.directive.clauses:
            if clause.expression is not None:
                yield from self._of(clause.expression)
            if clause.kind in _WITHOUT_ACCESS:
                continue
            for name in clause.variables:
                symbol = self._names.lookup(name, construct)
                if symbol is not None and symbol.kind in (Kind.VARIABLE, Kind.PARAMETER):
                    yield Access(self._points.of_symbol(symbol), True, clause.kind not in _COPIED_IN, symbol)

    def _call(self, call: c_ast.FuncCall) -> Iterator[Access | Call]:
        arguments = arguments_of(call)
        for argument in arguments:
            yield from self._of(argument)
        targets = self._graph.targets(call, self.symbols)
        if not (isinstance(call.name, c_ast.ID) and len(targets.functions) == 1):
            yield from self._of(call.name)
        for key in targets.functions:
            known = self._graph.whole.library(key)
            if known is not None and key[-1] not in self._silent:
                yield from self._of_library(known, arguments)
        yield Call(call, targets)

    def _of_library(self, known: Library, arguments: list[c_ast.Node]) -> Iterator[Access]:
        """What a library function does to the memory that it finds through its arguments."""
        for (position, depth, conversion), (read, write) in sorted(known.touched(len(arguments)).items()):
            if conversion and not self._may_convert(conversion, known, arguments):
                continue
            objects = self._points.pointed(arguments[position], self.symbols, names=self._own)
            for _ in range(depth):
                objects = self._points.contents(objects)
            if not objects:
                continue
            variable = _variable(arguments[position]) if depth == 1 else None
            if variable is None:
                yield Access(objects, read, write, arguments[position], True, behind=depth > 0)
            else:
                yield Access(objects, read, write, variable, True)

    def _may_convert(self, conversion: str, known: Library, arguments: list[c_ast.Node]) -> bool:
        """Whether the format of a call may have a conversion."""
        if known.format is None or known.format >= len(arguments):
            return True
        formats = self._points.objects(arguments[known.format], self.symbols, names=self._own)
        return any(may_convert(conversion, each) for each in formats)


def _variable(argument: c_ast.Node) -> c_ast.Node | None:
    """The variable whose address is an argument."""
    return addressed(without_casts(argument))
