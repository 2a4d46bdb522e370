"""`spmd`: inner loops over one range become a dimension, and each work-item runs the code between them.

    for k (parallel)                            (k, j) (parallel)
      double y[N][B];                             double y[N];
      for j: y[0][j] = x[k][j];           ->      y[0] = x[k][j];
      for i                                       for i
        for j: y[i + 1][j] = f(y[i][j]);            y[i + 1] = f(y[i]);
      for j: x[k][j] = y[N - 1][j];               x[k][j] = y[N - 1];

Code that works on a block of lines at once, for caches or vector units, is of this kind.  What is outside of the
loops may only compute private scalars, which all work-items of an iteration compute alike ("SPMDization": J. Huber
et al., Efficient Execution of OpenMP on GPUs, CGO 2022).  Private arrays that each of the loops subscripts by its
counter in the same place lose this subscript (array contraction).  That the iterations of the loops are
independent, and so may run one behind the other for all loops, is proved as in `nest`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.kernels.relations.accesses import Found, Loop, Memory, Root
from mapper.analysis.kernels.relations.dependences import exposed_reads
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import rank
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import declared_names, is_named, names_in, settings
from mapper.ir.trees.nodes import LOOPS, called_name, clone, ids, rebuilt, statements_of, text_of, walk
from mapper.transforms.dimensions.dimensions import host_expression
from mapper.transforms.dimensions.nest import MOST, with_last_loop
from mapper.transforms.frame.base import Changed, Outcome, RefusedError, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.distinct import taken
from mapper.transforms.loops.inline import with_bodies_in_place
from mapper.transforms.loops.loops import holds_loop, is_short
from mapper.transforms.private.expand import expansion

PRIVATE_BYTES = 8192
"""Bytes of contracted arrays that stay in private memory; more are in global memory, as `expand` puts them."""


@dataclass(frozen=True, eq=False, slots=True)
class _Common:
    """Loops that have one range, none of them in another one; `header` is that of the first, in parameters."""

    header: Header
    loops: tuple[c_ast.For, ...]
    counters: Mapping[int, str]  # of each loop, by its `id`


def spmd(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with a dimension for the range of several loops; None where no private array is of such lines."""
    if len(kernel.dimensions) >= MOST or kernel.forms or kernel.reductions:
        return None
    if not any(isinstance(kernel.symbols[name], ArrayType) for name in declared_names(kernel.body)):
        return None
    opened = with_bodies_in_place(kernel, {each.decl.name for each in kernel.functions if holds_loop(each.body)})
    refused: RefusedError | None = None
    for common in _commons(opened, symbols):
        lines = _lines(opened, common)
        if not lines:
            continue
        try:
            _check(opened, common, lines, symbols)
            made = with_last_loop(_around(opened, common, lines, symbols), symbols)
        except RefusedError as error:
            refused = refused or error
            continue
        arrays = listed(sorted(lines))
        did = f"loops over `{common.header.variable}` became parallel together, each with its part of {arrays}"
        return Changed(made, did + taken(made, kernel))
    return refused.refusal() if refused is not None else None


TRANSFORM = Transform(
    "spmd",
    "inner loops over one range become a dimension",
    spmd,
    reorders=True,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.PACKED, Trait.UNIONS},
)


def _commons(kernel: Kernel, symbols: Symbols) -> Iterator[_Common]:
    """The sets of two loops and more that run over one range, which stays the same while the kernel runs."""
    values, given = _copies(kernel)
    groups: dict[str, list[tuple[c_ast.For, Header]]] = {}
    for node in walk(kernel.body):
        if not isinstance(node, c_ast.For) or (header := loop_header(node)) is None or is_short(node, symbols):
            continue
        lower, bound = substituted(header.lower, values), substituted(header.bound, values)
        if not names_in(lower, bound) <= given:
            continue
        known = Header(header.variable, lower, header.relation, bound, header.step)
        key = f"{text_of(lower)} {header.relation} {text_of(bound)} {header.step}"
        groups.setdefault(key, []).append((node, known))
    for group in groups.values():
        inner = {id(part) for node, _ in group for part in walk(node.stmt)}
        outer = [(node, header) for node, header in group if id(node) not in inner]
        if len(outer) > 1:
            counters = {id(node): header.variable for node, header in outer}
            if len({kernel.symbols[name] for name in counters.values()}) == 1:
                yield _Common(outer[0][1], tuple(node for node, _ in outer), counters)


