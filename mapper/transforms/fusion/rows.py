"""Rows: statements of a region, calls among them, whose work-shared loops one kernel can run together.

    for (axis = 0; axis < 3; axis++) {           one kernel:  flux[i] += ... axis 0 ...;
      add_fluxes(axis);                    ->                 flux[i] += ... axis 0 ...;
      add_diffusion(axis);                                    flux[i] += ... axis 1 ...; and so on
    }

The kernel is one more: each loop keeps its own, which is launched where the loop is called from elsewhere, and in
this place where the common one can't be.  What `fuse` asks of neighbouring loops is asked here, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Applied, Kernel
from mapper.ir.program.region import ParallelRegion, Row, TeamFunction, WorkLoop
from mapper.ir.trees.names import fresh_name
from mapper.ir.trees.nodes import Omp, children, walk
from mapper.transforms.frame.base import RefusedError
from mapper.transforms.fusion.concatenate import with_own_functions
from mapper.transforms.fusion.copy_loops import NotCopiesError
from mapper.transforms.fusion.forward_copies import with_copies
from mapper.transforms.fusion.fuse import (
    NAME,
    Finish,
    Pair,
    code_of,
    finished,
    refused_with,
    require_apart,
    require_kept,
    require_no_state,
)
from mapper.transforms.fusion.loops_of_calls import Instance, NotLoopsError, Unfolding
from mapper.transforms.loops.loops import holds_long_loop

MOST_ACCESSES = 400
"""A row's kernel accesses memory in so many places at most: what it keeps at hand has to fit into registers."""


@dataclass(frozen=True, eq=False, slots=True)
class Rows:
    """The rows of one region or team function, and what is reported of each loop, by the loop's id."""

    loops: tuple[WorkLoop, ...]
    notes: Mapping[str, Applied]


@dataclass(eq=False)
class _Chain:
    """Statements from one on, their loops, and the kernel of all these."""

    statements: list[c_ast.Node] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # the number of instances up to each statement
    instances: list[Instance] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)  # of the instances up to each
    loops: list[int] = field(default_factory=list)  # in these kernels that were dimensions of points
    parts: list[tuple[c_ast.Node, ...]] = field(default_factory=list)  # the code of each instance in the kernel
    counters: list[dict[str, int]] = field(default_factory=list)
    copies: bool = False  # all but the first loop copy what that one writes


def rows(unfolding: Unfolding, finish: Finish, finish_short: Finish, taken: set[str]) -> Rows:
    """The rows of what `unfolding` expands; `taken` are the ids of other rows, and afterwards of these.

    `finish_short` is enough to see what kernels with short loops only may lose.
    """
    return _Search(unfolding, finish, finish_short, taken).run()


