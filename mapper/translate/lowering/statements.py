"""Statements of the source -> statements of OpenCL C, and the body of a function as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.types import innermost, promote, unqualified
from mapper.diagnostics import InternalError, Location
from mapper.ir.builtins.stops import stop
from mapper.ir.forms.expanded import LARGE
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    INT,
    LONG,
    ULONG,
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    VoidType,
)
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.nodes import Omp, has_effects, walk
from mapper.translate.common.refused import refuse
from mapper.translate.library.memory_blocks import MemoryBlocks
from mapper.translate.lowering.atomics import Atomics
from mapper.translate.lowering.called.conditional_calls import tested_before
from mapper.translate.lowering.expressions import Expressions
from mapper.translate.lowering.inner_loops import in_order
from mapper.translate.lowering.loop_heads import plain_head, with_one_bound
from mapper.translate.lowering.numbers.bits import initial_fields
from mapper.translate.lowering.pointer_values.cursors import cursors_in
from mapper.translate.lowering.pointer_values.pointers import Pointers
from mapper.translate.lowering.statics import is_fixed
from mapper.translate.lowering.switches import cases_of, label_of
from mapper.translate.memory.memory import (
    NO_ROOTS,
    PRIVATE,
    Roots,
    Slot,
    is_position,
    points_to_variable,
    space_of,
)
from mapper.translate.private.elementwise import elementwise
from mapper.translate.private.own_blocks import is_cleared, own_block
from mapper.translate.private.private_arrays import check_private, declare_private, is_sized_later, note_number
from mapper.translate.scope.frame import Frame, Local, holds_pointers

MOST_FIRST = 64  # initial values of a large array that are stored one by one
_LABELS = (c_ast.Label, c_ast.Case, c_ast.Default)
_EXPRESSIONS = (
    c_ast.Assignment,
    c_ast.UnaryOp,
    c_ast.BinaryOp,
    c_ast.TernaryOp,
    c_ast.FuncCall,
    c_ast.ID,
    c_ast.Constant,
    c_ast.ArrayRef,
    c_ast.StructRef,
    c_ast.Cast,
    c_ast.CompoundLiteral,
)


def _effects(lowered: c_ast.Node) -> c_ast.Node:
    """An expression whose value is not used, without what only computes that."""
    if isinstance(lowered, c_ast.Constant):
        return c_ast.EmptyStatement()
    if isinstance(lowered, c_ast.ExprList) and len(lowered.exprs) > 1 and not has_effects(lowered.exprs[-1]):
        return _effects(c_ast.ExprList(lowered.exprs[:-1]) if len(lowered.exprs) > 2 else lowered.exprs[0])
    return lowered


def _is_zero(init: c_ast.Node) -> bool:
    """Whether an initialiser gives nothing but zeros."""
    if isinstance(init, c_ast.InitList):
        return all(map(_is_zero, init.exprs))
    return isinstance(init, c_ast.Constant) and constant_value(init) == 0


def lower_body(frame: Frame, body: c_ast.Node, result: CType) -> tuple[c_ast.Compound, Roots]:
    """The body of a device function that returns `result`, and into what a returned pointer may point."""
    statements = Statements(frame, result)
    return statements.body(body), statements.result_roots


class Statements:
    """Lowers the statements of one frame.

    `result` is the type that a device function returns, None in a kernel's own body: there nothing returns, and
    `continue` of the work-shared loop (noted in `continues`) is the caller's business.
    """

    def __init__(self, frame: Frame, result: CType | None) -> None:
        self.frame = frame
        self.pointers = Pointers(frame, finds=frame.outer)
        self.expressions = Expressions(frame, self.pointers)
        self.atomics = Atomics(self.expressions)
        self.blocks = MemoryBlocks(self.expressions)
        self.result = result
        self.result_roots: Roots = NO_ROOTS
        self.continues = False
        self._loops = 0
        self._switches = 0
        self._cursors: frozenset[Symbol] = frozenset()
        self._selected: CType = INT
        self._rules: dict[type[c_ast.Node], Callable[..., c_ast.Node | None]] = {
            c_ast.Compound: self._compound,
            c_ast.Decl: self._declaration,
            c_ast.If: self._if,
            c_ast.For: self._for,
            c_ast.While: self._while,
            c_ast.DoWhile: self._do,
            c_ast.Switch: self._switch,
            c_ast.Case: self._case,
            c_ast.Default: self._default,
            c_ast.Break: self._break,
            c_ast.Continue: self._continue,
            c_ast.Return: self._return,
            c_ast.EmptyStatement: lambda node: c_ast.EmptyStatement(),
            c_ast.Pragma: self._nothing,
            c_ast.Typedef: self._nothing,
            c_ast.StaticAssert: self._nothing,
            Omp: self._omp,
        }

    def body(self, node: c_ast.Node) -> c_ast.Compound:
        """A whole body: its variables are declared first, so that the pointers among them can be followed."""
        self._cursors = cursors_in(node, self.frame)
        begun = self.expressions.own.begun(self._cursors, node)
        asked = self.frame.scope.varies_in(node, self.frame.symbols)
        declared = [part for part in walk(node) if isinstance(part, c_ast.Decl)]
        later = [part for part in declared if is_sized_later(part, self.frame.symbols)] if asked else []
        for part in declared:
            if part not in later:
                self._predeclare(part, node)
            if asked:
                self.pointers.note_host(part, sizes=True)
                note_number(part, node, self.frame)
        while later and any(note_number(part, node, self.frame) for part in declared):
            pass  # a number may come from others that are declared behind it
        for part in later:
            self._predeclare(part, node)
            self.pointers.note_host(part, sizes=True)
        self.pointers.solve(node)
        if self.frame.outer:
            self.frame.scope.members.settled = True
        self.expressions.tables.check(node)
        lowered = self._block(node)
        if isinstance(lowered, c_ast.Compound):
            items = lowered.block_items or []
        else:
            items = [] if isinstance(lowered, c_ast.EmptyStatement) else [lowered]
        return c_ast.Compound([*self.frame.literals, *begun, *items])

    def _predeclare(self, decl: c_ast.Decl, body: c_ast.Node) -> None:
        symbol = self.frame.symbols.symbol(decl)
        if symbol is None or symbol.kind is not Kind.VARIABLE or symbol in self.frame.locals:
            return
        if symbol in self._cursors:
            self.frame.declare(symbol, decl, ULONG).cursor = True
            return
        automatic = symbol.is_automatic
        if not automatic and not is_fixed(symbol, self.frame.symbols):
            return
        if own_block(self.frame, decl, body) is not None:
            return
        if self.expressions.wide.declare(symbol):
            return
        if automatic:
            local = declare_private(self.frame, symbol, decl)
        else:
            check_private(self.frame, symbol, decl)
            local = self.frame.declare(symbol, decl)
        if holds_pointers(local.type) and is_position(innermost(local.type)):
            self.frame.refuse("K016", f"`{symbol.name}` holds pointers to pointers", decl)
        if points_to_variable(local.type) and local.storage.space != LARGE:
            self.frame.refuse("K018", f"`{symbol.name}` points to arrays of variable size", decl)

    # ---- statements --------------------------------------------------------------------------------------------

    def statement(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """One statement; None where nothing is left of it."""
        if node is None:
            return None
        if not self._may_stop(node):
            return self._lowered(node)
        if self.frame.conditions and self.frame.scope.stops.always(node, self.frame.symbols):
            return stop()
        around, self.frame.hoisted = self.frame.hoisted, []
        lowered = self._stopping(node)
        before, self.frame.hoisted = self.frame.hoisted, around
        if not before:
            return lowered
        if isinstance(lowered, c_ast.EmptyStatement | c_ast.ID):
            lowered = None  # a call for its effects
        if isinstance(lowered, c_ast.Decl):
            return c_ast.DeclList([*before, lowered])
        return c_ast.Compound([*before, *([lowered] if lowered is not None else [])])

    def _may_stop(self, node: c_ast.Node) -> bool:
        return self.frame.scope.stops.may(node, self.frame.symbols)

    def _stopping(self, node: c_ast.Node) -> c_ast.Node | None:
        """A statement that may stop; conditions and sequences in expressions become statements."""
        match node:
            case c_ast.Cast() if isinstance(self.expressions.value_type(node), VoidType):
                return self.statement(node.expr)
            case c_ast.TernaryOp() if node.iftrue is not None:
                return self._if(c_ast.If(node.cond, node.iftrue, node.iffalse, node.coord))
            case c_ast.Return() if (returned := self.expressions.conditional.returned(node)) is not None:
                return self._if(returned)
            case c_ast.BinaryOp(op="&&"):
                return self._if(c_ast.If(node.left, node.right, None, node.coord))
            case c_ast.BinaryOp(op="||"):
                return self._if(c_ast.If(c_ast.UnaryOp("!", node.left), node.right, None, node.coord))
        return self._lowered(node)

    def _lowered(self, node: c_ast.Node) -> c_ast.Node | None:
        draws = self.frame.scope.draws
        if id(node) in draws.done:
            return None
        if id(node) in draws.first:
            drawn, lowered = self.atomics.draw(draws.first[id(node)]), self._undrawn(node)
            assert lowered is not None
            return (c_ast.DeclList if isinstance(lowered, c_ast.Decl) else c_ast.Compound)([drawn, lowered])
        return self._undrawn(node)

    def _undrawn(self, node: c_ast.Node) -> c_ast.Node | None:
        if id(node) in self.frame.scope.updated:
            return self.atomics.update(node)
        if self.blocks.is_one(node):
            return self.blocks.lower(node)
        if isinstance(node, c_ast.Assignment) and (local := self.frame.local(node.lvalue)) and local.halves:
            return self.expressions.wide.assigned(local, node)
        if isinstance(node, c_ast.Assignment) and (local := self.frame.local(node.lvalue)) and local.block:
            return self._zeros(local, local.type) if is_cleared(node.rvalue) else None
        if isinstance(node, c_ast.Assignment) and node.op == "=" and self.expressions.type_of(node.lvalue).atomic:
            return self.atomics.write(node)
        if isinstance(node, c_ast.TernaryOp) and isinstance(self.expressions.value_type(node), VoidType):
            return self._if(c_ast.If(node.cond, node.iftrue, node.iffalse, node.coord))
        if isinstance(node, c_ast.ExprList):
            return c_ast.Compound(self._items(node.exprs))
        if isinstance(node, _EXPRESSIONS):
            return _effects(self.expressions.value(self._without_value(node)))
        rule = self._rules.get(node.__class__)
        if rule is not None:
            return rule(node)
        where = self.frame.where(node)
        match node:
            case c_ast.Goto() | c_ast.Label():
                refuse("K010", "the loop's body holds a goto or a label", where)
            case c_ast.AttributedStatement():
                return self.statement(node.stmt)
        raise InternalError("translate", f"no rule for {node.__class__.__name__}", where)

    def _without_value(self, node: c_ast.Node) -> c_ast.Node:
        """An expression whose value is not used: `s.bits++` is `++s.bits`."""
        match node:
            case c_ast.UnaryOp(op="p++" | "p--", expr=c_ast.StructRef()):
                return c_ast.UnaryOp(node.op[1:], node.expr, node.coord)
        return node

    def _nothing(self, _: c_ast.Node) -> None:
        return None

    def _block(self, node: c_ast.Node | None) -> c_ast.Node:
        """A statement where C requires one, with its place in the source."""
        made: Any = self.statement(node) or c_ast.EmptyStatement()
        if node is not None and not isinstance(made.coord, Location):
            made.coord = self.frame.where(node)
        block: c_ast.Node = made
        return block

    def _items(self, nodes: list[c_ast.Node] | None) -> list[c_ast.Node]:
        """Statements in order, each with its place in the source.

        What is behind a condition to leave them, or a stop, depends on that.
        """
        nodes = [each for node in nodes or [] for each in self._labels(node)]
        stops = any(self._may_stop(node) for node in nodes)
        conditions = self.frame.conditions
        lowered: list[c_ast.Node] = []
        for number, node in enumerate(nodes):
            rest = nodes[number:] if stops and self.frame.conditions else []
            if self.frame.scope.stops.sequence(rest, self.frame.symbols):
                lowered.append(stop())
                break
            item = self.statement(node)
            made = item.decls if isinstance(item, c_ast.DeclList) else [item] if item is not None else []
            for each in made:
                each.coord = each.coord if isinstance(each.coord, Location) else self.frame.where(node)
            lowered += made
            if isinstance(node, c_ast.If) and leaves(node, always=(c_ast.Return,)):
                self.frame.conditions += self.frame.symbols.constant(node.cond) is None
        self.frame.conditions = conditions
        return lowered

    def _compound(self, node: c_ast.Compound) -> c_ast.Node:
        return c_ast.Compound(self._items(node.block_items))

    def _declaration(self, node: c_ast.Decl) -> c_ast.Node | None:
        symbol = self.frame.symbols.symbol(node)
        local = self.frame.locals.get(symbol) if symbol is not None else None
        if local is None:
            return None  # a type, a prototype, or a variable from elsewhere
        if local.halves is not None:
            return self.expressions.wide.declared(local, node.init)
        ctype = unqualified(local.type)
        if isinstance(node.init, c_ast.InitList) and isinstance(ctype, StructType):
            fields = initial_fields(node.init, ctype, self.frame.symbols)
            if fields is not None:
                zero = self.declared(local, node, c_ast.InitList([build.integer(0)]))
                given = self.expressions.literals.fields(build.identifier(local.name), ctype, fields)
                return c_ast.DeclList([zero, *given])
        if local.block:
            return self._block_declared(local, node)
        if local.cursor and node.init is not None and symbol is not None:
            return self.declared(local, node, self.expressions.own.number(node.init, unqualified(symbol.type)))
        init = None if node.init is None else self.expressions.literals.initializer(node.init, ctype)
        if local.storage.space == LARGE:
            declared = [] if local.lent else [self.declared(local, node)]
            return c_ast.DeclList([*declared, *self._stored(local, init, node)])
        return self.declared(local, node, init)

    def _block_declared(self, local: Local, node: c_ast.Decl) -> c_ast.Node:
        """The declaration of an array that the source allocates."""
        declared: list[c_ast.Node] = [] if local.lent else [self.declared(local, node)]
        return c_ast.DeclList([*declared, *([self._zeros(local, local.type)] if is_cleared(node.init) else [])])

    def _stored(self, local: Local, init: c_ast.Node | None, node: c_ast.Decl) -> list[c_ast.Node]:
        """The statements that give a large array its initial values: zeros, and some first ones."""
        if init is None:
            return []
        ctype = unqualified(local.type)
        items = init.exprs if isinstance(init, c_ast.InitList) else []
        plain = isinstance(ctype, ArrayType) and isinstance(unqualified(ctype.element), IntType | FloatType)
        if _is_zero(init) and isinstance(innermost(ctype), IntType | FloatType):
            return [self._zeros(local, ctype)]
        parts = any(isinstance(item, c_ast.NamedInitializer | c_ast.InitList) for item in items)
        if not plain or parts or len(items) > MOST_FIRST:
            reason = f"the private `{node.name}`, which is too large for private memory, is initialised in parts"
            self.frame.refuse("K017", reason, node)
        whole = build.identifier(local.name)
        elements = (c_ast.ArrayRef(whole, build.integer(number)) for number in range(len(items)))
        first = [build.assign(to, item) for to, item in zip(elements, items, strict=True)]
        return [self._zeros(local, ctype), *first]

    def _zeros(self, local: Local, ctype: CType) -> c_ast.Node:
        whole = build.identifier(local.name)
        return elementwise(self.frame.scope, ctype, lambda at: build.assign(at(whole), build.integer(0)))

    def declared(self, local: Local, node: c_ast.Node, init: c_ast.Node | None = None) -> c_ast.Decl:
        """The declaration of a private variable."""
        space = PRIVATE
        if is_position(local.type):
            return build.declaration(local.name, LONG, init=init)
        if isinstance(local.type, PointerType) or holds_pointers(local.type):
            space = space_of(local.roots, f"`{local.name}`", self.frame.where(node))
        return build.declaration(local.name, unqualified(local.type), space, init)

    def _if(self, node: c_ast.If) -> c_ast.Node:
        value = self.frame.symbols.constant(node.cond)
        if value is not None and not any(isinstance(each, _LABELS) for each in walk(node)):
            return self._branch(node.iftrue if value else node.iffalse, sure=True)  # the other one never runs
        other = None if node.iffalse is None else self._branch(node.iffalse, sure=value == 0)
        drawn = self.frame.scope.draws.limited.get(id(node))
        if drawn is not None:
            back = self.atomics.give_back(drawn)
            other = back if other is None else c_ast.Compound([back, other])
        cond = self.expressions.condition(node.cond)
        return c_ast.If(cond, self._branch(node.iftrue, sure=bool(value)), other)

    def _branch(self, node: c_ast.Node | None, *, sure: bool) -> c_ast.Node:
        """What is done under a condition; `sure` if that always holds."""
        self.frame.conditions += not sure
        lowered = self._block(node)
        self.frame.conditions -= not sure
        return lowered

    def _optional(
        self, node: c_ast.Node | None, lower: Callable[[c_ast.Node], c_ast.Node] | None = None
    ) -> c_ast.Node | None:
        """An expression in the head of a loop, before which nothing can be put."""
        before, self.frame.hoisted = self.frame.hoisted, None
        lowered = None if node is None else (lower or self.expressions.value)(node)
        self.frame.hoisted = before
        return lowered

    def _for(self, node: c_ast.For) -> c_ast.Node:
        init: c_ast.Node | None
        if isinstance(node.init, c_ast.DeclList):
            around, self.frame.hoisted = self.frame.hoisted, None
            lowered = [item for decl in node.init.decls if (item := self._lowered(decl)) is not None]
            declared = [each for item in lowered for each in (getattr(item, "decls", None) or [item])]
            self.frame.hoisted = around
            init = c_ast.DeclList(declared)
        else:
            init = self._optional(node.init)
        test = with_one_bound(node, self.frame.symbols.type_of)
        with self.expressions.conditional.at_each_test(test) as tested:
            cond = None if test is None else self.expressions.condition(test)
        after, body = self._optional(node.next), self._loop_body(node.stmt)
        if tested and cond is not None:
            body, cond = tested_before(tested, cond, body), None
        loop = c_ast.For(init, cond, after, body, self.frame.where(node))
        slots = (each for each in self.frame.scope.parameters.values() if isinstance(each, Slot))
        before, made = plain_head(loop, {each.name for each in slots})
        if isinstance(made.init, c_ast.DeclList) and len(made.init.decls) > 1:
            declared = made.init.decls
            if any(isinstance(each, c_ast.Decl) and isinstance(each.type, c_ast.PtrDecl) for each in declared):
                before, made.init = [*before, *declared], None  # each may need an address space of its own
        part: Any
        for part in before:
            part.coord = made.coord
        return c_ast.Compound([*before, made]) if before else made

    def _while(self, node: c_ast.While) -> c_ast.Node:
        with self.expressions.conditional.at_each_test(node.cond) as tested:
            cond = self.expressions.condition(node.cond)
        body = self._loop_body(node.stmt)
        if tested:
            body, cond = tested_before(tested, cond, body), build.integer(1)
        return c_ast.While(cond, body, self.frame.where(node))

    def _do(self, node: c_ast.DoWhile) -> c_ast.Node:
        cond = self._optional(node.cond, self.expressions.condition)
        return c_ast.DoWhile(cond, self._loop_body(node.stmt), self.frame.where(node))

    def _loop_body(self, node: c_ast.Node) -> c_ast.Node:
        self._loops += 1
        switches, self._switches = self._switches, 0
        lowered = self._block(node)
        self._loops -= 1
        self._switches = switches
        return lowered

    def _switch(self, node: c_ast.Switch) -> c_ast.Node:
        self._switches += 1
        around, self._selected = self._selected, promote(self.expressions.value_type(node.cond))
        lowered = c_ast.Switch(self.expressions.value(node.cond), self._branch(node.stmt, sure=False))
        self._selected = around
        self._switches -= 1
        return lowered

    def _labels(self, node: c_ast.Node) -> list[c_ast.Node]:
        """A statement, where `case 1 ... 3:` has become `case 1: case 2: case 3:`."""
        return cases_of(node, self._selected, self.frame) if isinstance(node, c_ast.Case) else [node]

    def _case(self, node: c_ast.Case) -> c_ast.Node:
        return c_ast.Case(label_of(node, self._selected, self.frame), self._items(node.stmts))

    def _default(self, node: c_ast.Default) -> c_ast.Node:
        return c_ast.Default(self._items(node.stmts))

    # ---- jumps -------------------------------------------------------------------------------------------------

    def _break(self, node: c_ast.Break) -> c_ast.Node:
        if not self._loops and not self._switches:
            self.frame.refuse("K010", "the work-shared loop is left by a break", node)
        return c_ast.Break()

    def _continue(self, _: c_ast.Continue) -> c_ast.Node:
        if not self._loops:
            self.continues = True
        return c_ast.Continue()

    def _return(self, node: c_ast.Return) -> c_ast.Node:
        if self.result is None:
            self.frame.refuse("K010", "the work-shared loop is left by a return", node)
        if node.expr is None:
            return c_ast.Return(None)
        if isinstance(self.result, VoidType):  # return f(); in a function without a result
            return c_ast.Compound([self.expressions.value(node.expr), c_ast.Return(None)])
        if isinstance(self.result, PointerType):
            self.result_roots |= self.pointers.roots(node.expr)
        return c_ast.Return(self.expressions.converted(node.expr, self.result))

    # ---- OpenMP ------------------------------------------------------------------------------------------------

    def _omp(self, node: Omp) -> c_ast.Node | None:
        directive = node.directive
        where = directive.where
        if directive.kind == "atomic":
            return self.atomics.lower(node)
        if directive.kind == "simd" or (directive.kind == "parallel for" and not directive.later):
            return in_order(self, node)
        if not directive.known or id(node) in self.frame.scope.criticals:
            return self.statement(node.body)
        if "parallel" in directive.words or "for" in directive.words:
            refuse("K022", f"a construct `{directive.kind}` inside the loop", where)
        refuse("K001", f"`{directive.kind}` inside the loop is not translated", where)
