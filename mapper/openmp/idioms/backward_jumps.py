"""`goto` that leads back to a label in a block around it becomes a loop, which forward jumps go on with.

    again:                                 while (1) {
      if (x > 9) {                           if (x > 9) {
        x /= 2;                   ->           x /= 2;
        goto again;                            goto again_next;
      }                                      }
      y[i] = x;                              break;
                                           again_next:;
                                           }
                                           y[i] = x;

The loop has the statements from the label to the last one with such a jump, or all behind it where these use
what it declares.  A `continue` for a loop that the block is the body of becomes a jump to the block's end.  There
must be no other `continue`, nor `break`, for a loop around the statements, and no jump into them from elsewhere.
`forward_jumps.py` changes the jumps that are left.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from pycparser import c_ast

from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import fresh_name, names_in
from mapper.ir.trees.nodes import LOOPS, replace_child, walk


def loops_for_jumps(
    block: c_ast.Compound, jumps: MutableMapping[str, int], names: set[str], *, of_loop: bool
) -> None:
    """Make loops of the backward jumps to labels of a block; `of_loop` is true if the block is the body of a loop.

    `jumps` says how many `goto` of the function lead to each label, `names` are those of the unit; both get those
    of the new labels.
    """
    for at in range(len(block.block_items or []) - 1, -1, -1):
        if isinstance(block.block_items[at], c_ast.Label):
            _make_loop(block, at, jumps, names, of_loop=of_loop)


def _make_loop(
    block: c_ast.Compound, at: int, jumps: MutableMapping[str, int], names: set[str], *, of_loop: bool
) -> None:
    """Make a loop of the jumps back to a label among the items of a block, if there are any and it can be made."""
    label, items = block.block_items[at], block.block_items
    back = [number for number in range(at, len(items)) if _leads(items[number], label.name)]
    if not back:
        return
    end = back[-1] + 1
    if _declared(items[at:end]) & names_in(*items[end:]):
        end = len(items)
    repeated = [label.stmt, *items[at + 1 : end]]
    ways = (c_ast.Break,) if of_loop else (c_ast.Break, c_ast.Continue)
    if any(leaves(item, ways, ()) for item in repeated) or _is_entered(repeated, jumps):
        return
    again = _new_label(f"{label.name}_next", jumps, names)
    for item in repeated:
        for node in walk(item):
            if isinstance(node, c_ast.Goto) and node.name == label.name:
                node.name = again.name
                jumps[again.name] += 1
                jumps[label.name] -= 1
    body = c_ast.Compound([*repeated, c_ast.Break(label.coord), again], label.coord)
    if any(leaves(item, (c_ast.Continue,), ()) for item in repeated):
        done = _new_label(f"{label.name}_done", jumps, names)
        jumps[done.name] = _lead_on(body, done.name)
        items.append(done)
    loop: c_ast.Node = c_ast.While(c_ast.Constant("int", "1"), body, label.coord)
    items[at:end] = [c_ast.Label(label.name, loop, label.coord) if jumps[label.name] else loop]


def _new_label(name: str, jumps: MutableMapping[str, int], names: set[str]) -> c_ast.Label:
    """A label with a name that the unit does not have, on an empty statement."""
    name = fresh_name(name, names)
    names.add(name)
    jumps[name] = 0
    return c_ast.Label(name, c_ast.EmptyStatement())


def _lead_on(root: c_ast.Node, label: str) -> int:
    """Let `continue` for a loop around some code lead to a label; gives how many there are."""
    count = 0
    for slot, child in root.children():
        if isinstance(child, c_ast.Continue):
            replace_child(root, slot, c_ast.Goto(label, child.coord))
            count += 1
        elif not isinstance(child, LOOPS):
            count += _lead_on(child, label)
    return count


def _leads(root: c_ast.Node, label: str) -> int:
    """How many `goto` in some code lead to a label."""
    return sum(isinstance(node, c_ast.Goto) and node.name == label for node in walk(root))


def _is_entered(items: Sequence[c_ast.Node], jumps: MutableMapping[str, int]) -> bool:
    """Whether statements have labels to which others lead, or those of a `switch` around them."""
    labels = {node.name for item in items for node in walk(item) if isinstance(node, c_ast.Label)}
    entered = any(sum(_leads(item, label) for item in items) < jumps.get(label, 0) for label in labels)
    return entered or any(isinstance(item, c_ast.Case | c_ast.Default) for item in items)


def _declared(items: Sequence[c_ast.Node]) -> set[str]:
    """The names that statements of a block declare."""
    return {item.name for item in items if isinstance(item, c_ast.Decl | c_ast.Typedef) and item.name}
