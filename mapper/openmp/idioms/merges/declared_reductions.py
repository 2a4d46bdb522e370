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

So do products of complex numbers.  OpenMP leaves open how many copies there are, what iterations each sees, and in
which order they are combined.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.directive import COMBINED, Clause, Directive
from mapper.ir.trees.names import all_names, declared_names, fresh_name, objects_in
from mapper.ir.trees.nodes import Omp, clone, rebuilt, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.expressions import parse_expression
from mapper.openmp.idioms.constructs import (
    OF_LOOPS,
    barrier_behind,
    changeable,
    is_loop,
    make_region,
    replace_loops,
    without_wait,
)

_PRIVATE = re.compile(r"\s*omp_priv\s*=(?!=)(.*)", re.DOTALL)
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


_PRODUCT = _Declared(
    "*",
    (),
    c_ast.Assignment("*=", c_ast.ID("omp_out"), c_ast.ID("omp_in")),
    value=c_ast.Constant("int", "1"),
)
"""The product of complex numbers, which the device does not reduce by itself."""


def combine_behind(unit: Unit, as_written: Collection[Location] = ()) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    code = [node for node in unit.tree.ext if isinstance(node, c_ast.FuncDef | Omp)]
    declarations = [part for node in code for part in walk(node) if isinstance(part, Omp) and _declares(part)]
    if not declarations and not any(map(_multiplies, (part for node in code for part in walk(node)))):
        return
    types = {node.name for node in unit.tree.ext if isinstance(node, c_ast.Typedef)}
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

    `is_number` is true if its type is of the language's numbers, maybe by another name.
    """

    name: str
    own: str
    of: c_ast.Node
    declared: _Declared
    at: c_ast.Node
    is_number: bool

    def begins(self) -> list[c_ast.Node]:
        """The declaration of the thread's own variable."""
        value, call = self.declared.value, self.declared.call
        if value is None and call is None:
            zero = c_ast.Constant("int", "0")
            value = zero if self.is_number else c_ast.InitList([zero])
        start = None if value is None else self._meant(value)
        items: list[c_ast.Node] = [build.host_variable(self.own, clone(self.of), start, self.at.coord)]
        return items if call is None else [*items, self._meant(call)]

    def combined(self, where: Location) -> Omp:
        """What combines the thread's own variable with that of all."""
        marks = (Clause(COMBINED, where),)
        body = c_ast.Compound([self._meant(self.declared.combiner)], self.at.coord)
        return Omp(Directive("critical", marks, where, "critical"), body, self.at.coord)

    def _meant(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of an expression of the declaration, in the variables' names."""
        names = {"omp_out": self.name, "omp_orig": self.name, "omp_in": self.own, "omp_priv": self.own}

        def change(each: c_ast.Node) -> c_ast.Node:
            if isinstance(each, c_ast.ID):
                return c_ast.ID(names.get(each.name, each.name), self.at.coord)
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
        taken = all_names(self.unit.tree)
        for clause in self.construct.directive.all("reduction"):
            operator = clause.modifier or ""
            known = [each for each in self.declared if each.name == operator]
            if not known and operator != "*":
                continue
            if clause.argument is not None and "[" in clause.argument:
                if known:
                    return None
                continue
            for name in clause.variables:
                of = self._type(name)
                spelled = None if of is None else _spelled(of)
                fitting = [each for each in known if spelled in each.types]
                if not fitting and operator == "*" and self._is_complex(of):
                    fitting = [_PRODUCT]
                if not fitting and not operator.isidentifier():
                    continue  # one of the language's, of a number
                if of is None or len(fitting) != 1 or self._hides(fitting[0]):
                    return None
                own = fresh_name(f"{name}_own", taken)
                taken.add(own)
                found.append(_Copy(name, own, of, fitting[0], self.construct, self._is_number(of)))
        return found

    def _hides(self, declared: _Declared) -> bool:
        """Whether a name of a declaration means something else in the function."""
        parts = [each for each in (declared.combiner, declared.value, declared.call) if each is not None]
        named = {node.name for part in parts for node in objects_in(part)}
        return bool(named & declared_names(self.function))

    def _type(self, name: str) -> c_ast.Node | None:
        """The type of a variable that the construct knows by its name alone."""
        found = [node for node in walk(self.function) if isinstance(node, c_ast.Decl) and node.name == name]
        if not found:
            found = [each for each in self.unit.declarations if each.name == name]
        inside = {id(node) for node in walk(self.construct)}
        of = found[0].type if len(found) == 1 and id(found[0]) not in inside else None
        if not isinstance(of, c_ast.TypeDecl) or of.quals:
            return None
        if isinstance(of.type, c_ast.Struct):
            return c_ast.Struct(of.type.name, None) if of.type.name else None
        return of.type if isinstance(of.type, c_ast.IdentifierType) else None

    def _is_number(self, of: c_ast.Node) -> bool:
        """Whether a type is one of the language's, or another name for one."""
        return isinstance(self._meaning(of), c_ast.IdentifierType | c_ast.Enum)

    def _is_complex(self, of: c_ast.Node | None) -> bool:
        """Whether a type is one of complex numbers."""
        meaning = self._meaning(of)
        return isinstance(meaning, c_ast.IdentifierType) and "_Complex" in meaning.names

    def _meaning(self, of: c_ast.Node | None) -> c_ast.Node | None:
        """A type without other names for it."""
        named = {node.name: node.type for node in self.unit.tree.ext if isinstance(node, c_ast.Typedef)}
        while isinstance(of, c_ast.IdentifierType) and (other := named.get(" ".join(of.names))) is not None:
            of = other.type
        return of


def _spelled(of: c_ast.Node) -> str:
    return " ".join(of.names) if isinstance(of, c_ast.IdentifierType) else f"struct {getattr(of, 'name', '')}"


def _multiplies(node: c_ast.Node) -> bool:
    """Whether a directive reduces variables by products."""
    return isinstance(node, Omp) and any(each.modifier == "*" for each in node.directive.all("reduction"))


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
