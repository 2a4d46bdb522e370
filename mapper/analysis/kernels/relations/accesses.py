"""The reads and writes of a kernel, as values: what `mapper.analysis.kernels.walk` finds.

    found = collect(kernel, symbols)            # in kernelwalk
    for access in found.accesses: ...           # in execution order of the text, device functions walked into
    loop = found.loop_of(for_node)              # the loop of a `for` of the kernel's body
    carried(found, loop)                        # in dependences: is the loop parallel?
    exposed_reads(found, root, loop)            # in dependences: array flow
    classify(found, access, variable)           # in coalescing

Symbols are names in isl objects (see `mapper.analysis.kernels.forms`): one for each dimension of the kernel (its
variable), one for each loop (`Loop.symbol`; a loop in a device function has one for each call), one for each
parameter passed by value (its name), and one for each value that is not known (`Found.unknown` says in which
loops it was made, that is, in which of them it may change).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.forms import Form, symbols_of
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.headers import counter_values


class Memory(StrEnum):
    """Where an object is."""

    BUFFER = "buffer"
    PRIVATE = "private"
    VALUE = "value"  # a structure that is passed by value; it is never written


@dataclass(frozen=True, eq=False, slots=True)
class Loop:
    """A loop around accesses, or a dimension of the kernel (`node` is then None).

    The counter's value is `symbol`; `direction` is 1 where it grows and -1 where it shrinks.  `domain` are the
    counter's values, in terms of the symbols outside.  `exact` is true if all of them are run through: bounds that
    are affine and do not change, no `break`.  Loops of other kinds than counting ones are never exact.
    Where the step is no constant, `step` is 0, and `stride` its size, if that is known: loops that end have a
    positive one.
    """

    symbol: str
    variable: str
    node: c_ast.Node | None
    domain: isl.Set
    direction: int = 1
    step: int = 1
    exact: bool = True
    lower: isl.PwAff | None = None
    bound: isl.PwAff | None = None
    relation: str = "<"
    stride: isl.PwAff | None = None

    @property
    def trips(self) -> int | None:
        """How often it runs where it is not left early, if that is a number."""
        return _trips(self)


@lru_cache(1 << 12)
def _trips(loop: Loop) -> int | None:
    """How often a loop runs, which is asked of each access in it."""
    span = None
    if loop.lower is not None and loop.bound is not None and loop.step:
        span = forms.as_number(loop.bound.sub(loop.lower))
    step = abs(loop.step) * loop.direction
    return None if span is None else len(counter_values(0, loop.relation, span, step))


@dataclass(frozen=True, eq=False, slots=True)
class Root:
    """An object that accesses are in.

    A buffer has the name of the parameter.  A private variable has its own name, with a number behind it where it
    belongs to a device function (there is one for each call); it exists within the iteration of `loops`.
    `type` is the type of the object; a buffer's is that of one element, as the first subscript is not bounded.
    `length` is how many elements a private array of variable size has, where that is known.
    """

    name: str
    memory: Memory
    type: CType
    loops: tuple[Loop, ...] = ()
    variable: str = ""
    length: isl.PwAff | None = None

    def inside(self, loop: Loop) -> bool:
        """Whether the object exists within an iteration of a loop."""
        return any(each is loop for each in self.loops)


@dataclass(frozen=True, eq=False, slots=True)
class Index:
    """A subscript.

    `extent` is the number of elements that the dimension has where that is a number; otherwise `chain` may name
    the parameters whose product it is counted in (rows of variable size): subscripts of equal chains can be
    compared.
    """

    value: isl.PwAff
    extent: int | None = None
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a structure; `union` is true if it shares its memory with the others."""

    name: str
    union: bool = False


Step = Index | Member


def member_alone(steps: Sequence[Step]) -> str | None:
    """The member of a buffer's structure that something is in, but for things in arrays or unions: then None."""
    members = [step.name for step in steps[1:] if isinstance(step, Member) and not step.union]
    return members[0] if members and len(members) == len(steps) - 1 else None


@dataclass(frozen=True, eq=False, slots=True)
class Access:
    """One read or write.

    `root` is None where the object is not known: it may be any.  `steps` lead from the root to what is accessed;
    an access of a whole object has fewer.  `complete` is true if they say exactly what is accessed, otherwise it
    is something inside of what they name.  `domain` are the values of the symbols of `loops` (outermost first, the
    kernel's dimensions among them) for which the access happens: never too few, and exactly those if `certain`.
    Within one iteration of the first `sure` loops they are exact; None: nowhere.
    `position` has a number for each loop and one for the access itself: the order within each iteration.
    `atomic` is the name of the atomic update, where its old value is not used: equal ones commute.  `type` is the
    type of what is accessed.  `linear` counts elements from the beginning of a buffer, or of the flexible array in
    `steps`, where the element was found by counting.
    """

    root: Root | None
    steps: tuple[Step, ...]
    write: bool
    domain: isl.Set
    loops: tuple[Loop, ...]
    position: tuple[int, ...]
    sure: int | None
    complete: bool
    node: c_ast.Node
    type: CType
    atomic: str = ""
    linear: Form | None = None

    @property
    def certain(self) -> bool:
        """Whether the access happens for all of `domain`."""
        return self.sure == 0

    @property
    def symbols(self) -> set[str]:
        """The symbols that decide whether the access happens, and at which subscripts."""
        found = symbols_of(self.domain)
        for step in self.steps:
            if isinstance(step, Index):
                found |= symbols_of(step.value)
        return found

    @property
    def may_be_global(self) -> bool:
        """Whether the access may be one of global memory."""
        return self.root is None or self.root.memory is Memory.BUFFER

    def inside(self, loop: Loop) -> bool:
        """Whether the access happens in a loop."""
        return any(each is loop for each in self.loops)

    def depth(self, loop: Loop) -> int:
        """How many loops are around a loop that the access happens in."""
        return next(number for number, each in enumerate(self.loops) if each is loop)


