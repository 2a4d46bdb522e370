"""Strip-mining of a loop on the CPU, so that an execution that takes long can be broken off.

do {
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    if (__mrt_run.from != 0) { sum = __mrt_before0; __mrt_rest(&__mrt_run); }
    ... launch ...
  }
  if (!__mrt_done) {
    const int __mrt_from = (int)__mrt_run.from, __mrt_less = (int)(__mrt_run.count - __mrt_run.to);
#pragma omp parallel for reduction(+ : sum)
    for (int i = (0) + __mrt_from; i < (n) - __mrt_less; i++) ...
  }
} while (!__mrt_done && __mrt_run.to < __mrt_run.count && __mrt_next_strip(&__mrt_run));

The loop runs in strips (Wolfe, More iteration space tiling, 1989) only where the run-time library asks for it
(`run.strips`).  Behind each strip the library compares what the rest is expected to take, by what the strip took,
with opening the device (runtime/decide/strips.c).  The device then runs the rest.

Kernels in some forms can't begin in the midst of their range.  They run all iterations, those of strips once more.
That is for loops that give the same results again: they don't read what they write, and reductions get back
their values from before.

The library asks for strips sooner where the work is `uncertain`: where the text does not say how much an iteration
does, as it has `while`, `break`, loops under conditions, or bounds out of memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value, elements_of_row, loop_header, once_set
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.emit.regions.host_code import HostCode
from mapper.emit.regions.launches import launch
from mapper.emit.text.c_printer import HostPrinter
from mapper.frontend.tokens.ranges import expression_ends
from mapper.ir.forms.batched import Batched
from mapper.ir.forms.counters import Counters
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.replicated import Replicated
from mapper.ir.program.kernel import Access, Buffer, Dimension, Kernel
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, CType, IntType
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.headers import head_of, loop_start
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import is_own_call, names_in
from mapper.ir.trees.nodes import BOUNDS, LOOPS, children, has_effects, single, text_of, walk
from mapper.ir.trees.unit import Unit


@dataclass(frozen=True, slots=True)
class Strips:
    """What is put around and into a loop for its strips.

    `before` are the lines before the `do`, `rest` those at the beginning of the device path, `own` those right
    before the loop.  `pieces` go into its head: the number of the reading, the offset, and the text of each.
    `uncertain` is true if the text does not say how much an iteration does, `resumes` if the device goes on where
    strips end.
    """

    uncertain: bool
    resumes: bool
    before: tuple[str, ...]
    rest: tuple[str, ...]
    own: tuple[str, ...]
    pieces: tuple[tuple[int, int, str], ...]

    END: ClassVar[str] = "} while (!__mrt_done && __mrt_run.to < __mrt_run.count && __mrt_next_strip(&__mrt_run));"


def strips_of(region: ParallelRegion, loop: WorkLoop | None, symbols: Symbols, host: HostCode) -> Strips | None:
    """The strips of a region that is one loop; None where it is not to be strip-mined."""
    if loop is None or loop.kernel is None or loop.part is not None:
        return None
    kernel, node = loop.kernel, loop.construct.body
    if not isinstance(node, c_ast.For) or not _is_plain(region, loop, node):
        return None
    uncertain = _is_uncertain(kernel)
    if not (uncertain or _is_long(kernel, node)) or not _is_known(kernel):
        return None
    dimension = _dimension(node, symbols, host)
    pieces = _pieces(region, node, dimension) if dimension is not None else None
    if dimension is None or pieces is None:
        return None
    resumes = _is_resumable(kernel, node, dimension)
    if not resumes and not _is_idempotent(kernel):
        return None
    targets = [] if resumes else [HostPrinter().expression(each.target) for each in kernel.reductions]
    kept = [f"const __typeof__({name}) __mrt_before{at} = {name};" for at, name in enumerate(targets)]
    limits, count = launch.limits("s", dimension), launch.count("s", dimension)
    step, counter = HostPrinter().expression(dimension.step), dimension.type.name
    return Strips(
        uncertain=uncertain,
        resumes=resumes,
        before=(
            "if (__mrt_run.strips) {",
            f"  {limits}",
            f"  __mrt_strips(&__mrt_run, {count});",
            "}",
            *kept,
            "do {",
        ),
        rest=(
            "if (__mrt_run.from != 0) {",
            *(f"  {name} = __mrt_before{at};" for at, name in enumerate(targets)),
            "  __mrt_rest(&__mrt_run);",
            "}",
        ),
        own=(
            f"const {counter} __mrt_from = ({counter})(({counter})__mrt_run.from * ({step}));",
            f"const {counter} __mrt_less = ({counter})(({counter})(__mrt_run.count - __mrt_run.to) * ({step}));",
        ),
        pieces=pieces,
    )


def _is_plain(region: ParallelRegion, loop: WorkLoop, node: c_ast.For) -> bool:
    """Whether each strip means the same as a part of the loop.

    Iterations don't ask which thread runs them, our own variables may be in the head, and what the directive and
    the head say is the same for each strip.
    """
    directive = region.construct.directive
    default = directive.first("default")
    threads = loop.numbers or loop.shares or loop.state or loop.accumulated or loop.copyin or loop.others
    if directive.kind not in ("parallel for", "parallel for simd") or threads or region.orphaned:
        return False
    if (default is not None and default.modifier != "shared") or directive.first("linear") is not None:
        return False
    changed = _named(directive, "lastprivate") | _named(directive, "reduction")
    parts = [each.expression for each in directive.clauses] + [node.init, node.cond, node.next]
    asked = frozenset[str]().union(*(names_in(part) for part in parts if part is not None))
    effects = any(each.expression is not None and has_effects(each.expression) for each in directive.clauses)
    last = directive.associated > 1 and directive.first("lastprivate") is not None
    if last or not _is_rectangular(node, directive.associated):
        return False  # gcc would no longer see that it counts the iterations, and warn
    return not effects and changed.isdisjoint(asked | _named(directive, "firstprivate"))


def _is_rectangular(node: c_ast.For, depth: int) -> bool:
    """Whether the heads of collapsed loops say nothing of the counters around them."""
    counters: set[str] = set()
    loop: c_ast.Node | None = node
    for _ in range(depth):
        loop = single(loop)
        start = loop_start(loop) if isinstance(loop, c_ast.For) else None
        if start is None or not isinstance(loop, c_ast.For) or names_in(start.value, loop.cond) & counters:
            return False
        counters.add(start.name)
        loop = loop.stmt
    return True


def _named(directive: Directive, kind: str) -> frozenset[str]:
    """The variables in all clauses of a kind."""
    return frozenset(name for clause in directive.all(kind) for name in clause.variables)


def _is_uncertain(kernel: Kernel) -> bool:
    """Whether nothing in the text says how often parts of an iteration run."""
    bodies = (kernel.body, *(each.body for each in kernel.functions))
    loaded = _loaded(bodies)
    left = [(body, False) for body in bodies]
    while left:
        node, conditional = left.pop()
        if isinstance(node, c_ast.While | c_ast.DoWhile) or (
            conditional and (isinstance(node, LOOPS) or is_own_call(node))
        ):
            return True
        if isinstance(node, c_ast.For) and (
            _has_loaded_bounds(node, loaded) or leaves(node.stmt, own=(c_ast.Break,))
        ):
            return True
        conditional = conditional or isinstance(node, c_ast.If)
        left += [(each, conditional) for each in children(node)]
    return False


def _has_loaded_bounds(node: c_ast.For, loaded: Mapping[str, c_ast.Node]) -> bool:
    """Whether a loop's trips come out of memory, but for a row of a sparse matrix, whose mean length is known."""
    header = loop_header(node)
    if header is None:
        return True
    if elements_of_row(node, loaded) is not None:
        return False
    return any(_comes_from_memory(each, loaded) for each in (header.lower, header.bound))


