"""The device path of a parallel region, and of the functions that its threads call: as the initial thread runs it.

Work-shared loops become launches, or OpenMP loops of their own where they have no kernel; `single`, `master`,
`critical` and `atomic` are plain statements for a thread that is alone; barriers wait for no other thread.  All
other statements are printed as they are, after an announcement of the memory that they may touch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.emit.opencl import cells_text
from mapper.emit.regions.announced_code import AnnouncedPrinter, OwnLabels, indented, items_of
from mapper.emit.regions.clearing import cleared_rows
from mapper.emit.regions.cpu_loop import (
    parallel_apart,
    parallel_loop,
    parallel_numbered,
    parallel_phase,
    parallel_sections,
)
from mapper.emit.regions.host_code import HostCode
from mapper.emit.regions.launches import launch
from mapper.emit.regions.own_variables import own_variables, renewed
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.cells import Chain
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion, Row, TeamFunction, WorkLoop
from mapper.ir.trees.directive import WAITING
from mapper.ir.trees.nodes import Omp
from mapper.translate.threads.shares import changes

_ALONE = frozenset(("single", "master", "critical", "atomic"))
_INDENT = 4  # of a region's body
_OF_TEAM = {"omp_get_num_threads": "__mrt_threads({})", "omp_in_parallel": "(__mrt_threads({}) > 1)"}


def device_body(region: ParallelRegion, symbols: Symbols, host: HostCode, later: Set[str] = frozenset()) -> str:
    """The text of the region's body, in a block of its own that declares the thread's own variables.

    The results of the loops with the ids `later` may come at the region's end.
    """
    chains = [chain for chain in region.chains if chain.team is None]
    printer = _BodyPrinter(region, region.loops, symbols, host, asks_for_threads(region), chains, later)
    whole = any(loop.construct is region.construct for loop in region.loops)  # a loop in parts
    body = region.construct if whole else region.construct.body
    assert body is not None
    together = chains or any(loop.row is not None for loop in region.loops)
    if together and not isinstance(body, c_ast.Compound):
        body = c_ast.Compound([body])
    before, inner = own_variables(region, symbols)
    pad = " " * _INDENT
    lines = [pad + line for line in team_declarations(region) + asked_threads(region) + before]
    if not inner:
        return "\n".join([*lines, printer.statement(body, _INDENT)])
    lines += [pad + "{"] + [f"{pad}  {line}" for line in inner]
    return "\n".join(lines) + "\n" + printer.statement(body, _INDENT + 2) + f"{pad}}}\n"


def team_body(
    team: TeamFunction,
    loops: Sequence[WorkLoop],
    symbols: Symbols,
    host: HostCode,
    *,
    chains: Sequence[Chain],
    limited: bool,
) -> str:
    """The text of a team function's body, a block; `loops` are those that are in it, and so are `chains`.

    `limited` says whether a region that asks for a number of threads may call it.
    """
    return _BodyPrinter(team, loops, symbols, host, limited, chains).statement(team.function.body, 2)


def asks_for_threads(region: ParallelRegion) -> bool:
    """Whether the region's directive says how many threads there are to be."""
    return region.construct.directive.first("num_threads") is not None


def asked_threads(region: ParallelRegion) -> list[str]:
    """The number of threads that the region asks for is evaluated once, where it enters."""
    clause = region.construct.directive.first("num_threads")
    if clause is None or clause.expression is None:
        return []
    return [f"__mrt_run.threads = {CPrinter().expression(clause.expression)};"]


def team_declarations(holder: ParallelRegion | TeamFunction) -> list[str]:
    """The declarations of the device versions that some code calls."""
    called = {team.name: team for team in (*holder.calls.values(), *holder.apart.hosted.values())}
    return [declaration(team) for _, team in sorted(called.items())]


def declaration(team: TeamFunction) -> str:
    """The declaration of a device version, for where the function is visible."""
    return f"extern __typeof__({team.function.decl.name}) {team.name};"


