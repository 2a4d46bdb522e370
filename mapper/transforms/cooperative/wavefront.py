"""`wavefront`: nests whose iterations wait for neighbours are shared out along their diagonals.

In `t[i][j] = f(t[i - 1][j], t[i][j - 1])` neither loop is parallel, but what is on a diagonal i + j is.  So the
nest is skewed (Lamport, "The parallel execution of DO loops", CACM 17(2), 1974): a loop goes from diagonal to
diagonal, and the work-items that share the kernel's iteration, as `gang` has them, share the points of each.

    for (i = a; i < b; i++)             for (w = a + c; w <= (b - 1) + (d - 1); w++)
      for (j = c; j < d; j++)       ->    for (i = max(a, w - (d - 1)); i <= min(b - 1, w - c); i++)
        body                                body with j = w - i

A loop that counts down counts up by its negative counter.  Each point has for itself the private arrays that its
iteration writes before it reads them.  With so many iterations that each can have a work-item
of its own, the kernel runs as it was: the run-time library chooses at each launch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.kernels.relations.accesses import Found, Memory, Root
from mapper.analysis.kernels.relations.dependences import carried, exposed_reads, skewable
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.choices import extreme
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ArrayType, CType, IntType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import mentions_any, names_in
from mapper.ir.trees.nodes import clone, flattened, statements_of
from mapper.transforms.cooperative.body import gang_of
from mapper.transforms.cooperative.plans.plan import plan
from mapper.transforms.cooperative.plans.sequential_outer import is_uniform, uniform_names
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.distinct import taken
from mapper.transforms.loops.loops import is_short

WAVE, POINT = "mrt_wave", "mrt_point"
"""What the counters of diagonals and of the points on them are called."""


@dataclass(frozen=True, eq=False, slots=True)
class _Nest:
    """Two loops, the inner one all that the outer one does; `place` is its number among the statements."""

    place: int
    node: c_ast.For
    outer: Header
    inside: c_ast.For
    inner: Header


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    items = flattened(kernel.body)
    nests = list(_nests(kernel, items, symbols))
    if not nests:
        return None
    if kernel.stops:
        return Refusal("the loop has error paths")
    found = collect(kernel, symbols)
    if not found.complete:
        return Refusal("the kernel has too many accesses")
    nests = [nest for nest in nests if _waits(nest, found)]
    if not nests:
        return None
    skewed = _skewed(kernel, items, nests, found)
    made = plan(skewed, collect(skewed, symbols), symbols)
    gang = gang_of(skewed, made, symbols)
    if sum(each.header.variable.startswith(POINT) for each in made.shared.values()) < len(nests):
        return Refusal("the points of a diagonal can't be shared out")
    found = replace(found, kernel=replace(kernel, assumed=made.assumed))
    unfit = next((nest for nest in nests if not _is_legal(nest, found)), None)
    if unfit is not None:
        over = f"{unfit.outer.variable} and {unfit.inner.variable}"
        return Refusal(f"iterations over {over} depend on those of later diagonals")
    changed = replace(
        kernel.with_form(replace(gang, few=True)),
        symbols=skewed.symbols,
        assumed=made.assumed,
    )
    which = "a nest" if len(nests) == 1 else f"{len(nests)} nests"
    return Changed(
        changed, f"launches with few iterations share out the diagonals of {which}{taken(changed, kernel)}"
    )


TRANSFORM = Transform(
    "wavefront",
    "nests whose iterations wait for neighbours are shared out by diagonals",
    _apply,
    reorders=True,
    accepts=USUAL - {Trait.GANG, Trait.REDUCTIONS, Trait.BLOCKS},
)


def _nests(kernel: Kernel, items: list[c_ast.Node], symbols: Symbols) -> Iterator[_Nest]:
    """The nests that run through rectangles, step by step, between bounds that all work-items know."""
    uniform = uniform_names(kernel, items)
    for place, item in enumerate(items):
        outer = _header(item, kernel, symbols)
        if outer is None or not isinstance(item, c_ast.For):
            continue
        inside = flattened(c_ast.Compound([item.stmt]))
        inner = _header(inside[0], kernel, symbols) if len(inside) == 1 else None
        if inner is None or not isinstance(node := inside[0], c_ast.For):
            continue
        bounds = (outer.lower, outer.bound, inner.lower, inner.bound)
        counters = {outer.variable, inner.variable}
        others = [other for other in items if other is not item]
        if all(is_uniform(each, uniform) for each in bounds) and not any(
            _needs(each, counters) for each in others
        ):
            yield _Nest(place, item, outer, node, inner)


def _needs(item: c_ast.Node, counters: set[str]) -> bool:
    """Whether a statement may need what a nest leaves in its counters.  Loops that set them don't."""
    match item:
        case c_ast.Decl(name=name, init=None) if name in counters:
            return False
        case c_ast.For(init=c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value)) if (
            name in counters
        ):
            return _needs(value, counters) or _needs(item.stmt, counters - {name})
    return mentions_any(item, counters)


def _header(node: c_ast.Node, kernel: Kernel, symbols: Symbols) -> Header | None:
    if not isinstance(node, c_ast.For) or is_short(node, symbols) or leaves(node.stmt, (c_ast.Break,), ()):
        return None
    header = loop_header(node)
    if header is None or abs(header.step) != 1 or not isinstance(kernel.symbols.get(header.variable), IntType):
        return None
    return header


def _waits(nest: _Nest, found: Found) -> bool:
    """Whether neither loop is parallel as it is."""
    outer, inner = found.loop_of(nest.node), found.loop_of(nest.inside)
    ignored = _temporaries(nest, found)
    return all(loop is not None and carried(found, loop, ignored) is not None for loop in (outer, inner))


