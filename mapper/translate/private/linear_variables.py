"""`linear` variables of work-shared loops: in each iteration such a variable begins where its number says.

    #pragma omp parallel for linear(j : 2)
    for (int i = 0; i < n; i++) {                 j = j_first + 2 * i;
      a[j] = b[i];                        ->      a[j] = b[i];
      j += 2;                                     j += 2;
    }

C compilers give a thread that value where its iterations begin, and leave the rest to the body.  So the body must
advance the variable once in each iteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.sharing import sharing_around
from mapper.analysis.names.types import unqualified
from mapper.ir.program.kernel import lower_name, step_name
from mapper.ir.program.region import Sharing
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import BOOL, INT, LONG, IntType, PointerType
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import exposed_place, is_named
from mapper.ir.trees.nodes import LOOPS, children, first_token, has_effects, path_to, statements_of, walk
from mapper.translate.common.context import key_of
from mapper.translate.common.refused import refuse
from mapper.translate.common.uses import uses_of
from mapper.translate.loops.canonical import CanonicalLoop, constant_or, trip_count
from mapper.translate.outline.outlining import Outlining

_EVALUATED = (
    *(c_ast.ArrayRef, c_ast.Assignment, c_ast.BinaryOp, c_ast.Cast, c_ast.Compound, c_ast.Decl, c_ast.DeclList),
    *(c_ast.ExprList, c_ast.FuncCall, c_ast.StructRef, c_ast.UnaryOp),
)


def linear_clause(work: Outlining, symbol: Symbol) -> Clause | None:
    """The `linear` clause of the loop that names a variable."""
    clauses = work.loop.construct.directive.all("linear")
    return next((clause for clause in clauses if symbol.name in clause.variables), None)


def value_at_start(
    work: Outlining, symbol: Symbol, clause: Clause, first: c_ast.Node, loops: Sequence[CanonicalLoop]
) -> c_ast.Node:
    """What a variable begins an iteration with; `first` is its value before the loop.

    Raises `Refused` with K002 where the clause, or how the body uses the variable, is not understood.
    """
    ctype = unqualified(symbol.type)
    if not isinstance(ctype, PointerType) and (
        not isinstance(ctype, IntType) or ctype == BOOL or ctype.bits > LONG.bits
    ):
        _refuse(clause, f"the linear variable `{symbol.name}` is neither an integer nor a pointer")
    construct = work.loop.construct
    if len(loops) < construct.directive.collapsed:
        _refuse(clause, "`linear` with collapsed loops whose bounds depend on outer counters is not translated")
    around = sharing_around(symbol, construct, work.loop.enclosing, work.symbols)
    if "parallel" not in construct.directive.words and around is not Sharing.SHARED:
        _refuse(clause, f"the linear variable `{symbol.name}` is each thread's own around the loop")
    _check_advanced(work, symbol, clause, loops[-1].node.stmt)
    wide = ctype.bits > INT.bits if isinstance(ctype, IntType) else True
    kind = LONG if wide or any(each.type.bits >= INT.bits and each.type != INT for each in loops) else INT
    step = _step(work, symbol, clause, kind)
    if isinstance(ctype, PointerType) and not _is_forward(work, step):
        _refuse(clause, f"the linear pointer `{symbol.name}` may begin behind its memory, and move backwards")
    distance = _number(work, clause, loops, kind)
    if work.symbols.constant(step) != 1:
        distance = build.binary("*", distance, step)
    total = build.binary("+", first, distance)
    return total if isinstance(ctype, PointerType) or ctype == kind else build.cast(ctype, total)


def _step(work: Outlining, symbol: Symbol, clause: Clause, kind: IntType) -> c_ast.Node:
    """The step of a clause, as a constant or a parameter."""
    if clause.expression is None:
        return build.integer(1)
    if has_effects(clause.expression):
        _refuse(clause, f"the step of the linear variable `{symbol.name}` has effects")
    number = work.symbols.constant(clause.expression)
    if number is not None:
        return build.integer(number)
    return build.identifier(work.scope.value(f"{symbol.name}_step", kind, clause.expression).name)


def _is_forward(work: Outlining, step: c_ast.Node) -> bool:
    """Whether a pointer moves up for certain: then it begins in the memory that it is used for."""
    number = work.symbols.constant(step)
    return number is not None and number > 0


def _number(work: Outlining, clause: Clause, loops: Sequence[CanonicalLoop], kind: IntType) -> c_ast.Node:
    """The number of the iteration, from 0, in the order of one thread."""
    total: c_ast.Node | None = None
    for loop in loops:
        if loop.start is not None:
            _refuse(clause, "the counter of a loop with a linear variable is a pointer")
        counter = work.frame.locals[loop.counter].name
        number = _own(kind, loop.type, build.identifier(counter))
        lower = constant_or(loop.lower, lower_name(counter))
        if work.symbols.constant(lower) != 0:
            number = build.binary("-", number, _own(kind, loop.type, lower))
        step = constant_or(loop.step, step_name(counter))
        if not is_literal(step) and not loop.type.signed:
            _refuse(clause, f"the step of `{loop.counter.name}`, which has no sign, is not a constant")
        if work.symbols.constant(step) != 1:
            number = build.binary("/", number, _own(kind, loop.type, step))
        if total is not None:
            count = work.scope.value(f"{counter}_count", kind, trip_count(loop))
            number = build.binary("+", build.binary("*", total, build.identifier(count.name)), number)
        total = number
    assert total is not None
    return total


def _own(kind: IntType, of: IntType, value: c_ast.Node) -> c_ast.Node:
    """A value in the type that numbers are computed in."""
    return value if kind == of or is_literal(value) else build.cast(kind, value)


def _check_advanced(work: Outlining, symbol: Symbol, clause: Clause, body: c_ast.Node) -> None:
    """The body must add the step to the variable once, in code that each iteration comes to."""
    items = statements_of(body)
    changes = [node for node in walk(body) if _is_of(work, symbol, exposed_place(node))]
    own = [at for at, item in enumerate(items) if len(changes) == 1 and changes[0] in _always(item)]
    early = any(isinstance(node, c_ast.Continue) for item in items[: own[0] if own else 0] for node in walk(item))
    if not own or early:
        _refuse(clause, f"the loop does not advance the linear variable `{symbol.name}` once in each iteration")
    added = _added(changes[0], symbol)
    step = build.integer(1) if clause.expression is None else clause.expression
    numbers = None if added is None else [work.symbols.constant(each) for each in (added, step)]
    if numbers is None or (None not in numbers and numbers[0] != numbers[1]):
        _refuse(clause, f"the loop advances the linear variable `{symbol.name}` by something else than its step")


def _always(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """The parts of a statement that are evaluated once whenever it is executed."""
    yield node
    for number, child in enumerate(children(node)):
        short = isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||") and number
        if (
            isinstance(node, _EVALUATED)
            and not short
            and not (isinstance(node, c_ast.UnaryOp) and node.op == "sizeof")
        ):
            yield from _always(child)


def _added(change: c_ast.Node, symbol: Symbol) -> c_ast.Node | None:
    """What a statement adds to a variable; None where it does something else."""
    added: c_ast.Node | None = None
    match change:
        case c_ast.UnaryOp(op="++" | "p++"):
            added = build.integer(1)
        case c_ast.UnaryOp(op="--" | "p--"):
            added = build.integer(-1)
        case c_ast.Assignment(op="+=", rvalue=value):
            added = value
        case c_ast.Assignment(op="-=", rvalue=value):
            added = c_ast.UnaryOp("-", value)
        case c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp(op="+", left=left, right=right)):
            added = right if is_named(left, symbol.name) else left if is_named(right, symbol.name) else None
    return added


def _is_of(work: Outlining, symbol: Symbol, place: c_ast.Node | None) -> bool:
    return isinstance(place, c_ast.ID) and work.symbols.symbol(place) is symbol


def needed_behind(work: Outlining, symbol: Symbol) -> bool:
    """Whether the program may read a variable, or what it leaves in it, behind the loop."""
    function, unit = symbol.function, work.loop.unit
    if function is None or symbol.storage is not StorageClass.AUTOMATIC:
        return True
    _, last = unit.extents[id(work.loop.construct)]
    way = path_to(function.body, work.loop.construct)
    within = next((node for node in way if any(each is symbol.decl for each in children(node))), function.body)
    again = any(isinstance(node, LOOPS) for node in way[way.index(within) if within in way else 0 :])
    jumps = any(isinstance(node, c_ast.Label) for node in walk(function.body))
    uses = (node for node in walk(function.body) if _is_of(work, symbol, node))
    addressed = key_of(symbol) in uses_of(function.body, work.symbols).addressed
    return again or jumps or addressed or any(first_token(node) > last for node in uses)


def _refuse(clause: Clause, reason: str) -> NoReturn:
    refuse("K002", reason, clause.where)