class _BodyPrinter(AnnouncedPrinter):
    """Prints statements of a region or team function for the device path."""

    def __init__(
        self,
        holder: ParallelRegion | TeamFunction,
        loops: Sequence[WorkLoop],
        symbols: Symbols,
        host: HostCode,
        limited: bool,
        chains: Sequence[Chain],
        later: Set[str] = frozenset(),
    ) -> None:
        self.later = later
        self.loops: Mapping[int, WorkLoop] = {
            id(loop.construct): loop for loop in loops if loop.row is None and not loop.is_further_part
        }
        calls = {**holder.calls, **holder.apart.hosted}
        run = "&__mrt_run" if isinstance(holder, ParallelRegion) else "__mrt_run"
        super().__init__(symbols, host, calls, {*self.loops, *calls, *holder.apart.statements}, run)
        self.limited = limited
        self.holder = holder
        computed = {symbol.name for each in holder.apart.shares for symbol, _ in changes(each, symbols)}
        self._own = computed | set(holder.apart.numbers)
        self._chains = {id(chain.statements[0]): chain for chain in chains}
        self._steps = frozenset[int]().union(*(chain.steps for chain in chains))
        self.further = [loop for loop in loops if loop.is_further_part]
        self.rows: Mapping[int, tuple[WorkLoop, Row]] = {
            id(loop.place): (loop, loop.row) for loop in loops if loop.row is not None
        }

    # ---- OpenMP ----------------------------------------------------------------------------------------------

    def visit_Omp(self, node: Omp) -> str:
        """A construct of the region, for a thread that is alone in its team."""
        kind = node.directive.kind
        if id(node) in self.loops:
            loop = self.loops[id(node)]
            if loop.leader:
                return ";"
            if loop.part is not None:
                return self._parts(loop)
            return self._phase(loop) if loop.merges else self._loop(loop)
        if kind in WAITING:
            return ";"
        if kind in _ALONE and node.body is not None:
            return self._alone(node, node.body)
        if kind == "sections":
            return self._inner(parallel_sections(self.holder, node, self.symbols, self._threads()), 0).strip()
        return super().visit_Omp(node)

    def _alone(self, node: Omp, body: c_ast.Node) -> str:
        """A construct for one thread, with new variables where its clauses ask for them."""
        named = {
            kind: [name for clause in node.directive.all(kind) for name in clause.variables]
            for kind in ("private", "firstprivate")
        }
        before, inner = renewed(named["private"], named["firstprivate"], node, self.symbols)
        if not inner:
            return self._block(items_of(body))
        pad = self._make_indent()
        lines = [*before, "{", *(f"  {line}" for line in inner)]
        self.indent_level += 4
        text = self._make_indent() + self._block(items_of(body))
        self.indent_level -= 4
        return "{\n" + "".join(f"{pad}  {line}\n" for line in lines) + f"{text}\n{pad}  }}\n{pad}}}"

    def _loop(self, loop: WorkLoop) -> str:
        pad = self._make_indent()
        if loop.kernel is None:
            before, own = self._divided(self._announcements(loop.construct))
            cpu = self._on_cpu(loop, own)
            return "\n".join(["{", *(f"{pad}  {line}" for line in before)]) + f"\n{self._inner(cpu, 2)}{pad}}}"
        steps = loop.kernel.steps
        all_of_it = [loop, *(each for each in self.loops.values() if each.leader == loop.id)]
        read = self.host.read_by(launch.host_expressions(loop.kernel), loop.construct, self.symbols)
        late = loop.id in self.later
        call = launch.call(loop.id, loop.kernel, self.run, late=late)
        lines = [*read, *launch.preparation(loop.kernel, self.symbols, loop.place)]
        if late:
            lines += [f"const int __mrt_way = {call};", "if (!__mrt_way) {", "  __MRT_RESULTS;"]
        else:
            lines.append(f"if (!{call}) {{")
        text = "{\n" + "".join(f"{pad}  {line}\n" for line in lines)
        notes = launch.notes(loop.kernel, self.run)
        touched, own = self._divided(
            dict.fromkeys(line for each in all_of_it for line in self._announcements(each.construct))
        )
        text += "".join(f"{pad}    {line}\n" for line in [*touched, *notes])
        if steps is not None:
            text += indented([*cells_text.fetched(steps.cells), *map(self._step, steps.before)], pad, 4)
        for each in all_of_it:
            text += self._inner(self._on_cpu(each, own), 4)
        if steps is not None:
            text += indented([*map(self._step, steps.after), *cells_text.stored(steps.cells)], pad, 4)
        text += "".join(f"{pad}    {line}\n" for line in [*notes, f"__MRT_CHECK({self.run});"]) + f"{pad}  }}"
        after = launch.results(loop.kernel, "__mrt_way" if late else "")
        if after:
            text += f" else {after[0]}\n" + "\n".join(f"{pad}  {line}" for line in after[1:])
        return f"{text}\n{pad}}}"

    def _parts(self, loop: WorkLoop) -> str:
        """A loop that several kernels run, one part of each iteration behind the other."""
        pad = self._make_indent()
        assert loop.part is not None
        further = [each for each in self.further if each.is_part_of(loop)]
        parts = further if loop.part.whole else [loop, *further]
        conditions = launch.conditions(loop.part, len(parts))
        deeper = 4 if conditions else 2
        self.indent_level += deeper
        text = "".join(f"{pad}{' ' * deeper}{self._loop(part)}\n" for part in parts)
        self.indent_level -= deeper
        if not conditions:
            return f"{{\n{text}{pad}}}"
        self.indent_level += 2
        whole = self._loop(replace(loop, kernel=loop.kernel if loop.part.whole else None, part=None))
        self.indent_level -= 2
        before = indented([*launch.kept(loop.part), f"if ({' && '.join(conditions)}) {{"], pad, 2)
        return f"{{\n{before}{text}{pad}  }} else {whole}\n{pad}}}"

    def _chain(self, chain: Chain) -> str:
        """Statements whose scalars are in the device's memory while they run."""
        pad = self._make_indent()
        text = f"{pad}{{\n{indented(cells_text.begin(chain.cells), pad, 2)}"
        self.indent_level += 2
        text += "".join(self._announced(item) for item in chain.statements)
        self.indent_level -= 2
        return f"{text}{indented(cells_text.end(chain.cells), pad, 2)}{pad}}}\n"

    @staticmethod
    def _step(step: c_ast.Node) -> str:
        return f"{CPrinter().expression(step)};"

    def _row(self, loop: WorkLoop, row: Row, kernel: Kernel) -> str:
        """Statements that one kernel runs, or each of their loops for itself where that can't be launched."""
        pad = self._make_indent()
        call = launch.call(loop.id, kernel, self.run)
        if row.fewest:
            call = f"({launch.has_iterations(kernel, row.fewest)} && {call})"
        before = [
            *self.host.read_by(launch.host_expressions(kernel), loop.place, self.symbols),
            *launch.preparation(kernel, self.symbols, loop.place),
            f"if (!{call}) {{",
            f"  __MRT_PARTS({self.run});",
        ]
        text = f"{pad}{{\n{indented(before, pad, 2)}"
        self.indent_level += 4
        text += "".join(self._announced(item) for item in row.statements)
        self.indent_level -= 4
        after = [f"  __MRT_PARTS_END({self.run});", "}", *launch.results(kernel)]
        if len(after) > 2:
            after[1:3] = [f"}} else {after[2]}"]
        after += [f"{name} = {value};" for name, value in row.counters]
        text += indented(after, pad, 2)
        if row.rest is not None:
            self.indent_level += 4
            text = f"{text.rstrip()} else {{\n{self._announced(row.rest)}{pad}  }}\n"
            self.indent_level -= 4
        return f"{text}{pad}}}\n"

    def _divided(self, lines: Iterable[str]) -> tuple[list[str], list[str]]:
        """Announcements in two parts: the second has those that mean other memory in each thread."""
        before: list[str] = []
        own: list[str] = []
        for line in lines:
            (before if self._own.isdisjoint(re.findall(r"\w+", line)) else own).append(line)
        return before, own

    def _on_cpu(self, loop: WorkLoop, own: Sequence[str]) -> Omp:
        """A loop as an OpenMP construct of its own; `own` are what threads announce for themselves."""
        if loop.numbers or loop.shares:
            return parallel_numbered(self.holder, loop, self.symbols, self._team(), own)
        return parallel_loop(self.holder, loop, self.symbols, self._threads())

    def _apart(self, item: c_ast.Node) -> str:
        """A statement that each thread runs with its number."""
        pad, (lines, own) = self._make_indent(), self._divided(self._announcements(item))
        made = parallel_apart(self.holder, item, self.symbols, self._team(), own)
        rows = cleared_rows(item, self.holder.apart.numbers, self.symbols)
        if own or lines != [f"__MRT_HOST({rows}, __MRT_WRITE);"]:
            return "".join(f"{pad}{line}\n" for line in lines) + self._inner(made, 0)
        size = f"(__mrt_size)__mrt_threads({self.run}) * sizeof *({rows})"
        text = f"{pad}if (!__mrt_clear({self.run}, {rows}, {size})) {{\n{indented(lines, pad, 2)}"
        return f"{text}{self._inner(made, 2)}{pad}}}\n"

    def _team(self) -> c_ast.Node:
        """The number of threads that the region would have."""
        return c_ast.FuncCall(c_ast.ID("__mrt_threads"), c_ast.ID(self.run))

    def _phase(self, loop: WorkLoop) -> str:
        """A loop that virtual threads run, and what merges their states; otherwise a region of its own."""
        pad = self._make_indent()
        touched = [*self._announcements(loop.construct), *self._merge_announcements(loop)]
        if loop.numbers or loop.shares:
            touched, own = self._divided(touched)
            cpu = parallel_numbered(self.holder, loop, self.symbols, self._team(), own)
        else:
            cpu = parallel_phase(self.holder, loop, self.symbols, self._threads())
        if loop.kernel is None:
            return f"{{\n{indented(touched, pad, 2)}{self._inner(cpu, 2)}{pad}}}"
        kernel = loop.kernel
        before = [
            *self.host.read_by(launch.host_expressions(kernel), loop.construct, self.symbols),
            *launch.preparation(kernel, self.symbols, loop.place),
            f"if (!({launch.call(loop.id, kernel, self.run)})) {{",
            *(f"  {line}" for line in touched),
        ]
        names = launch.states(kernel)
        merging = [
            "  __mrt_u64 __mrt_at;",
            *(f"  {line}" for line in [*launch.results(kernel), *self._merge_announcements(loop)]),
            "  for (__mrt_at = 0; __mrt_at < __mrt_counts[0]; __mrt_at++) {",
            *(
                f"    __builtin_memcpy(&{name}, &__mrt_state{number}[__mrt_at], sizeof {name});"
                for number, name in enumerate(names)
            ),
        ]
        text = f"{{\n{indented(before, pad, 2)}{self._inner(cpu, 4)}"
        text += indented(["} else {", *merging], pad, 2) + self._merged(loop)
        ends = ["  }", "}", *(f"__mrt_states_end(__mrt_state{number});" for number in range(len(names)))]
        return f"{text}{indented(ends, pad, 2)}{pad}}}"

    def _merge_announcements(self, loop: WorkLoop) -> list[str]:
        found = [line for merge in loop.merges for line in self._announcements(merge)]
        return list(dict.fromkeys(found))

    def _merged(self, loop: WorkLoop) -> str:
        """The merges, by one thread, after they have been announced."""
        settled, self._settled = self._settled, True
        self.indent_level += 6
        text = "".join(self._generate_stmt(merge) for merge in loop.merges)
        self.indent_level -= 6
        self._settled = settled
        return text

    def _threads(self) -> c_ast.Node | None:
        """The number of threads for an OpenMP loop, where a region asks for one."""
        return self._team() if self.limited else None

    def _inner(self, node: c_ast.Node, deeper: int) -> str:
        """A statement of the user's own OpenMP, printed as it is."""
        return OwnLabels().statement(node, self.indent_level + deeper)

    # ---- statements ------------------------------------------------------------------------------------------

    def _block(self, items: list[c_ast.Node]) -> str:
        merged = {id(merge) for item in items if id(item) in self.loops for merge in self.loops[id(item)].merges}
        return super()._block([item for item in items if id(item) not in merged])

    def _together(self, items: Sequence[c_ast.Node]) -> tuple[str, int] | None:
        """A chain, or the statements that one kernel runs."""
        loop, row = self.rows.get(id(items[0]), (None, None))
        chain = self._chains.pop(id(items[0]), None)
        if chain is not None:
            return self._chain(chain), len(chain.statements)
        if loop is None or row is None or loop.kernel is None:
            return None
        return self._row(loop, row, loop.kernel), len(row.statements)

    def _announced(self, item: c_ast.Node) -> str:
        if id(item) in self.holder.apart.statements:
            return self._apart(item)
        return "" if id(item) in self._steps else super()._announced(item)

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:
        """Calls of team functions go to their device versions; questions for the team are answered by the run."""
        team = self.calls.get(id(n))
        question = self.holder.apart.questions.get(id(n))
        if question is not None:
            return _OF_TEAM[question].format(self.run)
        if team is None:
            return str(super().visit_FuncCall(n))
        return f"{team.name}({'' if n.args is None else self.visit(n.args)})"
