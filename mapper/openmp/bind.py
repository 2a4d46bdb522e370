"""Binds directives to statements: each OpenMP pragma and the statement after it become one `Omp` node.

pycparser leaves a pragma in front of its statement, as a neighbour in a block or, where the language asks for
a single statement, in a block that it makes for the two.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Sequence
from typing import TypeGuard

from pycparser import c_ast

from mapper.diagnostics import Diagnostic, Location, MapperError, blamed_on, fail
from mapper.ir.trees.directive import Clause, Directive
from mapper.ir.trees.nodes import Omp, first_token, has_effects
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.called_places import put_places
from mapper.openmp.idioms.calls.called_updates import put_in_place
from mapper.openmp.idioms.elsewhere import NOTHING, Elsewhere
from mapper.openmp.idioms.forward_jumps import structure
from mapper.openmp.idioms.memory.allocators import call_library
from mapper.openmp.idioms.memory.own_atomics import simplify_atomics
from mapper.openmp.idioms.memory.own_lists import gather
from mapper.openmp.idioms.memory.own_sums import add_up
from mapper.openmp.idioms.memory.scratch import sink
from mapper.openmp.idioms.memory.table_blocks import use_tables
from mapper.openmp.idioms.merges.atomic_merges import in_criticals
from mapper.openmp.idioms.merges.claims import claim
from mapper.openmp.idioms.merges.constant_stores import store_atomically
from mapper.openmp.idioms.merges.declared_reductions import combine_behind
from mapper.openmp.idioms.merges.extremes import keep_apart
from mapper.openmp.idioms.ordered_blocks import in_any_order
from mapper.openmp.idioms.ordered_clauses import leave_out_ordered
from mapper.openmp.idioms.pipelines.hyperplanes import by_hyperplanes
from mapper.openmp.idioms.pipelines.tiles import by_diagonals
from mapper.openmp.idioms.shares.asking import thread_numbers
from mapper.openmp.idioms.shares.dealt import deal
from mapper.openmp.idioms.shares.own_parts import keep_together
from mapper.openmp.idioms.shares.workers import put_workers
from mapper.openmp.idioms.structures.own_structures import by_members
from mapper.openmp.idioms.target_loops import as_parallel_loops
from mapper.openmp.idioms.task_loops import share_out
from mapper.openmp.parse import parse_directive, unread_directive
from mapper.openmp.places import Places
from mapper.openmp.rules import ADVICE, TRANSFERS, stands_alone
from mapper.openmp.shape import check_body
from mapper.openmp.variants import show_variants

_AT_FILE_SCOPE = frozenset(
    ["threadprivate", "groupprivate", "allocate", "assumes", "requires", "error", "nothing"]
)
_EFFECT = re.compile(r"\w\s*\(|\+\+|--|[^=!<>]=[^=]")
_CONTROL = (c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Switch)


def bind(
    unit: Unit,
    unread: list[Diagnostic] | None = None,
    meant: Collection[str] = (),
    as_written: Collection[Location] = (),
    elsewhere: Elsewhere = NOTHING,
) -> Unit:
    """The unit with its pragmas bound: the tree is changed in place, `extents` cover the `Omp` nodes.

    An `Omp` node's extent goes from its pragma to the last token of its statement.  Unknown directives between
    a directive and its statement are left out of the tree.  So is advice, whose statement begins at the pragma.
    Where `unread` is given, it gets the errors of directives that can't be read, which then keep their constructs.
    `meant` are the names of directives that mapper doesn't know and the C compiler does: these keep them, too.
    Regions at the places in `as_written` keep what their threads do by hand (`dealt.py`, `scratch.py`,
    `tiles.py`), their structures (`own_structures.py`), `ordered` (`ordered_blocks.py`) and what they call
    (`called_updates.py`), and pipelines at places there stay in their planes (`hyperplanes.py`).
    `elsewhere` are functions of other files.
    Raises MapperError with all else that it finds: E010 and E011 of `parse_directive`, E012 for a directive
    without the statement it needs.
    """
    binder = _Binder(unit, unread, meant)
    unit.tree.ext = binder.items(unit.tree.ext, file_scope=True)
    if binder.errors:
        raise MapperError(dict.fromkeys(binder.errors))
    show_variants(unit.tree.ext)
    unit = dataclasses.replace(unit, extents=binder.extents)
    as_parallel_loops(unit)
    leave_out_ordered(unit)
    share_out(unit)
    structure(unit)
    in_any_order(unit, as_written)
    by_members(unit, as_written)
    put_in_place(unit, as_written, elsewhere.updates)
    put_workers(unit, as_written, elsewhere.asking)
    put_places(unit, as_written, thread_numbers(unit, elsewhere.asking), elsewhere.places)
    use_tables(unit, as_written, thread_numbers(unit, elsewhere.asking))
    gather(unit, as_written)
    simplify_atomics(unit, as_written)
    store_atomically(unit, as_written)
    in_criticals(unit)
    claim(unit, as_written)
    by_hyperplanes(unit, as_written)
    by_diagonals(unit, as_written)
    combine_behind(unit, as_written)
    keep_apart(unit, as_written)
    deal(unit, as_written, elsewhere.asking)
    by_hyperplanes(unit, as_written)
    call_library(unit, elsewhere.allocators)
    add_up(unit, as_written)
    sink(unit, as_written)
    keep_together(unit)
    return unit


class _Binder:
    """One walk over one unit."""

    def __init__(self, unit: Unit, unread: list[Diagnostic] | None, meant: Collection[str]) -> None:
        self.unit = unit
        self.unread = unread
        self.meant = meant
        self.extents = dict(unit.extents)
        self.places = Places(unit.files)
        self.typedefs: set[str] = set()
        self.errors: list[Diagnostic] = []

    # ---- statements

    def items(self, items: Sequence[c_ast.Node] | None, *, file_scope: bool = False) -> list[c_ast.Node]:
        """The items of a block with the constructs in them bound."""
        rest = self._flattened(items or [])
        bound: list[c_ast.Node] = []
        position = 0
        while position < len(rest):
            item = rest[position]
            if _is_omp(item):
                construct, position = self._construct(rest, position)
                if file_scope:
                    _check_file_scope(construct.directive)
                elif _is_advice(construct.directive):
                    if construct.body is not None:
                        bound.append(self._advised(construct))
                    continue
                bound.append(construct)
            else:
                bound.append(self._inside(item))
                position += 1
        return bound

    def _flattened(self, items: Sequence[c_ast.Node]) -> list[c_ast.Node]:
        """Items with the blocks taken away that pycparser made for a pragma and a statement."""
        flat: list[c_ast.Node] = []
        for item in items:
            if _is_made_up(item):
                self.extents.pop(id(item), None)
                flat += item.block_items
            else:
                flat.append(item)
        return flat

    def _single(self, statement: c_ast.Node, parent: c_ast.Node) -> c_ast.Node:
        """A statement in a place for one, which may be a made-up block with pragmas before it."""
        if not _is_made_up(statement):
            return self._inside(statement)
        bound = self.items(statement.block_items)
        if isinstance(parent, _CONTROL):
            for item in bound:
                if isinstance(item, Omp) and item.body is None and item.directive.known:
                    message = f"'#pragma omp {item.directive.kind}' may only be used in compound statements"
                    fail("E012", message, item.directive.where)
        if len(bound) == 1:
            self.extents.pop(id(statement), None)
            return bound[0]
        statement.block_items = bound
        return statement

    def _inside(self, node: c_ast.Node) -> c_ast.Node:
        """A statement, declaration or definition with the constructs inside it bound."""
        match node:
            case c_ast.Typedef():
                self.typedefs.add(node.name)
            case c_ast.FuncDef():
                with blamed_on("front end", self.unit.location(node)):
                    self._inside(node.body)
            case c_ast.Compound():
                node.block_items = self.items(node.block_items) if node.block_items else node.block_items
            case c_ast.If():
                self._branches(node)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile() | c_ast.Switch() | c_ast.Label():
                node.stmt = self._single(node.stmt, node)
            case c_ast.Case() | c_ast.Default():
                node.stmts = self.items(node.stmts)
        return node

    def _branches(self, node: c_ast.If) -> None:
        """Both branches of an `if`, and those of all that follow in a chain of `else if`."""
        while True:
            node.iftrue = self._single(node.iftrue, node)
            if not isinstance(node.iffalse, c_ast.If):
                break
            node = node.iffalse
        if node.iffalse is not None:
            node.iffalse = self._single(node.iffalse, node)

    # ---- constructs

    def _construct(self, items: Sequence[c_ast.Node], position: int) -> tuple[Omp, int]:
        """The construct whose pragma is at `position`, and the position after its statement."""
        pragma = items[position]
        assert _is_omp(pragma)
        directive = self._directive(pragma)
        position += 1
        if not directive.known or stands_alone(directive.kind, _kinds(directive)):
            return self._omp(pragma, directive, None), position
        while position < len(items) and self._is_unknown(items[position]):
            self.extents.pop(id(items[position]), None)
            position += 1
        if position == len(items):
            fail("E012", f"'#pragma omp {directive.kind}' stands before no statement", directive.where)
        body: c_ast.Node
        if _is_omp(items[position]):
            body, position = self._construct(items, position)
        else:
            body = self._inside(items[position])
            position += 1
        try:
            check_body(self.unit, directive, body)
        except MapperError as error:
            self.errors += error.diagnostics
        return self._omp(pragma, directive, body), position

    def _advised(self, construct: Omp) -> c_ast.Node:
        """The statement of a directive that only advises."""
        body = construct.body
        assert body is not None
        extent = self.extents.pop(id(construct), None)
        if extent is not None:
            self.extents[id(body)] = extent
        return body

    def _is_unknown(self, item: c_ast.Node) -> bool:
        """Whether an item is a directive that the C compiler will ignore."""
        return _is_omp(item) and not self._directive(item).known

    def _directive(self, pragma: c_ast.Pragma) -> Directive:
        line = first_token(pragma)
        where = self.unit.tokens[line - 1].where
        place = self.places.of(pragma.string, where)
        try:
            read = parse_directive(pragma.string, where, typedefs=self.typedefs, token=line, place=place)
        except MapperError as error:
            if self.unread is not None:
                self.unread += error.diagnostics
                return unread_directive(pragma.string, where, error.diagnostics[0].message)
            self.errors += error.diagnostics
            return Directive("", (), where, pragma.string, known=False)
        if not read.known and read.kind in self.meant:
            why = "the C compiler knows it, mapper doesn't"
            return dataclasses.replace(read, known=True, later=True, unread=why)
        return read

    def _omp(self, pragma: c_ast.Pragma, directive: Directive, body: c_ast.Node | None) -> Omp:
        node = Omp(directive, body, pragma.coord)
        self.extents.pop(id(pragma), None)  # the pragma goes, and another node may get its id
        first = last = first_token(pragma)
        if body is not None:
            if id(body) not in self.extents:
                return node  # in a system header, whose statements have no extents
            last = self.extents[id(body)][1]
        self.extents[id(node)] = (first, last)
        return node


def _is_omp(node: c_ast.Node) -> TypeGuard[c_ast.Pragma]:
    return isinstance(node, c_ast.Pragma) and isinstance(node.string, str) and node.string.split()[:1] == ["omp"]


def _is_made_up(node: c_ast.Node) -> TypeGuard[c_ast.Compound]:
    """Whether a block is pycparser's own, made for pragmas and a statement: it starts where its pragma does."""
    if not isinstance(node, c_ast.Compound) or not node.block_items:
        return False
    first = node.block_items[0]
    return isinstance(first, c_ast.Pragma) and first_token(first) == first_token(node)


def _kinds(directive: Directive) -> frozenset[str]:
    return frozenset(clause.kind for clause in directive.clauses)


def _is_advice(directive: Directive) -> bool:
    """Whether what a directive governs means the same without it; `error` has an effect when it is compiled.

    A transfer whose clauses hold calls or assignments is none.
    """
    if directive.unread:
        return False
    if directive.kind in TRANSFERS:
        return not any(map(_has_effects, directive.clauses))
    at = directive.first("at")
    return directive.kind in ADVICE or (directive.kind == "error" and (at is None or at.argument != "execution"))


def _has_effects(clause: Clause) -> bool:
    """Whether a clause of a transfer calls a function or assigns."""
    computed = clause.expression
    return bool(_EFFECT.search(clause.argument or "")) or (computed is not None and has_effects(computed))


def _check_file_scope(directive: Directive) -> None:
    words = directive.words
    if directive.known and not words & {"declare", "begin", "end"} and directive.kind not in _AT_FILE_SCOPE:
        fail("E012", f"'#pragma omp {directive.kind}' may only be used inside a function", directive.where)
