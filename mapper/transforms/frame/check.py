"""What must hold for every kernel: the invariants of `mapper.ir.program.kernel`, tested after each transformation.

The kernel's other forms (`transforms/frame/forms.py`) are held to the same rules as its plain body.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from typing import Any

from pycparser import c_ast

from mapper.analysis.footprints.large_arrays import obstacle
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.builtins.checks import MEMORY
from mapper.ir.builtins.tables import ROW
from mapper.ir.forms.expanded import STRIDE, Expanded
from mapper.ir.program.kernel import Access, Kernel
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import is_reserved, names_in
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, base_of, called_name, children, parameters_of, walk
from mapper.transforms.frame.forms import ITEM_NAMES, Piece, named_buffers, pieces

_JUMPS = frozenset((c_ast.Return, c_ast.Continue, c_ast.Break))
_VALUES = (c_ast.Assignment, c_ast.BinaryOp, c_ast.Constant, c_ast.Decl, c_ast.ID, c_ast.UnaryOp)
"""Nodes without statements or calls of barriers, which have no value."""


def violations(kernel: Kernel, *, lowered: bool = False) -> list[str]:
    """What is wrong with a kernel, a sentence each; empty where all is well.

    In lowered code, blocks beside each other may declare the same names, since loops are there several times.
    """
    return list(_found(kernel, lowered))


def _found(kernel: Kernel, lowered: bool) -> Iterator[str]:
    rank = len(kernel.dimensions)
    if not 1 <= rank <= 3:
        yield f"there are {rank} dimensions"
    given = [name for each in kernel.parameters for name in each.names]
    given += [each.variable for each in kernel.dimensions] + [each.name for each in kernel.reductions]
    given += [each.name for each in _in_memory(kernel)]
    for name in _repeated(given):
        yield f"`{name}` is declared twice"
    for name in (name for each in kernel.parameters for name in each.names):
        if name not in kernel.symbols:
            yield f"`{name}` has no type"
    for dimension in kernel.dimensions:
        for expression, name in ((dimension.lower, dimension.lower_name), (dimension.step, dimension.step_name)):
            if not is_literal(expression) and name not in given:
                yield f"the parameter `{name}` is missing"
    functions = [function.decl.name for function in kernel.functions]
    special = frozenset(f"mrt_{word}{number}" for word in ("id", "count") for number in range(rank))
    special |= {STRIDE} if _in_memory(kernel) else set()
    special |= {MEMORY} if kernel.checks is not None else set()
    declared = [node.name for node in walk(kernel.body) if isinstance(node, c_ast.Decl)]
    for name in _repeated([name for name in declared if name not in given]) if not lowered else ():
        yield f"`{name}` is declared twice"
    plain = Piece("", (kernel.body,), frozenset(given))
    for piece in (plain, *pieces(kernel, frozenset(given))):
        for text in _in_piece(piece, kernel, _Scope(set(functions), special | piece.special, unique=True)):
            yield f"{text}{piece.where}"
    for number, function in enumerate(kernel.functions):
        names = [each.name for each in parameters_of(function) if each.name]
        # a function calls itself or those that are before it
        yield from _Scope(set(functions[: number + 1]), set()).check(function.body, frozenset(names))
    yield from _in_large_arrays(kernel)
    known = {each.name for each in kernel.buffers}
    yield from (f"`{name}` is no buffer" for name in named_buffers(kernel) if name not in known)


def _in_memory(kernel: Kernel) -> tuple[Expanded, ...]:
    """The private arrays to which the lowered code of a kernel has pointers."""
    return () if kernel.large else kernel.expanded


def _in_large_arrays(kernel: Kernel) -> Iterator[str]:
    """Forms of a kernel, and code, in which its large arrays can't be in global memory."""
    if kernel.large and (kernel.forms or kernel.steps is not None):
        yield "large arrays are used in another form"
    found = obstacle(kernel) if kernel.large else None
    if found is not None:
        yield f"a large array is lost: {found}"


def _in_piece(piece: Piece, kernel: Kernel, scope: _Scope) -> Iterator[str]:
    """What is wrong with statements that run one after the other."""
    known = piece.known
    for root in piece.roots:
        yield from scope.check(root, known)
        known |= _declared(root)
        if isinstance(root, c_ast.Compound) and piece.shown:
            for item in root.block_items or []:
                known |= _declared(item)
        nodes: defaultdict[type, list[Any]] = defaultdict(list)
        for node in walk(root):
            nodes[node.__class__].append(node)
        waits = any(map(_is_barrier, nodes[c_ast.FuncCall]))
        if not _JUMPS.isdisjoint(nodes):
            yield from _jumps(root, returns=piece.returns, waits=waits)
        if waits:
            yield from _hidden_barriers(root)
        changed = [node.lvalue for node in nodes[c_ast.Assignment]]
        changed += [node.expr for node in nodes[c_ast.UnaryOp] if node.op in INCREMENTS]
        yield from _stores(changed, kernel)
        for node in nodes[c_ast.Decl]:
            if node.name not in kernel.symbols and not is_reserved(node.name):
                yield f"`{node.name}` has no type"


def _stores(changed: Iterable[c_ast.Node], kernel: Kernel) -> Iterator[str]:
    """Buffers that are only read, as the kernel says, and changed all the same."""
    only_read = {each.name for each in kernel.buffers if Access.WRITE not in each.access}
    for target in changed:
        base = base_of(target) if isinstance(target, c_ast.ArrayRef) else None
        if base is not None and base.name in only_read:
            yield f"`{base.name}` is written, but said to be read only"


