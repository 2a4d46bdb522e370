"""Which clauses each directive of OpenMP 3.1 takes, which directives are alone, which clauses are unique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mapper.diagnostics import fail
from mapper.openmp.clauses import Place, ReadClause

ATOMIC_FORMS: Final = frozenset({"read", "write", "update", "capture"})

_PARALLEL: Final = {"if", "num_threads", "default", "private", "firstprivate", "shared", "copyin", "reduction"}
_SECTIONS: Final = {"private", "firstprivate", "lastprivate", "reduction", "nowait"}
_FOR: Final = _SECTIONS | {"schedule", "collapse", "ordered", "simd"}

CLAUSES: Final[dict[str, frozenset[str]]] = {
    "parallel": frozenset(_PARALLEL),
    "for": frozenset(_FOR),
    "sections": frozenset(_SECTIONS),
    "section": frozenset(),
    "single": frozenset({"private", "firstprivate", "copyprivate", "nowait"}),
    "parallel for": frozenset((_PARALLEL | _FOR) - {"nowait"}),
    "parallel sections": frozenset((_PARALLEL | _SECTIONS) - {"nowait"}),
    "task": frozenset({"if", "final", "untied", "default", "mergeable", "private", "firstprivate", "shared"}),
    "taskyield": frozenset(),
    "taskwait": frozenset(),
    "master": frozenset(),
    "critical": frozenset(),
    "barrier": frozenset(),
    "atomic": ATOMIC_FORMS,
    "flush": frozenset(),
    "ordered": frozenset(),
    "threadprivate": frozenset(),
}
"""The clauses of OpenMP 3.1 for each of its directives (`simd` represents `for simd`)."""

_OLD: Final = frozenset().union(*CLAUSES.values())

UNIQUE: Final = frozenset(
    {
        "if",
        "final",
        "num_threads",
        "default",
        "schedule",
        "collapse",
        "ordered",
        "nowait",
        "untied",
        "mergeable",
        "simd",
    }
)
"""Clauses that a directive takes at most once."""

DATA: Final = frozenset(["private", "firstprivate", "lastprivate", "shared", "reduction"])
"""Clauses that give a variable its data-sharing attribute: one each, but for firstprivate with lastprivate."""

LATER_CLAUSES: Final = frozenset(
    """
    acq_rel acquire adjust_args affinity align aligned allocate allocator append_args apply at bind
    capture collector compare copyin defaultmap depend destroy detach device device_type dist_schedule
    doacross dynamic_allocators enter exclusive fail filter from full grainsize has_device_addr hint
    holds in_reduction inbranch inclusive indirect induction init init_complete initializer inscan
    interop is_device_ptr label linear link looprange map match memscope message milestone nocontext
    nogroup nontemporal notinbranch novariants num_tasks num_teams order otherwise partial permutation
    priority proc_bind relaxed release replayable reproducible reverse_offload safelen safesync self_maps seq_cst
    severity simdlen sizes task_reduction thread_limit threads threadset to transparent unified_address
    unified_shared_memory uniform use use_device_addr use_device_ptr uses_allocators weak when
    """.split()
)
"""Clauses of later OpenMP versions, by name; what they mean to a directive is left to the C compiler."""

STAND_ALONE: Final = frozenset(["barrier", "flush", "taskwait", "taskyield", "threadprivate"]) | frozenset(
    (
        "cancel parallel",
        "cancel for",
        "cancel sections",
        "cancel taskgroup",
        "cancellation point parallel",
        "cancellation point for",
        "cancellation point sections",
        "cancellation point taskgroup",
        "declare simd",
        "declare reduction",
        "declare mapper",
        "declare variant",
        "declare target",
        "declare induction",
        "begin declare target",
        "begin declare variant",
        "end declare target",
        "end declare variant",
        "begin metadirective",
        "end metadirective",
        "begin assumes",
        "end assumes",
        "assumes",
        "allocate",
        "depobj",
        "error",
        "groupprivate",
        "interop",
        "nothing",
        "requires",
        "scan",
        "target enter data",
        "target exit data",
        "target update",
    )
)
"""Directives that govern no statement."""

KINDS: Final = (
    STAND_ALONE
    | CLAUSES.keys()
    | frozenset(
        """
        allocators assume dispatch distribute flatten fuse interchange loop masked metadirective reverse scope simd
        split stripe target taskgraph taskgroup taskloop task_iteration teams tile unroll workdistribute
        """.split()
    )
)
"""Names of directives, or the first words of their names."""

LOOPS: Final = frozenset(["for", "simd", "taskloop", "loop", "distribute", "tile", "unroll"])
"""Words whose directives govern a `for` loop."""

ADVICE: Final = frozenset(["allocate", "assume", "nothing", "unroll"])
"""Directives whose statements mean the same without them, to a C compiler that knows them and to one that doesn't.

