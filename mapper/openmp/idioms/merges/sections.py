"""Sections of a loop that one thread at a time runs, that keep extremes: `critical`, or what a lock is held for.

    #pragma omp critical                              omp_set_lock(&lock);
    {                                                 if (v < best) { best = v; where = i; }
      const double v = value[i];                      omp_unset_lock(&lock);
      if (v < low) { low = v; first = i; }
      if (v > high) { high = v; second = i; }
      seen++;
    }

Statements that do something else become atomic, or stay in a section of their own, if they and the extremes have
no variables in common.  Conditions right around a section may look at the extreme, by `atomic read`, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.expressions.substitution import substituted
from mapper.ir.expressions.updates import atomic_update
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.names import changed_place, names_in, objects_in, settings
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    base_of,
    called_name,
    calls,
    flattened,
    has_effects,
    ids,
    operands,
    replace_child,
    text_of,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import atomically
from mapper.openmp.idioms.merges.kept_extremes import Extreme, kept_extreme, meet, path_of, used_places

LOCKS = {
    "omp_set_lock": "omp_unset_lock",
    "omp_set_nest_lock": "omp_unset_nest_lock",
}
"""The functions that wait for a lock and take it, with those that free it."""


@dataclass(frozen=True, eq=False, slots=True)
class Section:
    """A section: its statements, of which some keep extremes and the `rest` does something else.

    It is the `slot` of its parent, or, if it is held by a lock, the items of a block from `begin` to `end`.
    """

    directive: Directive
    items: tuple[c_ast.Node, ...]
    extremes: tuple[Extreme, ...]
    parent: c_ast.Node
    slot: str
    held: tuple[c_ast.Node, ...] = ()

    @property
    def rest(self) -> list[c_ast.Node]:
        """The statements that keep no extreme, but for declarations."""
        tests = [each.test for each in self.extremes]
        return [each for each in self.items if not isinstance(each, c_ast.Decl) and each not in tests]

    def leave(self, unit: Unit) -> None:
        """Let the loop keep the extremes without waiting; other statements become atomic, or stay in a section."""
        rest, items = self.rest, list[c_ast.Node]()
        for item in self.items:
            if item not in rest:
                items.append(item)
            elif atomic_update(item) is not None:
                items.append(atomically(unit, item))
            else:
                items.append(Omp(self.directive, c_ast.Compound([item], item.coord), item.coord))
        made = c_ast.Compound(items, self.items[0].coord)
        if not self.held:
            replace_child(self.parent, self.slot, made)
            return
        assert isinstance(self.parent, c_ast.Compound)
        block = self.parent.block_items
        at = next(place for place, each in enumerate(block) if each is self.held[0])
        block[at : at + len(self.held)] = [made]

    def looked_at(self, loop: Omp) -> set[int]:
        """The ids of what looks at the extremes right around the section; conditions must follow from each.

        A variable of the loop's that `atomic read` sets may be looked at in the place of an extreme.
        """
        if self.rest:
            return set()
        copies = dict(_copies(loop))
        known, tested = set[int](), set[int]()
        for node in walk(loop):
            if isinstance(node, c_ast.If) and node.iffalse is None and self._is_all_of(node.iftrue):
                for each in operands(node.cond, "&&"):
                    meant = substituted(each, {name: value for name, (_, value) in copies.items()})
                    if all(extreme.follows(meant) for extreme in self.extremes):
                        known |= ids(each)
                        tested |= {id(part) for part in objects_in(each)}
        for name, (setting, _) in copies.items():
            uses = {id(node) for node in objects_in(loop) if node.name == name} - ids(setting)
            if uses <= tested:
                known |= ids(setting)
        return known

    def _is_all_of(self, node: c_ast.Node) -> bool:
        """Whether a statement does nothing but the section, maybe under conditions."""
        items = flattened(c_ast.Compound([node]))
        items = [each for each in items if not isinstance(each, c_ast.Decl) or has_effects(each)]
        whole = self.held or (self._construct,)
        if len(items) == len(whole) and all(one is other for one, other in zip(items, whole, strict=True)):
            return True
        inner = items[0] if len(items) == 1 else None
        return isinstance(inner, c_ast.If) and inner.iffalse is None and self._is_all_of(inner.iftrue)

    @property
    def _construct(self) -> c_ast.Node:
        found: c_ast.Node = dict(self.parent.children())[self.slot]
        return found


def sections(loop: Omp, unit: Unit) -> Iterator[Section]:
    """The sections of a loop that keep extremes."""
    for parent in walk(loop):
        for slot, child in parent.children():
            if isinstance(child, Omp) and child.directive.kind == "critical":
                yield from _section(loop, child.directive, flattened(c_ast.Compound([child.body])), parent, slot)
        if isinstance(parent, c_ast.Compound):
            for held in held_statements(parent.block_items or []):
                directive = Directive("critical", (), unit.location(held[0]), "critical")
                yield from _section(
                    loop, directive, flattened(c_ast.Compound(held[1:-1])), parent, "", tuple(held)
                )


def _section(
    loop: Omp,
    directive: Directive,
    items: Sequence[c_ast.Node],
    parent: c_ast.Node,
    slot: str,
    held: tuple[c_ast.Node, ...] = (),
) -> Iterator[Section]:
    """A section of these statements, if it keeps extremes, and the rest is apart.

    Extremes must go with other values, or be looked at before the section: others are reductions already.
    """
    extremes = tuple(extreme for each in items if (extreme := kept_extreme(each)) is not None)
    section = Section(directive, tuple(items), extremes, parent, slot, held)
    declared = [each for each in items if isinstance(each, c_ast.Decl)]
    kept_by = [*(each.test for each in extremes), *declared]
    values = [each.init for each in declared if each.init is not None]
    apart = not any(map(has_effects, values)) and not any(_changes(each, kept_by) for each in section.rest)
    paths = {path for each in extremes for path in each.paths}
    others = [path for each in (*section.rest, *declared) for _, path in used_places(each)]
    needed = any(each.has_more for each in extremes) or bool(extremes and section.looked_at(loop))
    if needed and apart and not any(meet(one, other) for one in paths for other in others):
        yield section


def _changes(root: c_ast.Node, used_in: Sequence[c_ast.Node]) -> bool:
    """Whether a statement may change what some code uses, as far as names say."""
    if calls(root):
        return True
    names = {name for each in used_in for name in names_in(each)}
    paths = [path for each in used_in for _, path in used_places(each)]
    for place in filter(None, map(changed_place, walk(root))):
        path, base = path_of(place), base_of(place)
        if path is None and (base is None or base.name in names):
            return True
        if path is not None and any(meet(path, each) for each in paths):
            return True
    return False


def held_statements(items: Sequence[c_ast.Node]) -> Iterator[list[c_ast.Node]]:
    """The statements of a block from a call that sets a lock to that which frees it."""
    taken: int | None = None
    for at, item in enumerate(items):
        name = called_name(item)
        if name in LOCKS and taken is None:
            taken = at
        elif taken is not None and (name in LOCKS or name in LOCKS.values()):
            first = items[taken]
            lock, other = ([text_of(each) for each in arguments_of(call)] for call in (first, item))
            if LOCKS[called_name(first) or ""] == name and lock == other and at > taken + 1:
                yield list(items[taken : at + 1])
            taken = None


def _copies(loop: Omp) -> Iterator[tuple[str, tuple[c_ast.Node, c_ast.Node]]]:
    """The variables of a loop's body that are set once: where that is, by `atomic read` or not, and to what."""
    declared = {node.name: node for node in walk(loop) if isinstance(node, c_ast.Decl)}
    changed = settings(loop)
    for node in walk(loop):
        match node:
            case c_ast.Decl(name=str(name), init=value) if value is not None and path_of(value) is not None:
                pass
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value) if path_of(value) is not None:
                pass
            case _:
                continue
        if name in declared and (declared[name] is node or declared[name].init is None) and changed[name] == 1:
            yield name, (node, value)
