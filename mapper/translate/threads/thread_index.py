"""Which thread OpenMP gives an iteration to, as an expression of the kernel's body."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pycparser import c_ast, c_parser

from mapper.ir.program.kernel import lower_name, step_name
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, LONG, ULONG
from mapper.ir.trees.nodes import Omp
from mapper.translate.common.refused import refuse
from mapper.translate.loops.canonical import CanonicalLoop, constant_or, trip_count
from mapper.translate.scope.frame import Frame

THREADS = "__mrt_team_threads"
"""The run-time library's function that gives the number of threads of the team that would run a region."""

STATIC = "__mrt_static_thread"
"""The function that gives the thread of an iteration; iterations that are neighbours mostly have the same."""

_STATIC_TEXT = f"""
unsigned long {STATIC}(unsigned long index, unsigned long share, unsigned long longer)
{{
  unsigned long more = longer * (share + 1), rest = index - more;
  if ((index | share) >> 31)
    return index < more ? index / (share + 1) : longer + rest / share;
  return index < more ? (unsigned int)index / ((unsigned int)share + 1)
                      : longer + (unsigned int)rest / (unsigned int)share;
}}
"""
"""The first `longer` threads have `share` + 1 iterations, all others `share`, as in GCC's and LLVM's libraries."""


def number_of_thread(
    construct: Omp, loops: Sequence[CanonicalLoop], frame: Frame, stable: Callable[[c_ast.Node], bool]
) -> c_ast.Node:
    """The number; `loops` are those that share the iterations, `stable` says what stays the same meanwhile.

    For schedules that leave the choice to the implementation it is that of the plain static one, or with
    `dynamic` and chunks that of the static one with these chunks.  Refused where the program may choose a static
    one with chunks when it runs, and for tasks of given sizes, each of which one thread runs.
    """
    clause = construct.directive.first("schedule")
    if clause is not None and clause.modifier == "runtime":
        reason = (
            "the number of an iteration's thread is used, and depends on a schedule that is chosen at run time"
        )
        refuse("K013", reason, clause.where)
    words = {*construct.directive.text.replace("(", " ").split()}
    if "taskloop" in words and words & {"grainsize", "num_tasks"}:
        reason = "the number of a task's thread is used, and one thread runs as many iterations as a clause says"
        refuse("K013", reason, construct.directive.where)
    scope = frame.scope
    index, total = _index(loops, frame)
    threads = build.call(THREADS)
    size = _chunk(construct)
    if clause is not None and size is not None:
        if not stable(size):
            refuse("K003", "the chunk of the schedule may change while the loop runs", clause.where)
        chunk = scope.value("chunk", ULONG, size)
        count = build.identifier(scope.value("team", ULONG, threads).name)
        return build.cast(INT, build.binary("%", build.binary("/", index, build.identifier(chunk.name)), count))
    share = scope.value("share", ULONG, build.binary("/", total, threads))
    longer = scope.value("longer", ULONG, build.binary("%", total, threads))
    scope.shares = (share.name, longer.name)
    function = c_parser.CParser().parse(_STATIC_TEXT).ext[0]
    assert isinstance(function, c_ast.FuncDef)
    scope.helpers.setdefault(STATIC, function)
    return build.cast(INT, build.call(STATIC, index, build.identifier(share.name), build.identifier(longer.name)))


def is_plain_static(construct: Omp) -> bool:
    """Whether each thread may have one part of the iterations, all of them neighbours."""
    return _chunk(construct) is None


def _chunk(construct: Omp) -> c_ast.Node | None:
    """How many neighbouring iterations one thread runs for certain, if the schedule says so."""
    clause = construct.directive.first("schedule")
    return clause.expression if clause is not None and clause.modifier in ("static", "dynamic") else None


def _index(loops: Sequence[CanonicalLoop], frame: Frame) -> tuple[c_ast.Node, c_ast.Node]:
    """The number of an iteration in the order of the loops, and on the host how many there are."""
    index: c_ast.Node = build.integer(0)
    total: c_ast.Node | None = None
    for loop in loops:
        name, count = frame.locals[loop.counter].name, trip_count(loop)
        lower = constant_or(loop.lower, lower_name(name))
        step = constant_or(loop.step, step_name(name))
        distance = build.binary("-", build.cast(LONG, build.identifier(name)), build.cast(LONG, lower))
        own: c_ast.Node = build.cast(ULONG, build.binary("/", distance, build.cast(LONG, step)))
        if total is not None:
            length = frame.scope.value(f"{name}_count", ULONG, count)
            own = build.binary("+", build.binary("*", index, build.identifier(length.name)), own)
            count = build.binary("*", total, count)
        index, total = own, count
    assert total is not None
    return index, total
