"""Outlining: from a work-shared loop to a `Kernel`.

The loop's iterations become the points of the ND-range, its body the kernel's.  Variables from outside become
parameters; each iteration gets its own copies of private ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.footprints.large_arrays import obstacle
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import data_sharing, loop_counters
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.assumptions import Assumptions
from mapper.ir.program.kernel import Kernel, Storage
from mapper.ir.program.region import Sharing
from mapper.ir.trees import build
from mapper.ir.trees.nodes import Omp, called_name, text_of, walk
from mapper.translate.common.context import Context
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import in_order, update_of
from mapper.translate.loops.canonical import CanonicalLoop, collapsed_loops
from mapper.translate.loops.schedule import in_blocks
from mapper.translate.lowering.pointer_values.pointers import path_text
from mapper.translate.memory.changed_rows import changed_rows
from mapper.translate.memory.punning import may_pun, punned
from mapper.translate.memory.row_reach import with_row_reach
from mapper.translate.merging.array_reductions import is_array
from mapper.translate.merging.own_extremes import keeps_extremes
from mapper.translate.outline.communication.published import published_read
from mapper.translate.outline.communication.waiting import waiting_loop
from mapper.translate.outline.iterations import check_header, dimensions_of, shared_out, virtual_threads
from mapper.translate.outline.last_rows import check_last, in_last_row
from mapper.translate.outline.loop_buffers import check_aliases, check_tables, note_reach, parameters
from mapper.translate.outline.other_memory import different
from mapper.translate.outline.outlining import Loop, Outlining
from mapper.translate.outline.pipelines import check_pipeline
from mapper.translate.outline.privatization import privatized
from mapper.translate.outline.races import check_operators, check_races
from mapper.translate.outline.thread_numbers import ordered, thread_numbers
from mapper.translate.private.one_sided import one_sided, unbegun
from mapper.translate.private.own_variables import privates, reductions, refuse_carried
from mapper.translate.private.private_arrays import check_private
from mapper.translate.private.proof import first_crossing, first_exposed, independent, where_unexposed
from mapper.translate.private.same_steps import used_alike
from mapper.translate.regions.replicated import waits
from mapper.translate.scope.groups import LARGEST_IN_REDUCTION, group_shape


def outline(loop: Loop, context: Context, effects: EffectsOf) -> Kernel:
    """The kernel of a loop; raises `Refused` where there is none."""
    work = Outlining(loop, context, effects)
    directive = loop.construct.directive
    loops = collapsed_loops(work.loop.unit, work.symbols, work.loop.construct.body, directive.collapsed)
    sharing = _sharing(loop)
    rows = check_last(work, loops, directive.collapsed) if len(loops) < directive.collapsed else None
    counters = [each.counter for each in loops]
    for each in loops:
        check_header(work, each, counters)
    dimensions = virtual_threads(work, loops) if work.loop.state else dimensions_of(work, loops)
    work.rank = len(dimensions)
    check_operators(work, loops[-1].node.stmt)
    reductions(work, sharing, loops[-1].node.stmt)
    if work.parts.reductions and context.expands:
        work.scope.largest = LARGEST_IN_REDUCTION
    sharing = privatized(work, sharing, loops[-1].node.stmt) if rows is None else sharing
    if not work.loop.state:
        check_races(work, sharing, loops[-1].node.stmt)
    privates(work, sharing, loops)
    thread_numbers(work, sharing, loops)
    for table, numbers in changed_rows(loops[-1].node.stmt, loops, work.symbols):
        work.scope.changed.setdefault(path_text(table, work.scope.names_there) or "", []).append(numbers)
    body = _body(work, loops, rows)
    in_order = ordered(work, body)
    beside = check_aliases(work)
    check_tables(work)
    if all(each.start is None for each in loops):
        note_reach(work, loops)
    needs = set(work.scope.needs)
    if work.scope.types.fp64:
        needs.add("fp64")
    functions = [*work.scope.helpers.values()]
    functions += [function.node for function in work.scope.functions.values() if function.node is not None]
    kernel = Kernel(
        work.loop.id,
        work.loop.where,
        dimensions,
        parameters(work),
        tuple(work.parts.reductions),
        body,
        dict(sorted(work.scope.symbol_types.items())),
        tuple(functions),
        work.scope.types.declarations,
        frozenset(needs),
        group_shape(
            [ctype for name, ctype in work.scope.symbol_types.items() if name not in work.scope.large],
            work.symbols,
            bool(work.parts.reductions),
            work.loop.where,
        ),
        forms=(in_order,) if in_order is not None else (),
        packed=dict(sorted(work.scope.types.packed.items())),
        large=tuple(work.scope.large),
        stacks=dict(sorted(work.scope.stacks.items())),
        accumulated=tuple(sorted(each.name for each in work.loop.accumulated if is_array(each))),
        own=tuple(sorted(each.outer.root.name for each in work.scope.own)),
    )
    distinct = different(work, kernel, work.suspects)
    if may_pun(work.loop.unit):
        distinct |= punned(kernel.buffers)
    kernel = replace(kernel, assumed=Assumptions(distinct=distinct, true=tuple(work.conditions), beside=beside))
    _check_large(work, kernel)
    return _prove(work, with_row_reach(kernel, work.symbols))


def _sharing(loop: Loop) -> Mapping[Symbol, Sharing]:
    """The attribute of each variable in a loop."""
    named = {name for clause in loop.construct.directive.clauses for name in clause.variables}
    common = {
        each for each in loop.common - {*loop_counters(loop.construct, loop.symbols)} if each.name not in named
    }
    sharing = data_sharing(loop.construct, loop.enclosing, loop.symbols)
    return {
        each: Sharing.SHARED if each in common and kind is Sharing.PRIVATE else kind
        for each, kind in sharing.items()
    }


def _check_large(work: Outlining, kernel: Kernel) -> None:
    """Refuse large private arrays that can't be moved to global memory."""
    if not kernel.large:
        return
    first = next(iter(work.scope.large.values()))
    size = "has a variable size" if first.bytes is None else f"is {first.bytes} bytes large"
    found = "iterations count in order" if kernel.form(Ordered) is not None else obstacle(kernel)
    if found is not None:
        refuse("K017", f"the private array `{first.name}` {size}, and {found}", first.where)


