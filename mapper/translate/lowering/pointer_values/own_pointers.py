"""Pointers that are members of structures of an iteration's own: cursors of readers and writers, rows of a window.

    struct bits { unsigned char *p; unsigned acc; int n; } b;
    b.p = out + i * STRIDE; put(&b, v);

In structures such a member is a number (`mapper.translate.scope.device_types`).  It holds the pointer's address on
the device, and becomes a pointer again where it is read.  That pointer's address space is the one of all
memories that the member may lead to.  These are found before the loop's body is lowered, along the functions that
it calls.  A member of the host's structures, whose addresses the device can't use, is never taken for such a one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG, ArrayType, CType, PointerType, StructType, VoidType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import arguments_of, text_of, walk
from mapper.translate.common.context import Definition
from mapper.translate.lowering.called.number_texts import end_of_number
from mapper.translate.lowering.list_items import items_of
from mapper.translate.lowering.pointer_values.cursors import (
    cursor,
    cursors_in,
    is_address,
    is_own_kind,
    leads_to_cursor,
    other_use,
)
from mapper.translate.memory.memory import NO_ROOTS, PRIVATE, Roots, points_to_variable, space_of
from mapper.translate.memory.own_members import MOST_FOLLOWED, Key
from mapper.translate.scope.frame import Frame
from mapper.translate.scope.part import Part

if TYPE_CHECKING:
    from mapper.translate.lowering.pointer_values.pointers import Pointers


def _may_store(body: c_ast.Node, symbols: Symbols, frame: Frame) -> bool:
    """Whether code, or what it calls, may store a pointer in a member of a structure."""
    known = frame.scope.members.storing
    if body not in known:
        called = frame.scope.context.callees(body, symbols)
        parts = [(body, symbols), *((each.function.body, each.symbols) for each in called)]
        known[body] = any(_stores(node, names) for root, names in parts for node in walk(root))
    return known[body]


def _stores(node: c_ast.Node, symbols: Symbols) -> bool:
    match node:
        case c_ast.Assignment(op="="):
            through = isinstance(node.lvalue, c_ast.UnaryOp) and is_own_kind(symbols.type_of(node.lvalue))
            return through or isinstance(_member_of(node.lvalue, symbols), c_ast.StructRef)
        case c_ast.UnaryOp(op="&", expr=c_ast.ID()):
            return is_own_kind(symbols.type_of(node.expr))
        case c_ast.FuncCall() if (end := end_of_number(node)) is not None:
            return is_own_kind(symbols.type_of(end[0]))
        case c_ast.InitList():
            return any(isinstance(symbols.type_of(value), PointerType | ArrayType) for value in _values(node))
    return False


def _values(node: c_ast.InitList) -> Iterator[c_ast.Node]:
    for item in node.exprs or ():
        value = item.expr if isinstance(item, c_ast.NamedInitializer) else item
        if not isinstance(value, c_ast.InitList):
            yield value


def _member_of(node: c_ast.Node, symbols: Symbols) -> c_ast.Node | None:
    """The member that an lvalue is, or is an element of; None where it is no pointer of the kind."""
    if not is_own_kind(symbols.type_of(node)):
        return None
    while isinstance(node, c_ast.ArrayRef) and isinstance(symbols.type_of(node.name), ArrayType):
        node = node.name
    return node if isinstance(node, c_ast.StructRef) else None


def _cursor_key(ctype: CType) -> Key:
    """The key of cursors of a type: what is stored in one may be in all of them."""
    return "", repr(unqualified(ctype))


class OwnMemories:
    """Into which memories members of an iteration's own structures may point, as one frame sees them."""

    def __init__(self, pointers: Pointers, *, finds: bool) -> None:
        self.pointers = pointers
        self.frame = pointers.frame
        self.finds = finds
        self._stores: list[tuple[c_ast.StructRef | None, Key, c_ast.Node]] = []
        self._calls: list[c_ast.FuncCall] = []

    def collect(self, body: c_ast.Node) -> None:
        """Look for what a body stores in members, and for its calls."""
        if not self._finds or not _may_store(body, self.frame.symbols, self.frame):
            return
        own = cursors_in(body, self.frame)
        for node in walk(body):
            match node:
                case c_ast.Decl() if node.init is not None and self.frame.symbols.symbol(node) in own:
                    self._stores.append((None, _cursor_key(self.frame.symbol(node).type), node.init))
                case c_ast.Assignment(op="="):
                    self._collect_store(node.lvalue, node.rvalue)
                case c_ast.Decl(init=c_ast.InitList()):
                    symbol = self.frame.symbols.symbol(node)
                    if symbol is not None and symbol.is_automatic:
                        self._collect_list(node.init, symbol.type)
                case c_ast.CompoundLiteral():
                    self._collect_list(node.init, self.frame.symbols.type_of(node))
                case c_ast.FuncCall():
                    self._calls.append(node)
                    if (end := end_of_number(node)) is not None:
                        self._collect_store(*end)

    def _collect_store(self, target: c_ast.Node, value: c_ast.Node) -> None:
        if cursor(target, self.frame) is not None:
            self._stores.append((None, _cursor_key(self.frame.symbols.type_of(target)), value))
            return
        member = _member_of(target, self.frame.symbols)
        if isinstance(member, c_ast.StructRef) and (key := self._key(member)) is not None:
            self._stores.append((member, key, value))

    def _collect_list(self, init: c_ast.InitList, ctype: CType) -> None:
        for item in items_of(init, ctype, self.frame.symbols, is_own_kind) or ():
            if item.record is not None and not item.record.union:
                self._stores.append((None, (item.record.tag, item.member), item.value))

    def declare_cursors(self, body: c_ast.Node, frame: Frame) -> None:
        """Note the cursors of a function that is called; parameters among them lead where the arguments do."""
        for symbol in cursors_in(body, frame) & frame.locals.keys():
            local = frame.locals[symbol]
            if local.given and local.roots and self._finds:
                frame.scope.members.note(_cursor_key(symbol.type), local.roots)
            local.cursor, local.given = True, False

    def follow(self) -> bool:
        """Note what the stores and calls say as far as pointers are known; gives whether anything is new."""
        members = self.frame.scope.members
        before = members.count
        for member, key, value in self._stores:
            if member is not None and not self._is_own(member):
                continue
            members.seen.add(id(value))
            if roots := self.pointers.roots(value):  # null leads nowhere
                members.note(key, roots)
        for call in self._calls:
            self._follow(call)
        return members.count != before

    def _follow(self, call: c_ast.FuncCall) -> None:
        """Note what a function that is called stores in members."""
        members, context = self.frame.scope.members, self.frame.scope.context
        definition = context.called(call, self.frame.symbols)
        if definition is None:
            for each in context.callees(call, self.frame.symbols):
                members.complete &= not _may_store(each.function.body, each.symbols, self.frame)
            return
        if not _may_store(definition.function.body, definition.symbols, self.frame):
            return
        types = self.frame.symbols.type_of
        pointers = (each for each in arguments_of(call) if isinstance(types(each), PointerType | ArrayType))
        given = tuple(self.pointers.roots(each) for each in pointers)
        key = definition.function, given
        if members.followed.get(key) == members.count:
            return
        if len(members.followed) == MOST_FOLLOWED:
            members.complete = False
            return
        if definition.function in self.pointers.callers and key not in members.followed:
            members.complete = False  # it calls itself with pointers into other memory
        members.followed[key] = members.count
        self.pointers.roots(call)

    @property
    def _finds(self) -> bool:
        """Whether the memories are still being found."""
        return self.finds and not self.frame.scope.members.settled

    def _key(self, member: c_ast.StructRef) -> Key | None:
        """A member's key; None in unions, where it shares its memory with others."""
        node: c_ast.Node = member
        found: Key | None = None
        while isinstance(node, c_ast.StructRef | c_ast.ArrayRef):
            if isinstance(node, c_ast.StructRef):
                owner = self.frame.symbols.type_of(node.name)
                owner = unqualified(owner.target if isinstance(owner, PointerType) else innermost(owner))
                if not isinstance(owner, StructType) or owner.union:
                    return None
                found = found or (owner.tag, node.field.name)
                if node.type == "->":
                    break
            node = node.name
        return found

    def _is_own(self, member: c_ast.StructRef) -> bool:
        """Whether a member is one of a structure in private memory."""
        roots = self.pointers.storage(member)
        return bool(roots) and all(root.space == PRIVATE for root in roots)

    def _is_elsewhere(self, member: c_ast.StructRef) -> bool:
        """Whether a member is one of a structure in other memory, or in one that is not known yet."""
        base: c_ast.Node = member
        while isinstance(base, c_ast.StructRef | c_ast.ArrayRef):
            base = base.name
        local = self.frame.local(base)
        begun = local is not None and isinstance(local.type, PointerType) and not local.roots
        return not begun and not self._is_own(member)

    def roots_of(self, node: c_ast.Node) -> Roots | None:
        """The memories that a pointer in a member of the iteration's own may lead to; None for other pointers."""
        members = self.frame.scope.members
        if cursor(node, self.frame) is not None:
            return members.roots.get(_cursor_key(self.frame.symbols.type_of(node)), NO_ROOTS)
        if not members.roots and not self._finds:
            return None
        member = _member_of(node, self.frame.symbols)
        key = self._key(member) if isinstance(member, c_ast.StructRef) else None
        if key is None or not isinstance(member, c_ast.StructRef):
            return None
        if self._finds and not self._is_elsewhere(member):
            return members.roots.get(key, NO_ROOTS)
        return members.roots[key] if key in members.roots and self._is_own(member) else None


