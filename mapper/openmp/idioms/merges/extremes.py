"""Extremes that iterations keep in `critical` constructs become each thread's own, merged behind the loop.

    #pragma omp parallel for                        #pragma omp parallel
    for (int i = 0; i < n; i++)                     {
      if (x[i] < least)                               double least_own = least; int place_own = place;
        #pragma omp critical                          #pragma omp for nowait
        if (x[i] < least) {                  ->       for (int i = 0; i < n; i++)
          least = x[i];                                 if (x[i] < least_own) {
          place = i;                                      least_own = x[i]; place_own = i;
        }                                               }
                                                      #pragma omp critical
                                                      if (least_own < least) {
                                                        least = least_own; place = place_own;
                                                      }
                                                    }

Which of several places with the same value is kept is not said by the source.  Parts of the iterations that are
merged in their order keep that which one thread would: the first one with `<` and `>`, the last one with `<=`
and `>=`.  A source may also say it, by one place or by several in critical:
`x[i] < least || (x[i] == least && i < place)`.  What is kept may be in structures, and behind pointers: the
translation must prove that iterations use that memory in no other way (`directive.APART`).
The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.directive import APART, Clause
from mapper.ir.trees.names import all_names, assigned_names, fresh_name, is_named
from mapper.ir.trees.nodes import Omp, children, clone, ids, replace_child, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import (
    OF_LOOPS,
    barrier_behind,
    changeable,
    copied_names,
    declaration_of,
    make_region,
    replace_loops,
    without_wait,
)
from mapper.openmp.idioms.declared_types import Declared, meaning, scalar_words
from mapper.openmp.idioms.merges.kept_extremes import Extreme, Path, is_behind, meet, path_of, used_places
from mapper.openmp.idioms.merges.sections import Section, sections
from mapper.openmp.idioms.merges.signedness import compared_otherwise

_READ_NOTHING = frozenset(["abs", "exp", "expf", "fabs", "fabsf", "hypot", "log", "pow", "sqrt", "sqrtf"])
"""Functions that a loop may call where variables of the file scope are kept apart."""


def keep_apart(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    for function in unit.functions:
        for construct in changeable(function, as_written):
            _Region(unit, function, construct).run()


@dataclass(frozen=True, eq=False, slots=True)
class _Own:
    """A thread's own variable: its name and its type, and the place that threads share which it is in place of."""

    name: str
    of: c_ast.Node
    place: c_ast.Node


@dataclass(eq=False)
class _Region:
    """One region, or a loop that is one."""

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    taken: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Change the region's loops."""
        construct = self.construct
        if construct.directive.kind == "parallel for":
            made = self._made(construct)
            if made is not None:
                kept = [each for each in construct.directive.clauses if each.kind not in OF_LOOPS]
                make_region(construct, kept, made)
        elif construct.directive.kind == "parallel" and construct.body is not None:
            replace_loops(construct.body, self._made)

    def _made(self, loop: Omp) -> c_ast.Compound | None:
        """What represents a loop in a region; None where it stays as it is."""
        found = list(sections(loop, self.unit))
        extremes = [each for section in found for each in section.extremes]
        if not extremes or not _are_alone(loop, found) or not all(map(self._compares, extremes)):
            return None
        own = self._own(loop, extremes)
        if own is None:
            return None
        items: list[c_ast.Node] = [
            build.host_variable(each.name, each.of, clone(each.place)) for each in own.values()
        ]
        merges: list[c_ast.Node] = []
        for section in found:
            for extreme in section.extremes:
                flag = None
                if extreme.relation in ("<=", ">="):  # a thread that found nothing has what was there before
                    flag = self._fresh(f"{extreme.holder}_found")
                    items.append(build.host_variable(flag, "int", c_ast.Constant("int", "0")))
                merges.append(_merge(section, extreme, own, flag))
                if flag is not None:
                    found_one = c_ast.Assignment("=", c_ast.ID(flag), c_ast.Constant("int", "1"))
                    extreme.test.iftrue = c_ast.Compound([extreme.test.iftrue, found_one])
            section.leave(self.unit)
        _make_plain(loop, own)
        _rename(loop, own)
        in_region = loop.directive.kind == "for"
        clauses = [each for each in loop.directive.clauses if in_region or each.kind in OF_LOOPS]
        kept = [each for each in clauses if each.kind != "nowait"]
        barriers = [barrier_behind(loop)] if in_region and len(kept) == len(clauses) else []
        behind = [clone(each.place) for path, each in own.items() if is_behind(path)]
        if behind:
            kept = [*kept, Clause(APART, loop.directive.where, expression=c_ast.ExprList(behind, loop.coord))]
        return c_ast.Compound([*items, without_wait(loop, kept), *merges, *barriers], loop.coord)

    def _own(self, loop: Omp, extremes: Sequence[Extreme]) -> dict[Path, _Own] | None:
        """Threads' own variables in the places of those that hold extremes; None where one can't be had so."""
        found: dict[Path, _Own] = {}
        for place in (each.lvalue for extreme in extremes for each in extreme.settings):
            path = path_of(place)
            of = self._type(place) if path is not None and self._is_shared(path[0], loop) else None
            if path is None or of is None:
                return None
            wish = "_".join(each for each in path if each != "*")
            found[path] = _Own(self._fresh(f"{wish}_own"), of, place)
        return found

    def _is_shared(self, name: str, loop: Omp) -> bool:
        """Whether the threads of the region share a variable that the loop knows by its name alone."""
        inside = [node for node in walk(self.construct) if isinstance(node, c_ast.Decl) and node.name == name]
        if inside or name in copied_names(self.unit):
            return False
        scope: c_ast.Node = self.function
        found = declaration_of(name, loop, self.function, self.unit)
        if any(found is each for each in self.unit.declarations):
            calls = [node.name for node in walk(loop) if isinstance(node, c_ast.FuncCall)]
            if not all(isinstance(each, c_ast.ID) and each.name in _READ_NOTHING for each in calls):
                return False
            scope = self.unit.tree
        return found is not None and not getattr(found.type, "quals", None) and not _is_pointed_to(scope, name)

    def _type(self, place: c_ast.Node) -> c_ast.Node | None:
        """The type of a place, if variables can be declared of it and are set by assignments."""
        of = Declared(self.unit, self.function, self.construct).type_of(place)
        if not isinstance(of, c_ast.TypeDecl) or of.quals:
            return None
        if isinstance(of.type, c_ast.Struct):
            return c_ast.Struct(of.type.name, None) if of.type.name else None
        known = isinstance(meaning(of.type, self.unit), c_ast.IdentifierType | c_ast.Struct | c_ast.Enum)
        return of.type if isinstance(of.type, c_ast.IdentifierType) and known else None

    def _compares(self, extreme: Extreme) -> bool:
        """Whether two of the places compare as a value and a place do."""
        declared = Declared(self.unit, self.function, self.construct)
        for each in extreme.deciding:
            of = scalar_words(declared.type_of(each.place))
            if of is None or compared_otherwise(of, each.value, self.function, self.unit):
                return False
        return True

    def _fresh(self, wish: str) -> str:
        self.taken = self.taken or all_names(self.unit.tree)
        name = fresh_name(wish, self.taken)
        self.taken.add(name)
        return name


