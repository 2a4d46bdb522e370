"""OpenMP directives as values: what `mapper.openmp` makes out of pragma text.

Two directives are equal when they mean the same: places, the text as written and the trees of expressions
are left out of comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.literals import integer_value

OWN = ("private", "firstprivate", "lastprivate", "linear", "reduction")
"""The clauses of loops that give threads copies of variables."""
WAITING = frozenset(["barrier", "flush", "taskwait"])
"""The directives that only order what threads do."""
STEADY, TILED = "(steady)", "(tiled)"
"""Clauses of regions that no pragma has, for loops that threads deal out by hand.

The expression lists where a thread's part begins and where it ends, of each of perfectly nested loops, and may
list its steps, and pointers that the loop's elements are found by.  What these read from memory must stay as it is
in the region.  With `TILED` a test must find that the parts of all threads make one range, or one rectangle, from
where the first thread's begins to where the last one's ends.
"""
ADDED = "(added)"
"""A clause of a `flush` in the place where threads add what they have of their own to a shared array.

The expression lists the array, which nothing before it in the region may use but the loops that are made to add to
it, and the counts of its elements, which must stay as they are in the region.
"""
APART = "(apart)"
"""A clause of a loop that keeps results of its own in the place of those behind pointers.

The expression lists these, whose memory the loop must not touch.
"""
LISTED = "(listed)"
"""A clause of a loop that appends to shared lists what the source has each thread append later.

The expression lists their counter and their first elements, which the loop must use in no other way.
"""
COMBINED = "(combined)"
"""A clause of a loop after which threads combine variables of their own, as a `declare reduction` says, and of the
`critical` that does so.

That of the loop has the variables' names in its `modifier`.
"""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause.

    `kind` is its name (`private`, `reduction`, `if`, ...).  `variables` are the names in its list.
    `modifier` is the word that is not a variable: the operator of a reduction (`+`, `&&`, `max`), the kind
    of a schedule (`static`), of `default` (`none`), the directive that an `if` is for (`parallel`).
    `expression` is the C expression of `if`, `final`, `num_threads`, `collapse` (an integer constant, where there
    is no `argument`) and a schedule's chunk.

    `argument` is None for the clauses of OpenMP 3.1, which the other fields say all about.  For a clause of a
    later version, or in the form of a later version (`reduction(+: a[0:n])`), it is the text between the
    parentheses as written (empty without one), and the other fields may be empty.
    `places` are the places of the `variables`.
    """

    kind: str
    where: Location = field(compare=False)
    variables: tuple[str, ...] = ()
    modifier: str | None = None
    expression: c_ast.Node | None = field(default=None, compare=False)
    argument: str | None = None
    places: tuple[Location, ...] = field(default=(), compare=False)

    @property
    def later(self) -> bool:
        """Whether the clause, or its form, came after OpenMP 3.1; a construct that has one is kept."""
        return self.argument is not None


@dataclass(frozen=True, eq=False, slots=True)
class Counting:
    """How a loop counts by one: its first value, and the relation of each value to a bound."""

    lower: c_ast.Node
    relation: str
    bound: c_ast.Node

    @property
    def rises(self) -> bool:
        """Whether it counts up."""
        return self.relation in ("<", "<=")


@dataclass(frozen=True, eq=False, slots=True)
class Pipeline:
    """What is known of a loop over the tiles of a diagonal, in the place of one whose threads wait for each other.

    `flags` is the code that keeps the flags, if there are any, and `outer` and `inner` are the loops that were
    tiled; all of these expressions are in the tree before the loop over the diagonals.  With a `plane`, the loop
    is over the points of a hyperplane of three loops, that over planes and the two others, and each point has a
    block for each phase of a plane.  `called` are the functions that the source calls for these phases.  `before`
    are the values that these compute before their loops, and `data` is what the loops do.  `turned` says of each
    phase whether the source goes through its columns in the reverse order.
    """

    flags: c_ast.Node | None
    outer: Counting
    inner: Counting
    plane: Counting | None = None
    called: frozenset[str] = frozenset()
    before: tuple[c_ast.Node, ...] = ()
    data: tuple[c_ast.Node, ...] = ()
    turned: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Directive:
    """One directive.

    `kind` is the canonical name with single blanks (`parallel for`, `barrier`).  `known` is false for names
    that no OpenMP version defines; such a directive is kept as text.  `later` marks directives that came after
    OpenMP 3.1 (`target`, `taskloop`): they keep their region.  `parallel for simd` is a `parallel for` with a
    clause `simd`.
    `form` is the form of `atomic` (`update`, `read`, `write`, `capture`) and the name of `critical`.
    `unread` is why its clauses are not known: such a directive is kept as text, and keeps its construct.
    `dealt` marks a loop whose iterations must be proved independent: a `for` that no pragma says, as the threads
    of its region deal its iterations out by hand, or one that adds up in a shared array what the source has each
    thread add up for itself.
    `scattered` is true of such a loop unless each thread has a block of it, in the order of the threads' numbers.
    `scratch` are arrays that each iteration allocates, where the source has one of each thread's, and whether that
    may have a value before the loop.
    `moved` marks a loop that keeps its results where the source has them later, or the reverse (`stored_sums.py`,
    `own_sums.py`, `extremes.py`).
    `parted` marks a loop of a region in which variables are in the place of a structure (`own_structures.py`),
    elements in that of a pointer (`table_blocks.py`), or blocks in that of `ordered` (`ordered_blocks.py`).
    `pipeline` marks a loop that was made of a pipeline: that its tiles may run by diagonals must be proved.
    The lists of `flush` and `threadprivate` are clauses of the directive's own name.
    """

    kind: str
    clauses: tuple[Clause, ...]
    where: Location = field(compare=False)
    text: str = field(compare=False)
    known: bool = True
    form: str | None = None
    later: bool = False
    unread: str = ""
    scattered: bool = field(default=False, compare=False)
    dealt: bool = False
    scratch: tuple[tuple[str, bool], ...] = ()
    moved: bool = False
    parted: bool = False
    pipeline: Pipeline | None = field(default=None, compare=False)

    @property
    def rewritten(self) -> bool:
        """Whether the loop's tree says something else than its text, which is right where there is no kernel."""
        return self.dealt or self.moved or bool(self.scratch) or self.pipeline is not None

    @property
    def over_planes(self) -> bool:
        """Whether the loop was made of a sequential loop over planes, with the work-shared loops in it."""
        return self.pipeline is not None and self.pipeline.plane is not None

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

    @property
    def condition(self) -> c_ast.Node | None:
        """What the `if` clause of a `parallel` construct says; None without one."""
        found = (clause for clause in self.all("if") if not clause.later)
        return next((clause.expression for clause in found), None)

    @property
    def collapsed(self) -> int:
        """How many perfectly nested loops the construct takes together: the value of `collapse`, else 1."""
        return self._count("collapse")

    @property
    def associated(self) -> int:
        """How many perfectly nested loops the construct is about: `ordered(2)` names more than are shared out."""
        return max(self.collapsed, self._count("ordered"))

    def _count(self, kind: str) -> int:
        clause = self.first(kind)
        number = None if clause is None else integer_value(clause.expression)
        return 1 if number is None else number


def own_names(directive: Directive) -> frozenset[str]:
    """The threads' own variables that are combined behind a loop, as a `declare reduction` says."""
    return frozenset(name for clause in directive.all(COMBINED) for name in (clause.modifier or "").split())
