"""The device path of a parallel region, and of the functions that its threads call: as the initial thread runs it.

Work-shared loops become launches, or OpenMP loops of their own where they have no kernel; `single`, `master`,
`critical` and `atomic` are plain statements for a thread that is alone; barriers have nobody to wait for.  All
other statements are printed as they stand, after an announcement of the memory that they may touch.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pycparser import c_ast

from mapper.analysis.symbols import Symbols
from mapper.emit import cells_text, launch
from mapper.emit.c_printer import CPrinter
from mapper.emit.clearing import cleared_rows
from mapper.emit.cpu_loop import (
    parallel_apart,
    parallel_loop,
    parallel_numbered,
    parallel_phase,
    parallel_sections,
)
from mapper.emit.hostcode import HostCode
from mapper.emit.own_variables import own_variables, renewed
from mapper.emit.runningsums import RunningSums, running_sums
from mapper.ir.cells import Chain
from mapper.ir.kernel import Kernel
from mapper.ir.nodes import Omp, walk
from mapper.ir.region import ParallelRegion, Row, TeamFunction, WorkLoop
from mapper.translate.hosted import is_short

N = TypeVar("N", bound=c_ast.Node)

_ALONE = frozenset(("single", "master", "critical", "atomic"))
_OF_TEAM = {"omp_get_num_threads": "mrt_threads({})", "omp_in_parallel": "(mrt_threads({}) > 1)"}
_NOTHING = frozenset(("barrier", "flush", "taskwait"))


def device_body(region: ParallelRegion, symbols: Symbols, host: HostCode, indent: int) -> str:
    """The text of the region's body, in a block of its own that declares the thread's own variables."""
    chains = [chain for chain in region.chains if chain.team is None]
    printer = _BodyPrinter(region, region.loops, symbols, host, asks_for_threads(region), chains)
    whole = any(loop.construct is region.construct for loop in region.loops)  # a loop in parts
    body = region.construct if whole else region.construct.body
    assert body is not None
    if chains and not isinstance(body, c_ast.Compound):
        body = c_ast.Compound([body])
    before, inner = own_variables(region, symbols)
    pad = " " * indent
    lines = [pad + line for line in team_declarations(region) + _threads(region) + before]
    if not inner:
        return "\n".join([*lines, printer.statement(body, indent)])
    lines += [pad + "{"] + [f"{pad}  {line}" for line in inner]
    return "\n".join(lines) + "\n" + printer.statement(body, indent + 2) + f"{pad}}}\n"


def team_body(
    team: TeamFunction,
    loops: Sequence[WorkLoop],
    symbols: Symbols,
    host: HostCode,
    indent: int,
    *,
    chains: Sequence[Chain],
    limited: bool,
) -> str:
    """The text of a team function's body, a block; `loops` are those that stand in it, and so are `chains`.

    `limited` says whether a region that asks for a number of threads may call it.
    """
    return _BodyPrinter(team, loops, symbols, host, limited, chains).statement(team.function.body, indent)


def asks_for_threads(region: ParallelRegion) -> bool:
    """Whether the region's directive says how many threads there are to be."""
    return region.construct.directive.first("num_threads") is not None


def _threads(region: ParallelRegion) -> list[str]:
    """The number of threads that the region asks for is evaluated once, where it enters."""
    clause = region.construct.directive.first("num_threads")
    if clause is None or clause.expression is None:
        return []
    return [f"mrt_run.threads = {CPrinter().expression(clause.expression)};"]


def team_declarations(holder: ParallelRegion | TeamFunction) -> list[str]:
    """The declarations of the device versions that some code calls."""
    called = {team.name: team for team in (*holder.calls.values(), *holder.apart.hosted.values())}
    return [declaration(team) for _, team in sorted(called.items())]


def declaration(team: TeamFunction) -> str:
    """The declaration of a device version, for where the function is visible."""
    return f"extern __typeof__({team.function.decl.name}) {team.name};"


class _OwnLabels(CPrinter):
    """Gives labels a name of their own: the original text, with the same label, stands in the same function."""

    def visit_Label(self, n: c_ast.Label) -> str:
        """A label and its statement."""
        return f"{n.name}_mrt: {self._generate_stmt(n.stmt)}"

    def visit_Goto(self, n: c_ast.Goto) -> str:
        """See visit_Label."""
        return f"goto {n.name}_mrt;"