class _Search:
    """Goes through the blocks of a body, outer ones first."""

    def __init__(self, unfolding: Unfolding, finish: Finish, finish_short: Finish, taken: set[str]) -> None:
        self.unfolding = unfolding
        self.holder = unfolding.holder
        self.symbols: Symbols = unfolding.units[self.holder.unit.path]
        self.effects = unfolding.effects
        self.finish = finish
        self.finish_short = finish_short
        self.taken = taken
        self.found: list[WorkLoop] = []
        self.notes: dict[str, Applied] = {}
        self.calls = False

    def run(self) -> Rows:
        """All rows."""
        holder = self.holder
        body = holder.construct.body if isinstance(holder, ParallelRegion) else holder.function.body
        if body is not None:
            self.calls = any(id(node) in holder.calls for node in walk(body))
            self._visit(body)
        return Rows(tuple(self.found), self.notes)

    def _visit(self, node: c_ast.Node) -> None:
        if isinstance(node, Omp) and id(node) in self.unfolding.loops:
            return
        if not isinstance(node, c_ast.Compound):
            for child in children(node):
                self._visit(child)
            return
        items = list(node.block_items or [])
        while items:
            row = self._row(items)
            if row is None:
                self._visit(items.pop(0))
            else:
                self.found.append(row)
                del items[: len(row.row.statements if row.row is not None else ())]

    def _row(self, items: Sequence[c_ast.Node]) -> WorkLoop | None:
        """The longest row that begins with the first of some statements."""
        for chain in (self._chain(items) if self.calls else _Chain(), self._copied(items)):
            while chain.statements and not self._is_row(chain):
                chain.statements.pop()
                chain.ends.pop()
                chain.counters.pop()
            if chain.statements:
                return self._made(chain)
        return None

    def _chain(self, items: Sequence[c_ast.Node]) -> _Chain:
        """As many statements as can be joined: tried all at once, for the time that takes, then one by one."""
        chain = self._joined_statements(items, check=False)
        if len(chain.instances) < 2:
            return chain
        try:
            require_apart(chain.kernels[-1], chain.parts, self.symbols, MOST_ACCESSES)
        except RefusedError:
            return self._joined_statements(items, check=True)
        return chain

    def _copied(self, items: Sequence[c_ast.Node]) -> _Chain:
        """A loop, and as many statements behind it as only copy what it writes."""
        chain = _Chain(copies=True)
        for item in items:
            try:
                instances, counters = self.unfolding.instances(item, chain.counters[-1] if chain.counters else {})
            except NotLoopsError:
                break
            if not chain.statements:
                if len(instances) != 1:
                    break
                kernel = instances[0].kernel
            elif instances:
                made = self._with_copies(chain, instances)
                if made is None:
                    break
                kernel = made
            chain.instances += instances
            chain.kernels += [kernel] * len(instances)
            chain.statements.append(item)
            chain.ends.append(len(chain.instances))
            chain.counters.append(counters)
        return chain

    def _with_copies(self, chain: _Chain, more: Sequence[Instance]) -> Kernel | None:
        """The first loop's kernel with the copies of all that follow it."""
        first, *others = chain.instances
        try:
            for number, each in enumerate(more):
                require_no_state(each.loop)
                pair = Pair([*chain.instances, *more[:number]], first.kernel, each, self.symbols, self.effects)
                pair.require_same_values(each.kernel)
            require_no_state(first.loop)
            type_of = partial(pair.type_of, first)
            return with_copies(first.kernel, [each.kernel for each in (*others, *more)], self.symbols, type_of)
        except (RefusedError, NotCopiesError):
            return None

    def _joined_statements(self, items: Sequence[c_ast.Node], *, check: bool) -> _Chain:
        chain = _Chain()
        for item in items:
            try:
                instances, counters = self.unfolding.instances(item, chain.counters[-1] if chain.counters else {})
            except NotLoopsError:
                break
            if not instances and not chain.statements:
                break
            kept = len(chain.instances)
            if not all(self._joined(chain, each, check) for each in instances):
                del chain.instances[kept:], chain.kernels[kept:], chain.loops[kept:], chain.parts[kept:]
                break
            chain.statements.append(item)
            chain.ends.append(len(chain.instances))
            chain.counters.append(counters)
        return chain

    def _joined(self, chain: _Chain, instance: Instance, check: bool) -> bool:
        """Whether one more loop could be joined to a chain; `check` whether its iterations keep to themselves."""
        kernel, code, loops = instance.kernel, code_of(instance.kernel), 0
        if chain.instances:
            try:
                pair = Pair(chain.instances, chain.kernels[-1], instance, self.symbols, self.effects)
                both = pair.joined(MOST_ACCESSES)
                kernel, code, loops = both.kernel, both.second, chain.loops[-1] + both.loops
                if check:
                    before = [node for part in chain.parts for node in part]
                    require_apart(kernel, [before, code], self.symbols, MOST_ACCESSES)
            except RefusedError as why:
                self._note_refusal(chain, instance, str(why))
                return False
        chain.instances.append(instance)
        chain.kernels.append(kernel)
        chain.loops.append(loops)
        chain.parts.append(code)
        return True

    def _note_refusal(self, chain: _Chain, instance: Instance, why: str) -> None:
        if instance.called or any(each.called for each in chain.instances):
            self.notes.setdefault(instance.loop.id, refused_with(instance, chain.instances[-1], why))

    def _is_row(self, chain: _Chain) -> bool:
        """Whether one kernel for these statements is worth it, and costs no other transformation."""
        number = chain.ends[-1]
        before = chain.ends[-2] if len(chain.ends) > 1 else 0
        instances = chain.instances[:number]
        alone = before == 0 and not isinstance(chain.statements[-1], c_ast.For)
        if number == before or number < 2 or alone:
            return False
        if not chain.copies and not any(each.called for each in instances):
            return False
        try:
            kept = instances[:1] if chain.copies else instances
            own = {each.loop.id: self.unfolding.kernels[each.loop.id] for each in kept}
            roots = [root for part in own.values() for root in (part.body, *part.functions)]
            long = any(holds_long_loop(root, self.symbols) for root in roots)
            finish = self.finish if long else self.finish_short
            require_kept(
                list(own.values()), chain.kernels[number - 1], finish, sum(chain.loops[number - 1 : number])
            )
        except RefusedError as why:
            self._note_refusal(_Chain(instances=instances[:-1]), instances[-1], str(why))
            return False
        return True

    def _made(self, chain: _Chain) -> WorkLoop:
        number = chain.ends[-1]
        instances = chain.instances[:number]
        first = instances[0].loop
        name = fresh_name(f"{first.id}_fused", self.taken)
        self.taken.add(name)
        ids = list(dict.fromkeys(each.loop.id for each in instances))
        where = f"`{self.holder.function.decl.name}`"
        for each in ids:
            self.notes[each] = Applied(NAME, did=f"in {where} the kernel {name} runs it")
        kernel = chain.kernels[number - 1]
        kernel = with_own_functions(kernel, name)
        kernel = finished(kernel, [each.kernel for each in instances], ids, self.symbols)
        kernel = replace(kernel, name=name)
        row = Row(tuple(chain.statements), tuple(sorted(chain.counters[-1].items())), int(chain.copies))
        team = self.holder if isinstance(self.holder, TeamFunction) else None
        return WorkLoop(name, first.construct, first.where, kernel, team=team, others=tuple(ids), row=row)