def _are_alone(loop: Omp, found: Sequence[Section]) -> bool:
    """Whether a loop has the places only where it keeps extremes, and in conditions right around that.

    It must not change pointers to them; what other pointers lead to, the translation finds out.
    """
    extremes = [each for section in found for each in section.extremes]
    paths = {path for each in extremes for path in each.paths}
    if len(paths) < sum(len(each.settings) for each in extremes):
        return False
    for each in extremes:
        if any(meet(one, path) for _, one in used_places(each.test) for path in paths - each.paths):
            return False
    known = ids(*(each.test for each in extremes))
    for section in found:
        known |= section.looked_at(loop)
    others = [path for node, path in used_places(loop) if id(node) not in known]
    if any(meet(one, path) for one in others for path in paths):
        return False
    return not {path[0] for path in paths if is_behind(path)} & assigned_names(loop)


def _make_plain(loop: Omp, own: Mapping[Path, _Own]) -> None:
    """Let atomic operations on places that become threads' own variables be plain ones."""
    for parent in list(walk(loop)):
        for slot, child in parent.children():
            if not isinstance(child, Omp) or child.directive.kind != "atomic" or child.body is None:
                continue
            if any(meet(one, path) for _, one in used_places(child.body) for path in own):
                replace_child(parent, slot, child.body)


def _rename(root: c_ast.Node, own: Mapping[Path, _Own]) -> None:
    """Put threads' own variables into the places of what threads share."""
    for parent in list(walk(root)):
        for slot, child in parent.children():
            path = path_of(child)
            if path is None or (isinstance(parent, c_ast.StructRef) and child is parent.field):
                continue
            if (each := own.get(path)) is not None:
                replace_child(parent, slot, c_ast.ID(each.name, child.coord))
            elif isinstance(child, c_ast.StructRef) and child.type == "->" and (each := own.get(path[:2])):
                member = c_ast.StructRef(c_ast.ID(each.name), ".", child.field, child.coord)
                replace_child(parent, slot, member)


def _merge(section: Section, extreme: Extreme, own: Mapping[Path, _Own], flag: str | None) -> Omp:
    """A thread's extreme becomes that of all, if it is more of one and, with a `flag`, if that is set."""

    def of_thread(place: c_ast.Node) -> c_ast.Node:
        copy = c_ast.Return(clone(place))
        _rename(copy, own)
        made: c_ast.Node = copy.expr
        return made

    settings = [c_ast.Assignment("=", clone(each.lvalue), of_thread(each.lvalue)) for each in extreme.settings]
    test: c_ast.Node | None = None
    for each in reversed(extreme.deciding):
        before = c_ast.BinaryOp(each.relation, of_thread(each.place), clone(each.place))
        same = c_ast.BinaryOp("==", of_thread(each.place), clone(each.place))
        test = before if test is None else c_ast.BinaryOp("||", before, c_ast.BinaryOp("&&", same, test))
    test = test if flag is None else c_ast.BinaryOp("&&", c_ast.ID(flag), test)
    return Omp(section.directive, c_ast.If(test, c_ast.Compound(settings), None), extreme.test.coord)


def _is_pointed_to(root: c_ast.Node, name: str) -> bool:
    """Whether code takes the address of a variable, but to hand it to a function."""
    return any(
        isinstance(node, c_ast.UnaryOp) and node.op == "&" and is_named(node.expr, name)
        for parent in walk(root)
        if not isinstance(parent, c_ast.ExprList)
        for node in children(parent)
    )