class _BodyPrinter(_OwnLabels):
    """Prints statements of a region or team function for the device path."""

    def __init__(
        self,
        holder: ParallelRegion | TeamFunction,
        loops: Sequence[WorkLoop],
        symbols: Symbols,
        host: HostCode,
        limited: bool,
        chains: Sequence[Chain],
    ) -> None:
        super().__init__()
        self.limited = limited
        self.host = host
        self.holder = holder
        self.run = "&mrt_run" if isinstance(holder, ParallelRegion) else "mrt_run"
        self.calls = {**holder.calls, **holder.apart.hosted}
        self.symbols = symbols
        self._settled = False  # inside a statement that has been announced as a whole
        self._chains = {id(chain.statements[0]): chain for chain in chains}
        self._steps = frozenset[int]().union(*(chain.steps for chain in chains))
        self.loops: Mapping[int, WorkLoop] = {
            id(loop.construct): loop for loop in loops if loop.row is None and not loop.is_further_part
        }
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
        if kind in _NOTHING:
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
            return self._block(_items(body))
        pad = self._make_indent()
        lines = [*before, "{", *(f"  {line}" for line in inner)]
        self.indent_level += 4
        text = self._make_indent() + self._block(_items(body))
        self.indent_level -= 4
        return "{\n" + "".join(f"{pad}  {line}\n" for line in lines) + f"{text}\n{pad}  }}\n{pad}}}"

    def _loop(self, loop: WorkLoop) -> str:
        pad = self._make_indent()
        if loop.kernel is None:
            cpu = self._on_cpu(loop)
            return "\n".join(["{", *(f"{pad}  {line}" for line in self._announcements(loop.construct))]) + (
                f"\n{self._inner(cpu, 2)}{pad}}}"
            )
        steps = loop.kernel.steps
        all_of_it = [loop, *(each for each in self.loops.values() if each.leader == loop.id)]
        read = self.host.read_by(launch.host_expressions(loop.kernel), loop.construct, self.symbols)
        lines = [
            *read,
            *launch.preparation(loop.kernel, self.symbols),
            f"if (!{launch.call(loop.id, loop.kernel, self.run)}) {{",
        ]
        text = "{\n" + "".join(f"{pad}  {line}\n" for line in lines)
        notes = launch.notes(loop.kernel, self.run)
        touched = [line for each in all_of_it for line in self._announcements(each.construct)]
        text += "".join(f"{pad}    {line}\n" for line in [*dict.fromkeys(touched), *notes])
        if steps is not None:
            text += _indented([*cells_text.fetched(steps.cells), *map(self._step, steps.before)], pad, 4)
        for each in all_of_it:
            text += self._inner(self._on_cpu(each), 4)
        if steps is not None:
            text += _indented([*map(self._step, steps.after), *cells_text.stored(steps.cells)], pad, 4)
        text += "".join(f"{pad}    {line}\n" for line in [*notes, f"MRT_CHECK({self.run});"]) + f"{pad}  }}"
        after = launch.results(loop.kernel)
        if after:
            text += f" else {after[0]}\n" + "\n".join(f"{pad}  {line}" for line in after[1:])
        return f"{text}\n{pad}}}"

    def _parts(self, loop: WorkLoop) -> str:
        """A loop that several kernels run, one part of each iteration behind the other."""
        pad = self._make_indent()
        assert loop.part is not None
        further = [each for each in self.further if each.is_part_of(loop)]
        parts = further if loop.part.trips else [loop, *further]
        conditions = launch.conditions(loop.part, len(parts))
        deeper = 4 if conditions else 2
        self.indent_level += deeper
        text = "".join(f"{pad}{' ' * deeper}{self._loop(part)}\n" for part in parts)
        self.indent_level -= deeper
        if not conditions:
            return f"{{\n{text}{pad}}}"
        self.indent_level += 2
        whole = self._loop(replace(loop, kernel=loop.kernel if loop.part.trips else None, part=None))
        self.indent_level -= 2
        before = _indented([*launch.kept(loop.part), f"if ({' && '.join(conditions)}) {{"], pad, 2)
        return f"{{\n{before}{text}{pad}  }} else {whole}\n{pad}}}"

    def _chain(self, chain: Chain) -> str:
        """Statements whose scalars lie in the device's memory while they run."""
        pad = self._make_indent()
        text = f"{pad}{{\n{_indented(cells_text.begin(chain.cells), pad, 2)}"
        self.indent_level += 2
        text += "".join(self._announced(item) for item in chain.statements)
        self.indent_level -= 2
        return f"{text}{_indented(cells_text.end(chain.cells), pad, 2)}{pad}}}\n"

    @staticmethod
    def _step(step: c_ast.Node) -> str:
        return f"{CPrinter().expression(step)};"

    def _row(self, loop: WorkLoop, row: Row, kernel: Kernel) -> str:
        """Statements that one kernel runs, or each of their loops for itself where that can't be launched."""
        pad = self._make_indent()
        before = [
            *self.host.read_by(launch.host_expressions(kernel), loop.place, self.symbols),
            *launch.preparation(kernel, self.symbols),
            f"if (!{launch.call(loop.id, kernel, self.run)}) {{",
            f"  MRT_PARTS({self.run});",
        ]
        text = f"{pad}{{\n{_indented(before, pad, 2)}"
        self.indent_level += 4
        text += "".join(self._announced(item) for item in row.statements)
        self.indent_level -= 4
        after = [f"  MRT_PARTS_END({self.run});", "}", *launch.results(kernel)]
        if len(after) > 2:
            after[1:3] = [f"}} else {after[2]}"]
        after += [f"{name} = {value};" for name, value in row.counters]
        return f"{text}{_indented(after, pad, 2)}{pad}}}\n"

    def _on_cpu(self, loop: WorkLoop) -> Omp:
        """A loop as an OpenMP construct of its own."""
        if loop.numbers or loop.shares:
            return parallel_numbered(self.holder, loop, self.symbols, self._team())
        return parallel_loop(self.holder, loop, self.symbols, self._threads())

    def _apart(self, item: c_ast.Node) -> str:
        """A statement that each thread runs with its number."""
        pad, lines = self._make_indent(), self._announcements(item)
        made = parallel_apart(self.holder, item, self.symbols, self.holder.apart.numbers, self._team())
        rows = cleared_rows(item, self.holder.apart.numbers, self.symbols)
        if lines != [f"MRT_HOST({rows}, MRT_WRITE);"]:
            return "".join(f"{pad}{line}\n" for line in lines) + self._inner(made, 0)
        size = f"(mrt_size)mrt_threads({self.run}) * sizeof *({rows})"
        text = f"{pad}if (!mrt_clear({self.run}, {rows}, {size})) {{\n{_indented(lines, pad, 2)}"
        return f"{text}{self._inner(made, 2)}{pad}}}\n"

    def _team(self) -> c_ast.Node:
        """The number of threads that the region would have."""
        return c_ast.FuncCall(c_ast.ID("mrt_threads"), c_ast.ID(self.run))

    def _phase(self, loop: WorkLoop) -> str:
        """A loop that virtual threads run, and what merges their states; else a region of its own."""
        pad = self._make_indent()
        cpu = parallel_phase(self.holder, loop, self.symbols, self._threads())
        touched = [*self._announcements(loop.construct), *self._merge_announcements(loop)]
        if loop.kernel is None:
            return f"{{\n{_indented(touched, pad, 2)}{self._inner(cpu, 2)}{pad}}}"
        kernel = loop.kernel
        before = [
            *self.host.read_by(launch.host_expressions(kernel), loop.construct, self.symbols),
            *launch.preparation(kernel, self.symbols),
            f"if (!({launch.call(loop.id, kernel, self.run)})) {{",
            *(f"  {line}" for line in touched),
        ]
        names = launch.states(kernel)
        merging = [
            "  mrt_u64 mrt_at;",
            *(f"  {line}" for line in [*launch.results(kernel), *self._merge_announcements(loop)]),
            "  for (mrt_at = 0; mrt_at < mrt_counts[0]; mrt_at++) {",
            *(
                f"    __builtin_memcpy(&{name}, &mrt_state{number}[mrt_at], sizeof {name});"
                for number, name in enumerate(names)
            ),
        ]
        text = f"{{\n{_indented(before, pad, 2)}{self._inner(cpu, 4)}"
        text += _indented(["} else {", *merging], pad, 2) + self._merged(loop)
        ends = ["  }", "}", *(f"mrt_states_end(mrt_state{number});" for number in range(len(names)))]
        return f"{text}{_indented(ends, pad, 2)}{pad}}}"

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
        return _OwnLabels().statement(node, self.indent_level + deeper)

    # ---- statements ------------------------------------------------------------------------------------------

    def visit_Compound(self, n: c_ast.Compound) -> str:
        """A block: each statement after its announcements."""
        return f"{self._make_indent()}{self._block(n.block_items or [])}\n"

    def _block(self, items: list[c_ast.Node]) -> str:
        pad = self._make_indent()
        self.indent_level += 2
        merged = {id(merge) for item in items if id(item) in self.loops for merge in self.loops[id(item)].merges}
        text = ""
        left = [item for item in items if id(item) not in merged]
        while left:
            loop, row = self.rows.get(id(left[0]), (None, None))
            chain = self._chains.pop(id(left[0]), None)
            if chain is not None:
                text += self._chain(chain)
                del left[: len(chain.statements)]
            elif loop is None or row is None or loop.kernel is None:
                text += self._announced(left.pop(0))
            else:
                text += self._row(loop, row, loop.kernel)
                del left[: len(row.statements)]
        self.indent_level -= 2
        return f"{{\n{text}{pad}}}"

    def _announced(self, item: c_ast.Node) -> str:
        """A statement after what it touches is announced, once for all that is in it.

        Where a launch may come in between, or control may enter it at a label, its parts are announced instead.
        """
        if id(item) in self.holder.apart.statements:
            return self._apart(item)
        if id(item) in self._steps:
            return ""
        if self._settled:
            return self._generate_stmt(item)
        pad = self._make_indent()
        call = self._team_call(item)
        if call is not None:
            lines = [] if call.args is None else self._announcements(call.args)
            return "".join(f"{pad}{line}\n" for line in lines) + self._generate_stmt(item)
        if self._launches(item) or any(isinstance(part, c_ast.Label) for part in walk(item)):
            return self._generate_stmt(item)
        parts = self.host.parts(item, self.symbols)
        if parts is None and self._is_opened(item):
            return self._generate_stmt(item)
        lines = self._announcements(item) if parts is None else parts
        sums = running_sums(item, self.symbols)
        if sums is not None and lines == [f"MRT_HOST({sums.array}, MRT_READ | MRT_WRITE);"]:
            return self._sums(sums, lines, item)
        text = "".join(f"{pad}{line}\n" for line in lines)
        return text + self._settled_text(item, 0)

    def _settled_text(self, item: c_ast.Node, deeper: int) -> str:
        """A statement whose memory is announced."""
        self.indent_level += deeper
        self._settled = True
        text = self._generate_stmt(item)
        self._settled = False
        self.indent_level -= deeper
        return text

    def _sums(self, sums: RunningSums, lines: Sequence[str], item: c_ast.Node) -> str:
        """A loop that forms running sums: the device does it where it has the array."""
        pad, array = self._make_indent(), sums.array
        first, count = (self.visit(part) for part in (sums.first, sums.count))
        done = f"mrt_running_sums({self.run}, &{array}[{first}], {count}, sizeof *({array}))"
        text = f"{pad}if ({done}) {{\n{pad}  {sums.counter} = {self.visit(sums.behind)};\n{pad}}} else {{\n"
        return f"{text}{_indented(lines, pad, 2)}{self._settled_text(item, 2)}{pad}}}\n"

    def _generate_stmt(self, n: c_ast.Node, add_indent: bool = False) -> str:
        """A statement; one that stands alone under an `if` or a loop gets braces, as it may need announcements."""
        if add_indent and not self._settled and not isinstance(n, c_ast.Compound):
            return self._make_indent() + self._block([n]) + "\n"
        return str(super()._generate_stmt(n, add_indent))

    def visit_If(self, n: c_ast.If) -> str:
        """Conditions around work-shared loops are announced where they stand."""
        return str(super().visit_If(self._with_condition(n)))

    def visit_While(self, n: c_ast.While) -> str:
        """See visit_If."""
        return str(super().visit_While(self._with_condition(n)))

    def visit_Switch(self, n: c_ast.Switch) -> str:
        """See visit_If."""
        return str(super().visit_Switch(self._with_condition(n)))

    def visit_DoWhile(self, n: c_ast.DoWhile) -> str:
        """See visit_If."""
        return str(super().visit_DoWhile(self._with_condition(n)))

    def visit_For(self, n: c_ast.For) -> str:
        """See visit_If."""
        return str(super().visit_For(self._with_condition(n)))

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:
        """Calls of team functions go to their device versions; questions for the team are answered by the run."""
        team = self.calls.get(id(n))
        question = self.holder.apart.questions.get(id(n))
        if question is not None:
            return _OF_TEAM[question].format(self.run)
        if team is None:
            return str(super().visit_FuncCall(n))
        return f"{team.name}({'' if n.args is None else self.visit(n.args)})"

    def visit_Label(self, n: c_ast.Label) -> str:
        """A label; its statement gets braces, as it may need announcements."""
        return f"{n.name}_mrt: {self._block([n.stmt])}"

    # ---- announcements ---------------------------------------------------------------------------------------

    def _launches(self, node: c_ast.Node) -> bool:
        """Whether a statement holds work-shared loops, calls of second versions, or what all threads run."""
        apart = self.holder.apart.statements
        return any(
            id(inner) in self.loops or id(inner) in self.calls or id(inner) in apart for inner in walk(node)
        )

    def _team_call(self, item: c_ast.Node) -> c_ast.FuncCall | None:
        """The call of a team function that a statement is, or whose value it assigns or returns.

        Only its arguments touch memory here: the value goes to a scalar of the thread's own.
        """
        value = item
        if isinstance(item, c_ast.Assignment):
            value = item.rvalue
        elif isinstance(item, c_ast.Decl):
            value = item.init
        elif isinstance(item, c_ast.Return):
            value = item.expr
        return value if isinstance(value, c_ast.FuncCall) and id(value) in self.calls else None

    def _announcements(self, node: c_ast.Node) -> list[str]:
        return self.host.announced(node, self.symbols)

    def _is_opened(self, item: c_ast.Node) -> bool:
        """Whether statements inside of one are announced for themselves, as some of them touch single elements."""
        inner: Sequence[c_ast.Node]
        match item:
            case Omp() if item.directive.kind in ("single", "master") and item.body is not None:
                inner = _items(item.body)
            case c_ast.Compound():
                inner = item.block_items or []
            case c_ast.For() if is_short(item, self.symbols):
                if any(
                    part is not None and self._announcements(part) for part in (item.init, item.cond, item.next)
                ):
                    return False
                inner = _items(item.stmt)
            case _:
                return False
        return any(bool(self.host.parts(each, self.symbols)) or self._is_opened(each) for each in inner)

    def _with_condition(self, node: N) -> N:
        """The statement, with announcements inside its conditions where it holds work-shared loops."""
        if not self._launches(node):
            return node
        changed = copy.copy(node)
        for name in ("cond", "next", "init"):
            part = getattr(node, name, None)
            if part is None or isinstance(part, c_ast.DeclList):
                continue
            if announcements := self._announcements(part):
                setattr(changed, name, _comma(announcements, part))
        return changed


def _items(body: c_ast.Node) -> list[c_ast.Node]:
    return list(body.block_items or []) if isinstance(body, c_ast.Compound) else [body]


def _indented(lines: Sequence[str], pad: str, deeper: int) -> str:
    return "".join(f"{pad}{' ' * deeper}{line}\n" for line in lines)


def _comma(announcements: list[str], expression: c_ast.Node) -> c_ast.Node:
    """Announcements (macro calls with a semicolon) and the expression that they stand before."""
    return c_ast.ExprList([*(c_ast.ID(line.rstrip(";")) for line in announcements), expression])