def _loaded(bodies: Sequence[c_ast.Node]) -> dict[str, c_ast.Node]:
    """The variables that are set once, by what comes out of memory."""
    setting = (c_ast.Decl, c_ast.Assignment, c_ast.UnaryOp)
    values = once_set(node for body in bodies for node in walk(body) if isinstance(node, setting))
    found: dict[str, c_ast.Node] = {}
    while more := {
        name: value for name, value in values.items() if name not in found and _comes_from_memory(value, found)
    }:
        found |= more
    return found


def _comes_from_memory(value: c_ast.Node, loaded: Mapping[str, c_ast.Node]) -> bool:
    kinds = (c_ast.ArrayRef, c_ast.StructRef)
    return not names_in(value).isdisjoint(loaded) or any(
        isinstance(part, kinds) or (isinstance(part, c_ast.UnaryOp) and part.op == "*") for part in walk(value)
    )


def _is_long(kernel: Kernel, node: c_ast.For) -> bool:
    """Whether an iteration has a loop, and does not only fill memory.

    Memory belongs to the processor that fills it first: strips would move it to others.
    """
    reads = any(Access.READ in each.access for each in kernel.buffers) or bool(kernel.reductions)
    bodies = (node.stmt, *(each.body for each in kernel.functions))
    return reads and any(isinstance(each, LOOPS) for body in bodies for each in walk(body))


def _is_known(kernel: Kernel) -> bool:
    """Whether a launch of the kernel, and nothing besides it, does what the loop does."""
    return kernel.steps is None and not kernel.assumed.in_order


def _is_resumable(kernel: Kernel, node: c_ast.For, dimension: Dimension) -> bool:
    """Whether the kernel can begin with any iteration of the loop, which is its last dimension.

    Blocks begin at multiples of their size, shares of rows with the first row, and order counts from there, too.
    Where dimensions changed their places, another loop's is the last one.  Nothing inside may have the same name.
    """
    forms = all(isinstance(each, Batched | Counters | Gang | Replicated) for each in kernel.forms)
    hidden = any(isinstance(part, c_ast.Decl) and part.name == dimension.variable for part in walk(node.stmt))
    plain = forms and not kernel.expanded and not kernel.large and not hidden
    return plain and _is_same(kernel.dimensions[-1], dimension)


