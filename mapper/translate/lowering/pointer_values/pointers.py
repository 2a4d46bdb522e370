"""Into which memories the pointers of one body may point.

A flow-insensitive analysis: what is assigned to a local pointer anywhere in the body may be in it everywhere.
Pointers from outside are buffers of the kernel, and don't change while the loop runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.expression_types import is_callback
from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.types import decay
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType
from mapper.ir.trees.literals import is_string
from mapper.ir.trees.names import objects_in
from mapper.ir.trees.nodes import arguments_of, called_name, has_effects, text_of, walk
from mapper.translate.common.refused import Refused, refuse
from mapper.translate.common.uses import written_object
from mapper.translate.library.sources import library_function
from mapper.translate.lowering.called.number_texts import end_of_number
from mapper.translate.lowering.pointer_values.copies import Copies
from mapper.translate.lowering.pointer_values.cursors import leads_to_cursor
from mapper.translate.lowering.pointer_values.element_tables import member_of
from mapper.translate.lowering.pointer_values.inner_structures import place_of
from mapper.translate.lowering.pointer_values.own_pointers import OwnMemories
from mapper.translate.memory.changed_rows import is_apart
from mapper.translate.memory.memory import (
    NO_ROOTS,
    PRIVATE,
    Root,
    Roots,
    Slot,
    element_of,
    is_position,
    is_variable,
)
from mapper.translate.memory.places import Place
from mapper.translate.scope.frame import Frame, Local, holds_pointers
from mapper.translate.scope.functions import parameters_of, represented
from mapper.translate.scope.host_paths import host_path, is_void_pointer, stands_for


class Pointers:
    """Answers for one frame; `solve` must have seen the body before `roots` is asked.

    `placing` are the pointers whose inner structures are being looked for.
    """

    def __init__(
        self, frame: Frame, callers: frozenset[c_ast.FuncDef] = frozenset(), *, finds: bool = False
    ) -> None:
        self.frame = frame
        self.callers = callers
        self._temporaries: dict[int, Root] = {}
        self._sources: dict[int, list[c_ast.Node]] = {}
        self._moves: set[int] = set()
        self.placing: set[int] = set()
        self.own = OwnMemories(self, finds=finds)
        self.copies = Copies(frame.symbols)
        self._results: dict[tuple[int, int, tuple[Roots, ...], tuple[Place | None, ...]], Roots | None] = {}

    # ---- local pointers ----------------------------------------------------------------------------------------

    def solve(self, body: c_ast.Node) -> None:
        """Find the roots of all local pointers; their declarations must be known to the frame."""
        for node in walk(body):
            if isinstance(node, c_ast.Decl):
                self.note_host(node)
            elif isinstance(node, c_ast.ArrayRef):
                self._note_walked(node)
        self.copies.collect(body)
        flows = [flow for node in walk(body) if (flow := self._flow(node)) is not None]
        for local, source in flows:
            self._sources.setdefault(id(local), []).append(source)
        self._moves |= {id(moved) for node in walk(body) if (moved := self._moved(node)) is not None}
        self.own.collect(body)
        changed = True
        while changed:
            changed = False
            for local, source in flows:
                roots = local.roots | self.roots(source)
                changed |= roots != local.roots
                local.roots = roots
            changed |= self.own.follow()

    def note_host(self, decl: c_ast.Decl, *, sizes: bool = False) -> None:
        """Note what a local pointer that is set once represents on the host; `sizes` as of `stands_for`."""
        symbol = self.frame.symbols.symbol(decl)
        local = self.frame.locals.get(symbol) if symbol is not None else None
        if symbol is None or local is None or symbol in self.frame.stands or self.frame.scope.uses.changes(symbol):
            return
        host = stands_for(local.type, decl.init, self.frame, sizes=sizes)
        if host is not None:
            self.frame.stands[symbol] = host

    def _flow(self, node: c_ast.Node) -> tuple[Local, c_ast.Node] | None:
        """The assignment of a pointer to a local variable that a node makes, if it is one."""
        symbols = self.frame.symbols
        if isinstance(node, c_ast.Decl) and node.init is not None:
            symbol = symbols.symbol(node)
            local = self.frame.locals.get(symbol) if symbol is not None else None
            if local is not None and (isinstance(local.type, PointerType) or holds_pointers(local.type)):
                return local, node.init
        if isinstance(node, c_ast.Assignment) and node.op == "=":
            target, source = node.lvalue, node.rvalue
        elif (end := end_of_number(node)) is not None:
            target, source = end
        else:
            return None
        name = written_object(target, symbols)
        local = self.frame.local(name) if name is not None else None
        ctype = symbols.type_of(target)
        if local is not None and not local.block and isinstance(ctype, PointerType) and not is_callback(ctype):
            return local, source
        return None

    def _moved(self, node: c_ast.Node) -> Local | None:
        """The local pointer that a node moves from where it points: `p++`, `p += n`."""
        match node:
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
                target = node.expr
            case c_ast.Assignment() if node.op != "=":
                target = node.lvalue
            case _:
                return None
        return self.frame.local(target) if isinstance(target, c_ast.ID) else None

    def sources(self, local: Local) -> list[c_ast.Node]:
        """What the body assigns to a local pointer."""
        return self._sources.get(id(local), [])

    def is_moved(self, local: Local) -> bool:
        """Whether the body changes a local pointer relative to where it points."""
        return id(local) in self._moves

    def place_given(self, argument: c_ast.Node, ctype: CType) -> Place | None:
        """The inner structure that a parameter of this type is given, where a function can be told."""
        place = place_of(argument, self) if isinstance(ctype, PointerType) else None
        return place if place is not None and place.members and place.inside is None else None

    # ---- roots of expressions ----------------------------------------------------------------------------------

    def roots(self, node: c_ast.Node) -> Roots:
        """The memories that an expression of pointer or array type may point into."""
        match node:
            case c_ast.ID():
                return self._identifier(node)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                return self._object(self.copies.original(node))
            case c_ast.UnaryOp(op="&"):
                return self.storage(node.expr)
            case c_ast.UnaryOp() | c_ast.Cast():
                return self.roots(node.expr)
            case c_ast.BinaryOp():
                return self._sum(node)
            case c_ast.TernaryOp():
                return self.roots(node.iftrue) | self.roots(node.iffalse)
            case c_ast.Assignment():
                return self.roots(node.lvalue)
            case c_ast.ExprList():
                return self.roots(node.exprs[-1])
            case c_ast.InitList():
                return NO_ROOTS.union(*(self.roots(item) for item in node.exprs))
            case c_ast.NamedInitializer():
                return self.roots(node.expr)
            case c_ast.CompoundLiteral() | c_ast.Constant():
                return self.storage(node)
            case c_ast.FuncCall():
                return self._call(node)
        return NO_ROOTS

    def storage(self, node: c_ast.Node) -> Roots:
        """The memories that the object an lvalue names may be in."""
        symbols = self.frame.symbols
        match node:
            case c_ast.ID():
                local = self.frame.local(node)
                if local is not None:
                    return frozenset([local.storage])
                symbol = symbols.symbol(node)
                if symbol is None or symbol.kind is Kind.FUNCTION:
                    return NO_ROOTS
                parameter = self.frame.parameter(node)
                return frozenset([parameter.root]) if isinstance(parameter, Slot) else NO_ROOTS
            case c_ast.StructRef(type="."):
                return self.storage(node.name)
            case c_ast.StructRef() | c_ast.ArrayRef():
                return self.roots(node.name)
            case c_ast.UnaryOp(op="*"):
                return self.roots(node.expr)
            case c_ast.CompoundLiteral():
                root = self._temporaries.setdefault(id(node), Root(PRIVATE, "a compound literal"))
                return frozenset([root])
            case c_ast.Constant() if is_string(node):
                root = self._temporaries.setdefault(id(node), Root(PRIVATE, "a string"))
                return frozenset([root])
        return NO_ROOTS

    def _identifier(self, node: c_ast.ID) -> Roots:
        local = self.frame.local(node)
        if local is None:
            return self.storage(node)
        if (own := self.own.roots_of(node)) is not None:
            return own
        if isinstance(local.type, PointerType):
            return local.roots
        return frozenset([local.storage]) if isinstance(local.type, ArrayType) else NO_ROOTS

    def _object(self, node: c_ast.Node) -> Roots:
        """An array inside an object, or a pointer that is loaded from memory."""
        ctype = self.frame.symbols.type_of(node)
        if (own := self.own.roots_of(node)) is not None:
            return own
        if isinstance(ctype, ArrayType):
            table = self.array(node) if isinstance(node, c_ast.StructRef) and holds_pointers(ctype) else None
            return frozenset([table.root]) if table is not None else self.storage(node)
        if not isinstance(ctype, PointerType):
            return NO_ROOTS
        name = written_object(node, self.frame.symbols)
        local = self.frame.local(name) if name is not None else None
        if local is not None and holds_pointers(local.type):
            return local.roots
        slot = self.stable(node)
        if slot is not None:
            return frozenset([slot.root])
        return frozenset(table.below.root for table in self.tables_of(node) if table.below is not None)

    def _sum(self, node: c_ast.BinaryOp) -> Roots:
        found = NO_ROOTS
        for side in (node.left, node.right):
            if isinstance(self.frame.symbols.type_of(side), PointerType | ArrayType):
                found |= self.roots(side)
        return found

    def _call(self, node: c_ast.FuncCall) -> Roots:
        """What a call returns: what the function's `return` statements lead to.

        Where they can't be followed, it is one of the call's pointers, or of those in the tables that it is given.
        Both are checked against the function when that is lowered.
        """
        arguments = arguments_of(node)
        types = self.frame.symbols.type_of
        given = [
            self.roots(part) if isinstance(types(part), PointerType | ArrayType) else NO_ROOTS
            for part in arguments
        ]
        places = [self.place_given(part, types(part)) for part in arguments]
        key = (id(node), self.frame.scope.members.count, tuple(given), tuple(places))
        if key not in self._results:
            self._results[key] = self._returned(node, arguments, given, places)
        returned = self._results[key]
        if returned is not None:
            return returned
        depth = _depth(types(node))
        levels = (_depth(types(part)) - depth for part in arguments)
        return NO_ROOTS.union(*map(_below, given, levels))

    def _returned(
        self, node: c_ast.FuncCall, arguments: list[c_ast.Node], given: list[Roots], places: list[Place | None]
    ) -> Roots | None:
        """What the `return` statements of a function lead to, in the terms of its caller; None where unknown."""
        scope = self.frame.scope
        definition = scope.context.called(node, self.frame.symbols)
        if definition is None or not definition.unit.in_user_code(definition.function):
            known = library_function(called_name(node), self.frame.symbols, scope.context)
            definition = known or definition  # rather than an inline function of a header
        if definition is None or definition.function in self.callers:
            return None
        parameters = parameters_of(definition)
        if len(parameters) != len(arguments):
            return None
        body = definition.function.body
        try:
            stands = represented(self.frame, arguments, parameters, definition)
            inner = Frame(scope, definition.unit, definition.symbols, outer=False, stands=stands)
            for declaration, roots, place in zip(parameters, given, places, strict=True):
                _declare(declaration, inner, roots, given=True, place=place)
            for part in walk(body):
                if isinstance(part, c_ast.Decl):
                    _declare(part, inner, NO_ROOTS)
            self.own.declare_cursors(body, inner)
            pointers = Pointers(inner, self.callers | {definition.function}, finds=self.own.finds)
            pointers.solve(body)
            results = (
                part.expr for part in walk(body) if isinstance(part, c_ast.Return) and part.expr is not None
            )
            return NO_ROOTS.union(*map(pointers.roots, results))
        except Refused:
            scope.members.complete = scope.members.settled and scope.members.complete
            return None

    # ---- pointers in memory ------------------------------------------------------------------------------------

    def stable(self, node: c_ast.Node) -> Slot | None:
        """The buffer behind a pointer in memory that the host can load before the loop; None where it can't."""
        ctype = self.frame.symbols.type_of(node)
        if isinstance(ctype, PointerType) and is_variable(ctype.target):
            self.frame.refuse("K018", "a pointer to arrays of variable size is loaded from memory", node)
        return self._path(node, ctype)

    def array(self, node: c_ast.StructRef) -> Slot | None:
        """The table that an array of pointers is which is a member of an object outside of the kernel."""
        name = written_object(node, self.frame.symbols)
        if name is not None and self.frame.local(name) is not None:
            return None
        slot = self._path(node, self.frame.symbols.type_of(node))
        if slot is not None:
            return slot
        found = member_of(node, self)
        if found is None:
            self.refuse_unfollowed(node)
        return found.table

    def array_inside(self, node: c_ast.Node) -> c_ast.StructRef | None:
        """The array, a member of an object that stays the same, that a pointer leads into; None for other memory.

        A local pointer leads into one where all that is assigned to it does.
        """
        match node:
            case c_ast.StructRef():
                ctype = self.frame.symbols.type_of(node)
                return node if isinstance(ctype, ArrayType) and self.buffer_inside(node) is not None else None
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=array)):
                return self.array_inside(array)
            case c_ast.BinaryOp(op="+" | "-"):
                return self.array_inside(node.left)
            case c_ast.ID():
                sources = self._sources.get(id(self.frame.local(node)), [])
                if any(isinstance(each, c_ast.ID) for each in sources):
                    return None
                found = [self.array_inside(each) for each in sources]
                buffers = {None if each is None else self.buffer_inside(each) for each in found}
                return found[0] if len(buffers) == 1 else None
        return None

    def buffer_inside(self, node: c_ast.StructRef) -> Slot | None:
        """The buffer of an array that is a member of an object; None where the object may be another one."""
        name = written_object(node, self.frame.symbols)
        if name is not None and self.frame.local(name) is not None:
            return None
        return self._path(node, self.frame.symbols.type_of(node))

    def refuse_unfollowed(self, node: c_ast.Node) -> NoReturn:
        """Say why a pointer in memory can't be followed: what may write it, or how it is found."""
        frame, text = self.frame, text_of(node)
        host = node if frame.outer and not _inner_names(node, frame) else host_path(node, frame)
        where = frame.where(node)
        if host is not None and not frame.scope.stable(host):
            reason = f"the pointer `{text}` may be written inside the loop"
            writer = frame.scope.writer(host)
            advice = "it would be followed from a local variable that is set before the loop"
            notes = [("it may be written here", writer)] if writer is not None else []
            refuse("K016", reason, where, *notes, (advice, None))
        name = written_object(node, frame.symbols)
        if name is not None and frame.local(name) is not None:
            advice = f"the structure that `{name.name}` is a copy of can be followed"
            refuse("K016", f"the pointer `{text}` is in an iteration's own variable", where, (advice, None))
        if self._is_untyped(node):
            reason = f"the pointer `{text}` is in a structure whose type the loop's file does not define before it"
            advice = "a definition of the structure before the loop, in the same file, lets it be followed"
            refuse("K016", reason, where, (advice, None))
        reason = f"the pointer `{text}` is found by way of other pointers that differ from iteration to iteration"
        advice = "pointers are followed in tables and in arrays of structures that the loop has subscripts for"
        way_out = "a table that is filled with such pointers before the loop would be followed"
        refuse("K016", reason, where, (advice, None), (way_out, None))

    def _is_untyped(self, node: c_ast.Node) -> bool:
        """Whether a member is found through a local pointer that is a `void *` of the host's as another type."""
        if not isinstance(node, c_ast.StructRef) or node.type != "->" or not isinstance(node.name, c_ast.ID):
            return False
        local, types = self.frame.local(node.name), self.frame.symbols.type_of
        if local is None or self.frame.scope.uses.changes(self.frame.symbol(node.name)):
            return False
        found = self._sources.get(id(local), ())
        values = [each.expr if isinstance(each, c_ast.Cast) else each for each in found]
        return any(is_void_pointer(types(each)) and host_path(each, self.frame) is not None for each in values)

    def tables_of(self, node: c_ast.Node) -> list[Slot]:
        """The tables that a pointer may be loaded from, whose subscript changes inside the loop."""
        match node:
            case c_ast.ArrayRef():
                roots = self.roots(node.name)
            case c_ast.UnaryOp(op="*"):
                roots = self.roots(node.expr)
            case c_ast.StructRef() if (member := member_of(node, self)) is not None:
                return [member.table]
            case _:
                roots = NO_ROOTS
        if not roots or any(root.table is None for root in roots):
            self.refuse_unfollowed(node)
        found = [root.table for root in roots if root.table is not None]
        return sorted(found, key=lambda slot: slot.name)

    def _note_walked(self, node: c_ast.ArrayRef) -> None:
        """Note the table that a pointer to pointers is loaded from whose subscript changes inside the loop."""
        frame = self.frame
        if not is_position(frame.symbols.type_of(node)) or not _inner_names(node, frame):
            return
        table = _table_behind(node, frame.symbols.type_of)
        host = None if table is None else host_path(table, frame)
        text = None if host is None else path_text(host, frame.scope.names_there)
        if text is not None:
            frame.scope.walked.add(text)

    def _path(self, node: c_ast.Node, ctype: CType) -> Slot | None:
        frame, there = self.frame, self.frame.scope.names_there
        host: c_ast.Node | None = node
        if not frame.outer or _inner_names(node, frame):
            host = host_path(node, frame)
            if host is None or decay(there.type_of(host)) != decay(ctype):
                return None
        assert host is not None
        text = path_text(host, there)
        if text is None or not frame.scope.stable(host) or self._is_changed(host, ctype):
            return None
        table = _table_behind(host, there.type_of) if is_position(ctype) else None
        if table is not None and path_text(table, there) in frame.scope.walked:
            return None
        frame.scope.types.use(ctype, frame.symbols, frame.where(node))
        slot = frame.use(frame.scope.path(text, host, ctype, _wish(host)))
        assert isinstance(slot, Slot)
        return slot

    def _is_changed(self, host: c_ast.Node, ctype: CType) -> bool:
        """Whether a pointer leads to a row of a table of which the loop may change this row by its subscripts."""
        if not isinstance(host, c_ast.ArrayRef) or not isinstance(ctype, PointerType) or is_position(ctype):
            return False
        text = path_text(host.name, self.frame.scope.names_there)
        return any(not is_apart(each, host.subscript) for each in self.frame.scope.changed.get(text or "", ()))