def _hidden_barriers(root: c_ast.Node) -> Iterator[str]:
    """Barriers that some work-items of a group might not reach."""
    stack = [(root, False)]
    while stack:
        node, hidden = stack.pop()
        if hidden and _is_barrier(node):
            yield "a barrier is under a condition"
        chosen = isinstance(node, c_ast.If | c_ast.Switch | c_ast.TernaryOp) and not _is_uniform(node)
        hidden = hidden or chosen or _differs(node)
        stack += [(child, hidden) for child in children(node) if not isinstance(child, _VALUES)]


def _is_uniform(node: c_ast.Node) -> bool:
    """Whether all work-items of a group decide alike: by names of the frame that are not those of items."""
    if not isinstance(node, c_ast.If):
        return False
    names = names_in(node.cond)
    return ITEM_NAMES.isdisjoint(names) and all(name.startswith("mrt_") for name in names)


def _is_barrier(node: c_ast.Node) -> bool:
    return called_name(node) == "barrier"


def _differs(node: c_ast.Node) -> bool:
    """Whether work-items run a loop differently often, as its header says."""
    match node:
        case c_ast.For():
            header = [node.init, node.cond, node.next]
        case c_ast.While() | c_ast.DoWhile():
            header = [node.cond]
        case _:
            return False
    named = (part.name for each in header if each is not None for part in walk(each) if isinstance(part, c_ast.ID))
    return not ITEM_NAMES.isdisjoint(named)


def _repeated(names: list[str]) -> list[str]:
    return [name for name, number in Counter(names).items() if number > 1]


class _Scope:
    """Finds identifiers that mean nothing where they are, and, if names are `unique`, those that hide others."""

    def __init__(self, functions: Set[str], special: Set[str], *, unique: bool = False) -> None:
        self.functions = functions
        self.special = special
        self.unique = unique
        self.found: list[str] = []

    def check(self, node: c_ast.Node, known: frozenset[str]) -> list[str]:
        """What is wrong in a statement or expression; `known` are the names that are declared around it."""
        self.found = []
        self._statement(node, known)
        return self.found

    def _statement(self, node: c_ast.Node, known: frozenset[str]) -> None:
        match node:
            case c_ast.ID():
                if not self._means_something(node.name, known):
                    self.found.append(f"`{node.name}` is not declared")
            case c_ast.ArrayRef() | c_ast.BinaryOp() | c_ast.Assignment():  # most nodes are one of these
                for child in children(node):
                    self._statement(child, known)
            case c_ast.Compound() | c_ast.Case() | c_ast.Default() | c_ast.For():
                for child in children(node):
                    self._statement(child, known)
                    if declared := _declared(child):
                        known |= declared
            case c_ast.DeclList():
                for decl in node.decls:
                    self._statement(decl, known)
                    known |= _declared(decl)
            case c_ast.Decl():
                if self.unique and node.name in known and not is_reserved(node.name):
                    self.found.append(f"`{node.name}` is declared twice")
                if node.init is not None:
                    self._statement(node.init, known | {node.name})
            case c_ast.FuncCall():
                if isinstance(node.name, c_ast.ID) and not self._is_function(node.name.name):
                    self.found.append(f"`{node.name.name}` is no function")
                if node.args is not None:
                    self._statement(node.args, known)
            case c_ast.StructRef():
                self._statement(node.name, known)
            case c_ast.NamedInitializer():
                self._statement(node.expr, known)
            case c_ast.Typename():
                return
            case _:
                for child in children(node):
                    self._statement(child, known)

    def _means_something(self, name: str, known: frozenset[str]) -> bool:
        if name.startswith("mrt_"):
            return name in known or name in self.special
        return name in known or is_reserved(name)

    def _is_function(self, name: str) -> bool:
        return name in self.functions or name == ROW or parse_atomic(name) is not None or is_reserved(name)


def _declared(node: c_ast.Node) -> frozenset[str]:
    if isinstance(node, c_ast.DeclList):
        return frozenset(decl.name for decl in node.decls)
    return frozenset([node.name]) if isinstance(node, c_ast.Decl) else frozenset()


def _jumps(body: c_ast.Node, *, returns: bool, waits: bool) -> Iterator[str]:
    """Jumps that would leave the body: there is nothing around it to leave.

    A function may have `returns`; one that `waits`, at barriers, where all work-items of a group do.
    """
    stack = [(body, False, False, returns)]
    while stack:
        node, in_loop, in_switch, may_return = stack.pop()
        if isinstance(node, c_ast.Return) and not may_return:
            yield "the body returns"
        if isinstance(node, c_ast.Continue) and not in_loop:
            yield "a `continue` is outside of loops"
        if isinstance(node, c_ast.Break) and not (in_loop or in_switch):
            yield "a `break` is outside of loops"
        inside = in_loop or isinstance(node, LOOPS)
        switch = in_switch or isinstance(node, c_ast.Switch)
        may_return = may_return and (not waits or isinstance(node, c_ast.Compound) or _is_uniform(node))
        parts = (child for child in children(node) if not isinstance(child, _VALUES))
        stack += [(child, inside, switch, may_return) for child in parts]
