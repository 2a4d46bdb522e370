"""`induction`: variables that step along with a counting loop are computed from its counter.

    double *p = a + i * m;                              double *p = a + i * m;
    for (int j = 0; j < m; j++)                 ->      for (int j = 0; j < m; j++)
      *p++ *= 2;                                          p[j] *= 2;

This is induction-variable substitution, the reverse of strength reduction (Allen and Kennedy, Optimizing Compilers
for Modern Architectures, 4.5).  The loop then carries nothing from one iteration to the next, and subscripts are
functions of counters.  A variable must step once in each iteration, by what stays the same, and nothing may need
it behind the loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.loops import Header, constant_value, loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of, usual
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, LLONG, LONG, UINT, ULLONG, ULONG, CType, IntType, PointerType
from mapper.ir.trees.headers import Step, loop_start, step_of
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.names import (
    assigned_names,
    is_named,
    names_in,
    occurrences,
    pointed_names,
    settings,
    value_set,
)
from mapper.ir.trees.nodes import (
    children,
    clone,
    flattened,
    path_to,
    rebuilt,
    walk,
)
from mapper.transforms.frame.base import Changed, Outcome, Refusal, RefusedError, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait

_EVALUATED = (
    c_ast.Assignment, c_ast.ArrayRef, c_ast.BinaryOp, c_ast.Cast, c_ast.Decl, c_ast.ExprList, c_ast.FuncCall,
    c_ast.StructRef, c_ast.UnaryOp,
)  # fmt: skip
"""What evaluates all of its parts, but for some operators."""
_MAY_NOT = frozenset(["&&", "||", "sizeof"])
_WIDE = (LONG, ULONG, LLONG, ULLONG)
_INTEGERS = (INT, UINT, *_WIDE)


def induction(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel whose loops step no variables beside their counters, as far as that can be."""
    substitution = _Substitution(kernel, symbols)
    body = substitution.block(kernel.body)
    if not substitution.done:
        return substitution.refusal
    number = len(substitution.done)
    did = f"{listed(sorted(substitution.done))} {'is' if number == 1 else 'are'} computed from counters of loops"
    return Changed(replace(kernel, body=body), did)


TRANSFORM = Transform(
    "induction",
    "variables that step along with loops are computed from their counters",
    induction,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.UNIONS},
)


@dataclass(frozen=True, eq=False, slots=True)
class _Variable:
    """A variable that `node`, in statement `at` of the body of a loop, steps."""

    name: str
    node: c_ast.Node
    step: Step
    at: int


