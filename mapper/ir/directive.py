"""OpenMP directives as values: what `mapper.openmp` makes out of pragma text."""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.diagnostics import Location


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause.

    `kind` is its name (`private`, `reduction`, `if`, ...).  `variables` are the names in its list.
    `modifier` is the word that is not a variable: the operator of a reduction (`+`, `&&`, `max`), the kind
    of a schedule (`static`), of `default` (`none`).  `expression` is the C expression of `if`,
    `num_threads`, `collapse` and a schedule's chunk.
    """

    kind: str
    where: Location
    variables: tuple[str, ...] = ()
    modifier: str | None = None
    expression: c_ast.Node | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Directive:
    """One directive.

    `kind` is the canonical name with single blanks (`parallel for`, `barrier`).  `known` is false for names
    that the OpenMP version here does not define; such a directive is kept as text.
    `form` is the form of `atomic` (`update`, `read`, `write`, `capture`) and the name of `critical`.
    """

    kind: str
    clauses: tuple[Clause, ...]
    where: Location
    text: str
    known: bool = True
    form: str | None = None

    def all(self, kind: str) -> tuple[Clause, ...]:
        """The clauses of one kind, in source order."""
        return tuple(clause for clause in self.clauses if clause.kind == kind)

    def first(self, kind: str) -> Clause | None:
        """The first clause of one kind, or None."""
        return next((clause for clause in self.clauses if clause.kind == kind), None)

    @property
    def words(self) -> frozenset[str]:
        """The words of the name: `{"parallel", "for"}`."""
        return frozenset(self.kind.split())