@dataclass(frozen=True, eq=False, slots=True)
class Digits:
    """Subscripts of rows whose lengths may have any order: `z * plane + y * line + x` for all lengths.

    `terms` are the lengths, as products, each with the greatest number that it is multiplied by; `rest` is the
    greatest number beside them.  None of the numbers is negative.  Elements are the same only if all subscripts
    are, if each length is more than what the shorter ones add up to.
    """

    MOST: ClassVar[int] = 3

    terms: tuple[tuple[tuple[isl.PwAff, ...], isl.PwAff], ...]
    rest: isl.PwAff

    @property
    def symbols(self) -> set[str]:
        """The symbols of all of it."""
        functions = [each for lengths, most in self.terms for each in (*lengths, most)]
        return set().union(*map(symbols_of, (*functions, self.rest)))

    @property
    def key(self) -> str:
        """A text that is the same for the same lengths and numbers."""
        functions = [each for lengths, most in self.terms for each in (*lengths, most)]
        return "; ".join(str(forms.single_piece(each) or each) for each in (*functions, self.rest))


@dataclass(frozen=True, eq=False)
class Found:
    """What is known of one kernel.

    `dimensions` are the kernel's own loops, outermost (the last dimension) first.  `unknown` gives the symbols
    of the loops in which an unknown value may change.  `parameters` gives for a symbol that represents a host
    expression the tree of that, and `elements` for one that represents what memory holds that the kernel does not
    write: the host may read it where the kernel does, too.  `complete` is false where the kernel was too large:
    then nothing may be concluded.  `trust` and `digits` are what parameters were taken to be (`walk.collect`).
    `element_roots` are the names of the buffers that the elements are in.  `unwritten_members` are the buffers and
    members that the kernel does not write (`mapper.analysis.kernels.members`).
    """

    kernel: Kernel
    accesses: tuple[Access, ...]
    dimensions: tuple[Loop, ...]
    loops: tuple[Loop, ...]
    unknown: Mapping[str, frozenset[str]]
    parameters: Mapping[str, c_ast.Node]
    complete: bool = True
    elements: Mapping[str, c_ast.Node] = field(default_factory=dict)
    trust: isl.Set | None = None
    element_roots: Mapping[str, str] = field(default_factory=dict)
    digits: tuple[Digits, ...] = ()
    unwritten_members: frozenset[tuple[str, str]] = frozenset()
    _by_node: dict[int, Loop] = field(default_factory=dict)
    _by_loop: dict[int, list[Access]] = field(default_factory=dict)

    @property
    def placed(self) -> bool:
        """Whether the analysis is complete, and it is known of each access which object it is of."""
        return self.complete and all(access.root is not None for access in self.accesses)

    def is_never_written(self, read: Access) -> bool:
        """Whether a read is of a member that the kernel does not write."""
        member = None if read.root is None or read.write else member_alone(read.steps)
        return read.root is not None and (read.root.name, member) in self.unwritten_members

    def of(self, root: Root) -> list[Access]:
        """The accesses that may be of an object."""
        return [access for access in self.accesses if access.root is None or access.root.name == root.name]

    def step_of(self, variable: str) -> int:
        """The step of the dimension or loop with a symbol; 1 where there is none."""
        return next((each.step for each in (*self.dimensions, *self.loops) if each.symbol == variable), 1)

    def loop_of(self, node: c_ast.Node) -> Loop | None:
        """The loop of a `for` statement of the kernel's own body; None where it is never reached."""
        if not self._by_node:
            self._by_node.update({id(each.node): each for each in self.loops if each.node is not None})
        return self._by_node.get(id(node))

    def inside(self, loop: Loop) -> list[Access]:
        """The accesses that happen in a loop, in their order."""
        if not self._by_loop:
            for access in self.accesses:
                for each in access.loops:
                    self._by_loop.setdefault(id(each), []).append(access)
        return self._by_loop.get(id(loop), [])

    def roots(self) -> dict[str, Root]:
        """All objects that are accessed, by name."""
        return {access.root.name: access.root for access in self.accesses if access.root is not None}