`unroll` is one where no other directive takes the loop that it makes.
"""

TRANSFERS: Final = frozenset(["target data", "target enter data", "target exit data", "target update"])
"""Directives that change nothing where host and device have one memory, unless their clauses have effects."""


def stands_alone(kind: str, clauses: frozenset[str]) -> bool:
    """Whether a directive governs no statement; neither does `ordered` with `depend` or `doacross`."""
    return kind in STAND_ALONE or (kind == "ordered" and bool(clauses & {"depend", "doacross"}))


def check_clauses(kind: str, read: Sequence[ReadClause], place: Place) -> None:
    """Raise E010 or E011 for the first clause that doesn't fit a directive of OpenMP 3.1.

    Beside a clause of a later version only the names are checked: such clauses lift limits of 3.1
    (`taskwait depend(...) nowait`), and what they ask for is the C compiler's to check.
    """
    for item in read:
        name = item.clause.kind
        if item.clause.later and name not in LATER_CLAUSES and name not in _OLD:
            fail("E010", f"expected '#pragma omp' clause before '{name}'", place(item.start))
    if any(item.clause.later and item.clause.kind in LATER_CLAUSES for item in read):
        return
    _check_kinds(kind, read, place)
    for group in (DATA, frozenset({"copyin"}), frozenset({"copyprivate"})):
        _check_variables([item for item in read if item.clause.kind in group], place)


def _check_kinds(kind: str, read: Sequence[ReadClause], place: Place) -> None:
    seen: dict[str, ReadClause] = {}
    for item in read:
        name = item.clause.kind
        if name == "simd" and item is not read[0]:
            fail("E010", "expected '#pragma omp' clause before 'simd'", place(item.start))
        if not item.clause.later and name not in CLAUSES[kind] and name != kind:
            fail("E011", f"'{name}' is not valid for '#pragma omp {kind}'", place(item.start))
        if name in seen and name in UNIQUE and not item.clause.later:
            fail("E011", f"too many '{name}' clauses", place(item.start))
        if name in ATOMIC_FORMS and ATOMIC_FORMS.intersection(seen):
            fail("E011", "too many atomic clauses", place(item.start))
        if not item.clause.later or name not in UNIQUE:
            seen[name] = item
    if "nowait" in seen and "copyprivate" in seen:
        message = "'nowait' clause must not be used together with 'copyprivate'"
        fail("E011", message, place(seen["nowait"].start))


def _check_variables(read: Sequence[ReadClause], place: Place) -> None:
    """Raise E011 for a variable that is in two data-sharing clauses."""
    seen: dict[str, str] = {}
    for item in read:
        for name in item.names:
            before = seen.get(str(name))
            if before is not None and {before, item.clause.kind} != {"firstprivate", "lastprivate"}:
                message = f"'{name}' appears more than once in data clauses"
                fail("E011", message, place(name.start))
            seen[str(name)] = item.clause.kind
