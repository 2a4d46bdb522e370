"""The one node that mapper adds to pycparser's tree, the operators by kind, and small helpers over such trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from itertools import chain
from typing import Any, TypeVar
from weakref import ref

from pycparser import c_ast, c_generator

from mapper.ir.trees.directive import Directive

N = TypeVar("N", bound=c_ast.Node)
T = TypeVar("T")
_Push = Callable[[Any, list[c_ast.Node]], None]

INCREMENTS = frozenset(["++", "--", "p++", "p--"])
"""The operators that increment or decrement, as pycparser spells them."""
LOOPS = (c_ast.For, c_ast.While, c_ast.DoWhile)
"""The statements that repeat others."""
AnyLoop = c_ast.For | c_ast.While | c_ast.DoWhile
ELEMENTS = (c_ast.ArrayRef, c_ast.StructRef)
"""The expressions that name parts of arrays and structures."""
TYPES = (c_ast.Typename, c_ast.TypeDecl, c_ast.IdentifierType)
"""What a type without an array, a function or a pointer is made of."""
ORDER = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Relations that put numbers in order, each with the one that holds with its sides exchanged."""
MIRRORED = {**ORDER, "!=": "!=", "==": "=="}
"""All relations, likewise."""
TRUTHS = frozenset([*MIRRORED, "&&", "||"])
"""The binary operators whose values are 0 and 1."""
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""All relations, each with the one that holds where it does not."""
BOUNDS = {**ORDER, "!=": "!="}
"""The relations between a loop's counter and its bound, each with its sides exchanged."""


class Omp(c_ast.Node):
    """An OpenMP construct: a directive and the statement that it governs (None for those without one).

    `mapper.openmp.bind` puts it where the pragma stood.  `body` is the loop of a work-sharing loop
    construct, otherwise the structured block.  Walking visits the clauses' expressions, then the body.
    """

    __slots__ = ("__weakref__", "body", "coord", "directive")
    attr_names = ()

    def __init__(self, directive: Directive, body: c_ast.Node | None, coord: Any = None) -> None:
        self.directive = directive
        self.body = body
        self.coord = coord

    def children(self) -> tuple[tuple[str, c_ast.Node], ...]:
        """Children in evaluation order, as pycparser's visitors expect them."""
        named = [
            (f"clauses[{number}]", clause.expression)
            for number, clause in enumerate(self.directive.clauses)
            if clause.expression is not None
        ]
        if self.body is not None:
            named.append(("body", self.body))
        return tuple(named)

    def __iter__(self) -> Iterator[c_ast.Node]:
        """Iterate over the children, as every pycparser node does."""
        for _, child in self.children():
            yield child


def clone(node: N) -> N:
    """A deep copy that shares nothing with the user's tree but the locations."""
    cls = node.__class__
    made: N = cls.__new__(cls)
    for name in _SLOTS[cls]:
        setattr(made, name, _cloned(getattr(node, name)))
    return made


def rebuilt(node: N, change: Callable[[c_ast.Node], c_ast.Node]) -> N:
    """A copy of a node alone, with what `change` makes of its children."""
    cls = node.__class__
    made: N = cls.__new__(cls)
    for name in _SLOTS[cls]:
        value = getattr(node, name)
        if isinstance(value, c_ast.Node):
            value = change(value)
        elif value.__class__ is list:
            value = [change(item) if isinstance(item, c_ast.Node) else item for item in value]
        setattr(made, name, value)
    return made


def changed(node: N, change: Callable[[c_ast.Node], c_ast.Node | None]) -> N | None:
    """A copy of a node without its place, with what `change` makes of its children; None where one gives None."""
    parts = {id(child): change(child) for child in children(node)}
    known = {key: part for key, part in parts.items() if part is not None}
    if len(known) < len(parts):
        return None
    made = rebuilt(node, lambda child: known[id(child)])
    made.coord = None
    return made


def _cloned(value: Any) -> Any:
    """A deep copy of what a field of a node holds."""
    if isinstance(value, c_ast.Node):
        return clone(value)
    if value.__class__ is list:
        return [_cloned(item) for item in value]
    if value.__class__ is Directive:
        clauses = [replace(clause, expression=_cloned(clause.expression)) for clause in value.clauses]
        return replace(value, clauses=tuple(clauses))
    return value


