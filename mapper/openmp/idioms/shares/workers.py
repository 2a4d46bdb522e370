"""Calls of functions in which threads share out loops by their numbers become the statements of these functions.

    void scale(int me, int threads, double *x, int n)        #pragma omp parallel
    {                                                        {
      int low = me * n / threads;                              int me = omp_get_thread_num(), ...;
      int high = (me + 1) * n / threads;                       int low = me * n / threads;
      for (int i = low; i < high; i++)                         int high = (me + 1) * n / threads;
        x[i] *= 2;                                             for (int i = low; i < high; i++)
    }                                                 ->         x[i] *= 2;
    #pragma omp parallel                                     }
    scale(omp_get_thread_num(), omp_get_num_threads(), x, n);

So `dealt` finds the loops.  The functions may ask for the number themselves, wait at barriers, merge, and return a
number that the region adds to a variable or begins one with.  A call stays where `dealt` would find nothing in the
statements, or not all of their loops while the region has other work-shared ones.  The source's text stays what
the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from types import MappingProxyType

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.jumps import returns
from mapper.ir.trees.names import mentions_any
from mapper.ir.trees.nodes import (
    Omp,
    addressed,
    arguments_of,
    base_of,
    called_name,
    clone,
    constructs_in,
    has_effects,
    is_statement_place,
    rename,
    replace_child,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.called_updates import Functions
from mapper.openmp.idioms.calls.given import cast_to
from mapper.openmp.idioms.constructs import changeable
from mapper.openmp.idioms.declared_types import scalar_words
from mapper.openmp.idioms.shares.dealt import Dealer
from mapper.openmp.idioms.structures.own_structures import part_given


def put_workers(
    unit: Unit, as_written: Collection[Location] = (), elsewhere: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Change such calls in the regions of a unit whose directives are bound; regions in `as_written` stay.

    `elsewhere` is that of `dealt.deal`.
    """
    dealer = Dealer(unit, elsewhere)
    regions = any(each.directive.kind == "parallel" for each in constructs_in(unit.tree))
    if not regions or not mentions_any(unit.tree, dealer.asking):
        return
    workers = _Workers(unit, dealer)
    for caller in unit.functions:
        for region in changeable(caller, as_written):
            if region.directive.kind == "parallel":
                workers.change(region, caller)


@dataclass(frozen=True, eq=False, slots=True)
class _Call:
    """A call whose value is not used, or changes a variable by `operator`, or begins one, and its place."""

    parent: c_ast.Node
    slot: str
    statement: c_ast.Node
    call: c_ast.FuncCall
    target: str = ""
    operator: str = ""