class OwnPointers(Part):
    """Lowers what one frame does with such members."""

    def is_one(self, node: c_ast.Node) -> bool:
        """Whether an lvalue is such a member, or an element of one."""
        return self.expressions.pointers.own.roots_of(node) is not None

    def pointer(self, node: c_ast.Node, *, followed: bool = False) -> c_ast.Node:
        """The value of a pointer in memory: that of such a member, or another one."""
        if not self.is_one(node):
            return self.expressions.tables.pointer(node, followed=followed)
        return self._pointer(node, self.expressions.object(node, Access.READ))

    def initial(self, node: c_ast.InitList, target: CType) -> dict[int, CType]:
        """The types of pointers in a list of initial values of a structure, by the `id` of the values."""
        items = items_of(node, target, self.frame.symbols, is_own_kind)
        return {id(item.value): item.type for item in items or () if item.record is not None}

    def number(self, node: c_ast.Node, target: CType) -> c_ast.Node:
        """The value of a pointer as a member holds it."""
        members = self.frame.scope.members
        if is_null(node):
            return build.integer(0)
        if id(node) not in members.seen:
            self.frame.refuse("K016", "a pointer is stored in a structure or list inside the loop", node)
        if not members.complete:
            reason = "a pointer is stored in a structure by a function that may be given other pointers"
            advice = ("such functions may not call themselves with others, or be called through pointers", None)
            self.frame.refuse("K016", reason, node, advice)
        space_of(self.expressions.pointers.roots(node), f"`{text_of(node)}`", self.frame.where(node))
        return build.cast(ULONG, self.expressions.converted(node, target))

    def stored(self, node: c_ast.Assignment) -> c_ast.Node:
        """An assignment to a member: `=`, `+=` or `-=`."""
        ctype = unqualified(self.frame.symbols.type_of(node.lvalue))
        if node.op == "=":
            to = self.expressions.object(node.lvalue, Access.WRITE)
            return self._pointer(node.lvalue, build.assign(to, self.number(node.rvalue, ctype)))
        to = self.expressions.object(node.lvalue, Access.READ | Access.WRITE)
        by = build.cast(LONG, self.expressions.value(node.rvalue))
        step = build.binary("*", by, build.integer(self._size(node.lvalue, ctype), "L"))
        return self._pointer(node.lvalue, build.assign(to, build.cast(ULONG, step), node.op))

    def counted(self, node: c_ast.UnaryOp) -> c_ast.Node:
        """`p++` and its like; what comes of the expression is the old value where C has that."""
        ctype = unqualified(self.frame.symbols.type_of(node.expr))
        to = self.expressions.object(node.expr, Access.READ | Access.WRITE)
        size = build.integer(self._size(node.expr, ctype), "UL")
        changed: c_ast.Node = build.assign(to, size, f"{node.op[-1]}=")
        if node.op[0] == "p":
            changed = build.binary("-" if node.op[-1] == "+" else "+", changed, size)
        return self._pointer(node.expr, changed)

    def changes(self, target: c_ast.Node, ctype: CType) -> bool:
        """Whether a pointer in such a member changes.

        Refused are pointers in other memory, and those that step over arrays of variable size.
        """
        if not isinstance(ctype, PointerType):
            return False
        if points_to_variable(ctype):
            self.frame.refuse("K018", "a pointer to arrays of variable size changes inside the loop", target)
        if self.expressions.is_local_pointer(target):
            return False
        if not self.is_one(target):
            reason = f"the pointer `{text_of(target)}` in memory is changed inside the loop"
            advice = ("on the device pointers change in an iteration's own variables and structures only", None)
            self.frame.refuse("K016", reason, target, advice)
        return True

    def gives_cursor(self, argument: c_ast.Node, parameter: Symbol, definition: Definition) -> bool:
        """Whether an argument is the address of a cursor, or null, for a parameter that stays that address."""
        roots = self.expressions.pointers.roots(argument)
        known = is_null(argument) or is_address(argument, self.frame)
        if not known or not leads_to_cursor(parameter, roots, self.frame):
            return False
        self._check_complete(argument)
        return other_use(definition.function.body, parameter, definition.symbols) is None

    def begun(self, cursors: frozenset[Symbol], body: c_ast.Node) -> list[c_ast.Decl]:
        """The declarations of cursors that are parameters of the source, which begin with what is given."""
        found: list[c_ast.Decl] = []
        for symbol in [] if self.frame.outer else [each for each in self.frame.locals if each in cursors]:
            self._check_complete(body)
            given = build.cast(ULONG, build.identifier(self.frame.locals[symbol].name))
            local = self.frame.declare(symbol, body, ULONG)
            local.cursor = True
            found.append(build.declaration(local.name, ULONG, init=given))
        return found

    def _check_complete(self, node: c_ast.Node) -> None:
        if not self.frame.scope.members.complete:
            reason = "the address of a pointer is given to a function that may be given other ones"
            self.frame.refuse("K016", reason, node)

    def check_whole(self, node: c_ast.Node, ctype: CType) -> None:
        """Refuse to copy a structure with such members from or to memory that iterations share."""
        if not isinstance(ctype, StructType) or not self._has_own(ctype):
            return
        roots = self.expressions.pointers.storage(node)
        private = bool(roots) and all(root.space == PRIVATE for root in roots)
        if not private and not isinstance(node, c_ast.FuncCall | c_ast.CompoundLiteral | c_ast.InitList):
            text = text_of(node).removesuffix("[]")
            reason = f"`{text}` is copied as a whole, and the iteration stores pointers in such structures"
            self.frame.refuse("K016", reason, node, ("its members can be copied one by one", None))

    def _has_own(self, ctype: CType) -> bool:
        ctype = unqualified(innermost(ctype))
        if not isinstance(ctype, StructType):
            return False
        if any(tag == ctype.tag for tag, _ in self.frame.scope.members.roots):
            return True
        return any(self._has_own(each.type) for each in self.frame.symbols.members(ctype) or ())

    def check_variables(self, body: c_ast.Node) -> None:
        """Refuse such members where structures of their types have values of the host's, or are in unions."""
        scope = self.frame.scope
        if not scope.members.roots:
            return
        if any(map(self._has_own, scope.members.valued)):
            self.frame.refuse("K016", "a pointer is stored in a structure that has a value before the loop", body)
        if any(self._has_union(ctype) for ctype in scope.symbol_types.values()):
            self.frame.refuse("K016", "a pointer is stored in a structure of a union inside the loop", body)

    def _has_union(self, ctype: CType) -> bool:
        """Whether there is a union in a type with such members in it."""
        ctype = unqualified(innermost(ctype))
        if not isinstance(ctype, StructType):
            return False
        members = self.frame.symbols.members(ctype) or ()
        return (ctype.union and self._has_own(ctype)) or any(self._has_union(each.type) for each in members)

    def _size(self, node: c_ast.Node, ctype: CType) -> int:
        """How many bytes a step of a pointer is."""
        target = ctype.target if isinstance(ctype, PointerType) else ctype
        size = None if isinstance(target, VoidType) else self.frame.symbols.constant_sizeof(target)
        if size is None:
            self.frame.refuse(
                "K018", f"the pointer `{text_of(node)}` is moved over elements of no known size", node
            )
        return size

    def _pointer(self, node: c_ast.Node, number: c_ast.Node) -> c_ast.Node:
        """A number as the pointer that a member of the source is."""
        ctype = self.frame.symbols.type_of(node)
        assert isinstance(ctype, PointerType)
        roots = self.expressions.pointers.own.roots_of(node) or NO_ROOTS
        where = self.frame.where(node)
        space = space_of(roots, f"the pointer `{text_of(node)}`", where)
        self.frame.scope.types.use(ctype, self.frame.symbols, where)
        return build.cast(PointerType(unqualified(ctype.target)), number, space)