def _is_same(one: Dimension, other: Dimension) -> bool:
    """Whether two dimensions number the same loop alike."""
    pairs = ((one.lower, other.lower), (one.bound, other.bound), (one.step, other.step))
    alike = (one.variable, one.relation, one.type, one.counted) == (other.variable, other.relation, other.type, ())
    return alike and all(text_of(each) == text_of(its) for each, its in pairs)


def _is_idempotent(kernel: Kernel) -> bool:
    """Whether iterations that are run once more, on what they have left behind, give the same results.

    Reductions do where the host puts their variables back, and so does what is overwritten before it is read.
    What is behind an error path, as printing, would be done twice: by a strip, and by the CPU after the launch.
    """
    if kernel.stops or any(not isinstance(each.target, c_ast.ID) for each in kernel.reductions):
        return False
    written = [each for each in kernel.buffers if Access.WRITE in each.access]
    read = [each for each in kernel.buffers if Access.READ in each.access]
    return not any(
        not _is_overwritten(one) if one is other else one.may_overlap(other) for one in written for other in read
    )


def _is_overwritten(buffer: Buffer) -> bool:
    return buffer.overwrites is not None or buffer.area is not None


def _dimension(node: c_ast.For, symbols: Symbols, host: HostCode) -> Dimension | None:
    """The loop as a dimension of its own; None where its head is not plain, or does not stay as it is.

    Each strip computes the first value and the bound anew.
    """
    head = head_of(node)
    if head is None or (step := constant_value(head.step.by)) is None or step <= 0:
        return None
    start = head.start.node
    counter = symbols.declared_type(start) if isinstance(start, c_ast.Decl) else symbols.type_of(start)
    ends = (head.start.value, head.bound)
    if not isinstance(counter, IntType) or not all(host.unchanged(each, node.stmt, symbols) for each in ends):
        return None
    if not _fits(counter, head.step.sign, symbols.type_of(head.bound)):
        return None
    by = build.integer(head.step.sign * step)
    return Dimension(head.start.name, counter, head.start.value, head.relation, head.bound, by)


def _fits(counter: IntType, sign: int, bound: CType) -> bool:
    """Whether a bound less a number of the counter's type is what the counter reaches first.

    Below 0 that number is a large one for an unsigned counter, and only a bound of no more bits wraps around with
    it.  A signed counter that is narrower than `int` may have more values than are positive.
    """
    if counter.signed:
        return counter.bits >= INT.bits
    of = unqualified(bound)
    return sign > 0 or (counter.bits >= INT.bits and isinstance(of, IntType) and of.bits <= counter.bits)


def _pieces(
    region: ParallelRegion, node: c_ast.For, dimension: Dimension
) -> tuple[tuple[int, int, str], ...] | None:
    """Parentheses around the first value and the bound, and what is added; None where these have no place."""
    unit = region.unit
    begin, loop = unit.extents.get(id(region.construct)), unit.extents.get(id(node))
    if begin is None or loop is None or loop[0] != begin[0] + 1:
        return None
    marks = _marks(node, dimension, unit)
    if marks is None:
        return None
    found = []
    for (first, behind), added in zip(marks, ("+ __mrt_from", "- __mrt_less"), strict=True):
        ends = expression_ends(unit, first, behind)
        if isinstance(ends, str):
            return None
        reading, start, stop = ends
        found += [(reading, start, "("), (reading, stop, f") {added}")]
    return tuple(found) if len({reading for reading, _, _ in found}) == 1 else None


def _marks(node: c_ast.For, dimension: Dimension, unit: Unit) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The first token, by number, and the one behind the last, of the first value and of the bound on the right.

    None where the head in the user's text is another one than the tree's, or has more in it than these.
    """
    first, last = unit.extents.get(id(node), (0, 0))
    depth = 0
    equals: list[int] = []
    relations: list[int] = []
    ends: list[int] = []
    for number in range(first + 1, last + 1):
        text = unit.tokens[number - 1].text
        if depth == 1 and text == ";":
            ends.append(number)
        elif depth == 1 and text == "=" and not ends:
            equals.append(number)
        elif depth == 1 and text in BOUNDS and len(ends) == 1:
            relations.append(number)
        elif depth == 1 and text in (",", "?", "&&", "||", "==") and len(ends) < 2:
            return None
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text, 0)
        if depth == 0:
            break
    if len(equals) != 1 or len(relations) != 1 or len(ends) != 2 or relations[0] != ends[0] + 2:
        return None
    names = {unit.tokens[number - 2].text for number in (equals[0], relations[0])}
    if names != {dimension.variable} or unit.tokens[relations[0] - 1].text != dimension.relation:
        return None
    return (equals[0] + 1, ends[0]), (relations[0] + 1, ends[1])