def _copies(kernel: Kernel) -> tuple[dict[str, c_ast.Node], set[str]]:
    """The variables of the body that only ever have a parameter's value, each with that; and the parameters."""
    often = settings(kernel.body)
    given = {each.name for each in kernel.values if not often[each.name]}
    found: dict[str, c_ast.Node] = {}
    for node in walk(kernel.body):
        if not isinstance(node, c_ast.Decl) or not isinstance(node.init, c_ast.ID) or often[node.name] != 1:
            continue
        value = found.get(node.init.name, node.init)
        same = isinstance(value, c_ast.ID) and kernel.symbols[node.name] == kernel.symbols[value.name]
        if same and isinstance(value, c_ast.ID) and value.name in given:
            found[node.name] = value
    return found, given


def _lines(kernel: Kernel, common: _Common) -> dict[str, int]:
    """The private arrays that only these loops use, all by their counter in the same place: that place."""
    inside = {id(part): common.counters[id(loop)] for loop in common.loops for part in walk(loop.stmt)}
    arrays = {name for name in declared_names(kernel.body) if isinstance(kernel.symbols[name], ArrayType)}
    places: dict[str, set[int]] = {}
    whole: set[int] = set()
    odd: set[str] = set()
    for node in walk(kernel.body):
        found = element_of(node) if id(node) not in whole else None
        if isinstance(node, c_ast.Decl) and node.name in arrays and node.init is not None:
            odd.add(node.name)
        if isinstance(node, c_ast.ID) and node.name in arrays and id(node) not in whole:
            odd.add(node.name)
        if found is None or found[0] not in arrays:
            continue
        name, subscripts = found
        part: c_ast.Node = node
        while isinstance(part, c_ast.ArrayRef):
            part = part.name
            whole.add(id(part))
        counter = inside.get(id(node))
        at = {place for place, each in enumerate(subscripts) if counter is not None and is_named(each, counter)}
        if len(subscripts) != rank(kernel.symbols[name]):
            odd.add(name)
        places[name] = places[name] & at if name in places else at
    return {name: min(at) for name, at in sorted(places.items()) if at and name not in odd}


# ---- what must hold --------------------------------------------------------------------------------------------


def _check(kernel: Kernel, common: _Common, lines: Mapping[str, int], symbols: Symbols) -> None:
    """What `nest` does not look at: private memory that the loops share, jumps, and what may happen only once."""
    found = collect(kernel, symbols)
    if not found.complete:
        raise RefusedError("the body is too large to be analysed")
    named = f"the loops over `{common.header.variable}`"
    counters = set(common.counters.values())
    inside = ids(*common.loops)
    functions = {each.decl.name for each in kernel.functions}
    for node in walk(kernel.body):
        if id(node) in inside or isinstance(node, c_ast.Decl):
            continue
        if isinstance(node, c_ast.ID) and node.name in counters:
            raise RefusedError(f"the counter of {named} is used outside of them", node)
        if isinstance(node, c_ast.FuncCall) and called_name(node) in functions:
            raise RefusedError(f"a function is called outside of {named}", node)
        alone = isinstance(node, LOOPS) and not any(id(part) in inside for part in walk(node))
        if alone and not is_short(node, symbols):
            raise RefusedError(f"each work-item would run the loop beside {named}", node)
    for loop in common.loops:
        if leaves(loop.stmt):
            raise RefusedError(f"{named} hold a jump", loop)
    loops = [each for each in (found.loop_of(loop) for loop in common.loops) if each is not None]
    if len(loops) != len(common.loops):
        raise RefusedError(f"{named} are not understood")
    for access in found.accesses:
        if access.root is None or (access.atomic and not any(map(access.inside, loops))):
            raise RefusedError(f"what is outside of {named} must happen once")
    for root in {id(each.root): each.root for each in found.accesses if each.root is not None}.values():
        if root.memory is Memory.PRIVATE and root.variable not in lines:
            _check_private(root, found, loops, named)


