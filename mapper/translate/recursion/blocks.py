"""Basic blocks of lowered functions that call each other, which end with these calls.

Calls are statements, or the initial values of declarations: lowering puts them before what needs their results.
Statements that neither hold such a call nor lead out of themselves stay whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.ir.builtins.stops import is_check
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, CType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.nodes import called_name, walk


@dataclass(eq=False)
class Jump:
    """The end of a block that goes on with another one."""

    target: Block


@dataclass(eq=False)
class Branch:
    """The end of a block that goes on with one of two."""

    condition: c_ast.Node
    yes: Block
    no: Block


@dataclass(eq=False)
class Return:
    """The end of a block that ends the call of `function`, with its value."""

    function: str
    value: c_ast.Node | None


@dataclass(eq=False)
class Call:
    """The end of a block that calls a function, and goes on with `after`; `result` is the variable for its value.

    Nothing is behind a tail call, whose value is the caller's.
    """

    function: str
    arguments: list[c_ast.Node]
    result: str | None
    after: Block | None


End = Jump | Branch | Return | Call


@dataclass(eq=False)
class Block:
    """Statements that run one behind the other, and what comes then."""

    items: list[c_ast.Node] = field(default_factory=list)
    end: End | None = None

    @property
    def successors(self) -> tuple[Block, ...]:
        """The blocks of the same call that may come next."""
        match self.end:
            case Jump():
                return (self.end.target,)
            case Branch():
                return (self.end.yes, self.end.no)
            case Call() if self.end.after is not None:
                return (self.end.after,)
        return ()


@dataclass(frozen=True, slots=True)
class Function:
    """A function with its lowered body, and the names of its own parameters, which callers give."""

    name: str
    parameters: tuple[str, ...]
    body: c_ast.Node


Fresh = Callable[[str, CType], str]
"""A new name of the kernel, for a wish and the type of the variable."""


def blocks_of(
    function: Function, functions: Mapping[str, Function], declared: dict[str, c_ast.Decl], fresh: Fresh
) -> Block:
    """The first block of a function, which may call all `functions`; variables of its blocks are `declared`."""
    splitter = _Splitter(function.name, functions, declared, fresh)
    first = Block()
    last = splitter.statement(function.body, first)
    if last is not None:
        last.end = Return(function.name, None)
    return first


def reachable(first: Sequence[Block]) -> list[Block]:
    """All blocks that may be reached, each once, in the order of the source where that is possible."""
    found: dict[Block, None] = {}
    work = list(reversed(first))
    while work:
        block = work.pop()
        if block not in found:
            found[block] = None
            work += reversed(block.successors)
    return list(found)


@dataclass(eq=False)
class _Splitter:
    """Splits the body of one function.

    `leave` and `repeat` are where `break` and `continue` lead; None where they stay in what is kept whole.
    `labels` are those of the `switch` around.
    """

    name: str
    functions: Mapping[str, Function]
    declared: dict[str, c_ast.Decl]
    fresh: Fresh
    leave: Block | None = None
    repeat: Block | None = None
    labels: list[tuple[c_ast.Case | c_ast.Default, Block]] = field(default_factory=list)

    def statement(self, node: c_ast.Node | None, here: Block) -> Block | None:
        """Add a statement to a block; gives the block in which the next one is, None where none can be."""
        match node:
            case None | c_ast.EmptyStatement():
                return here
            case c_ast.Compound():
                return self._sequence(node.block_items or [], here)
            case c_ast.DeclList():
                return self._sequence(node.decls, here)
            case c_ast.Decl():
                return self._declaration(node, here)
            case c_ast.Case() | c_ast.Default():
                return self._label(node, here)
            case _ if not self._is_split(node):
                here.items.append(node)
                return here
            case c_ast.FuncCall():
                return self._call(node, None, here)
            case c_ast.Return():
                here.end = Return(self.name, node.expr)
                return None
            case c_ast.Break():
                self._jump(here, self.leave)
                return None
            case c_ast.Continue():
                self._jump(here, self.repeat)
                return None
            case c_ast.If():
                return self._if(node, here)
            case c_ast.Switch():
                return self._switch(node, here)
            case c_ast.For():
                return self._for(node, here)
            case c_ast.While() | c_ast.DoWhile():
                return self._while(node, here)
        raise AssertionError(f"no rule for {node.__class__.__name__}")

    def _is_split(self, node: c_ast.Node) -> bool:
        """Whether a statement calls one of the functions, leads out of itself, or is led into."""
        led = leaves(node, always=(c_ast.Return,)) or _has_labels(node)
        return led or any(self._is_call(part) for part in walk(node))

    def _is_call(self, node: c_ast.Node) -> bool:
        return called_name(node) in self.functions

    def _sequence(self, items: Sequence[c_ast.Node], here: Block | None) -> Block | None:
        called = False
        for item in items:
            if here is None:
                here = Block()  # only labels in what is behind a jump are reached
            if not (called and is_check(item)):
                here = self.statement(item, here)
            called = self._is_call(item.init if isinstance(item, c_ast.Decl) else item)
        return here

    def _declaration(self, node: c_ast.Decl, here: Block) -> Block:
        plain = c_ast.Decl(node.name, [], [], [], [], node.type, None, None)
        self.declared[node.name] = plain
        if self._is_call(node.init):
            return self._call(node.init, node.name, here)
        here.items.append(node)
        return here

    def _call(self, node: c_ast.FuncCall, result: str | None, here: Block) -> Block:
        name, after = called_name(node), Block()
        arguments = node.args.exprs[: len(self.functions[name].parameters)] if node.args is not None else []
        here.end = Call(name, arguments, result, after)
        return after

    def _jump(self, here: Block, target: Block | None) -> None:
        assert target is not None, "a jump out of what is split leads to a block"
        here.end = Jump(target)

    def _joined(self, *ends: Block | None) -> Block | None:
        """The block behind several, those of them that have an end."""
        after = Block()
        for each in ends:
            if each is not None:
                each.end = Jump(after)
        return after if any(each is not None for each in ends) else None

    def _if(self, node: c_ast.If, here: Block) -> Block | None:
        yes, no = Block(), Block()
        here.end = Branch(node.cond, yes, no)
        return self._joined(self.statement(node.iftrue, yes), self.statement(node.iffalse, no))

    def _switch(self, node: c_ast.Switch, here: Block) -> Block | None:
        """A chain of comparisons; each label begins a block, into which the one before it falls."""
        after, around = Block(), (self.leave, self.labels)
        self.leave, self.labels = after, []
        value = self.fresh("selected", LONG)
        self.declared[value] = build.declaration(value, LONG)
        here.items.append(build.assign(build.identifier(value), node.cond))
        last = self.statement(node.stmt, Block())
        if last is not None:
            last.end = Jump(after)
        labels = self.labels
        self.leave, self.labels = around
        other = next((block for label, block in labels if isinstance(label, c_ast.Default)), after)
        for label, block in labels:
            if isinstance(label, c_ast.Case):
                further = Block()
                here.end = Branch(build.binary("==", build.identifier(value), label.expr), block, further)
                here = further
        here.end = Jump(other)
        return after

    def _label(self, node: c_ast.Case | c_ast.Default, here: Block) -> Block | None:
        """A label, which may be anywhere in its `switch`, and the statements behind it."""
        block = Block()
        here.end = Jump(block)
        self.labels.append((node, block))
        return self._sequence(node.stmts or [], block)

    def _for(self, node: c_ast.For, here: Block) -> Block | None:
        begun = self.statement(node.init, here)
        assert begun is not None, "nothing jumps in the head of a loop"
        head, step = Block(), Block()
        begun.end = Jump(head)
        if node.next is not None:
            step.items.append(node.next)
        step.end = Jump(head)
        return self._loop(node, head, head, step)

    def _while(self, node: c_ast.While | c_ast.DoWhile, here: Block) -> Block | None:
        head, body = Block(), Block()
        here.end = Jump(body if isinstance(node, c_ast.DoWhile) else head)
        return self._loop(node, head, body, head)

    def _loop(
        self, node: c_ast.For | c_ast.While | c_ast.DoWhile, head: Block, body: Block, repeat: Block
    ) -> Block | None:
        """A loop whose condition is asked in `head`, and which goes on at `repeat` behind its body."""
        after = Block()
        body = Block() if body is head else body
        head.end = Jump(body) if node.cond is None else Branch(node.cond, body, after)
        around = self.leave, self.repeat
        self.leave, self.repeat = after, repeat
        last = self.statement(node.stmt, body)
        self.leave, self.repeat = around
        if last is not None:
            last.end = Jump(repeat)
        return after


def _has_labels(node: c_ast.Node) -> bool:
    """Whether some code has labels of a `switch` around it."""
    if isinstance(node, c_ast.Case | c_ast.Default):
        return True
    return not isinstance(node, c_ast.Switch) and any(_has_labels(child) for _, child in node.children())
