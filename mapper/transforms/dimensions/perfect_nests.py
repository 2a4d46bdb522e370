"""Perfect nests of loops: what `untile` reads of a kernel before it looks for strips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.choices import extreme
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Dimension, Kernel, unwritten_buffers
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, CType, FloatType, IntType, PointerType
from mapper.ir.trees.headers import loop_start, step_of, test_of
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, mentions, names_in, settings
from mapper.ir.trees.nodes import (
    assigns,
    base_of,
    flattened,
    walk,
)

UP = ("<", "<=")
"""The relations of loops that count up."""
_ARITHMETIC = frozenset(["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "<<", ">>"])


@dataclass(frozen=True, eq=False, slots=True)
class Level:
    """A loop: `for (counter = lower; counter relation bound; counter += step)`.

    It is a dimension of the kernel, of which the trees are the host's, or a loop of the body, `node`; such a one
    counts up.
    """

    counter: str
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node
    step: c_ast.Node
    node: c_ast.For | None = None
    dimension: Dimension | None = None

    @property
    def bounds(self) -> tuple[c_ast.Node, ...]:
        """What the kernel's body evaluates for the loop."""
        return (self.lower, self.bound, self.step) if self.dimension is None else ()

    @property
    def behind(self) -> c_ast.Node:
        """The first value behind the bound of a loop that counts up."""
        return self.bound if self.relation == "<" else build.shifted(self.bound, 1)


@dataclass(frozen=True, eq=False, slots=True)
class Nest:
    """The loops of a kernel, outermost first, each all that the one before does, and what the last one does.

    `declarations` are those of variables without a value between the loops.
    """

    levels: tuple[Level, ...]
    declarations: tuple[c_ast.Decl, ...]
    core: list[c_ast.Node]

    @property
    def counters(self) -> set[str]:
        """The counters of all loops."""
        return {each.counter for each in self.levels}


def nest_of(kernel: Kernel) -> Nest | None:
    """The perfect nest that a kernel's loops are; None where no loop is in them, or they can't be changed."""
    return _Reading(kernel).nest()


