"""Which directives and clauses the translation understands, and the verdict on those that it doesn't."""

from __future__ import annotations

from typing import NoReturn

from mapper.ir.trees.directive import ADDED, APART, COMBINED, LISTED, STEADY, TILED, Clause, Directive
from mapper.translate.common.refused import refuse
from mapper.translate.loops.schedule import one_thread
from mapper.translate.merging.array_reductions import sections

# Clauses that only advise, or that the device path fulfils by itself.
_HARMLESS = frozenset(
    "simd safelen simdlen aligned nontemporal order proc_bind schedule nowait flush allocate hint".split()
)
_MEMORY_ORDERS = frozenset(["acq_rel", "acquire", "release", "relaxed", "seq_cst"])
_KNOWN = frozenset(
    "private firstprivate lastprivate linear shared default reduction".split()
    + "collapse if num_threads copyprivate copyin".split()
    + [ADDED, APART, COMBINED, LISTED, STEADY, TILED]
)
_INSIDE = frozenset(["barrier", "flush", "single", "master", "critical", "sections", "section"])
_REGIONS = frozenset(["parallel", "parallel for"])


def check_region(directive: Directive) -> None:
    """Raise `Refused` where the directive that starts a region is not translated."""
    if directive.kind not in _REGIONS or directive.later:
        _refuse(directive)
    _check_clauses(directive)
    threads = directive.first("num_threads")
    if threads is not None and one_thread(threads):
        refuse("K002", "`num_threads(1)` has one thread run all iterations in their order", threads.where)


def check_inside(directive: Directive) -> None:
    """Raise `Refused` where a construct in a region, apart from its work-shared loops, keeps the region."""
    if "parallel" in directive.words:
        refuse("K022", "a parallel region inside another one", directive.where)
    if not directive.unread and (directive.kind in ("atomic", "simd", "for") or not directive.known):
        return
    if directive.kind not in _INSIDE or directive.later:
        _refuse(directive)
    _check_clauses(directive)


def check_loop(directive: Directive) -> None:
    """Raise `Refused` where a work-shared loop has a clause that is not translated."""
    if directive.later or directive.kind not in ("for", "parallel for"):
        _refuse(directive)
    _check_clauses(directive)


def _refuse(directive: Directive) -> NoReturn:
    why = f": {directive.unread}" if directive.unread else ""
    refuse("K001", f"`{directive.kind}` is not translated{why}", directive.where)


def _check_clauses(directive: Directive) -> None:
    for clause in directive.clauses:
        shared = directive.words & {"for", "parallel"}
        if clause.kind == "reduction" and shared and sections(clause) is not None:
            continue
        if clause.kind in _MEMORY_ORDERS and directive.kind == "flush":
            continue
        _check_clause(clause)


def _check_clause(clause: Clause) -> None:
    if clause.kind in _HARMLESS or (clause.kind == "if" and clause.modifier == "simd"):
        return
    if clause.kind == "reduction" and clause.later:
        operator = clause.modifier or ""
        if operator.isidentifier() and operator not in ("min", "max"):
            refuse("K019", f"`{operator}` is a reduction that the program declares", clause.where)
        refuse("K019", "a reduction of an array section, or with a modifier, is not translated", clause.where)
    if clause.kind == "lastprivate" and clause.modifier is not None:
        refuse("K002", f"`lastprivate({clause.argument})` is not translated", clause.where)
    if clause.kind not in _KNOWN or clause.later:
        refuse("K002", f"the clause `{clause.kind}` is not translated", clause.where)
