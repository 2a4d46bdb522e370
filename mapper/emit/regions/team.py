"""The device versions of team functions, for the end of the emitted file, where all types and names are known.

__MRT_DEVICE_VERSION void __mrt_team_smooth(double *x, int n)
{
  struct __mrt_run *const __mrt_run = __mrt_running();
  ... the body, with launches in place of its work-shared loops ...
}

They have the types of the originals, which stay untouched for the CPU path.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.emit.regions.device_body import asks_for_threads, declaration, team_body, team_declarations
from mapper.emit.regions.host_code import HostCode
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop


def team_text(
    team: TeamFunction,
    loops: Sequence[WorkLoop],
    symbols: Symbols,
    host: HostCode,
    callers: Sequence[ParallelRegion],
) -> str:
    """One device version; `loops` are the work-shared loops of its function, `callers` regions that call such."""
    lines = [declaration(team), f"__MRT_DEVICE_VERSION {_head(team)}", "{"]
    limited = any(asks_for_threads(region) and team in region.teams for region in callers)
    chains = {id(each.statements[0]): each for region in callers for each in region.chains if each.team is team}
    body = team_body(team, loops, symbols, host, chains=tuple(chains.values()), limited=limited)
    if "__mrt_run" in body:
        lines.append("  struct __mrt_run *const __mrt_run = __mrt_running();")
    lines += [f"  {line}" for line in team_declarations(team)]
    return "\n".join(lines) + "\n" + body + "}\n"


def _head(team: TeamFunction) -> str:
    """The declarator, with the new name and external linkage."""
    decl: c_ast.Decl = copy.deepcopy(team.function.decl)
    decl.name, decl.storage, decl.funcspec = team.name, [], []
    declarator = decl.type
    while not isinstance(declarator, c_ast.TypeDecl):
        declarator = declarator.type
    declarator.declname = team.name
    return CPrinter().visit(decl)
