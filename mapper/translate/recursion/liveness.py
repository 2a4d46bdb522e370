"""Live variables: which have a value at a block's beginning that may be read (Aho et al., Compilers, 9.2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.ir.trees.names import names_in
from mapper.translate.recursion.blocks import Block, Branch, Call, Return

Names = frozenset[str]


def live_variables(blocks: Sequence[Block], variables: Names) -> dict[Block, Names]:
    """The variables that are live where each block begins; all mentions but plain assignments count as reads."""
    live: dict[Block, Names] = dict.fromkeys(blocks, frozenset())
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            found = _before(block, live) & variables
            changed |= found != live[block]
            live[block] = found
    return live


def live_across_calls(blocks: Sequence[Block], variables: Names) -> Names:
    """The variables whose value from before a call may be read behind it."""
    live = live_variables(blocks, variables)
    calls = (block.end for block in blocks if isinstance(block.end, Call))
    return frozenset().union(*(live[call.after] for call in calls if call.after is not None))


def _before(block: Block, live: dict[Block, Names]) -> Names:
    found: Names = frozenset().union(*(live[each] for each in block.successors))
    match block.end:
        case Branch():
            found |= names_in(block.end.condition)
        case Return() if block.end.value is not None:
            found |= names_in(block.end.value)
        case Call():
            found |= names_in(*block.end.arguments)
    for item in reversed(block.items):
        match item:
            case c_ast.Decl():
                found -= {item.name}
                found |= names_in(item.init) if item.init is not None else set()
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)):
                found = (found - {name}) | names_in(item.rvalue)
            case _:
                found |= names_in(item)
    return found