def _is_legal(nest: _Nest, found: Found) -> bool:
    outer, inner = found.loop_of(nest.node), found.loop_of(nest.inside)
    return outer is not None and inner is not None and skewable(found, outer, inner, _temporaries(nest, found))


def _temporaries(nest: _Nest, found: Found) -> list[Root]:
    """The private variables that an iteration sets before it uses them."""
    inner = found.loop_of(nest.inside)
    own = {each.name for each in _own_arrays(nest, found.kernel)}
    return [
        root
        for root in found.roots().values()
        if root.memory is Memory.PRIVATE
        and (not isinstance(root.type, ArrayType) or root.variable in own)
        and (root.variable in (nest.outer.variable, nest.inner.variable) or not exposed_reads(found, root, inner))
    ]


def _own_arrays(nest: _Nest, kernel: Kernel) -> list[c_ast.Decl]:
    """The declarations of arrays that only a nest uses, and of which each point might have its own."""
    items = flattened(kernel.body)
    others = [each for at, each in enumerate(items) if at != nest.place and not isinstance(each, c_ast.Decl)]
    used = names_in(
        *others, *(each.init for each in items if isinstance(each, c_ast.Decl) and each.init is not None)
    )
    return [
        each
        for each in items
        if isinstance(each, c_ast.Decl)
        and isinstance(kernel.symbols.get(each.name), ArrayType)
        and each.init is None
        and each.name not in used
        and each.name not in kernel.large
    ]


def _skewed(kernel: Kernel, items: list[c_ast.Node], nests: list[_Nest], found: Found) -> Kernel:
    """The kernel with each nest going from diagonal to diagonal."""
    symbols: dict[str, CType] = dict(kernel.symbols)
    by_place = {nest.place: nest for nest in nests}
    own: dict[int, list[c_ast.Node]] = {}
    for place, nest in by_place.items():
        written = {root.variable for root in _temporaries(nest, found)}
        own[place] = [each for each in _own_arrays(nest, kernel) if each.name in written]
    moved = {id(each) for arrays in own.values() for each in arrays}
    changed: list[c_ast.Node] = []
    for place, item in enumerate(items):
        found_here = by_place.get(place)
        if found_here is not None:
            changed += _diagonals(found_here, len(symbols), symbols, own[place])
        elif id(item) not in moved:
            changed.append(item)
    return replace(kernel, body=c_ast.Compound(changed), symbols=dict(sorted(symbols.items())))


def _diagonals(nest: _Nest, number: int, symbols: dict[str, CType], own: list[c_ast.Node]) -> list[c_ast.Node]:
    wave, row, column = f"{WAVE}{number}", f"{POINT}{number}", f"mrt_column{number}"
    symbols |= {wave: LONG, row: LONG, column: symbols[nest.inner.variable]}
    first, last = _ends(nest.outer, symbols[nest.outer.variable])
    left, right = _ends(nest.inner, symbols[nest.inner.variable])
    here = build.identifier(wave)
    outer = f"mrt_line{number}"
    symbols[outer] = symbols[nest.outer.variable]
    names = {nest.outer.variable: build.identifier(outer), nest.inner.variable: build.identifier(column)}
    body = substituted(nest.inside.stmt, names)
    at = build.identifier(row)
    places = _counted(nest.outer, at), _counted(nest.inner, build.binary("-", here, at))
    point = [
        *own,
        build.declaration(outer, symbols[outer], init=build.cast(symbols[outer], places[0])),
        build.declaration(column, symbols[column], init=build.cast(symbols[column], places[1])),
        *statements_of(body),
    ]
    start = build.declaration(row, LONG, init=extreme(">", first, build.binary("-", here, right)))
    end = extreme("<", last, build.binary("-", here, left))
    points = build.counting_loop(start, end, c_ast.Compound(point), "<=")
    waves = c_ast.For(
        build.assign(here, build.binary("+", first, left)),
        build.binary("<=", here, build.binary("+", last, right)),
        c_ast.UnaryOp("p++", here),
        c_ast.Compound([points]),
    )
    return [build.declaration(wave, LONG), clone(waves)]


def _ends(header: Header, counter: CType) -> tuple[c_ast.Node, c_ast.Node]:
    """The first and the last value of a counter that counts up."""
    last = _counted(header, _bounded(header.bound, counter, "+" if header.step > 0 else "-"))
    if header.relation in "<>":
        last = build.shifted(last, -1)
    return _counted(header, _bounded(header.lower, counter, "-" if header.step > 0 else "+")), last


def _bounded(bound: c_ast.Node, counter: CType, away: str) -> c_ast.Node:
    """A bound as `long`; that `n + 2` is an `int`, as it would overflow else, is in the text for the analysis.

    `away` leads away from the counter's other values: `n - 2` needs nothing said where that is `+`.
    """
    value = build.cast(LONG, clone(bound))
    if not isinstance(bound, c_ast.BinaryOp) or not isinstance(counter, IntType):
        return value
    match bound:
        case c_ast.BinaryOp(op=op, left=c_ast.ID(), right=c_ast.Constant()) if op in "+-" and op != away:
            return value
    if not counter.signed or counter.bits > 32:
        return value
    limit = build.integer(2 ** (counter.bits - 1) - 1, "l")
    return extreme("<", value, limit) if away == "+" else extreme(">", value, c_ast.UnaryOp("-", limit))


def _counted(header: Header, value: c_ast.Node) -> c_ast.Node:
    """The value of a loop's counter for that of one that counts up, and the reverse."""
    return value if header.step > 0 else c_ast.UnaryOp("-", value)
