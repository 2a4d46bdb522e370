"""`arguments`: members of structures that no kernel writes are passed by value (argument promotion).

for i (parallel)                                            for i (parallel)
  for j in 0 .. m->columns                            ->      for j in 0 .. m_columns
    m->data[i * m->columns + j] *= m->scale                     m_data[i * m_columns + j] *= m_scale

The host reads them before the launch.  Bounds and the lengths of rows are then as good as in variables of the
program's own: how far the kernel reaches in rows that tables lead to is then found again.  Where nothing else of a
structure is read it need not be on the device.

The host reads a member only where a launch loads another pointer or a bound through the same pointer, or where the
structure is a variable; in place of members behind a null pointer it passes 0.

A structure that is passed as a whole, and of which a kernel reads only such members, is passed as these members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import reduce

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of, unqualified
from mapper.ir.program.kernel import Access, Buffer, Kernel, Storage, Value, unwritten_buffers
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, FloatType, IntType, StructType
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.names import all_names, declared_name, exposed_places, fresh_name
from mapper.ir.trees.nodes import arguments_of, base_of, called_name, clone, evaluated, rebuilt, text_of, walk
from mapper.transforms.frame.base import Changed, Outcome, Placed, WholeTransform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.loops.inline import with_bodies_in_place
from mapper.translate.memory.row_reach import with_row_reach

_PASSED = frozenset(["float", "double"])


def _apply(given: Sequence[Placed]) -> list[Outcome]:
    """What becomes of each kernel of the program."""
    written = reduce(
        lambda found, buffer: found | (buffer.memory or 0 if Access.WRITE in buffer.access else 0),
        (buffer for each in given for buffer in each.kernel.buffers),
        0,
    )
    return [_promoted(each.kernel, each.symbols, written) for each in given]


TRANSFORM = WholeTransform(
    "arguments",
    "members of structures that no kernel writes are passed by value (argument promotion)",
    _apply,
    accepts=USUAL | {Trait.LARGE_ARRAYS},
)


@dataclass(eq=False)
class _Promotion:
    """The members of one kernel's structures that become parameters: `made` has them by buffer and path."""

    kernel: Kernel
    symbols: Symbols
    structures: Mapping[str, Buffer | Value]
    taken: set[str]
    loaded: frozenset[str]
    made: dict[tuple[str, ...], Value] = field(default_factory=dict)

    def change(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of code with parameters in the places of members."""
        if isinstance(node, c_ast.UnaryOp) and node.op == "&":
            return clone(node)
        path = _path(node)
        if path is not None and path[0] in self.structures:
            value = self._value(path)
            if value is not None:
                return c_ast.ID(value.name, node.coord)
        return rebuilt(node, self.change)

    def _value(self, path: tuple[str, ...]) -> Value | None:
        known = self.made.get(path)
        structure = self.structures[path[0]]
        element = structure.element if isinstance(structure, Buffer) else structure.type
        of = None if known is not None else self._type(element, path[1:])
        if of is None:
            return known
        member = clone(structure.pointer if isinstance(structure, Buffer) else structure.expression)
        through = "->" if isinstance(structure, Buffer) else "."
        if isinstance(structure, Buffer) and isinstance(member, c_ast.UnaryOp):
            member, through = member.expr, "."
        for name in path[1:]:
            member, through = c_ast.StructRef(member, through, c_ast.ID(declared_name(name))), "."
        bases = _bases(structure.pointer) if isinstance(structure, Buffer) else []
        tests = [base for base in bases if text_of(base) not in self.loaded]
        if tests:
            condition = build.joined("&&", map(clone, reversed(tests)))
            member = c_ast.TernaryOp(condition, member, build.integer(0))
        name = fresh_name("_".join(path), self.taken)
        self.taken.add(name)
        self.made[path] = Value(name, of, member)
        return self.made[path]

    def _type(self, structure: CType, members: Sequence[str]) -> CType | None:
        """The type of a structure's member that can be passed; None for others."""
        of: CType = unqualified(structure)
        for name in members:
            found = self.symbols.member(of, declared_name(name)) if isinstance(of, StructType) else None
            if found is None or found.bits is not None or unqualified(found.type) != found.type:
                return None
            of = found.type
        number = integer_of(of)
        if isinstance(number, IntType):
            return number if number.name != "_Bool" else None
        return of if isinstance(of, FloatType) and of.name in _PASSED else None


def _promoted(kernel: Kernel, symbols: Symbols, written: int) -> Outcome:
    """The kernel with parameters for members; None where there are none to be passed."""
    structures = {each.name for each in kernel.buffers if isinstance(each.element, StructType)}
    kernel = with_bodies_in_place(kernel, _called_with(kernel.body, structures))
    names = _only_loaded(kernel.body)
    unwritten = unwritten_buffers(kernel)
    heads = (part for each in kernel.dimensions for part in (each.lower, each.bound))
    bounds = {text_of(base) for part in heads for base in _loads(part)}
    led = {text_of(base) for each in kernel.buffers for base in _loads(each.pointer)} | bounds
    buffers = {
        each.name: each
        for each in kernel.buffers
        if each.name in names & unwritten and _is_structure(each, written) and _may_be_read(each.pointer, led)
    }
    whole = {each.name: each for each in kernel.values if isinstance(unqualified(each.type), StructType)}
    whole = {name: each for name, each in whole.items() if name in names - _exposed(kernel.body)}
    if not buffers and not whole:
        return None
    taken = {name for each in kernel.parameters for name in each.names}
    taken |= {*kernel.symbols, *all_names(kernel.body), *(each.decl.name for each in kernel.functions)}
    promotion = _Promotion(kernel, symbols, {**buffers, **whole}, taken, frozenset(bounds))
    body = promotion.change(kernel.body)
    assert isinstance(body, c_ast.Compound)
    if not promotion.made:
        return None
    used = all_names(body).union(*map(all_names, kernel.functions))
    gone = frozenset(promotion.structures.keys() - used)
    values = tuple(promotion.made.values())
    made = replace(
        kernel,
        body=body,
        parameters=(*(_without(each, gone) for each in kernel.parameters if each.name not in gone), *values),
        symbols={**kernel.symbols, **{each.name: each.type for each in values}},
    )
    made = with_row_reach(made, symbols)
    verb = "is" if len(values) == 1 else "are"
    return Changed(made, f"{listed(text_of(_member(each.expression)) for each in values)} {verb} passed by value")


def _member(expression: c_ast.Node) -> c_ast.Node:
    return expression.iftrue if isinstance(expression, c_ast.TernaryOp) else expression


def _without(each: Buffer | Value, gone: frozenset[str]) -> Buffer | Value:
    """A parameter beside which others are gone."""
    if not isinstance(each, Buffer):
        return each
    overlaps = None if each.overlaps is None else each.overlaps - gone
    return replace(each, overlaps=overlaps, same=each.same - gone)


def _is_structure(buffer: Buffer, written: int) -> bool:
    """Whether a buffer is a structure that no kernel of the program is known to write."""
    if not isinstance(buffer.element, StructType) or buffer.memory is None or buffer.memory & written:
        return False
    special = buffer.table or buffer.of or buffer.within or buffer.rewrites or buffer.compared
    return buffer.direct and not special and buffer.storage is not Storage.STATE


def _may_be_read(pointer: c_ast.Node, led: set[str]) -> bool:
    """Whether the host may read behind a pointer before a launch."""
    if isinstance(pointer, c_ast.UnaryOp) and pointer.op == "&":
        return isinstance(pointer.expr, c_ast.ID)
    return text_of(pointer) in led and all(
        isinstance(part, c_ast.ID | c_ast.StructRef) for part in evaluated(pointer)
    )


def _bases(pointer: c_ast.Node) -> list[c_ast.Node]:
    """What must not be null for the host to read behind a pointer, the last first."""
    return [] if isinstance(pointer, c_ast.UnaryOp) else [pointer, *_loads(pointer)]


def _loads(expression: c_ast.Node) -> list[c_ast.Node]:
    """The pointers that an expression loads through."""
    return [
        node.name if isinstance(node, c_ast.StructRef) else node.expr
        for node in evaluated(expression)
        if (isinstance(node, c_ast.StructRef) and node.type == "->")
        or (isinstance(node, c_ast.UnaryOp) and node.op == "*")
    ]


def _called_with(body: c_ast.Node, names: Set[str]) -> set[str]:
    """The functions that a body calls with some of its variables."""
    return {
        name
        for node in walk(body)
        if (name := called_name(node))
        if any(isinstance(each, c_ast.ID) and each.name in names for each in arguments_of(node))
    }


def _exposed(body: c_ast.Node) -> set[str]:
    """The variables that a body changes, or takes the address of, as a whole or in part."""
    return {base.name for place in exposed_places(body) if (base := base_of(place)) is not None}


def _path(node: c_ast.Node) -> tuple[str, ...] | None:
    """The name of a structure and the members of `buffer->one.two` or `value.one.two`; None for other code."""
    if not isinstance(node, c_ast.StructRef):
        return None
    owner = node.name
    if node.type == "->":
        return (owner.name, node.field.name) if isinstance(owner, c_ast.ID) else None
    match owner:
        case c_ast.ArrayRef(name=c_ast.ID(name=name), subscript=subscript) if is_zero(subscript):
            return name, node.field.name
        case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)) | c_ast.ID(name=name):
            return name, node.field.name
        case c_ast.StructRef():
            before = _path(owner)
            return None if before is None else (*before, node.field.name)
    return None


def _only_loaded(body: c_ast.Node) -> set[str]:
    """The names in a body that represent only one structure, whose members are named, or are passed on."""
    mentioned, loaded = Counter[str](), Counter[str]()
    for node in walk(body):
        match node:
            case c_ast.ID(name=name):
                mentioned[name] += 1
            case c_ast.StructRef() if not isinstance(node.name, c_ast.StructRef) and (path := _path(node)):
                loaded[path[0]] += 1
            case c_ast.FuncCall():
                loaded.update(each.name for each in arguments_of(node) if isinstance(each, c_ast.ID))
    return {name for name, count in loaded.items() if mentioned[name] == count}