def _check_private(root: Root, found: Found, loops: Sequence[Loop], named: str) -> None:
    """A variable that the loops write must be one of an iteration."""
    accesses = [each for each in found.accesses if each.root is root]
    if any(each is loop for each in root.loops for loop in loops):  # it is declared in the iteration
        return
    if not any(each.write and each.inside(loop) for each in accesses for loop in loops):
        return
    outside = [each for each in accesses if not any(map(each.inside, loops))]
    if outside or any(exposed_reads(found, root, loop) for loop in loops):
        raise RefusedError(f"`{root.variable}` brings values from one iteration of {named} to others")


# ---- the new body ----------------------------------------------------------------------------------------------


def _around(kernel: Kernel, common: _Common, lines: Mapping[str, int], symbols: Symbols) -> Kernel:
    """The kernel whose body is one loop over the range, with contracted arrays and the statements of its loops."""
    counter = common.header.variable
    types = {name: _contracted(kernel.symbols[name], place) for name, place in lines.items()}
    loops = set(map(id, common.loops))

    def changed(node: c_ast.Node) -> c_ast.Node:
        if id(node) in loops:
            assert isinstance(node, c_ast.For)
            own = {common.counters[id(node)]: build.identifier(counter)}
            return c_ast.Compound([substituted(changed(node.stmt), own)])
        if isinstance(node, c_ast.Decl) and node.name in types:
            return build.declaration(node.name, types[node.name])
        if isinstance(node, c_ast.Decl) and node.name == counter:
            return c_ast.EmptyStatement()
        found = element_of(node)
        if found is not None and found[0] in lines:
            kept = (changed(each) for place, each in enumerate(found[1]) if place != lines[found[0]])
            return build.element(build.identifier(found[0]), kept)
        return rebuilt(node, changed)

    items = statements_of(changed(kernel.body))
    start = build.declaration(counter, kernel.symbols[counter], init=clone(common.header.lower))
    bound, step = clone(common.header.bound), build.integer(common.header.step)
    loop = build.counting_loop(start, bound, c_ast.Compound(items), common.header.relation, step)
    assumed = kernel.assumed
    if kernel.stops:  # what stops an iteration may be outside of its loops
        values = {each.name: each for each in kernel.values}
        limits = [host_expression(each, values) for each in (common.header.lower, common.header.bound)]
        if limits[0] is None or limits[1] is None:
            raise RefusedError("the loop has error paths")
        condition = build.binary(common.header.relation, limits[0], limits[1])
        assumed = assumed.with_true(condition)
    made = replace(
        kernel,
        assumed=assumed,
        body=c_ast.Compound([loop]),
        symbols={**kernel.symbols, **types},
        large=_large(kernel, types, symbols),
    )
    if kernel.expanded:
        apart = kernel.expanded[0].apart
        made = replace(made, expanded=tuple(expansion(each, made, symbols, apart=apart) for each in made.large))
    return made


def _contracted(ctype: CType, place: int) -> CType:
    assert isinstance(ctype, ArrayType)
    return ctype.element if place == 0 else replace(ctype, element=_contracted(ctype.element, place - 1))


def _large(kernel: Kernel, types: Mapping[str, CType], symbols: Symbols) -> tuple[str, ...]:
    """The arrays that private memory has no room for."""
    sizes = [symbols.constant_sizeof(ctype) for name, ctype in types.items() if name in kernel.large]
    fit = None not in sizes and sum(each for each in sizes if each is not None) <= PRIVATE_BYTES
    gone = {name for name, ctype in types.items() if fit or not isinstance(ctype, ArrayType)}
    return tuple(name for name in kernel.large if name not in gone)
