"""`split`: a loop whose first and last iterations differ becomes three, so that most have no conditions.

    for (p = 1; p <= n; p++)            for (p = 1; p <= n && !(p > 1); p++) ...
      if (p > 1) A                 ->   for (; p < n; p++) A B C
      B                                 for (; p <= n; p++) ...
      if (p < n) C

Without conditions around them, the loads of an iteration can be on their way at the same time: a work-item that
solves for a line waits once for memory, not once for each part.  The iterations and their order stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, constant_value, loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.program.kernel import Kernel, with_bodies
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.names import assigned_names, pointed_names
from mapper.ir.trees.nodes import MIRRORED, called_name, clone, has_effects, replace_child, text_of, walk
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.loops.loops import blank, pragma_before, without_blanks

LARGEST = 400  # nodes of a body that is printed three times
FEWEST = 8  # iterations that are worth it
_JUMPS = (c_ast.Break, c_ast.Goto, c_ast.Label, c_ast.Return, c_ast.Switch)


@dataclass(frozen=True, eq=False, slots=True)
class _Parts:
    """What holds in the middle of a loop: conditions that become true at its beginning, and that end with it.

    `values` gives, by the text of each condition of the body, its value there.
    """

    first: tuple[c_ast.Node, ...]
    last: tuple[c_ast.Node, ...]
    values: Mapping[str, int]


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    roots = [kernel.body, *(function.body for function in kernel.functions)]
    functions = frozenset(function.decl.name for function in kernel.functions)
    types = _without_addressed(kernel)
    loops = [node for root in roots for node in walk(root) if isinstance(node, c_ast.For)]
    split = [loop for loop in loops if _separable(loop, types) is not None]
    number = sum(not _hindrance(loop, functions) for loop in split)
    if not number:
        why = next(((loop, _hindrance(loop, functions)) for loop in split), None)
        return None if why is None else Refusal(f"the loop over `{_counter(why[0])}` {why[1]}", _place(why[0]))
    which = "the conditions of a loop's" if number == 1 else f"the conditions of {number} loops'"

    def changed(root: c_ast.Compound) -> c_ast.Compound:
        body = clone(root)
        _expand(body, types, functions)
        return body

    return Changed(with_bodies(kernel, changed), f"{which} first and last iterations stand apart")


TRANSFORM = Transform(
    "split", "loops with other first or last iterations lose their conditions in between", _apply
)


def _without_addressed(kernel: Kernel) -> Mapping[str, CType]:
    """The types of all names but those of variables that pointers may lead to."""
    roots = [kernel.body, *(function.body for function in kernel.functions)]
    pointed = pointed_names(*roots)
    return {name: ctype for name, ctype in kernel.symbols.items() if name not in pointed}


def _expand(node: c_ast.Node, symbols: Mapping[str, CType], functions: frozenset[str]) -> None:
    """Put three loops in the places of those in a tree that are split."""
    for slot, child in node.children():
        _expand(child, symbols, functions)
        parts = _parts(child, symbols, functions) if isinstance(child, c_ast.For) else None
        if parts is None:
            continue
        unrolled = pragma_before(node, child)
        blank(node, unrolled)
        replace_child(node, slot, _three(child, parts, unrolled))
    without_blanks(node)


def _three(loop: c_ast.For, parts: _Parts, unrolled: c_ast.Pragma | None) -> c_ast.Compound:
    items: list[c_ast.Node] = list(loop.init.decls) if isinstance(loop.init, c_ast.DeclList) else [loop.init]
    once = [c_ast.Pragma("unroll 1")]
    if parts.first:
        early = c_ast.UnaryOp("!", _all(parts.first))
        items += [*once, c_ast.For(None, _all((loop.cond, early)), clone(loop.next), clone(loop.stmt))]
    middle = clone(loop.stmt)
    whole = c_ast.Compound([middle])
    _assume(whole, parts.values)
    items += [unrolled] if unrolled is not None else []
    items.append(c_ast.For(None, _tightest(loop, parts.last), clone(loop.next), whole.block_items[0]))
    if parts.last:
        items += [*once, c_ast.For(None, clone(loop.cond), clone(loop.next), loop.stmt)]
    return c_ast.Compound(items)


def _tightest(loop: c_ast.For, last: tuple[c_ast.Node, ...]) -> c_ast.Node:
    """The condition of a loop and those that end before it: one alone where constants show which ends first."""
    header = loop_header(loop)
    assert header is not None
    limits = [_limit(condition, header) for condition in (loop.cond, *last)]
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits):
        return _all((loop.cond, *last))
    relation, end = ("<=", min(known)) if header.step > 0 else (">=", max(known))
    return build.binary(relation, build.identifier(header.variable), build.integer(end))


def _limit(condition: c_ast.Node, header: Header) -> int | None:
    """The last value of the counter for which a condition holds."""
    found = _condition(condition, header)
    value = constant_value(found[1]) if found is not None else None
    if found is None or value is None:
        return None
    return value if found[0] in ("<=", ">=") else value - header.step


def _all(conditions: tuple[c_ast.Node, ...]) -> c_ast.Node:
    result = clone(conditions[0])
    for each in conditions[1:]:
        result = build.binary("&&", result, clone(each))
    return result


def _assume(node: c_ast.Node, values: Mapping[str, int]) -> None:
    """Replace conditions whose value is known, and statements that they decide about."""
    for slot, child in node.children():
        value = values.get(text_of(child)) if isinstance(child, c_ast.BinaryOp) else None
        if value is not None:
            replace_child(node, slot, build.integer(value))
        elif isinstance(child, c_ast.If) and values.get(text_of(child.cond)) == 1 and child.iffalse is None:
            _assume(child, values)
            replace_child(node, slot, child.iftrue)
        elif not _is_logical(child) or not has_effects(child):
            _assume(child, values)
            replace_child(node, slot, _folded(child))


def _folded(node: c_ast.Node) -> c_ast.Node:
    """What is left of an expression without effects of which a part has become a constant."""
    match node:
        case c_ast.BinaryOp(op="||" | "&&"):
            decisive = int(node.op == "||")
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(one, c_ast.Constant):
                    if (one.value != "0") == decisive:
                        return build.integer(decisive) if one is node.left or _is_truth(other) else node
                    return other if _is_truth(other) else node
        case c_ast.UnaryOp(op="!", expr=c_ast.Constant(value=value)):
            return build.integer(int(value == "0"))
        case c_ast.TernaryOp(cond=c_ast.Constant(value=value), iftrue=c_ast.Constant(), iffalse=c_ast.Constant()):
            chosen: c_ast.Constant = node.iftrue if value != "0" else node.iffalse
            return chosen if node.iftrue.type == node.iffalse.type else node
    return node


def _is_logical(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.BinaryOp) and node.op in ("||", "&&")


def _is_truth(node: c_ast.Node) -> bool:
    """Whether an expression is 0 or 1."""
    if _is_logical(node) or (isinstance(node, c_ast.UnaryOp) and node.op == "!"):
        return True
    if isinstance(node, c_ast.BinaryOp) and node.op in MIRRORED:
        return True
    return isinstance(node, c_ast.Constant) and node.value in ("0", "1")


# ---- what is split ---------------------------------------------------------------------------------------------


def _parts(loop: c_ast.For, symbols: Mapping[str, CType], functions: frozenset[str]) -> _Parts | None:
    """How a loop is split; None where it is not."""
    return None if _hindrance(loop, functions) else _separable(loop, symbols)


def _separable(loop: c_ast.For, symbols: Mapping[str, CType]) -> _Parts | None:
    """How a loop would be split, if its body may be in three loops; None where there is nothing to split."""
    header = loop_header(loop)
    if header is None or abs(header.step) != 1 or header.relation == "!=" or loop.init is None:
        return None
    if _is_short(header):
        return None
    changed = assigned_names(loop)
    if header.variable in assigned_names(loop.stmt) or not _is_signed(header.variable, symbols):
        return None
    first: dict[str, c_ast.Node] = {}
    last: dict[str, c_ast.Node] = {}
    values: dict[str, int] = {}
    for node in walk(loop.stmt):
        found = _condition(node, header)
        if found is None or not _is_fixed(found[1], changed, symbols):
            continue
        side = _side(found[0], found[1], header)
        if side is None:
            continue
        text = text_of(node)
        values[text] = int(found[0] != "==")
        counter = build.identifier(header.variable)
        holds = build.binary("!=", counter, found[1]) if found[0] == "==" else node
        (first if side == "first" else last)[text] = holds
    decides = any(isinstance(node, c_ast.If) and text_of(node.cond) in values for node in walk(loop.stmt))
    return _Parts(tuple(first.values()), tuple(last.values()), values) if decides else None


def _condition(node: c_ast.Node, header: Header) -> tuple[str, c_ast.Node] | None:
    """The relation of a loop's counter to something that a comparison asks for."""
    if not isinstance(node, c_ast.BinaryOp) or node.op not in MIRRORED:
        return None
    if isinstance(node.left, c_ast.ID) and node.left.name == header.variable:
        return node.op, node.right
    if isinstance(node.right, c_ast.ID) and node.right.name == header.variable:
        return MIRRORED[node.op], node.left
    return None