def _prove(work: Outlining, kernel: Kernel) -> Kernel:
    """The kernel, if its work-items write what they read of the variables that may have other values."""
    scratch = dict(work.loop.construct.directive.scratch)
    blocks = {name: of for name, of in work.scope.blocks.items() if of in scratch}
    valued = work.valued | {name for name, of in blocks.items() if scratch[of]}
    unproven = {
        name: of
        for name, of in (work.unproven | blocks).items()
        if name in valued or not used_alike(kernel, name, work.symbols)
    }
    names = unproven | {own.outer.name: own.outer.root.name for own in work.scope.own}
    kernel = _unexposed(work, kernel, names)
    for name, of in work.begun.items():
        plain = unbegun(kernel, name)
        if first_exposed(plain, [name], work.symbols) is None:
            kernel = plain
        elif not one_sided(kernel.body, name) or not used_alike(kernel, name, work.symbols):
            refuse_carried(work, of)
    if in_blocks(work.loop.construct, work.loop.enclosing) and (access := first_crossing(kernel, work.symbols)):
        assert access.root is not None
        name = _shown(access.root.name, kernel)
        reason = f"iterations in the same chunk of the schedule use what others store in `{name}`"
        refuse("K014", reason, work.loop.where)
    pipeline = work.loop.construct.directive.pipeline
    if pipeline is not None:
        check_pipeline(work, kernel, pipeline)
    if work.loop.construct.directive.dealt:
        kernel = _independent(work, kernel)
        if any(_rounds(part, work.symbols) for part in walk(work.loop.construct)):
            reason = "a sum depends on the order in which a thread takes its iterations"
            refuse("K014", reason, work.loop.where)
    return kernel


def _unexposed(work: Outlining, kernel: Kernel, names: Mapping[str, str]) -> Kernel:
    """The kernel, if its work-items write what they read of private variables, by their names in the source.

    Where they do so under a condition of the host only, the CPU runs the other launches: no value from before the
    loop may matter to it that the device path doesn't have.
    """
    left = sorted(names)
    exposed: list[str] = []
    while (found := first_exposed(kernel, left, work.symbols)) is not None:
        exposed.append(found)
        left = left[left.index(found) + 1 :]
    if not exposed:
        return kernel
    loop = work.loop
    defined = {each.name for each in loop.defined} | work.thread_blocks
    threads = {own.outer.name for own in work.scope.own}  # looked at when all loops are known
    by_thread = loop.construct.directive.rewritten or loop.state or loop.numbers or loop.shares.symbols
    made = None
    if not by_thread and not any(names[name] in defined for name in exposed if name not in threads):
        made = where_unexposed(kernel, exposed, work.symbols)
    if made is None:
        refuse_carried(work, names[exposed[0]])
    (written,) = made.assumed.written
    shown = replace(written, names=frozenset(names[name] for name in exposed))
    return replace(made, assumed=replace(made.assumed, written=(shown,)))


