"""Loops that count in local memory find several counters before they count, so that their loads don't wait for it.

for (trip = lane; trip < trips; trip += LANES) {        for (trip = lane; trip < trips; trip += 8 * LANES) {
  k = first + trip;                                        for (turn = 0; turn < 8; turn++)
  at = key[k];                                     ->        ats[turn] = key[first + trip + turn * LANES];
  count at `at`                                            for (turn = 0; turn < 8; turn++)
}                                                            count at `ats[turn]`
                                                         }
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, UINT, ULONG, ArrayType
from mapper.ir.trees.names import mentions_any
from mapper.ir.trees.nodes import children, clone, walk

BATCH = 8
"""Elements of a work-item that may be on the way at a time."""


def batch_counts(root: c_ast.Node) -> None:
    """Change the loops under a node whose iterations do nothing but count at `mrt_at`."""
    for node in list(walk(root)):
        items = node.block_items or [] if isinstance(node, c_ast.Compound) else []
        for number, item in enumerate(items):
            made = _batched(item) if isinstance(item, c_ast.For) else None
            if made is None:
                continue
            items[number] = made
            if number and isinstance(items[number - 1], c_ast.Pragma):
                items[number - 1] = c_ast.Pragma("unroll 1")


def _batched(loop: c_ast.For) -> c_ast.For | None:
    match loop:
        case c_ast.For(
            init=c_ast.DeclList(decls=[c_ast.Decl(name=trip, init=c_ast.ID(name="mrt_lane"))]),
            cond=c_ast.BinaryOp(op="<", left=c_ast.ID(name=tested), right=trips),
            next=c_ast.Assignment(op="+=", lvalue=c_ast.ID(name=counted), rvalue=c_ast.ID(name="MRT_LANES")),
            stmt=c_ast.Compound(
                block_items=[*settings, c_ast.Compound(block_items=[c_ast.Decl(name="mrt_at") as at, choice])]
            ),
        ) if trip == tested == counted:
            pass
        case _:
            return None
    names = [each.lvalue.name for each in settings if _sets_variable(each)]
    if len(names) != len(settings) or not _only_counts(choice) or mentions_any(choice, {trip, *names}):
        return None
    turn, now, found = (build.identifier(name) for name in ("mrt_turn", "mrt_now", "mrt_ats"))
    far = build.binary("*", turn, build.identifier("MRT_LANES"))
    index = build.declaration("mrt_now", ULONG, init=build.binary("+", build.identifier(trip), far))
    test = build.binary("<", now, clone(trips))
    place = c_ast.ArrayRef(found, turn)
    looking = [substituted(each, {trip: now}) for each in (*settings, build.assign(place, at.init))]
    again = clone(at)
    again.init = clone(place)
    both = [
        c_ast.Compound([clone(index), c_ast.If(clone(test), c_ast.Compound(body), None)])
        for body in (looking, [again, choice])
    ]
    batch = c_ast.Compound(
        [build.declaration("mrt_ats", ArrayType(LONG, BATCH)), *(part for body in both for part in _turns(body))]
    )
    step = build.assign(build.identifier(trip), build.binary("*", build.integer(BATCH), loop.next.rvalue), "+=")
    return c_ast.For(loop.init, loop.cond, step, batch)


def _turns(body: c_ast.Node) -> list[c_ast.Node]:
    """A loop over the elements of a batch."""
    start = build.declaration("mrt_turn", UINT, init=build.integer(0))
    return [c_ast.Pragma("unroll"), build.counting_loop(start, build.integer(BATCH), body)]


def _sets_variable(node: c_ast.Node) -> bool:
    """Whether a statement sets a variable and does nothing else."""
    if not isinstance(node, c_ast.Assignment) or node.op != "=" or not isinstance(node.lvalue, c_ast.ID):
        return False
    return not any(isinstance(part, c_ast.Assignment | c_ast.FuncCall) for part in walk(node.rvalue))


def _only_counts(node: c_ast.Node) -> bool:
    """Whether a statement is nothing but an update of a counter, near or far."""
    if not isinstance(node, c_ast.If) or node.iffalse is None:
        return False
    return all(
        isinstance(branch, c_ast.Compound) and [type(each) for each in children(branch)] == [c_ast.FuncCall]
        for branch in (node.iftrue, node.iffalse)
    )