class _Substitution:
    """The loops of one kernel; `done` are the variables that no longer step."""

    def __init__(self, kernel: Kernel, symbols: Symbols) -> None:
        self.symbols = kernel.symbols
        self.types = KernelTypes(kernel, symbols)
        self.often = Counter(part.name for part in walk(kernel.body) if isinstance(part, c_ast.ID))
        self.pointed = pointed_names(kernel.body)
        self.done: set[str] = set()
        self.refusal: Refusal | None = None

    def block(self, node: c_ast.Compound) -> c_ast.Compound:
        """A copy of a block, inner loops first."""
        made = rebuilt(node, self._changed)
        given = node.block_items or []
        for number, item in enumerate(made.block_items or []):
            if isinstance(item, c_ast.For):
                made.block_items[number] = self._loop(item, given[: number + 1])
        return made

    def _changed(self, node: c_ast.Node) -> c_ast.Node:
        return self.block(node) if isinstance(node, c_ast.Compound) else rebuilt(node, self._changed)

    def _loop(self, given: c_ast.For, items: Sequence[c_ast.Node]) -> c_ast.For:
        """A loop without variables that step along; `items` are those of its block up to it, unchanged."""
        node = _with_one_step(given)
        header = None if node is None else loop_header(node)
        if node is None or header is None or header.step not in (1, -1):
            return given
        names = sorted(
            name for name, often in settings(node.stmt).items() if often == 1 and self._steps(name, node)
        )
        done: set[str] = set()
        for name in names:
            try:
                self._check_loop(node, header, name)
                self._check_use(name, items)
                node = self._without(node, header, self._variable(name, node))
                done.add(name)
            except RefusedError as refused:
                self.refusal = self.refusal or refused.refusal(given)
        self.done |= done
        return node if done else given

    def _steps(self, name: str, node: c_ast.For) -> bool:
        """Whether the body of a loop steps a local variable that is declared outside of it."""
        of = self.symbols.get(name)
        if of is None or not (isinstance(of, PointerType) or integer_of(of) in _INTEGERS):
            return False
        if any(isinstance(part, c_ast.Decl) and part.name == name for part in walk(node)):
            return False
        return any(_step(part, name) is not None for part in walk(node.stmt))

    # ---- what must hold ----------------------------------------------------------------------------------------

    def _check_loop(self, node: c_ast.For, header: Header, name: str) -> None:
        if has_jump(node.stmt):
            raise RefusedError(f"the loop that steps `{name}` has jumps")
        if occurrences(node.cond, name) or occurrences(header.lower, name):
            raise RefusedError(f"the bounds of the loop that steps `{name}` depend on it")
        if not self._stays(header.lower, assigned_names(node)):
            raise RefusedError(f"where the loop that steps `{name}` begins is not known in it")

    def _stays(self, tree: c_ast.Node, changed: set[str]) -> bool:
        """Whether an expression of variables has the same value all through a loop that changes some."""
        plain = all(
            isinstance(part, c_ast.ID | c_ast.Constant | c_ast.BinaryOp | c_ast.Cast) for part in _parts(tree)
        )
        return plain and not names_in(tree) & (changed | self.pointed)

    def _check_use(self, name: str, items: Sequence[c_ast.Node]) -> None:
        """A variable gets its value in the block before the loop, and is not needed behind it."""
        inside = 0
        for item in reversed(items):
            inside += occurrences(item, name)
            declared = isinstance(item, c_ast.Decl) and item.name == name
            if (declared or is_named(getattr(item, "lvalue", None), name)) and value_set(item) is not None:
                break
        else:
            raise RefusedError(f"`{name}` has stepped before the loop")
        if inside < self.often[name] or name in self.pointed:
            raise RefusedError(f"`{name}` may be needed behind the loop that steps it")

    def _variable(self, name: str, node: c_ast.For) -> _Variable:
        """How a loop steps a variable; raises `RefusedError`."""
        for at, statement in enumerate(flattened(node.stmt)):
            stepping = next((part for part in walk(statement) if _step(part, name) is not None), None)
            step = None if stepping is None else _step(stepping, name)
            if stepping is None or step is None:
                continue
            path = path_to(statement, stepping)
            always = all(isinstance(each, _EVALUATED) and getattr(each, "op", "") not in _MAY_NOT for each in path)
            alone = occurrences(statement, name) == occurrences(stepping, name)
            if not always or not alone:
                raise RefusedError(f"not each iteration steps `{name}` once, by itself", stepping)
            if not self._counts(name, step.by) or not self._stays(step.by, assigned_names(node)):
                raise RefusedError(f"`{name}` steps by what may differ", stepping)
            return _Variable(name, stepping, step, at)
        raise RefusedError(f"not each iteration steps `{name}` once, by itself")

    def _counts(self, name: str, by: c_ast.Node) -> bool:
        """Whether a step is a constant or a variable that counts in the type of the variable that steps."""
        if constant_value(by) is not None:
            return True
        of = self.symbols.get(by.name) if isinstance(by, c_ast.ID) else None
        if of is None:
            return False
        return integer_of(of) in (_INTEGERS if self._is_wide(name) else (integer_of(self.symbols[name]),))

    def _is_wide(self, name: str) -> bool:
        of = self.symbols[name]
        return isinstance(of, PointerType) or integer_of(of) in _WIDE

    # ---- the loop without it -----------------------------------------------------------------------------------

    def _without(self, node: c_ast.For, header: Header, variable: _Variable) -> c_ast.For:
        """The loop that no longer steps a variable."""
        of = self.symbols[variable.name]
        before, after = (self._ahead(header, variable, steps) for steps in (0, 1))
        statements = []
        for at, statement in enumerate(flattened(node.stmt)):
            if statement is not variable.node:
                here = before if at < variable.at else after
                pointer = isinstance(of, PointerType)
                statements.append(_Uses(variable, here, before, after, pointer=pointer).change(statement))
        return c_ast.For(node.init, node.cond, node.next, c_ast.Compound(statements), node.coord)

    def _ahead(self, header: Header, variable: _Variable, steps: int) -> c_ast.Node:
        """What a variable is more than before the loop, after some steps of an iteration."""
        own, counter = integer_of(self.symbols[variable.name]), integer_of(self.symbols[header.variable])
        if counter not in _INTEGERS or not (self._is_wide(variable.name) or counter == own):
            raise RefusedError(
                f"`{variable.name}` and the counter of the loop that steps it are of different types"
            )
        to = ULONG if own in (ULONG, ULLONG) else LONG
        cast = self._is_wide(variable.name) and counter not in (own, to)
        count, first = build.identifier(header.variable), self._converted(header.lower, counter)
        number: c_ast.Node = build.cast(to, count) if cast else count
        if not is_zero(first) or header.step < 0:
            first = build.cast(to, first) if cast else first
            number = build.binary("-", *((number, first) if header.step > 0 else (first, number)))
        number = build.shifted(number, steps)
        by = constant_value(variable.step.by)
        if by is None or by not in (1, -1):
            number = build.binary("*", number, self._converted(variable.step.by, own))
        falls = (variable.step.sign < 0) != (by == -1)
        return c_ast.UnaryOp("-", number) if falls else number

    def _converted(self, tree: c_ast.Node, of: CType | None) -> c_ast.Node:
        """An expression of variables, as an operand beside an integer of a type, which the result keeps.

        A cast is put before it where its own type may be another one that the integer would be converted to.
        """
        if not isinstance(of, IntType):
            return clone(tree)  # what is added to a pointer may have any type
        return clone(tree) if usual(self.types.type_of(tree), of) == of else build.cast(of, clone(tree))


