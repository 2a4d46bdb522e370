"""Pragma text -> `Directive`."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import replace

from pycparser.c_generator import CGenerator

from mapper.diagnostics import Location, fail
from mapper.ir.trees.directive import Clause, Directive
from mapper.openmp import rules
from mapper.openmp.clauses import ClauseReader, Place, ReadClause
from mapper.openmp.syntax import DirectiveError, directive_tree
from mapper.openmp.tree import Branch, Token, branch, branches

_LINEAR = re.compile(
    r"\s*([\w$]+(?:\s*,\s*[\w$]+)*)\s*(?::\s*(?!(?:ref|step|uval|val)\s*(?:[(,]|\Z))(.*\S))?\s*", re.DOTALL
)
"""A list of variables with or without a step; modifiers of later versions begin with a word of their own."""
_JOINED = re.compile(r"\s*omp\s+(?:(?:begin|end)\s+)?(?:declare|target|cancellation)_\w+")


def parse_directive(
    text: str,
    where: Location,
    *,
    typedefs: AbstractSet[str] = frozenset(),
    token: int = 0,
    place: Place | None = None,
) -> Directive:
    """The directive that `text` spells: what follows `#pragma`, macros expanded, from the word `omp` on.

    `where` is the place of the text's first character; `place` gives the place of any offset into the text,
    for text that doesn't are in the user's file as it is here.  `typedefs` are the names of types, for casts
    in expressions; `token` becomes `coord.line` of the expressions' nodes.
    A name that no OpenMP version has gives a directive that isn't `known`.
    Raises MapperError: E010 for what isn't an OpenMP directive, E011 for a clause in the wrong place.
    """
    if place is None:

        def place(offset: int) -> Location:
            return Location(where.file, where.line, where.column + offset if where.column else 0)

    try:
        tree = directive_tree(_spaced(text))
    except DirectiveError as error:
        fail("E010", str(error), place(error.start))
    if tree.data == "unknown":
        name = " ".join(text.split()[1:2])
        return Directive(name, (), place(0), text, known=False)
    reader = ClauseReader(text, place, typedefs, token)
    head = branch(tree, 0)
    clauses = [reader.read(clause) for part in branches(tree, "clauses") for clause in branches(part)]
    if head.data == "metadirective":
        kind = " ".join(str(child) for child in head.children if isinstance(child, Token))
        return Directive(kind, (), place(0), text, later=True)
    if head.data == "later_name":
        return _later(reader, tree, clauses)
    if head.data == "name":
        return _named(reader, _words(head), clauses)
    return _listed(reader, head, clauses)


def unread_directive(text: str, where: Location, message: str) -> Directive:
    """What represents a directive that `parse_directive` rejects, for that reason, and the C compiler takes.

    It governs a statement where the longest known name that it begins with does.
    """
    words = re.findall(r"\w+", _spaced(text))[1:]
    names = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    kind = next((name for name in names if name in rules.KINDS), "")
    return Directive(kind, (), where, text, known=bool(kind), later=True, unread=message)


def _spaced(text: str) -> str:
    """The text with the words of the name apart, where OpenMP 6.0 writes them as one (`declare_target`)."""
    name = _JOINED.match(text)
    return text if name is None else name[0].replace("_", " ") + text[name.end() :]


def _later(reader: ClauseReader, tree: Branch, read: list[ReadClause]) -> Directive:
    """A directive of a later version; its own argument is a clause of its name.

    `masked` for the thread with number 0 is `master`.
    """
    kind = _words(branch(tree, 0))
    clauses = [item.clause for item in read]
    if clauses and clauses[0].kind == "simd":
        kind, clauses = f"{kind} simd", clauses[1:]
    for argument in branches(tree, "later_argument"):
        where = reader.place(argument.start)
        clauses.insert(0, Clause(kind, where, argument=reader.inside(argument)))
    if kind == "masked" and all(each.kind == "filter" and each.argument == "0" for each in clauses):
        return Directive("master", (), reader.place(0), reader.text)
    return Directive(kind, tuple(clauses), reader.place(0), reader.text, later=True)


def _named(reader: ClauseReader, kind: str, read: list[ReadClause]) -> Directive:
    """A directive that is a name and clauses."""
    if kind in ("ordered", "for"):
        read = [_with_simd(item, kind, read) for item in read]
    if "parallel" in kind.split():
        read = [_of_parallel(item) for item in read]
    rules.check_clauses(kind, read, reader.place)
    clauses = [_linear(reader, item) if "for" in kind.split() else item.clause for item in read]
    form = None
    if kind == "atomic":
        form = next((clause.kind for clause in clauses if clause.kind in rules.ATOMIC_FORMS), "update")
        clauses = [clause for clause in clauses if clause.kind not in rules.ATOMIC_FORMS]
    return Directive(kind, tuple(clauses), reader.place(0), reader.text, form=form)


def _with_simd(item: ReadClause, kind: str, read: list[ReadClause]) -> ReadClause:
    """Clauses of later versions that look like older ones: `ordered simd`, and the `if` of `for simd`."""
    clause = item.clause
    if kind == "ordered" and clause.kind == "simd":
        return ReadClause(replace(clause, argument=""), item.start)
    if kind == "for" and clause.kind == "if" and clause.expression is not None and read[0].clause.kind == "simd":
        return ReadClause(replace(clause, argument=CGenerator().visit(clause.expression)), item.start)
    return item


def _of_parallel(item: ReadClause) -> ReadClause:
    """`if(parallel: x)` of a `parallel` construct means what `if(x)` does."""
    clause = item.clause
    if clause.kind == "if" and clause.modifier == "parallel" and clause.expression is not None:
        return ReadClause(replace(clause, argument=None), item.start)
    return item


def _linear(reader: ClauseReader, item: ReadClause) -> Clause:
    """A clause `linear(a, b: step)` of a work-shared loop, read; others, and those with modifiers, as they are."""
    clause = item.clause
    form = _LINEAR.fullmatch(clause.argument or "") if clause.kind == "linear" else None
    if form is None:
        return clause
    step = reader.parsed(form[2], item) if form[2] else None
    if form[2] and step is None:
        return clause
    return replace(clause, variables=tuple(re.findall(r"[\w$]+", form[1])), expression=step, argument=None)


def _listed(reader: ClauseReader, head: Branch, read: list[ReadClause]) -> Directive:
    """`critical`, `flush` or `threadprivate`, with what is in its own parentheses."""
    kind = str(head.data)
    form = str(head.children[0]) if kind == "critical" and head.children else None
    own = [reader.listed(kind, names, names.start) for names in branches(head, "names")]
    rules.check_clauses(kind, own + read, reader.place)
    return Directive(kind, tuple(item.clause for item in own + read), reader.place(0), reader.text, form=form)


def _words(name: Branch) -> str:
    return " ".join(str(word) for word in name.children)