def _side(relation: str, other: c_ast.Node, header: Header) -> str | None:
    """Whether a condition comes true after the `first` iterations, or ends before the `last` ones."""
    up = header.step > 0
    if relation in ("<", "<="):
        return "last" if up else "first"
    if relation in (">", ">="):
        return "first" if up else "last"
    value = constant_value(other)
    begin, bound = constant_value(header.lower), constant_value(header.bound)
    if value is None:
        return None
    if value == begin:
        return "first"
    if bound is None:
        return None
    end = bound if header.relation in ("<=", ">=") else bound - header.step
    return "last" if value == end else None


def _hindrance(loop: c_ast.For, functions: frozenset[str]) -> str:
    """Why a body can't be in three loops: a jump, a call of the user's functions, its length; otherwise empty."""
    for size, node in enumerate(walk(loop.stmt)):
        if isinstance(node, _JUMPS):
            return "may be left early"
        if size > LARGEST:
            return "is too long to be there three times"
        name = called_name(node)
        if name in functions:
            return f"calls `{name}`"
        if name == "barrier":
            return "holds a barrier"
    return ""


def _counter(loop: c_ast.For) -> str:
    header = loop_header(loop)
    assert header is not None
    return header.variable


def _place(loop: c_ast.For) -> Location | None:
    return loop.coord if isinstance(loop.coord, Location) else None


def _is_short(header: Header) -> bool:
    low, high = constant_value(header.lower), constant_value(header.bound)
    return low is not None and high is not None and abs(high - low) < FEWEST


def _is_signed(name: str, symbols: Mapping[str, CType]) -> bool:
    ctype = symbols.get(name)
    return isinstance(ctype, IntType) and ctype.signed and ctype.bits >= 32


def _is_fixed(node: c_ast.Node, changed: set[str], symbols: Mapping[str, CType]) -> bool:
    """Whether an expression is a signed number that stays the same in the loop."""
    match node:
        case c_ast.Constant():
            return node.type in ("int", "long int") and not node.value.lower().rstrip("l").endswith("u")
        case c_ast.ID():
            return _is_signed(node.name, symbols) and node.name not in changed
        case c_ast.UnaryOp(op="-" | "+"):
            return _is_fixed(node.expr, changed, symbols)
        case c_ast.BinaryOp(op="+" | "-" | "*"):
            return _is_fixed(node.left, changed, symbols) and _is_fixed(node.right, changed, symbols)
    return False