def _declare(
    declaration: c_ast.Node, frame: Frame, roots: Roots, *, given: bool = False, place: Place | None = None
) -> None:
    """Note an automatic variable of a function that is only looked at."""
    symbol = frame.symbols.symbol(declaration)
    if symbol is not None and symbol.is_automatic and symbol not in frame.locals:
        storage = Root(PRIVATE, symbol.name)
        leads = given and leads_to_cursor(symbol, roots, frame)
        frame.locals[symbol] = Local(
            symbol.name, symbol.type, storage, roots, given=given, place=place, cursor=leads
        )


def _depth(ctype: CType) -> int:
    """How many pointers lead to the data."""
    depth = 0
    while isinstance(ctype, PointerType | ArrayType):
        depth += isinstance(ctype, PointerType)
        ctype = element_of(ctype)
    return depth


def _below(roots: Roots, levels: int) -> Roots:
    """What the entries of tables lead to, so many levels down."""
    for _ in range(max(levels, 0)):
        roots = frozenset(
            root.table.below.root if root.table is not None and root.table.below is not None else root
            for root in roots
        )
    return roots


def _table_behind(node: c_ast.Node, type_of: Callable[[c_ast.Node], CType]) -> c_ast.Node | None:
    """The table that a pointer is loaded from by a subscript, or by several where it has extents."""
    while isinstance(node, c_ast.ArrayRef):
        node = node.name
        if not isinstance(node, c_ast.ArrayRef) or not isinstance(type_of(node), ArrayType):
            return node
    return node.expr if isinstance(node, c_ast.UnaryOp) and node.op == "*" else None


def _inner_names(node: c_ast.Node, frame: Frame) -> bool:
    """Whether an expression names variables of the body."""
    return any(frame.local(name) is not None for name in objects_in(node))


def path_text(node: c_ast.Node, names: NamesAt) -> str | None:
    """A text that is equal for equal paths; None where a path does more than to look something up."""
    if has_effects(node):
        return None
    symbols = [names.symbol(part) for part in objects_in(node)]
    numbers = [str(symbol.number) for symbol in symbols if symbol is not None]
    if len(numbers) < len(symbols) or any(isinstance(part, c_ast.CompoundLiteral) for part in walk(node)):
        return None
    return f"{text_of(node)} {' '.join(numbers)}"


def _wish(node: c_ast.Node) -> str:
    """A readable name for what a path leads to: `s.grid->u` becomes `s_grid_u`."""
    members = [part.name for part in walk(node) if isinstance(part, c_ast.ID)]
    return "_".join(members)
