"""The standard's rules on nesting and on branches, which gcc -fsyntax-only doesn't look at.

The rules are those of OpenMP 3.1, section 2.10, as far as one function shows them: a construct whose
surroundings are in another function is never reported.  Around directives of later versions nothing is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit
from mapper.openmp.parse import parse_directive
from mapper.openmp.rules import LOOPS
from mapper.openmp.shape import nested_loop

_NAMED = re.compile(r"#pragma\s+omp\s+(\w+)")
_WORK_SHARING = frozenset({"for", "sections", "section", "single"})

_FORBIDDEN: dict[str, tuple[frozenset[str], str]] = {
    "work-sharing": (
        _WORK_SHARING | {"task", "critical", "ordered", "master", "atomic"},
        "work-sharing, 'critical', 'ordered', 'master' or explicit 'task' region",
    ),
    "barrier": (
        _WORK_SHARING | {"task", "critical", "ordered", "master", "atomic"},
        "work-sharing, 'critical', 'ordered', 'master' or explicit 'task' region",
    ),
    "'master'": (_WORK_SHARING | {"task", "atomic"}, "work-sharing or explicit 'task' region"),
    "'ordered'": (
        frozenset({"critical", "ordered", "task", "atomic"}),
        "'critical', 'ordered' or explicit 'task' region",
    ),
}
"""What may not be closely nested (no `parallel` between) inside which directives; and how to say it."""


def check(unit: Unit) -> list[Diagnostic]:
    """The breaches of the nesting rules in a bound unit (errors E013), and unknown directives (warnings W001)."""
    checker = _Checker(unit)
    for item in unit.tree.ext:
        if isinstance(item, c_ast.FuncDef):
            checker.function(item)
        elif isinstance(item, Omp):
            checker.construct(item, _Around())
    return checker.found


def unknown_directives(unit: Unit) -> frozenset[str]:
    """The names of the directives of a unit that no OpenMP version defines."""
    named = (_NAMED.match(token.text) for token in unit.tokens if token.kind == "pragma")
    names = {match[1] for match in named if match is not None}
    return frozenset(name for name in names if not _is_known(name))


def _is_known(name: str) -> bool:
    try:
        return parse_directive(f"omp {name}", Location("")).known
    except MapperError:
        return True


@dataclass(frozen=True)
class _Around:
    """What surrounds a statement: constructs from outside in, and where `break` and `continue` lead.

    `leaves_by_break` is true where a `break` would leave the innermost construct, so for `continue`.
    """

    constructs: tuple[Omp, ...] = ()
    leaves_by_break: bool = False
    leaves_by_continue: bool = False


@dataclass
class _Checker:
    unit: Unit
    found: list[Diagnostic] = field(default_factory=list)
    labels: dict[str, tuple[Omp, ...]] = field(default_factory=dict)
    gotos: list[tuple[c_ast.Goto, tuple[Omp, ...]]] = field(default_factory=list)

    def function(self, function: c_ast.FuncDef) -> None:
        """Check one function."""
        self.labels, self.gotos = {}, []
        self._statement(function.body, _Around())
        for goto, source in self.gotos:
            target = self.labels.get(goto.name, source)
            if len(target) < len(source) and source[: len(target)] == target:
                self._leaves(goto, source)
            elif target != source:
                place = (f"the construct that holds '{goto.name}' is here", target[-1].directive.where)
                message = "invalid entry to OpenMP structured block"
                self._error(message, self.unit.location(goto), place)

    # ---- statements and branches

    def _statement(self, node: c_ast.Node | None, around: _Around) -> None:
        match node:
            case Omp():
                self.construct(node, around)
            case c_ast.Compound():
                for item in node.block_items or []:
                    self._statement(item, around)
            case c_ast.If():
                last: c_ast.Node | None = node
                while isinstance(last, c_ast.If):  # a chain of `else if` may be long
                    self._statement(last.iftrue, around)
                    last = last.iffalse
                self._statement(last, around)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                self._statement(node.stmt, _Around(around.constructs))
            case c_ast.Switch():
                self._statement(node.stmt, _Around(around.constructs, False, around.leaves_by_continue))
            case c_ast.Case() | c_ast.Default():
                for item in node.stmts or []:
                    self._statement(item, around)
            case c_ast.Label():
                self.labels[node.name] = around.constructs
                self._statement(node.stmt, around)
            case c_ast.Goto():
                self.gotos.append((node, around.constructs))
            case c_ast.Return() if around.constructs:
                self._leaves(node, around.constructs)
            case c_ast.Break() if around.leaves_by_break:
                self._leaves(node, around.constructs)
            case c_ast.Continue() if around.leaves_by_continue:
                self._leaves(node, around.constructs)

    def _leaves(self, branch: c_ast.Node, constructs: tuple[Omp, ...]) -> None:
        where = self.unit.location(branch)
        self._error("invalid exit from OpenMP structured block", where, _here(constructs[-1]))

    # ---- constructs

    def construct(self, node: Omp, around: _Around) -> None:
        """Check one construct and what it holds."""
        directive = node.directive
        if not directive.known:
            message = f"unknown directive '#pragma omp {directive.kind}' is left to the C compiler"
            self.found.append(Diagnostic(Severity.WARNING, "W001", message, directive.where))
        elif not directive.later:
            self._nesting(node, around.constructs)
        inner = _Around((*around.constructs, node), True, True)
        if directive.words & LOOPS and isinstance(node.body, c_ast.For):
            loop: c_ast.For = node.body
            for _ in range(directive.collapsed - 1):
                loop = nested_loop(loop) or loop
            self._statement(loop.stmt, _Around(inner.constructs, True, False))
        else:
            self._statement(node.body, inner)

    def _nesting(self, node: Omp, outer: tuple[Omp, ...]) -> None:
        kind = node.directive.kind
        if kind == "section":
            self._section(node, outer)
        elif kind in _WORK_SHARING:
            self._closely(node, outer, "work-sharing")
        elif kind == "barrier":
            self._closely(node, outer, "barrier")
        elif kind == "master":
            self._closely(node, outer, "'master'")
        elif kind == "ordered":
            if self._closely(node, outer, "'ordered'"):
                self._ordered(node, outer)
        elif kind == "critical":
            self._critical(node, outer)

    def _closely(self, node: Omp, outer: tuple[Omp, ...], what: str) -> bool:
        """Report a construct that is closely nested in one that it may not be in; true if there is none."""
        forbidden, places = _FORBIDDEN[what]
        for construct in reversed(outer):
            directive = construct.directive
            if directive.later:
                return True
            if directive.words & forbidden:
                message = f"{what} region may not be closely nested inside of {places}"
                self._error(message, node.directive.where, _here(construct))
                return False
            if "parallel" in directive.words:
                return True
        return True

    def _ordered(self, node: Omp, outer: tuple[Omp, ...]) -> None:
        for construct in reversed(outer):
            directive = construct.directive
            if directive.later or ("for" in directive.words and directive.first("ordered")):
                return
            if directive.words & {"for", "parallel"}:
                message = "'ordered' region must be closely nested inside a loop region with an 'ordered' clause"
                self._error(message, node.directive.where, _here(construct))
                return

    def _critical(self, node: Omp, outer: tuple[Omp, ...]) -> None:
        for construct in reversed(outer):
            if construct.directive.kind == "critical" and construct.directive.form == node.directive.form:
                message = "'critical' region may not be nested inside a 'critical' region with the same name"
                self._error(message, node.directive.where, _here(construct))
                return

    def _section(self, node: Omp, outer: tuple[Omp, ...]) -> None:
        around = outer[-1] if outer else None
        inside = around is not None and "sections" in around.directive.words
        items = around.body.block_items if inside and around and isinstance(around.body, c_ast.Compound) else ()
        if not any(item is node for item in items or ()):
            message = "'#pragma omp section' may only be used in '#pragma omp sections' construct"
            self._error(message, node.directive.where)

    def _error(self, message: str, where: Location, *notes: tuple[str, Location | None]) -> None:
        self.found.append(Diagnostic(Severity.ERROR, "E013", message, where, notes))


def _here(construct: Omp) -> tuple[str, Location]:
    return f"the enclosing '#pragma omp {construct.directive.kind}' is here", construct.directive.where