@dataclass(eq=False)
class _Workers:
    """The functions of a unit whose loops threads may share out."""

    unit: Unit
    dealer: Dealer
    functions: Functions = field(init=False)
    names: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.functions = Functions(self.unit, anything=True, constructs=True)
        self.names = self._with_loops()

    def _with_loops(self) -> set[str]:
        """The functions that hold loops, or call such functions."""
        found: set[str] = set()
        known = self.functions.known
        while True:
            more = {
                name
                for name, function in known.items()
                if name not in found
                and any(isinstance(node, c_ast.For) or called_name(node) in found for node in walk(function.body))
            }
            if not more:
                return found
            found |= more

    def change(self, region: Omp, caller: c_ast.FuncDef) -> None:
        """Put the statements of functions into the places of a region's calls."""
        calls = list(self._calls(region))
        if not calls:
            return
        sharing = any(isinstance(node, Omp) and "for" in node.directive.words for node in walk(region))
        trial = clone(caller)
        of_trial = _counterpart(region, caller, trial)
        made = self._changed(of_trial, trial, list(self._calls(of_trial)))
        self.dealer.change(of_trial, trial)
        good = [block is not None and _is_shared_out(block, all_of_it=sharing) for block in made]
        self._changed(region, caller, list(compress(calls, good)))

    def _changed(self, region: Omp, caller: c_ast.FuncDef, calls: Sequence[_Call]) -> list[c_ast.Compound | None]:
        """Put statements into the places of calls, and variables into those of structures that these are given."""
        roots = [base_of(addressed(each) or each) for call in calls for each in arguments_of(call.call)]
        names = {root.name for root in roots if root is not None}
        made = [self._put(each, caller) for each in calls]
        if calls:
            part_given(self.unit, region, caller, names, self.functions)
        return made

    def _calls(self, region: Omp) -> Iterator[_Call]:
        """The calls of functions with loops that all threads of a region make."""
        if region.body is None:
            return
        pending: list[tuple[c_ast.Node, str, c_ast.Node]] = [(region, "body", region.body)]
        while pending:
            parent, slot, node = pending.pop()
            found = _as_call(parent, slot, node)
            if found is not None and called_name(found.call) in self.names:
                yield found
            elif not isinstance(node, Omp):
                inner = [(node, at, child) for at, child in node.children() if is_statement_place(node, at)]
                pending += reversed(inner)

    def _put(self, call: _Call, caller: c_ast.FuncDef) -> c_ast.Compound | None:
        """Put a function's statements into the place of a call, and return them; None where it stays."""
        made = self._statements(call, caller)
        if made is None:
            return None
        if isinstance(call.statement, c_ast.Decl):
            block = call.parent
            assert isinstance(block, c_ast.Compound)
            call.statement.init = None
            block.block_items.insert(block.block_items.index(call.statement) + 1, made)
        else:
            _replace(call, made)
        return made

    def _statements(self, call: _Call, caller: c_ast.FuncDef) -> c_ast.Compound | None:
        if not call.target:
            return self.functions.in_place(call.call, caller, ())
        result = self.functions.fresh("result")
        name = self._returning(called_name(call.call), call.operator, result)
        if name is None:
            return None
        asking = c_ast.FuncCall(c_ast.ID(name), call.call.args, call.call.coord)
        replace_child(*_place_of(call), asking)
        made = self.functions.in_place(asking, caller, ())
        replace_child(*_place_of(call), call.call)
        for node in walk(made) if made is not None else ():
            if isinstance(node, c_ast.ID) and node.name == result:
                node.name = call.target
        return made

    def _returning(self, name: str, operator: str, result: str) -> str | None:
        """A function like the one with a name that changes a variable by what that returns; None without one."""
        function = self.functions.known[name]
        words = scalar_words(function.decl.type.type)
        *first, last = function.body.block_items or [None]
        if words is None or not isinstance(last, c_ast.Return) or last.expr is None or has_effects(last.expr):
            return None
        if any(map(returns, first)):
            return None
        made = clone(function)
        rename(made.decl, self.functions.fresh(name))
        value = cast_to(words, last.expr)
        made.body.block_items[-1] = c_ast.Assignment(operator, c_ast.ID(result), value, last.coord)
        self.functions.known[made.decl.name] = made
        return str(made.decl.name)


def _as_call(parent: c_ast.Node, slot: str, node: c_ast.Node) -> _Call | None:
    """A statement that calls a function and does little else."""
    match node:
        case c_ast.FuncCall(name=c_ast.ID()):
            return _Call(parent, slot, node, node)
        case c_ast.Cast(expr=c_ast.FuncCall(name=c_ast.ID()) as call):
            return _Call(parent, slot, node, call)
        case c_ast.Assignment(op=operator, lvalue=c_ast.ID(name=name), rvalue=c_ast.FuncCall() as call):
            return _Call(parent, slot, node, call, name, operator)
        case c_ast.Decl(name=str(name), init=c_ast.FuncCall() as call) if isinstance(parent, c_ast.Compound):
            plain = not node.quals and not node.storage and scalar_words(node.type) is not None
            return _Call(parent, slot, node, call, name, "=") if plain else None
    return None


def _place_of(call: _Call) -> tuple[c_ast.Node, str]:
    """Where a call whose value is used is."""
    return call.statement, "init" if isinstance(call.statement, c_ast.Decl) else "rvalue"


def _replace(call: _Call, made: c_ast.Node) -> None:
    """Put a node into the place of a call, wherever statements before it have moved that."""
    parent = call.parent
    if isinstance(parent, c_ast.Compound):
        parent.block_items[parent.block_items.index(call.statement)] = made
    else:
        replace_child(parent, call.slot, made)


def _counterpart(region: Omp, function: c_ast.FuncDef, copy: c_ast.FuncDef) -> Omp:
    """The construct of a function's copy that is a copy of a construct."""
    nodes = zip(walk(function), walk(copy), strict=True)
    return next(other for one, other in nodes if one is region and isinstance(other, Omp))


def _is_shared_out(block: c_ast.Node, *, all_of_it: bool) -> bool:
    """Whether loops in some code are dealt out; with `all_of_it` all loops."""
    dealt = [node for node in walk(block) if isinstance(node, Omp) and node.directive.dealt]
    if not dealt or not all_of_it:
        return bool(dealt)
    inside = {id(part) for each in dealt for part in walk(each)}
    loops = [node for node in walk(block) if isinstance(node, c_ast.For) and id(node) not in inside]
    return all(any(id(part) in inside for part in walk(each)) for each in loops)
