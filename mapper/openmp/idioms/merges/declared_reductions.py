"""Reductions that the program declares become each thread's own variables, combined behind the loop.

    #pragma omp declare reduction(nearest : struct hit : \\
        omp_out = omp_in.far < omp_out.far ? omp_in : omp_out) initializer(omp_priv = {1e9, -1})

    #pragma omp parallel for reduction(nearest : best)      #pragma omp parallel
    for (int i = 0; i < n; i++)                              {
      if (x[i] < best.far) {                                   struct hit best_own = {1e9, -1};
        best.far = x[i];                           ->          #pragma omp for nowait
        best.at = i;                                           for (...) if (x[i] < best_own.far) ...
      }                                                        #pragma omp critical
                                                               best = best_own.far < best.far ? best_own : best;
                                                             }

So do products of complex numbers, and arrays and sections of them (`a[:n]`): their elements are combined one by
one.  OpenMP leaves open how many copies there are, what iterations each sees, and in which order they are
combined.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG
from mapper.ir.trees.directive import COMBINED, Clause, Directive
from mapper.ir.trees.names import all_names, assigned_names, declared_names, fresh_name, objects_in, pointed_names
from mapper.ir.trees.nodes import Omp, clone, constructs_in, rebuilt, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.expressions import parse_expression
from mapper.openmp.idioms.constructs import (
    OF_LOOPS,
    barrier_behind,
    changeable,
    declaration_of,
    is_loop,
    make_region,
    replace_loops,
    without_wait,
)
from mapper.openmp.idioms.declared_types import meaning, of_elements, typedefs

_PRIVATE = re.compile(r"\s*omp_priv\s*=(?!=)(.*)", re.DOTALL)
_SECTION = re.compile(r"\[\s*0?\s*:\s*(\w+)\s*\]")
_PARTS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


@dataclass(frozen=True, eq=False, slots=True)
class _Declared:
    """A declared reduction: how `omp_in` is combined with `omp_out`, and the value or the call that begins one.

    Without either, copies begin with zero.
    """

    name: str
    types: tuple[str, ...]
    combiner: c_ast.Node
    value: c_ast.Node | None = None
    call: c_ast.Node | None = None

    @property
    def begins_elements(self) -> bool:
        """Whether the elements of an array can begin so: with a number, or with zeros."""
        if self.value is None:
            return self.call is None
        value = self.value.init if isinstance(self.value, c_ast.CompoundLiteral) else self.value
        if not isinstance(value, c_ast.InitList):
            return True
        return all(isinstance(each, c_ast.Constant) and each.value.strip("0.") == "" for each in value.exprs)


_PRODUCT = _Declared(
    "*",
    (),
    c_ast.Assignment("*=", c_ast.ID("omp_out"), c_ast.ID("omp_in")),
    value=c_ast.Constant("int", "1"),
)
"""The product of complex numbers, which the device does not reduce by itself."""


def combine_behind(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    code = [node for node in unit.tree.ext if isinstance(node, c_ast.FuncDef | Omp)]
    declarations = [part for node in code for part in constructs_in(node) if _declares(part)]
    if not declarations and not any(map(_multiplies, (part for node in code for part in constructs_in(node)))):
        return
    types = set(typedefs(unit))
    declared = [each for node in declarations if (each := _declared(node, types)) is not None]
    if len(declared) < len(declarations):
        return  # one that is not understood may be the one that a clause names
    for function in unit.functions:
        _combine_in(function, unit, declared, as_written)


def _combine_in(
    function: c_ast.FuncDef, unit: Unit, declared: Sequence[_Declared], as_written: Collection[Location]
) -> None:
    for construct in changeable(function, as_written):
        _Reduced(unit, function, declared, construct).run()
    replace_loops(function.body, lambda loop: _Reduced(unit, function, declared, loop).loop())


@dataclass(frozen=True, eq=False, slots=True)
class _Copy:
    """A variable, each thread's own one in its place, and how that begins and is combined.

    `is_number` is true if its type is of the language's numbers, maybe by another name.  Arrays have `extents`,
    and `counters` for loops over them.
    """

    name: str
    own: str
    of: c_ast.Node
    declared: _Declared
    at: c_ast.Node
    is_number: bool
    extents: tuple[c_ast.Node, ...] = ()
    counters: tuple[str, ...] = ()

    def begins(self) -> list[c_ast.Node]:
        """The declaration of the thread's own variable."""
        value, call = self.declared.value, self.declared.call
        if value is None and call is None:
            zero = c_ast.Constant("int", "0")
            value = zero if self.is_number else c_ast.InitList([zero])
        start = None if value is None else self._meant(value)
        of: c_ast.Node = c_ast.TypeDecl(self.own, [], None, clone(self.of))
        for extent in reversed(self.extents):
            of = c_ast.ArrayDecl(of, clone(extent), [])
        if self.extents:
            start = start.init if isinstance(start, c_ast.CompoundLiteral) else start
            list_of_zeros = isinstance(start, c_ast.InitList)
            first = (
                reduce(lambda inner, _: c_ast.InitList([inner]), self.extents, start) if list_of_zeros else None
            )
            declared = c_ast.Decl(self.own, [], [], [], [], of, first, None, self.at.coord)
            if start is None or list_of_zeros:
                return [declared]
            return [declared, self._each(c_ast.Assignment("=", self._element(self.own), start, self.at.coord))]
        items: list[c_ast.Node] = [build.host_variable(self.own, clone(self.of), start, self.at.coord)]
        return items if call is None else [*items, self._meant(call)]

    def combined(self, where: Location) -> Omp:
        """What combines the thread's own variable with that of all."""
        marks = (Clause(COMBINED, where),)
        body = c_ast.Compound([self._each(self._meant(self.declared.combiner))], self.at.coord)
        return Omp(Directive("critical", marks, where, "critical"), body, self.at.coord)

    def _each(self, statement: c_ast.Node) -> c_ast.Node:
        """A statement about an element, for all elements."""
        for extent, counter in zip(reversed(self.extents), reversed(self.counters), strict=True):
            start = build.declaration(counter, LONG, init=build.integer(0))
            statement = build.counting_loop(start, clone(extent), c_ast.Compound([statement]))
            statement.coord = self.at.coord
        return statement

    def _element(self, name: str) -> c_ast.Node:
        """The element that loops over all are at, or a variable that is no array."""
        found: c_ast.Node = c_ast.ID(name, self.at.coord)
        for counter in self.counters:
            found = c_ast.ArrayRef(found, c_ast.ID(counter, self.at.coord), self.at.coord)
        return found

    def _meant(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of an expression of the declaration, in the variables' names."""
        names = {"omp_out": self.name, "omp_orig": self.name, "omp_in": self.own, "omp_priv": self.own}

        def change(each: c_ast.Node) -> c_ast.Node:
            if isinstance(each, c_ast.ID):
                known = names.get(each.name)
                return c_ast.ID(each.name, self.at.coord) if known is None else self._element(known)
            return rebuilt(each, change)

        return change(node)


@dataclass(frozen=True, eq=False, slots=True)
class _Reduced:
    """One construct that may reduce so."""

    unit: Unit
    function: c_ast.FuncDef
    declared: Sequence[_Declared]
    construct: Omp

    def run(self) -> None:
        """Change a region, or a loop that is one."""
        directive = self.construct.directive
        copies = self._copies() if directive.kind in ("parallel", "parallel for") else None
        if not copies:
            return
        rest = self._rest(copies)
        shared = tuple(name for clause in directive.all("reduction") for name in clause.variables)
        kept = [each for each in rest if each.kind not in OF_LOOPS and each.modifier != "none"]
        if directive.kind == "parallel":
            kept += [each for each in rest if each.kind in OF_LOOPS]
            shared = tuple(copy.name for copy in copies)
            assert self.construct.body is not None
            for loop in walk(self.construct.body):
                if is_loop(loop):
                    loop.directive = self._marked(loop.directive, copies)
            body = self.construct.body
            inner = list(body.block_items or []) if isinstance(body, c_ast.Compound) else [body]
            items = self._around(copies, inner)
        else:
            of_loop = tuple(each for each in rest if each.kind in OF_LOOPS)
            items = self._around(copies, [self._shared_out(of_loop, copies)])
        body = c_ast.Compound(items, self.construct.coord)
        make_region(self.construct, [*kept, Clause("shared", directive.where, variables=shared)], body)

    def loop(self) -> c_ast.Compound | None:
        """What represents a loop in a region; None where it stays as it is."""
        copies = self._copies()
        if not copies:
            return None
        rest = self._rest(copies)
        waits = not any(each.kind == "nowait" for each in rest)
        of_loop = tuple(each for each in rest if each.kind != "nowait")
        items = self._around(copies, [self._shared_out(of_loop, copies)])
        barriers = [barrier_behind(self.construct)] if waits else []
        return c_ast.Compound([*items, *barriers], self.construct.coord)

    def _around(self, copies: Sequence[_Copy], inner: Sequence[c_ast.Node]) -> list[c_ast.Node]:
        own = {copy.name: copy.own for copy in copies}
        for node in [name for part in inner for name in objects_in(part)]:
            node.name = own.get(node.name, node.name)
        begins = [item for copy in copies for item in copy.begins()]
        return [*begins, *inner, *(copy.combined(self.construct.directive.where) for copy in copies)]

    def _shared_out(self, clauses: Sequence[Clause], copies: Sequence[_Copy]) -> Omp:
        loop = without_wait(self.construct, clauses)
        loop.directive = self._marked(loop.directive, copies)
        return loop

    def _marked(self, directive: Directive, copies: Sequence[_Copy]) -> Directive:
        mark = Clause(COMBINED, directive.where, modifier=" ".join(copy.own for copy in copies))
        return replace(directive, clauses=(*directive.clauses, mark), moved=True)

    def _rest(self, copies: Sequence[_Copy]) -> list[Clause]:
        """The construct's clauses without the variables of declared reductions."""
        gone = {copy.name for copy in copies}
        found = []
        for clause in self.construct.directive.clauses:
            names = tuple(name for name in clause.variables if name not in gone)
            if clause.kind != "reduction" or names == clause.variables:
                found.append(clause)
            elif names:
                found.append(replace(clause, variables=names, places=()))
        return found

    def _copies(self) -> list[_Copy] | None:
        """The variables of declared reductions; None where one can't be had so."""
        found: list[_Copy] = []
        taken = set[str]()
        for clause in self.construct.directive.all("reduction"):
            operator = clause.modifier or ""
            known = [each for each in self.declared if each.name == operator]
            if not known and operator != "*":
                continue
            if not known and clause.argument is not None and "[" in clause.argument:
                continue
            sections = _sections(clause)
            for name in clause.variables:
                of, extents = self._type(name), self._extents(name, sections.get(name))
                spelled = None if of is None else _spelled(of)
                fitting = [each for each in known if spelled in each.types]
                if not fitting and operator == "*" and self._is_complex(of):
                    fitting = [_PRODUCT]
                if not fitting and not operator.isidentifier():
                    continue  # one of the language's, of a number
                if of is None or extents is None or len(fitting) != 1 or self._hides(fitting[0]):
                    return None
                if extents and not fitting[0].begins_elements:
                    return None
                taken = taken or all_names(self.unit.tree)
                own = self._fresh(f"{name}_own", taken)
                counters = tuple(self._fresh("at", taken) for _ in extents)
                number = self._is_number(of)
                found.append(_Copy(name, own, of, fitting[0], self.construct, number, extents, counters))
        return found

    def _fresh(self, wish: str, taken: set[str]) -> str:
        name = fresh_name(wish, taken)
        taken.add(name)
        return name

    def _hides(self, declared: _Declared) -> bool:
        """Whether a name of a declaration means something else in the function."""
        parts = [each for each in (declared.combiner, declared.value, declared.call) if each is not None]
        named = {node.name for part in parts for node in objects_in(part)}
        return bool(named & declared_names(self.function))

    def _declarator(self, name: str) -> c_ast.Node | None:
        """The declarator of a variable that the construct knows by its name alone."""
        found = declaration_of(name, self.construct, self.function, self.unit)
        return None if found is None else found.type

    def _type(self, name: str) -> c_ast.Node | None:
        """The type of a variable, or of the elements of an array or behind a pointer."""
        of = of_elements(self._declarator(name))
        if not isinstance(of, c_ast.TypeDecl) or of.quals:
            return None
        if isinstance(of.type, c_ast.Struct):
            return c_ast.Struct(of.type.name, None) if of.type.name else None
        return of.type if isinstance(of.type, c_ast.IdentifierType) else None

    def _extents(self, name: str, section: str | None) -> tuple[c_ast.Node, ...] | None:
        """The extents of a thread's own variable; none for one that is no array.  None where it can't have one."""
        of = self._declarator(name)
        found: list[c_ast.Node] = []
        while isinstance(of, c_ast.ArrayDecl):
            if section is None and not self._is_number_known(of.dim):
                return None
            found.append(of.dim)
            of = of.type
        if isinstance(of, c_ast.TypeDecl) and section is None:
            return tuple(found)
        one = not found and isinstance(of, c_ast.PtrDecl) and isinstance(of.type, c_ast.TypeDecl)
        if section is None or not (one or (len(found) == 1 and isinstance(of, c_ast.TypeDecl))):
            return None
        match = _SECTION.fullmatch(section)
        uses = {id(node.name) for node in walk(self.construct) if isinstance(node, c_ast.ArrayRef)}
        named = [node for node in objects_in(self.construct) if node.name == name]
        if match is None or any(id(node) not in uses for node in named):
            return None  # a pointer may be changed, or compared with another one
        length = parse_expression(match[1], set(), 0, self.construct.directive.where.file)
        stays = self._is_number_known(length) or (isinstance(length, c_ast.ID) and self._stays(length.name))
        return (length,) if length is not None and stays else None

    def _is_number_known(self, node: c_ast.Node | None) -> bool:
        """Whether an expression is a number, or the name of one."""
        if not isinstance(node, c_ast.ID):
            return isinstance(node, c_ast.Constant)
        named = {each.name for each in walk(self.unit.tree) if isinstance(each, c_ast.Enumerator)}
        return node.name in named - declared_names(self.function)

    def _stays(self, name: str) -> bool:
        """Whether a variable is one of the function's that nothing in the construct can change."""
        return name not in pointed_names(self.function) | assigned_names(self.construct) and self._is_own(name)

    def _is_own(self, name: str) -> bool:
        """Whether a name is that of one variable of the function's where the construct begins."""
        found = declaration_of(name, self.construct, self.function, self.unit)
        return found is not None and not any(found is each for each in self.unit.declarations)

    def _is_number(self, of: c_ast.Node) -> bool:
        """Whether a type is one of the language's, or another name for one."""
        return isinstance(meaning(of, self.unit), c_ast.IdentifierType | c_ast.Enum)

    def _is_complex(self, of: c_ast.Node | None) -> bool:
        """Whether a type is one of complex numbers."""
        found = meaning(of, self.unit)
        return isinstance(found, c_ast.IdentifierType) and "_Complex" in found.names


def _sections(clause: Clause) -> dict[str, str]:
    """What is in brackets behind the variables of a clause, by their names."""
    if clause.argument is None:
        return {}
    _, _, listed = clause.argument.partition(":")
    found = (each.strip().partition("[") for each in _split(listed, ","))
    return {name.strip(): f"[{rest}" for name, bracket, rest in found if bracket}


def _spelled(of: c_ast.Node) -> str:
    return " ".join(of.names) if isinstance(of, c_ast.IdentifierType) else f"struct {getattr(of, 'name', '')}"


def _multiplies(node: Omp) -> bool:
    """Whether a directive reduces variables by products."""
    return any(each.modifier == "*" for each in node.directive.all("reduction"))


def _declares(node: Omp) -> bool:
    return node.directive.kind == "declare reduction" and node.directive.known


def _declared(node: Omp, types: set[str]) -> _Declared | None:
    """What a directive declares; None where it is not understood."""
    arguments = _arguments(node.directive.text)
    head = list(_split(arguments[0], ":", 2)) if arguments else []
    if len(head) != 3:
        return None
    name, listed, text = (each.strip() for each in head)
    of = tuple(" ".join(each.split()) for each in _split(listed, ","))
    line = getattr(node.coord, "line", 0)

    def parsed(text: str) -> c_ast.Node | None:
        return parse_expression(text, types, line, node.directive.where.file)

    combiner = parsed(text)
    if combiner is None or len(arguments) > 2:
        return None
    if len(arguments) == 1:
        return _Declared(name, of, combiner)
    match = _PRIVATE.fullmatch(arguments[1])
    if match is None:
        call = parsed(arguments[1])
        return _Declared(name, of, combiner, call=call) if isinstance(call, c_ast.FuncCall) else None
    if match[1].lstrip().startswith("{"):
        literal = parsed(f"(struct omp_priv) {match[1]}")
        value = literal.init if isinstance(literal, c_ast.CompoundLiteral) else None
    else:
        value = parsed(match[1])
    return None if value is None else _Declared(name, of, combiner, value=value)


def _arguments(text: str) -> list[str]:
    """What is in the outermost parentheses of a directive: the reduction, and the initialiser if there is one."""
    found: list[str] = []
    depth = begin = 0
    for at, letter in enumerate(text):
        if letter in "'\"":
            return []
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "(" and depth == 1:
            begin = at + 1
        elif letter == ")" and depth == 0:
            found.append(text[begin:at])
    return found


def _split(text: str, separator: str, most: int = -1) -> Iterator[str]:
    """The parts of a text between separators that are in no brackets, at so many of them at most."""
    depth = begin = 0
    for at, letter in enumerate(text):
        depth += _PARTS.get(letter, 0)
        if letter == separator and depth == 0 and most != 0:
            yield text[begin:at]
            begin, most = at + 1, most - 1
    yield text[begin:]