def children(node: c_ast.Node) -> list[c_ast.Node]:
    """The children of a node, in the order of its own `children()`."""
    found: list[c_ast.Node] = []
    push = _PUSH[node.__class__]
    if push is not None:
        push(node, found)
        found.reverse()
    return found


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """All nodes of a tree, parents first, in source order."""
    finished = _FINISHED.get(id(node))
    return _walked(node) if finished is None else finished.walk(node)


def ids(*roots: c_ast.Node) -> set[int]:
    """The ids of all nodes in some code."""
    return {id(node) for root in roots for node in walk(root)}


def _walked(node: c_ast.Node) -> Iterator[c_ast.Node]:
    stack = [node]
    pop = stack.pop
    while stack:
        top = pop()
        yield top
        push = _PUSH[top.__class__]
        if push is not None:
            push(top, stack)


def statements_in(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """All statements in some code, outer ones first: what expressions hold is left out."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        for name in reversed(_HOLDING.get(top.__class__, ())):
            child = getattr(top, name)
            if child.__class__ is list:
                stack += child[::-1]
            elif child is not None:
                stack.append(child)


def constructs_in(root: c_ast.Node) -> Iterator[Omp]:
    """All constructs in some code, outer ones first: they are among its statements."""
    return (node for node in statements_in(root) if isinstance(node, Omp))


def finish(tree: c_ast.Node) -> None:
    """From now on nothing changes a tree: what is in its statements is found once, as long as they exist."""
    for node in walk(tree):
        if isinstance(node, _WALKED_OFTEN) and id(node) not in _FINISHED:
            _FINISHED[id(node)] = _Finished(node)


class _Finished:
    """What is below a node that nothing changes any more."""

    __slots__ = ("_below", "_found", "_node")

    def __init__(self, node: c_ast.Node) -> None:
        key = id(node)
        self._node = ref(node, lambda _: _FINISHED.pop(key, None))  # the key may be another node's then
        self._below: list[c_ast.Node] | None = None  # not the node, which would never go away
        self._found: dict[object, Any] = {}

    def walk(self, node: c_ast.Node) -> Iterator[c_ast.Node]:
        """All nodes of the tree."""
        if self._below is None:
            self._below = list(_walked(node))[1:]
        return chain((node,), self._below)

    def answer(self, question: Callable[[c_ast.Node], T], node: c_ast.Node) -> T:
        """What a question about the tree gives, which must not hold the tree's root."""
        if question not in self._found:
            self._found[question] = question(node)
        found: T = self._found[question]
        return found


def once(question: Callable[[c_ast.Node], T]) -> Callable[[c_ast.Node], T]:
    """Make a function of a tree compute its result once for a tree that nothing changes any more.

    Results must not be changed, and must not hold the tree's root.
    """

    @wraps(question)
    def ask(node: c_ast.Node) -> T:
        finished = _FINISHED.get(id(node))
        return question(node) if finished is None else finished.answer(question, node)

    return ask


def assigns(tree: c_ast.Node) -> bool:
    """Whether evaluating an expression changes something, calls aside."""
    return any(
        isinstance(node, c_ast.Assignment) or (isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS)
        for node in walk(tree)
    )


def calls(tree: c_ast.Node) -> bool:
    """Whether there is a call in some code."""
    return any(isinstance(node, c_ast.FuncCall) for node in walk(tree))


def has_effects(tree: c_ast.Node) -> bool:
    """Whether evaluating an expression may change something."""
    return assigns(tree) or calls(tree)


class _Slots(dict[type[c_ast.Node], tuple[str, ...]]):
    """The names of the fields of each class of nodes."""

    def __missing__(self, cls: type[c_ast.Node]) -> tuple[str, ...]:
        slots: tuple[str, ...] = cls.__slots__
        found = self[cls] = tuple(name for name in slots if name != "__weakref__")
        return found


class _Pushes(dict[type[c_ast.Node], "_Push | None"]):
    """For each class of nodes, what puts a node's children on a stack, the first one on top; None: it has none.

    It is a function made of text, which takes a third of the time of pycparser's own ways.
    """

    def __missing__(self, cls: type[c_ast.Node]) -> _Push | None:
        probe = cls.__new__(cls)
        for name in _SLOTS[cls]:
            setattr(probe, name, [probe])
        names = [name.partition("[")[0] for name, _ in probe.children()]
        found = self[cls] = _pushing(names) if names else None
        return found


def _pushing(names: list[str]) -> _Push:
    lines = ["def push(node, stack):"]
    for name in reversed(names):
        lines += [
            f"    child = node.{name}",
            "    if child.__class__ is list:",
            "        stack += child[::-1]",
            "    elif child is not None:",
            "        stack.append(child)",
        ]
    made: dict[str, _Push] = {}
    exec("\n".join(lines), made)
    return made["push"]


def _push_construct(node: Omp, stack: list[c_ast.Node]) -> None:
    if node.body is not None:
        stack.append(node.body)
    clauses = node.directive.clauses
    stack.extend(each.expression for each in reversed(clauses) if each.expression is not None)


_STATEMENTS: dict[type[c_ast.Node], tuple[str, ...]] = {
    c_ast.Compound: ("block_items",),
    c_ast.If: ("iftrue", "iffalse"),
    **dict.fromkeys((*LOOPS, c_ast.Switch, c_ast.Label, c_ast.AttributedStatement), ("stmt",)),
    **dict.fromkeys((c_ast.Case, c_ast.Default), ("stmts",)),
}
_HOLDING = {**_STATEMENTS, c_ast.FileAST: ("ext",), c_ast.FuncDef: ("body",), Omp: ("body",)}
_WALKED_OFTEN = (c_ast.FileAST, c_ast.FuncDef, c_ast.Compound, *LOOPS, c_ast.If, c_ast.Switch, Omp)
_FINISHED: dict[int, _Finished] = {}
_SLOTS = _Slots()
_PUSH = _Pushes()
_PUSH[Omp] = _push_construct


def base_of(node: c_ast.Node | None) -> c_ast.ID | None:
    """The variable that an lvalue or address begins with: an object, or the pointer that leads to it."""
    while node is not None and not isinstance(node, c_ast.ID):
        match node:
            case c_ast.ArrayRef() | c_ast.StructRef():
                node = node.name
            case c_ast.UnaryOp(op="*" | "&") | c_ast.Cast():
                node = node.expr
            case c_ast.BinaryOp():
                node = node.left
            case _:
                return None
    return node


def subscripted(node: c_ast.Node) -> tuple[c_ast.Node, list[c_ast.Node]]:
    """What some subscripts are of, and the subscripts, the outermost first; none of other nodes."""
    subscripts: list[c_ast.Node] = []
    while isinstance(node, c_ast.ArrayRef):
        subscripts.append(node.subscript)
        node = node.name
    return node, subscripts[::-1]


def whole_object(node: c_ast.Node) -> c_ast.Node:
    """The object that a member of a member is a part of, `s` of `s.t.u`; other nodes themselves."""
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        node = node.name
    return node


def addressed(node: c_ast.Node | None) -> c_ast.Node | None:
    """The lvalue whose address an expression is, `x` of `&x`; None for other nodes."""
    return node.expr if isinstance(node, c_ast.UnaryOp) and node.op == "&" else None


def evaluated(tree: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of an expression, without the operands of `sizeof`."""
    yield tree
    if not (isinstance(tree, c_ast.UnaryOp) and tree.op == "sizeof"):
        for child in children(tree):
            yield from evaluated(child)


def single(node: c_ast.Node | None) -> c_ast.Node | None:
    """The statement in a block of one, or the statement itself."""
    while isinstance(node, c_ast.Compound) and len(node.block_items or []) == 1:
        node = node.block_items[0]
    return node


def operands(tree: c_ast.Node | None, operator: str) -> list[c_ast.Node]:
    """What a chain of one binary operator combines, in its order; the tree itself where it is none."""
    if isinstance(tree, c_ast.BinaryOp) and tree.op == operator:
        return operands(tree.left, operator) + operands(tree.right, operator)
    return [] if tree is None else [tree]


def optional_parts(tree: c_ast.Node) -> tuple[c_ast.Node, ...]:
    """The operands of a node that the evaluation of its expression may leave out."""
    if isinstance(tree, c_ast.TernaryOp):
        return (tree.iftrue, tree.iffalse)
    return (tree.right,) if isinstance(tree, c_ast.BinaryOp) and tree.op in ("&&", "||") else ()


def statements_of(node: c_ast.Node | None) -> list[c_ast.Node]:
    """The statements of a block, or the one statement itself."""
    if isinstance(node, c_ast.Compound):
        return node.block_items or []
    return [] if node is None else [node]


def path_to(root: c_ast.Node, goal: c_ast.Node) -> list[c_ast.Node]:
    """The nodes from `root` down to `goal`, both included; none where it is not there."""
    if id(root) in _FINISHED:
        return _climbed(root, goal)
    if root is goal:
        return [root]
    for child in children(root):
        if found := path_to(child, goal):
            return [root, *found]
    return []


def rename(declaration: c_ast.Decl, name: str) -> None:
    """Give a declaration another name, in place."""
    declarator = declaration.type
    while not isinstance(declarator, c_ast.TypeDecl):
        declarator = declarator.type
    declaration.name = declarator.declname = name


def _climbed(root: c_ast.Node, goal: c_ast.Node) -> list[c_ast.Node]:
    """The same, in a tree that nothing changes any more."""
    path, parents = [goal], _parents(root)
    while path[-1] is not root:
        if id(path[-1]) not in parents:
            return []
        path.append(parents[id(path[-1])] or root)
    return path[::-1]


@once
def _parents(root: c_ast.Node) -> dict[int, c_ast.Node | None]:
    """The node that each one of a tree is first met in, by `id`; None: the root."""
    found: dict[int, c_ast.Node | None] = {}
    for node in walk(root):
        for child in children(node):
            found.setdefault(id(child), None if node is root else node)
    return found


def first_token(node: c_ast.Node) -> int:
    """The number of a parsed node's first token; 0 if it isn't known."""
    return int(node.coord.line) if node.coord is not None else 0


def called_name(node: c_ast.Node | None) -> str:
    """The name of the function that a call names; empty for calls by pointers, and for other nodes."""
    return str(node.name.name) if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) else ""


def arguments_of(node: c_ast.Node | None) -> list[c_ast.Node]:
    """The arguments of a call; none of other nodes."""
    return list(node.args.exprs) if isinstance(node, c_ast.FuncCall) and node.args is not None else []


def parameters_of(function: c_ast.FuncDef) -> list[Any]:
    """The declarations of a function's parameters; `void` and `...` are among them."""
    declared = function.decl.type.args
    return list(declared.params) if declared is not None else []


def sole_statement(node: c_ast.Node | None) -> c_ast.Node | None:
    """The one statement that a block holds, empty ones aside; the innermost block that holds another number."""
    while isinstance(node, c_ast.Compound):
        items = [each for each in node.block_items or [] if not isinstance(each, c_ast.EmptyStatement)]
        if len(items) != 1:
            break
        node = items[0]
    return node


def is_statement_place(parent: c_ast.Node, slot: str) -> bool:
    """Whether a place, as `parent.children()` names it, is one for statements."""
    return slot.partition("[")[0] in _STATEMENTS.get(parent.__class__, ())


def text_of(node: c_ast.Node) -> str:
    """A tree as C text, in pycparser's spelling: the same for trees that are spelled alike."""
    return str(c_generator.CGenerator().visit(node))


def same_text(one: c_ast.Node, other: c_ast.Node) -> bool:
    """Whether two trees are spelled alike, and are of one kind."""
    return type(one) is type(other) and _alike(one, other)


def _alike(one: c_ast.Node, other: c_ast.Node) -> bool:
    """Whether two trees have the same text, which need not be made of elements of different arrays."""
    if isinstance(one, c_ast.ArrayRef) and isinstance(other, c_ast.ArrayRef):
        return _alike(one.name, other.name) and _alike(one.subscript, other.subscript)
    return text_of(one) == text_of(other)


def replace_child(parent: c_ast.Node, slot: str, node: c_ast.Node) -> None:
    """Put another node into a place as `parent.children()` names it: `stmt`, `exprs[2]`."""
    name, _, index = slot.partition("[")
    if index:
        getattr(parent, name)[int(index[:-1])] = node
    else:
        setattr(parent, name, node)


def flattened(body: c_ast.Node) -> list[c_ast.Node]:
    """The statements of a body, those of blocks in it among them: names are unique, so blocks mean nothing."""
    items: list[c_ast.Node] = []
    for item in statements_of(body):
        match item:
            case c_ast.Compound():
                items += flattened(item)
            case c_ast.DeclList():
                items += item.decls
            case _:
                items.append(item)
    return items


def without_casts(node: c_ast.Node | None) -> c_ast.Node | None:
    """What an expression converts, behind all its casts."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return node


def last_value(node: c_ast.Node) -> c_ast.Node:
    """What a chain of assignments, as `a = b = 0`, gives to all; other expressions themselves."""
    while isinstance(node, c_ast.Assignment):
        node = node.rvalue
    return node


def may_continue(node: c_ast.Node) -> bool:
    """Whether a statement may continue the loop that it is in."""
    if isinstance(node, c_ast.Continue):
        return True
    return not isinstance(node, LOOPS) and any(may_continue(child) for child in children(node))
