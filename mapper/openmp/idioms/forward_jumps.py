"""`goto` that leads forward out of nested loops, inside one iteration, becomes `break` and a condition.

    for (a = 0; a < n; a++)                        int found_reached = 0;
      for (b = 0; b < n; b++)                      for (a = 0; a < n; a++) {
        if (x[a] + x[b] == sum)                      for (b = 0; b < n; b++)
          goto found;                        ->        if (x[a] + x[b] == sum) {
    count++;                                             found_reached = 1; break;
    found:                                             }
    y[i] = a;                                        if (found_reached) break;
                                                   }
                                                   if (!found_reached)
                                                     count++;
                                                   y[i] = a;

The label is in a block around all that lead to it, behind them.  A jump over declarations of arrays, pointers and
types stays as it is, and so does one over variables that are used behind the label or whose addresses are taken.
Labels that nothing jumps to are left out.  Functions without directives that work-shared loops call by their
names are changed, too.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.names import all_names, fresh_name, names_in, pointed_names
from mapper.ir.trees.nodes import LOOPS, called_name, constructs_in, statements_in, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.backward_jumps import loops_for_jumps

_LEFT = (*LOOPS, c_ast.Switch)  # what `break` leaves


def structure(unit: Unit) -> None:
    """Change such jumps in the work-shared loops of a unit whose directives are bound, and in what these call."""
    called: set[str] | None = None
    for function in unit.functions:
        jumping = [node for node in statements_in(function.body) if isinstance(node, c_ast.Goto | c_ast.Label)]
        if not jumping:
            continue
        jumps: MutableMapping[str, int] = Counter(each.name for each in jumping if isinstance(each, c_ast.Goto))
        if any(called_name(node).startswith("__mapper_") for node in walk(function)):
            continue  # `&&label`, say
        _drop_labels(function.body, jumps)
        if not jumps:
            continue
        called = _called(unit) if called is None else called
        names = all_names(unit.tree)
        for body in [function.body] if function.decl.name in called else _loops(function):
            bodies = {id(node.stmt) for node in walk(body) if isinstance(node, LOOPS)}
            for block in _blocks(body):
                loops_for_jumps(block, jumps, names, of_loop=id(block) in bodies)
            for block in _blocks(body):
                while _change_one(block, jumps, names):
                    pass


def _blocks(body: c_ast.Node) -> list[c_ast.Compound]:
    """The blocks in some code."""
    return [node for node in walk(body) if isinstance(node, c_ast.Compound)]


def _loops(function: c_ast.FuncDef) -> list[c_ast.Node]:
    """The bodies of a function's work-shared loops."""
    constructs = constructs_in(function.body)
    return [each.body for each in constructs if "for" in each.directive.kind.split() and each.body is not None]


def _called(unit: Unit) -> set[str]:
    """The functions without directives that the work-shared loops of a unit call, by their names."""
    functions = {each.decl.name: each for each in unit.functions}
    plain = {name: each for name, each in functions.items() if not any(True for _ in constructs_in(each))}
    found = set[str]()
    roots: list[c_ast.Node] = [body for function in unit.functions for body in _loops(function)]
    while roots:
        new = {called_name(node) for node in walk(roots.pop())} & plain.keys() - found
        roots += [plain[name].body for name in sorted(new)]
        found |= new
    return found


def _drop_labels(body: c_ast.Compound, jumps: Mapping[str, int]) -> None:
    """Leave out the labels that nothing jumps to."""
    for block in _blocks(body):
        for at, item in enumerate(block.block_items or []):
            while isinstance(item, c_ast.Label) and not jumps.get(item.name):
                item = item.stmt
            block.block_items[at] = item


def _change_one(block: c_ast.Compound, jumps: Mapping[str, int], names: set[str]) -> bool:
    """Change the jumps to the first label of a block whose jumps can be changed; false if there is none.

    `jumps` says how many `goto` of the function lead to each label; `names` are those of the unit, and get the
    flag's.
    """
    items = block.block_items or []
    for end, label in enumerate(items):
        if not isinstance(label, c_ast.Label) or not jumps.get(label.name):
            continue
        begin = next((at for at in range(end) if _jumps(items[at], label.name)), end)
        if sum(_jumps(item, label.name) for item in items[begin:end]) < jumps[label.name]:
            continue
        if not all(_is_followed(item, label.name) for item in items[begin:end]):
            continue
        if not _is_local(items[begin + 1 : end], items[end:]):
            continue
        flag = fresh_name(f"{label.name}_reached", names)
        names.add(flag)
        start = build.host_variable(flag, "int", c_ast.Constant("int", "0"), label.coord)
        changed = _Jump(label.name, flag).items(items[begin:end])
        block.block_items = [*items[:begin], start, *changed, label.stmt, *items[end + 1 :]]
        return True
    return False


