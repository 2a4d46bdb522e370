"""The tree of a clause -> `Clause`."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location, fail
from mapper.ir.trees.directive import Clause
from mapper.openmp.expressions import constant, parse_expression
from mapper.openmp.tree import Branch, Token, branch, branches, describe, token_at

_GNU = re.compile(r"\{|\b__\w|\btypeof\b")

Place = Callable[[int], Location]
"""The place in the user's source of an offset into the pragma's text."""


@dataclass(frozen=True)
class ReadClause:
    """A clause with its offset and the words of its list, whose places are still known."""

    clause: Clause
    start: int
    names: tuple[Token, ...] = ()


@dataclass(frozen=True)
class ClauseReader:
    """Reads the clauses of the directive `text`; see `parse_directive` for the fields."""

    text: str
    place: Place
    typedefs: AbstractSet[str]
    token: int

    def read(self, tree: Branch) -> ReadClause:
        """The clause of one tree of the rule `clause`."""
        start = tree.start
        where = self.place(start)
        match tree.data:
            case "list_clause":
                return self._list(tree, start)
            case "word_clause" | "form_clause":
                return ReadClause(Clause(str(branch(tree, 0).children[0]), where), start)
            case "simd_clause":
                return ReadClause(Clause("simd", where), start)
            case "if_clause" | "final_clause" | "num_threads_clause":
                return ReadClause(self._conditional(tree, where), start)
            case "collapse_clause":
                return ReadClause(self._collapse(tree, where), start)
            case "default_clause":
                return ReadClause(self._default(tree, where), start)
            case "schedule_clause":
                return ReadClause(self._schedule(tree, where), start)
            case "reduction_clause":
                return self._reduction(tree, where, start)
            case "ordered_clause":
                return ReadClause(self._ordered(tree, where), start)
            case _:
                return ReadClause(Clause(str(tree.children[0]), where, argument=self._argument(tree) or ""), start)

    def listed(self, kind: str, names: Branch, start: int) -> ReadClause:
        """A clause of kind `kind` whose list is a tree of the rule `names`."""
        words = tuple(word for word in names.children if isinstance(word, Token))
        variables = tuple(str(word) for word in words)
        clause = Clause(kind, self.place(start), variables=variables, places=self._places(words))
        return ReadClause(clause, start, words)

    def _list(self, tree: Branch, start: int) -> ReadClause:
        """A clause of variables, and the modifier of OpenMP 5.0's `lastprivate(conditional: x)`."""
        kind = str(branch(tree, 0).children[0])
        read = self.listed(kind, branch(tree, -1), start)
        modifier = next((child for child in tree.children if isinstance(child, Token)), None)
        if modifier is None:
            return read
        if (kind, modifier) != ("lastprivate", "conditional"):
            fail("E010", "expected ')' before ':' token", self.place(modifier.end))
        clause = replace(read.clause, modifier=str(modifier), argument=self._argument_text(tree))
        return ReadClause(clause, start, read.names)

    def _places(self, words: tuple[Token, ...]) -> tuple[Location, ...]:
        return tuple(self.place(word.start) for word in words)

    def _conditional(self, tree: Branch, where: Location) -> Clause:
        kind = str(tree.data).removesuffix("_clause")
        parts = list(branches(tree))
        modifier = self._slice(parts[0]) if len(parts) > 1 else None
        expression = self._expression(parts[-1])
        later = modifier is not None or expression is None
        argument = self._argument_text(tree) if later else None
        return Clause(kind, where, modifier=modifier, expression=expression, argument=argument)

    def _collapse(self, tree: Branch, where: Location) -> Clause:
        condition = branch(tree, 0)
        expression = self._expression(condition)
        count = constant(expression)
        if count is None and (expression is None or _named(expression)):
            # An enumerator or `sizeof`: known where names have a meaning (`analysis.names.clause_constants`).
            return Clause("collapse", where, expression=expression, argument=self._argument_text(tree))
        if count is None or count <= 0:
            fail("E010", "collapse argument needs positive constant integer expression", self._at(condition))
        coord = expression.coord if expression is not None else None
        return Clause("collapse", where, expression=c_ast.Constant("int", str(count), coord))

    def _ordered(self, tree: Branch, where: Location) -> Clause:
        argument = self._argument(tree)
        begin = tree.start
        depth = None if argument is None else self._parsed(argument, where, begin)
        return Clause("ordered", where, expression=depth, argument=argument)

    def _default(self, tree: Branch, where: Location) -> Clause:
        word = token_at(tree, 0)
        if word not in ("none", "shared", "private", "firstprivate"):
            found = describe(word)
            message = f"expected 'none', 'shared', 'private' or 'firstprivate' before {found}"
            fail("E010", message, self.place(word.start))
        return Clause("default", where, modifier=str(word))

    def _schedule(self, tree: Branch, where: Location) -> Clause:
        kind = next(child for child in tree.children if isinstance(child, Token))
        chunks = list(branches(tree, "chunk"))
        if kind not in ("static", "dynamic", "guided", "auto", "runtime"):
            fail("E010", f"invalid schedule kind before {describe(kind)}", self.place(kind.start))
        if chunks and kind in ("auto", "runtime"):
            message = f"schedule '{kind}' does not take a 'chunk_size' parameter"
            fail("E010", message, self._at(branch(chunks[0], 0)))
        expression = self._expression(branch(chunks[0], 0)) if chunks else None
        later = any(branches(tree, "schedule_modifiers")) or (chunks and expression is None)
        argument = self._argument_text(tree) if later else None
        return Clause("schedule", where, modifier=str(kind), expression=expression, argument=argument)

    def _reduction(self, tree: Branch, where: Location, start: int) -> ReadClause:
        words = [child for child in tree.children if isinstance(child, Token)]
        items = list(branches(next(branches(tree, "items"))))
        operator = str(words[-1])
        names = tuple(token_at(item, 0) for item in items)
        plain = words[:-1] in ([], ["default"]) and all(len(item.children) == 1 for item in items)
        own = words[-1].kind == "name" and operator not in ("min", "max")
        clause = Clause(
            "reduction",
            where,
            variables=tuple(str(name) for name in names),
            modifier=operator,
            argument=None if plain and not own else self._argument_text(tree),
            places=self._places(names),
        )
        return ReadClause(clause, start, names)

    # ---- text and expressions

    def parsed(self, text: str, item: ReadClause) -> c_ast.Node | None:
        """The tree of an expression in the text of a clause; None for one that only the C compiler understands."""
        return self._parsed(text, item.clause.where, item.start)

    def _slice(self, tree: Branch) -> str:
        return self.text[tree.start : tree.end]

    def inside(self, tree: Branch) -> str:
        """The text between the parentheses of a tree that is `( ... )`."""
        return " ".join(self._slice(tree)[1:-1].split())

    def _argument(self, tree: Branch) -> str | None:
        arguments = list(branches(tree, "later_argument"))
        return self.inside(arguments[0]) if arguments else None

    def _argument_text(self, tree: Branch) -> str:
        """The text between the parentheses of a whole clause."""
        text = self._slice(tree)
        return " ".join(text[text.index("(") + 1 : -1].split())

    def _at(self, tree: Branch) -> Location:
        return self.place(tree.start)

    def _parsed(self, text: str, where: Location, start: int) -> c_ast.Node | None:
        return parse_expression(text, self.typedefs, self.token, where.file, start)

    def _expression(self, tree: Branch) -> c_ast.Node | None:
        """The tree of a C expression; None for one in GNU C that only the C compiler understands."""
        text = self._slice(tree)
        where = self._at(tree)
        expression = self._parsed(text, where, tree.start)
        if expression is None and not _GNU.search(text):
            words = " ".join(text.split())
            shown = words if len(words) <= 40 else f"{words[:37]}..."
            fail("E010", f"expected expression before '{shown}'", where)
        return expression


def _named(expression: c_ast.Node | None) -> bool:
    """Whether an expression holds a name or `sizeof`, so that only the C compiler knows its value."""
    if expression is None:
        return False
    named = isinstance(expression, c_ast.ID | c_ast.Typename | c_ast.UnaryOp | c_ast.Cast)
    return named or any(_named(child) for _, child in expression.children())