def _independent(work: Outlining, kernel: Kernel) -> Kernel:
    """The kernel of a loop whose iterations nothing but the analysis says to be independent.

    Where they may only be so if arrays are different memory, the loop runs in order if a launch finds they aren't.
    """
    state = {symbol.name for symbol in work.loop.state}
    extremes = bool(state) and keeps_extremes(work.loop.construct, state)
    apart = {buffer.name for buffer in kernel.buffers if extremes and buffer.storage is Storage.STATE}
    proof = independent(kernel, work.symbols, apart)
    if proof.kernel is not None:
        old, new = kernel.assumed, proof.kernel.assumed
        if (old.distinct, old.alike, old.rows_apart) == (new.distinct, new.alike, new.rows_apart):
            return proof.kernel
        if _may_run_in_order(work):
            return replace(proof.kernel, assumed=replace(new, in_order=True))
    through = "" if proof.through is None else f" through `{_shown(proof.through, kernel)}`"
    reason = f"iterations that a thread takes in its order may depend on each other{through}"
    refuse("K014", reason, work.loop.where)


def _may_run_in_order(work: Outlining) -> bool:
    """Whether one thread may run a loop in the place of all, where a launch finds that iterations may depend.

    Threads deal its iterations out by hand, each some of them in their order: all in order is as good.
    """
    construct, symbols = work.loop.construct, work.loop.symbols
    bodies = [construct, *(each.function.body for each in work.context.callees(construct, symbols))]
    asks = any(called_name(node).startswith("omp_") for body in bodies for node in walk(body))
    return not asks and not construct.directive.moved


def _shown(name: str, kernel: Kernel) -> str:
    """What the source calls the memory that a kernel knows by a name."""
    shown = next((text_of(buffer.pointer) for buffer in kernel.buffers if buffer.name == name), name)
    return shown.removeprefix("&")


def _rounds(node: c_ast.Node, symbols: Symbols) -> bool:
    """Whether a node is an atomic update whose result depends on the order of such updates."""
    update = None
    if isinstance(node, Omp) and node.directive.kind == "atomic" and node.body is not None:
        update = update_of(node.body, symbols)
    return update is not None and in_order(update.target, update.operator, update.operand, symbols.type_of)


def _body(work: Outlining, loops: Sequence[CanonicalLoop], rows: CanonicalLoop | None) -> c_ast.Compound:
    """The kernel's body; `rows` is the loop inside whose rows may be empty, where last values are needed."""
    node = loops[-1].node.stmt
    for part in walk(node):
        if waits(part, work.symbols, work.effects):
            work.frame.refuse("K015", "a loop waits for another thread", part)
    _check_observed(work, node, frozenset(each.counter for each in loops))
    inner = work.statements.body(node)
    work.statements.expressions.own.check_variables(node)
    items = inner.block_items or []
    if work.statements.continues:
        items = [build.once(items)]
    items = [*items, *work.parts.ends]
    before: list[c_ast.Node] = [
        work.statements.declared(local, work.loop.construct, init) for local, init in work.parts.before
    ]
    before += work.parts.copies
    for slot in (own.outer for own in work.scope.own):
        if slot.name not in work.scope.large and slot.symbol is not None:
            check_private(work.frame, slot.symbol, work.loop.construct)
        before.append(build.declaration(slot.name, work.scope.symbol_types[slot.name]))
    for slot in (lent.outer for lent in work.scope.lent.values()):
        before.append(build.declaration(slot.name, work.scope.symbol_types[slot.name]))
    if work.share is not None:
        return shared_out(work, [*before, *items], work.share)
    last = in_last_row(work, loops[-1], rows) if rows is not None else _last_iteration(work)
    return c_ast.Compound([*before, *items, *last])


def _check_observed(work: Outlining, inner: c_ast.Node, counters: frozenset[Symbol]) -> None:
    """Refuse loops that wait for other iterations, or for the data that these pass on."""
    observed = work.observed
    if not observed.objects:
        return
    for code in observed.code:
        waiting = waiting_loop(code, observed)
        if waiting is not None:
            advice = (
                "a compare and swap that is tried again with what it has found can run on the device",
                None,
            )
            refuse("K015", "a loop may wait for another iteration", code.symbols.unit.location(waiting), advice)
    reduced = {*work.loop.accumulated, *work.loop.common, *work.taken, *observed.turned}
    shared = {symbol for symbol, kind in _sharing(work.loop).items() if kind is Sharing.SHARED} - reduced
    found = published_read(observed, inner, counters, frozenset(shared))
    if found is not None:
        code, node = found
        reason = (
            f"`{text_of(node)}` may be what another iteration has stored, and made known by an atomic operation"
        )
        advice = ("two loops, one that stores and one that reads, can run on the device", None)
        refuse("K031", reason, code.symbols.unit.location(node), advice)


def _last_iteration(work: Outlining) -> list[c_ast.Node]:
    if not work.parts.after:
        return []
    tests = [
        build.binary(
            "==",
            build.identifier(f"mrt_id{d}"),
            build.binary("-", build.identifier(f"mrt_count{d}"), build.integer(1)),
        )
        for d in range(work.rank)
    ]
    condition: c_ast.Node = tests[0]
    for test in tests[1:]:
        condition = build.binary("&&", condition, test)
    return [c_ast.If(condition, c_ast.Compound(list(work.parts.after)), None)]