def _jumps(node: c_ast.Node, label: str) -> int:
    """How many `goto` in some code lead to a label."""
    return sum(isinstance(part, c_ast.Goto) and part.name == label for part in walk(node))


def _is_local(jumped: list[c_ast.Node], behind: list[c_ast.Node]) -> bool:
    """Whether statements that become a block of their own declare nothing that those behind them may use."""
    declared = [each for each in jumped if isinstance(each, c_ast.Decl | c_ast.Typedef)]
    names = {each.name for each in declared}
    plain = [each for each in declared if isinstance(each.type, c_ast.TypeDecl)]
    named = all(
        isinstance(each, c_ast.Decl) and isinstance(each.type.type, c_ast.IdentifierType) for each in plain
    )
    return len(plain) == len(declared) and named and names.isdisjoint(names_in(*behind) | pointed_names(*jumped))


def _is_followed(node: c_ast.Node, label: str) -> bool:
    """Whether all jumps to a label are in statements that can be changed."""
    if not _jumps(node, label):
        return True
    match node:
        case c_ast.Goto():
            return True
        case c_ast.Compound():
            return all(_is_followed(item, label) for item in node.block_items or [])
        case c_ast.If():
            branches = [each for each in (node.iftrue, node.iffalse) if each is not None]
            return all(_is_followed(each, label) for each in branches)
        case c_ast.For() | c_ast.While() | c_ast.DoWhile():
            return _is_followed(node.stmt, label)
        case c_ast.Switch(stmt=c_ast.Compound(block_items=items)):
            cases = [each for each in items or [] if isinstance(each, c_ast.Case | c_ast.Default)]
            inside = all(_is_followed(each, label) for case in cases for each in case.stmts or [])
            return inside and len(cases) == len(items or [])
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Jump:
    """What becomes of the jumps to one label; `flag` is the variable that says that there was one."""

    label: str
    flag: str

    def items(self, items: list[c_ast.Node]) -> list[c_ast.Node]:
        """Statements outside of loops: those behind a jump run where there was none."""
        for at, item in enumerate(items):
            if _jumps(item, self.label):
                rest = self.items(items[at + 1 :])
                test = c_ast.UnaryOp("!", c_ast.ID(self.flag))
                behind = [c_ast.If(test, c_ast.Compound(rest), None, item.coord)] if rest else []
                return [*items[:at], self._changed(item, in_loop=False), *behind]
        return items

    def _changed(self, node: c_ast.Node, *, in_loop: bool) -> c_ast.Node:
        """A statement with its jumps changed; in a loop they leave it."""
        if not _jumps(node, self.label):
            return node
        match node:
            case c_ast.Goto():
                reached = c_ast.Assignment("=", c_ast.ID(self.flag), c_ast.Constant("int", "1"), node.coord)
                return c_ast.Compound([reached, c_ast.Break(node.coord)], node.coord) if in_loop else reached
            case c_ast.Compound():
                items = node.block_items
                node.block_items = (
                    [self._changed(item, in_loop=True) for item in items] if in_loop else self.items(items)
                )
            case c_ast.If():
                node.iftrue = self._changed(node.iftrue, in_loop=in_loop)
                if node.iffalse is not None:
                    node.iffalse = self._changed(node.iffalse, in_loop=in_loop)
            case c_ast.Case() | c_ast.Default():
                node.stmts = [self._changed(item, in_loop=True) for item in node.stmts]
            case _ if isinstance(node, _LEFT):
                node.stmt = self._changed(node.stmt, in_loop=True)
                if in_loop:
                    leave = c_ast.If(c_ast.ID(self.flag), c_ast.Break(node.coord), None, node.coord)
                    return c_ast.Compound([node, leave], node.coord)
        return node
