"""`vector`: points and complex numbers are loaded and stored as wholes.

    struct complex { double re, im; };    ->    struct complex { double re, im; } __attribute__((aligned(16)));

Neighbouring members that a work-item reads or writes become one vector access, as with `vload2`, in global, local
and private memory: the device's compiler joins accesses that it knows to be aligned.  Structures of two or four
scalars of one type qualify, as wide as a vector.  The run-time library makes sure that arrays of them begin where
they should.  The structure is declared once for all kernels of the program, so that one kernel which can't have it
so decides for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Kernel, held_structure
from mapper.ir.trees.build import COMPLEX
from mapper.ir.trees.ctypes import PointerType, VoidType
from mapper.ir.trees.nodes import text_of, walk
from mapper.transforms.frame.base import Changed, Outcome, Placed, Refusal, WholeTransform, listed
from mapper.transforms.frame.contract import USUAL, Trait

_BYTES = {
    **dict.fromkeys(("char", "uchar"), 1),
    **dict.fromkeys(("short", "ushort"), 2),
    **dict.fromkeys(("int", "uint", "float"), 4),
    **dict.fromkeys(("long", "ulong", "double"), 8),
}
_WIDEST = 16
"""Bytes that a work-item of a GPU loads at once."""


def vector(placed: Sequence[Placed]) -> Sequence[Outcome]:
    """The kernels with the structures marked that are aligned as vectors."""
    kernels = [each.kernel for each in placed]
    refused: dict[str, str] = {}
    for kernel in kernels:
        for name, reason in _refusals(kernel):
            refused.setdefault(name, reason)
    return [_outcome(kernel, refused) for kernel in kernels]


TRANSFORM = WholeTransform(
    "vector",
    "structures of two or four numbers are loaded and stored as wholes",
    vector,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.UNIONS},
)


def _outcome(kernel: Kernel, refused: dict[str, str]) -> Outcome:
    wide = dict(_vectors(kernel))
    if not wide:
        return None
    reasons = [f"`{_spelled(name)}`: {refused[name]}" for name in wide if name in refused]
    wide = {name: alignment for name, alignment in wide.items() if name not in refused}
    if not wide:
        return Refusal("; ".join(reasons))
    names = listed(map(_spelled, wide))
    return Changed(replace(kernel, wide=wide), f"{names} {'is' if len(wide) == 1 else 'are'} moved as a whole")


def _spelled(tag: str) -> str:
    """A structure's type as the source has it."""
    return f"{tag.removeprefix(COMPLEX)} complex" if tag.startswith(COMPLEX) else f"struct {tag}"


def _vectors(kernel: Kernel) -> Iterator[tuple[str, int]]:
    """The structures of a kernel that are as wide as vectors, each with the alignment of such a vector."""
    for declared in kernel.types:
        if not isinstance(declared, c_ast.Struct):
            continue
        members = [_scalar(each) for each in declared.decls or []]
        if len(members) in (2, 4) and len(set(members)) == 1 and members[0] in _BYTES:
            width = len(members) * _BYTES[members[0]]
            if width >= 8:
                yield declared.name, min(width, _WIDEST)


def _scalar(member: c_ast.Node) -> str:
    """The name of a member's type; empty where it is no scalar."""
    match member:
        case c_ast.Decl(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=[name]))):
            return str(name)
    return ""


def _refusals(kernel: Kernel) -> Iterator[tuple[str, str]]:
    """The structures that must stay as they are, each with the reason."""
    names = [name for name, _ in _vectors(kernel)]
    if not names:
        return
    for each in kernel.types:
        for inner in walk(each):
            if inner is not each and isinstance(inner, c_ast.Struct):
                yield inner.name, "it is a member of another structure"
    whole = _whole_reason(kernel)
    if whole is not None:
        yield from ((name, whole) for name in names)
    rows = {chain[-1].name for chain in kernel.chains}
    for buffer in kernel.buffers:
        tag = held_structure(buffer.element)
        if tag is None:
            continue
        if buffer.name in rows:
            yield tag, "rows of them may begin anywhere"
        elif buffer.layout is not None or buffer.relaid is not None:
            yield tag, "the device has an array of them in another order"
        elif not isinstance(buffer.pointer, c_ast.ID):
            yield tag, f"`{text_of(buffer.pointer)}` may begin anywhere"


def _whole_reason(kernel: Kernel) -> str | None:
    """What keeps a kernel from having aligned structures at all."""
    if kernel.form(Ordered) is not None:
        return "a kernel that counts in order uses it"
    for root in (kernel.body, *kernel.functions, *(tree for form in kernel.forms for tree in form.code)):
        for node in walk(root):
            if isinstance(node, c_ast.Cast) and isinstance(node.to_type.type, c_ast.PtrDecl):
                return "a pointer is converted"
    pointers = (each for each in kernel.symbols.values() if isinstance(each, PointerType))
    if any(isinstance(each.target, VoidType) for each in pointers):
        return "a pointer to void may lead to it"
    return None
