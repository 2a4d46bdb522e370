"""A translation unit as the front end hands it on: tokens, tree, and the way back to the user's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.nodes import walk


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the normalised program.

    `where` is its place in the user's file (for a token out of a macro: the macro's use, `expanded` true).
    `system` marks tokens out of system headers.  A whole pragma is one token of kind `pragma`.
    `attributed` marks one after which the source has an attribute that code does not mean the same without.
    `at` is its column in the text that pieces are put into, where that differs from the user's, else 0.
    `reading` is the number, in `Unit.readings`, of the reading that it comes from.
    """

    text: str
    kind: str
    where: Location
    expanded: bool = False
    system: bool = False
    attributed: bool = False
    at: int = 0
    reading: int = 0

    @property
    def column(self) -> int:
        """Its column in the text that pieces are put into."""
        return self.at or self.where.column


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One of the user's files (not a system header): its name as in locations, and its text, unchanged."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a file: the first of a unit is that of its main file, and each `#include` makes another.

    `parent` is the number of the reading with the `#include` line, -1 where there is none, and `where` the place
    of that line, without a number if it is not known.  `text` is what pieces are put into, empty for files that
    are not the user's: the file's text, or where macros hold constructs in their midst the same text, line by
    line, with the uses of these macros replaced by what they make.
    """

    file: str
    parent: int
    where: Location
    text: str


@dataclass(frozen=True, slots=True)
class TextRange:
    """A half-open range of offsets into the text of one of a unit's readings, which has the number `reading`."""

    reading: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Opaque:
    """A function whose body, or a declaration (without a `name`), that is left to the C compiler alone.

    `where` is what can't be understood, with the `reason` and its `code`; `pragmas` are the places and texts of
    the pragmas in it.  `expression` is true if only a statement expression of the function is left.
    """

    name: str
    where: Location
    reason: str
    code: str
    pragmas: tuple[tuple[Location, str], ...] = ()
    expression: bool = False


TARGETS = ("openmp", "opencl", "opencl:gpu", "auto")
"""Where a region may be wanted: one of these, or nowhere in particular (empty, `auto`)."""


@dataclass(frozen=True, slots=True)
class UserClause:
    """One clause of `#pragma mapper`: a construct's `target`, or pointers whose memories are `apart`.

    With `all_apart` these are all pointers and arrays of the construct.
    """

    where: Location
    target: str = ""
    apart: tuple[str, ...] = ()
    all_apart: bool = False


def target_of(clauses: Iterable[UserClause]) -> UserClause | None:
    """The clause that gives a construct's target, if one does; they don't contradict each other."""
    return next((each for each in clauses if each.target), None)


@dataclass(frozen=True, slots=True)
class LinkNames:
    """What a unit says to the assembler and the linker of its names.

    `labels` are the assembler names that differ from the name in C, by that.  `aliases` are pairs of assembler
    names: a second name, and the one of the object or function that has it.  `sections` gives the section of each
    variable and function that names one, by its name in C; `walked` are the sections whose bounds the unit knows.
    `mentioned` are the words in assembly.  `opaque` is not empty where there is code or data that was not
    understood: what it is.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[tuple[str, str], ...] = ()
    sections: Mapping[str, str] = field(default_factory=dict)
    mentioned: frozenset[str] = frozenset()
    walked: frozenset[str] = frozenset()
    opaque: str = ""


@dataclass(frozen=True, eq=False)
class Unit:
    """One parsed translation unit.

    pycparser was given one token a line, so the `coord.line` of each node is the number (from 1) of its first
    token in `tokens`.  `tree` holds system headers' declarations too.  `extents` gives, for the `id` of each
    statement, declaration and function definition of the user, its first and last token number.  `readings` are
    the readings of all files in the order of their first lines.  `hidden` are the attributes by which a function
    runs though it is never called: `cleanup`, `constructor`, `destructor`, `ifunc`.  `other_types` names a flag,
    say, that gives types a layout which is not known, or is empty.  `names` is what it says to the assembler and
    the linker, and `linked` gives for names at file scope the one under which the whole program knows what they
    name, where that is another one.  What can't be understood is `opaque`: the tree holds replacements for it.
    `user_clauses` gives, by the lines of OpenMP pragmas (places without a column), what `#pragma mapper` before
    them says, or a file beside the sources.  `preprocessed` is the text, with definitions of macros, that all this
    was made of.
    """

    path: str
    tree: c_ast.FileAST
    tokens: tuple[Token, ...]
    files: Mapping[str, SourceFile]
    extents: Mapping[int, tuple[int, int]]
    compiler: tuple[str, ...] = ("cc",)
    flags: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    hidden: frozenset[str] = frozenset()
    other_types: str = ""
    opaque: tuple[Opaque, ...] = ()
    names: LinkNames = field(default_factory=LinkNames)
    linked: Mapping[str, str] = field(default_factory=dict)
    user_clauses: Mapping[Location, tuple[UserClause, ...]] = field(default_factory=dict)
    preprocessed: str = ""

    @property
    def functions(self) -> list[c_ast.FuncDef]:
        """The functions that the unit defines."""
        return [each for each in self.tree.ext if isinstance(each, c_ast.FuncDef)]

    @cached_property
    def constants(self) -> frozenset[str]:
        """The enumeration constants that the unit declares."""
        return frozenset(node.name for node in walk(self.tree) if isinstance(node, c_ast.Enumerator))

    @property
    def declarations(self) -> list[c_ast.Decl]:
        """The declarations at file scope, but for those of types."""
        return [each for each in self.tree.ext if isinstance(each, c_ast.Decl)]

    def location(self, node: c_ast.Node) -> Location:
        """Where a node is in the user's source; the file alone where the node has no coordinate."""
        first = self._first(node)
        return Location(self.path) if first is None else first.where

    def reading(self, node: c_ast.Node) -> int:
        """The number of the reading that a node comes from; 0 where the node has no coordinate."""
        first = self._first(node)
        return 0 if first is None else first.reading

    def include_line(self, node: c_ast.Node) -> Location | None:
        """The `#include` line that a node comes through; None where the unit reads its file only once."""
        reading = self.readings[self.reading(node)]
        several = sum(one.file == reading.file for one in self.readings) > 1
        return reading.where if several and reading.where.line else None

    def has_attributes(self, node: c_ast.Node) -> bool:
        """Whether there are attributes in a statement or function that are lost when its tree is printed."""
        first, last = self.extents[id(node)]
        return any(token.attributed for token in self.tokens[first - 1 : last])

    def in_user_code(self, node: c_ast.Node) -> bool:
        """Whether a node comes from one of the user's own files."""
        first = self._first(node)
        return first is not None and not first.system

    def _first(self, node: c_ast.Node) -> Token | None:
        """The first token of a node; None where the node has no coordinate."""
        coord = getattr(node, "coord", None)
        known = coord is not None and 1 <= (coord.line or 0) <= len(self.tokens)
        return self.tokens[coord.line - 1] if coord is not None and known else None
