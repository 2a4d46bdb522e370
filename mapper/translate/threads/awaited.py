"""Whether the threads that run a statement wait, in spin loops, for what others do outside of it.

All threads run such a statement as a region of its own, which ends when all are done: a thread that waits there
for a signal behind the statement would wait for ever, and what the signal orders would have no order.
So it is with constructs that threads leave early, before the others are done: `master`, and those with `nowait`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import Access
from mapper.analysis.pointers.effects import EffectsOf
from mapper.diagnostics import Location
from mapper.ir.program.region import Kept
from mapper.ir.trees.nodes import Omp, rebuilt, text_of, walk
from mapper.openmp.idioms.pipelines.spin_waits import Spin, waiting_in
from mapper.translate.common.context import Context
from mapper.translate.common.refused import Refused, refuse

_Code = Sequence[tuple[c_ast.Node, Symbols]]
_SHARED_OUT = frozenset(["for", "single", "sections"])


def check_early(
    body: c_ast.Node, symbols: Symbols, kept: Mapping[int, Kept], context: Context, effects: EffectsOf
) -> None:
    """Raise `Refused` where threads of a team that leave a construct early do what others see in one on the CPU.

    `kept` are the reasons for which loops stay there, by the `id` of their constructs.
    """
    found = [(each, [outer.directive for outer in around]) for each, around in constructs(body)]
    outermost = [each for each, around in found if not any(outer.kind == "for" for outer in around)]
    early = [each for each in outermost if _leaves_early(each)]
    for construct in outermost:
        if construct.directive.kind == "for" and id(construct) not in kept:
            continue
        awaited = awaited_outside(construct, symbols, context, effects) if construct in early else None
        if awaited is not None:
            refuse("K015", "a loop waits for what another thread does behind the construct around it", awaited)
        why = kept.get(id(construct))
        if early and why is not None and why.code == "K001" and any(_is_flush(node) for node in walk(construct)):
            raise Refused(why)


def _leaves_early(construct: Omp) -> bool:
    """Whether threads go on behind a construct before all are done."""
    directive = construct.directive
    return directive.kind == "master" or (
        directive.kind in _SHARED_OUT and any(each.kind == "nowait" for each in directive.clauses)
    )


def _is_flush(node: c_ast.Node) -> bool:
    return isinstance(node, Omp) and node.directive.kind == "flush"


def awaited_outside(
    statement: c_ast.Node, symbols: Symbols, context: Context, effects: EffectsOf
) -> Location | None:
    """The first spin loop, in a statement or in what it calls, that nothing in these can end; None without one."""
    code = [(statement, symbols)]
    code += [(each.function.body, each.symbols) for each in context.callees(statement, symbols)]
    for part, names in code:
        for spin in waiting_in(part, ()).spins:
            if not any(_may_end(spin, look, names, code, effects) for look in spin.looks):
                return names.unit.location(spin.node)
    return None


def _may_end(spin: Spin, look: c_ast.Node, symbols: Symbols, code: _Code, effects: EffectsOf) -> bool:
    """Whether some code stores at a place that a spin loop looks at what may end the loop."""
    place = 0
    for each in effects.accesses(symbols).of(spin.node):
        if isinstance(each, Access) and each.read and each.place is look:
            place |= each.objects
    return any(
        access.objects & place and not _goes_on(spin, look, symbols, value)
        for part, names in code
        for access, value in _stores(part, names, effects)
    )


def _stores(code: c_ast.Node, symbols: Symbols, effects: EffectsOf) -> Sequence[tuple[Access, c_ast.Node | None]]:
    """What some code writes, each with the value where an assignment says it."""
    assignments = [each for each in walk(code) if isinstance(each, c_ast.Assignment) and each.op == "="]
    values = {id(each.lvalue): each.rvalue for each in assignments}
    written = (each for each in effects.accesses(symbols).of(code) if isinstance(each, Access) and each.write)
    return [(each, values.get(id(each.place))) for each in written]


def _goes_on(spin: Spin, look: c_ast.Node, symbols: Symbols, value: c_ast.Node | None) -> bool:
    """Whether a spin loop goes on for certain where it finds a value."""
    known = None if value is None else symbols.constant(value)
    if known is None or spin.node.cond is None:
        return False
    text = text_of(look)

    def found(node: c_ast.Node) -> c_ast.Node:
        return c_ast.Constant("int", str(known)) if text_of(node) == text else rebuilt(node, found)

    return bool(symbols.constant(found(spin.node.cond)))
