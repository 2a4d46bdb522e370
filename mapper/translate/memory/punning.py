"""Memory that a loop may use by two types, which compilers of kernels take for different memory.

With `-fno-strict-aliasing`, or by types with the attribute `may_alias`, a program may read the bits of a `float`
as an `int`.  OpenCL C has no such promise: launches make sure that such buffers don't overlap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.program.assumptions import Pairs
from mapper.ir.program.kernel import Access, Buffer
from mapper.ir.trees.ctypes import ComplexType, CType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.unit import Unit

_IN_TEXT = re.compile(r"\b(__)?may_alias(__)?\b|no-strict-aliasing")


@lru_cache(16)
def may_pun(unit: Unit) -> bool:
    """Whether a unit lets different types share memory: by its flags, the last of which counts, or by its text."""
    said = [flag for flag in unit.flags if flag in ("-fstrict-aliasing", "-fno-strict-aliasing")]
    return said[-1:] == ["-fno-strict-aliasing"] or any(_IN_TEXT.search(file.text) for file in unit.files.values())


def punned(buffers: Sequence[Buffer]) -> Pairs:
    """The buffers of different types that may overlap, and of which one is written."""
    found = set()
    for one, other in combinations(buffers, 2):
        kinds = _kind(one.element), _kind(other.element)
        differ = None not in kinds and kinds[0] != kinds[1]
        if differ and one.may_overlap(other) and Access.WRITE in one.access | other.access:
            found.add((min(one.name, other.name), max(one.name, other.name)))
    return frozenset(found)


def never_shared(one: CType, other: CType) -> bool:
    """Whether objects of two types are different memory, where a unit has no types that share it."""
    kinds = [_pointer_or_kind(each) for each in (one, other)]
    return (
        None not in kinds and kinds[0] != kinds[1] and not any(each and each[0] == "structure" for each in kinds)
    )


def _pointer_or_kind(ctype: CType) -> tuple[str, object] | None:
    return ("pointer", None) if isinstance(unqualified(ctype), PointerType) else _kind(ctype)


def _kind(element: CType) -> tuple[str, object] | None:
    """By what a compiler distinguishes types of objects; None where it takes any other for the same memory."""
    match innermost(element):
        case IntType(bits=bits) if bits > 8:
            return "integer", bits
        case FloatType(bits=bits):
            return "float", bits
        case ComplexType(part=part):
            return "structure", part.name
        case StructType(tag=tag):
            return "structure", tag
        case _:
            return None