class _Reading:
    """Goes down into a kernel's loops as long as each is all that the one around it does.

    Between them variables may be declared, and set once to what memory that the kernel writes does not decide.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.types: dict[str, CType] = {**kernel.symbols, **{each.name: each.type for each in kernel.values}}
        self.changes = settings(kernel.body)
        self.unwritten = unwritten_buffers(kernel)
        self.levels: list[Level] = []
        self.declarations: list[c_ast.Decl] = []
        self.between: list[c_ast.Node] = []
        self.integers: dict[str, c_ast.Node] = {}

    def nest(self) -> Nest | None:
        """The nest, down to the first loop that is not understood."""
        if any(name.startswith(("mrt_id", "mrt_count")) for name in names_in(self.kernel.body)):
            return None
        for each in reversed(self.kernel.dimensions):
            if each.counted:
                return None
            self.levels.append(
                Level(each.variable, each.lower, each.relation, each.bound, each.step, dimension=each)
            )
        items = statements_in(self.kernel.body)
        while (inner := self._deeper(items)) is not None:
            items = inner
        if self.levels[-1].node is None or any(leaves(item, (c_ast.Break,)) for item in items):
            return None
        used = names_in(*items)
        wanted = [item for item in self.between if _name_set(item) in used]
        return Nest(tuple(self.levels), tuple(self.declarations), [*wanted, *items])

    def _deeper(self, items: list[c_ast.Node]) -> list[c_ast.Node] | None:
        """The statements of the loop at the end of some; None where the nest ends with these."""
        if not items or not isinstance(loop := items[-1], c_ast.For):
            return None
        declarations, between, integers = [], [], dict(self.integers)
        for item in items[:-1]:
            if isinstance(item, c_ast.Decl) and item.init is None:
                declarations.append(item)
            elif self._is_movable(item):
                between.append(item)
                name, value = _name_set(item), _value_set(item)
                if self._is_integer(name, value):
                    integers[name] = substituted(value, integers)
            else:
                return None
        level = self._level(loop, integers)
        if level is None:
            return None
        self.levels.append(level)
        self.declarations += declarations
        self.between += between
        self.integers = integers
        return statements_in(loop.stmt)

    def _is_movable(self, item: c_ast.Node) -> bool:
        """Whether a statement sets a variable once, to what counters, parameters and fixed memory give it.

        Elements and members of a variable may change, so it must have none.
        """
        name = _name_set(item)
        scalar = isinstance(self.kernel.symbols.get(name), IntType | FloatType | PointerType)
        if not scalar or self.changes[name] != 1:
            return False
        known = {each.counter for each in self.levels} | set(map(_name_set, self.between))
        value = _value_set(item)
        reads = (c_ast.StructRef, c_ast.FuncCall)
        if assigns(value) or any(isinstance(node, reads) or _is_indirect(node) for node in walk(value)):
            return False
        bases = [base_of(node) for node in walk(value) if isinstance(node, c_ast.ArrayRef)]
        if any(base is None or base.name not in self.unwritten for base in bases):
            return False
        return all(other in known or not self.changes[other] for other in names_in(value))

    def _is_integer(self, name: str, value: c_ast.Node) -> bool:
        """Whether a variable is as good as the expression that it is set to: neither changes the other's type."""
        held = self.kernel.symbols.get(name)
        if not isinstance(held, IntType) or held.bits < INT.bits:
            return False
        for node in walk(value):
            match node:
                case c_ast.ID():
                    of = self.types.get(node.name)
                    if not isinstance(of, IntType):
                        return False
                    if unqualified(of) != unqualified(held) and not (
                        of.signed and held.signed and of.bits <= held.bits
                    ):
                        return False
                case c_ast.Constant(type="int") | c_ast.TernaryOp():
                    pass
                case c_ast.BinaryOp(op=operator) | c_ast.UnaryOp(op=operator) if operator in _ARITHMETIC:
                    pass
                case _:
                    return False
        return True

    def _level(self, node: c_ast.For, integers: Mapping[str, c_ast.Node]) -> Level | None:
        """A loop that counts up between bounds that neither memory nor its own body decides."""
        start, step = loop_start(node), step_of(node.next)
        if start is None or step is None or step.counter.name != start.name or step.sign < 0:
            return None
        name, lower, _ = start
        test = _test(node.cond, name)
        if test is None:
            return None
        relation, bound = test
        parts = tuple(substituted(each, integers) for each in (lower, bound, step.by))
        around = {each.counter for each in self.levels}
        for part in parts:
            if assigns(part) or mentions(part, name):
                return None
            for inner in walk(part):
                if isinstance(inner, c_ast.ArrayRef | c_ast.StructRef) or _is_indirect(inner):
                    return None
                if isinstance(inner, c_ast.ID) and self.changes[inner.name] and inner.name not in around:
                    return None
        if name in around or name in assigned_names(node.stmt):
            return None
        return Level(name, parts[0], relation, parts[1], parts[2], node=node)


def statements_in(body: c_ast.Node) -> list[c_ast.Node]:
    """The statements of a body, without empty ones."""
    items = flattened(body)
    return [item for item in items if not isinstance(item, c_ast.EmptyStatement)]


def _name_set(item: c_ast.Node) -> str:
    """The variable that a statement sets, or an empty string."""
    match item:
        case c_ast.Decl(name=name, init=value) if value is not None:
            return str(name)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)):
            return str(name)
    return ""


def _value_set(item: c_ast.Node) -> c_ast.Node:
    """What a statement sets a variable to."""
    assert isinstance(item, c_ast.Decl | c_ast.Assignment)
    value: c_ast.Node = item.init if isinstance(item, c_ast.Decl) else item.rvalue
    return value


def _is_indirect(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.UnaryOp) and node.op == "*"


def _test(test: c_ast.Node | None, name: str) -> tuple[str, c_ast.Node] | None:
    """The relation to a bound that a loop's condition asks for; `i < a && i < b` has the lesser one."""
    if isinstance(test, c_ast.BinaryOp) and test.op == "&&":
        one, other = _test(test.left, name), _test(test.right, name)
        if one is None or other is None or one[0] != other[0]:
            return None
        return one[0], extreme("<", one[1], other[1])
    found = test_of(test, name)
    return found if found is not None and found[0] in UP else None