class _Uses:
    """Puts what a variable is `here` in the places where it is used: so much more than before the loop."""

    def __init__(
        self, variable: _Variable, here: c_ast.Node, before: c_ast.Node, after: c_ast.Node, *, pointer: bool
    ) -> None:
        self.variable = variable
        self.here = here
        self.before = before
        self.after = after
        self.pointer = pointer

    def change(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of code."""
        match node:
            case c_ast.StructRef():
                return rebuilt(node, lambda part: clone(part) if part is node.field else self.change(part))
            case c_ast.UnaryOp(op="*") if self.pointer and (ahead := self._ahead(node.expr)) is not None:
                return c_ast.ArrayRef(build.identifier(self.variable.name), ahead, node.coord)
            case c_ast.ArrayRef() if self.pointer and (ahead := self._ahead(node.name)) is not None:
                if not is_zero(node.subscript):
                    ahead = build.binary("+", self.change(node.subscript), ahead)
                return c_ast.ArrayRef(build.identifier(self.variable.name), ahead, node.coord)
        ahead = self._ahead(node)
        if ahead is None:
            return rebuilt(node, self.change)
        name = build.identifier(self.variable.name)
        if isinstance(ahead, c_ast.UnaryOp) and ahead.op == "-":
            return build.binary("-", name, ahead.expr)
        return build.binary("+", name, ahead)

    def _ahead(self, node: c_ast.Node) -> c_ast.Node | None:
        """How much more a use of the variable is; None for all other code."""
        if node is self.variable.node:
            return clone(
                self.before if isinstance(node, c_ast.UnaryOp) and node.op.startswith("p") else self.after
            )
        return clone(self.here) if is_named(node, self.variable.name) else None


def _step(node: c_ast.Node, name: str) -> Step | None:
    """What a node itself adds to a variable; None where it does something else."""
    if not isinstance(node, c_ast.UnaryOp | c_ast.Assignment):
        return None
    step = step_of(node)
    return step if step is not None and step.counter.name == name else None


def _parts(tree: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of an expression without those that name the types of casts."""
    yield tree
    for child in (tree.expr,) if isinstance(tree, c_ast.Cast) else children(tree):
        yield from _parts(child)


def _with_one_step(node: c_ast.For) -> c_ast.For | None:
    """The loop with only its counter's step in its head: others are the last statements of the body.

    None where these may be left out, or see the counter.
    """
    start = loop_start(node)
    if start is None or not isinstance(node.next, c_ast.ExprList):
        return node
    own = [each for each in node.next.exprs if _step(each, start.name) is not None]
    others = [each for each in node.next.exprs if _step(each, start.name) is None]
    if len(own) != 1 or any(occurrences(each, start.name) for each in others) or has_jump(node.stmt):
        return None
    body = c_ast.Compound([*flattened(node.stmt), *others])
    return c_ast.For(node.init, node.cond, own[0], body, node.coord)
