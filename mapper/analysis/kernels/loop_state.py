"""What variables hold at the beginnings and ends of loops, in a walk over a kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.assigned import bases_given
from mapper.analysis.kernels.evaluation.arithmetic import ZERO, Number, Place, Pointer, Value, common_root, inside
from mapper.analysis.kernels.evaluation.places import member
from mapper.analysis.kernels.inputs import Inputs
from mapper.analysis.kernels.lists import directions
from mapper.analysis.kernels.relations.accesses import Index, Loop, Memory, Root
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import INT, ArrayType, IntType, PointerType, StructType
from mapper.ir.trees.names import assigned_names


class LoopState(Inputs):
    """The state of a walk, and what becomes of it where code repeats."""

    def __init__(self, kernel: Kernel, around: Symbols | None) -> None:
        super().__init__(kernel, around)
        self.found_loops: list[Loop] = []
        self.lists: dict[str, tuple[str, ...]] = {}
        self.apart = False
        self._outside: list[isl.Set] = []
        self._changed: dict[int, set[str]] = {}  # by the identities of nodes, which the kernel keeps

    def forget(self, *nodes: c_ast.Node | None) -> dict[str, Pointer]:
        """Variables that some code may change, by name or through a pointer, hold anything.

        A pointer goes on leading into the memory that all of its values lead into, before the code and in it: such
        pointers are the result.
        """
        pointers = self._dropped(*nodes)
        for name, before in pointers.items():
            root = self._still_in(name, before, nodes)
            known = self.names[name]
            if root is not None and isinstance(known, Root) and isinstance(known.type, PointerType):
                self.held[known.name] = inside(root, known.type.target)
        return {label: pointer for label, pointer in self.held.items() if isinstance(pointer, Pointer)}

    def _dropped(self, *nodes: c_ast.Node | None) -> dict[str, Pointer]:
        """Forget what variables hold that some code may change; the result is what pointers held, by name."""
        pointers: dict[str, Pointer] = {}
        for name in sorted(self.assigned(*nodes)):
            known = self.names.get(name)
            if isinstance(known, Root):
                before = self.held.pop(known.name, None)
                if isinstance(before, Pointer) and known.name not in self.addressed:
                    pointers[name] = before
        for label in self.addressed:
            self.held.pop(label, None)
        self.renew_changed(nodes)
        return pointers

    def repeated(self, before: dict[str, Pointer], *nodes: c_ast.Node | None) -> None:
        """Code has run any number of times: pointers lead where they did `before`, as `_forget` has it."""
        for name in self._dropped(*nodes):
            known = self.names[name]
            if isinstance(known, Root) and known.name in before:
                self.held[known.name] = before[known.name]
        self._listed(*nodes)

    def _still_in(self, name: str, before: Pointer, nodes: Sequence[c_ast.Node | None]) -> Root | None:
        """The memory that all values of a pointer lead into: the one before some code, and those given there."""
        bases = bases_given(name, nodes)
        if bases is None or any(each.name in self.assigned(*nodes) for each in bases):
            return None
        values = [self.quietly(each) for each in bases]
        pointers = [each for each in values if isinstance(each, Pointer)]
        return common_root([before, *pointers]) if len(pointers) == len(values) else None

    def assigned(self, *nodes: c_ast.Node | None) -> set[str]:
        """The variables that some code may change; loops are asked about several times."""
        found: set[str] = set()
        for node in nodes:
            if node is not None:
                if id(node) not in self._changed:
                    self._changed[id(node)] = assigned_names(node)
                found |= self._changed[id(node)]
        return found

    def begin(self, starts: Mapping[str, Value], *nodes: c_ast.Node | None) -> None:
        """An iteration begins: the integers that it may change have some value, the same until it does so.

        `starts` is what variables held before the loop.
        """
        for name in sorted(self.assigned(*nodes)):
            known = self.names.get(name)
            if isinstance(known, Root) and isinstance(known.type, IntType) and known.name not in self.addressed:
                value = self.held[known.name] = self.anything(known.type)
                self._bounded(name, known.type, value, starts.get(known.name), nodes)
        self._listed(*nodes)

    def _bounded(
        self, name: str, of: IntType, value: Number, start: Value, nodes: Sequence[c_ast.Node | None]
    ) -> None:
        """A signed number that a loop only makes smaller is no larger than before it, and the other way round."""
        now, first = value.form.affine, start.form.affine if isinstance(start, Number) else None
        if not of.signed or of.bits < INT.bits or now is None or first is None:
            return
        ways = {way for node in nodes if node is not None for way in directions(node, name)}
        if ways == {-1}:
            self.domain = self.domain.intersect(now.le_set(first)).coalesce()
        elif ways == {1}:
            self.domain = self.domain.intersect(now.ge_set(first)).coalesce()

    def _listed(self, *nodes: c_ast.Node | None) -> None:
        """The elements of lists whose counts some code may change are written up to there (`lists.py`)."""
        for name in sorted(self.assigned(*nodes) & self.lists.keys()):
            count = self.names.get(name)
            if not isinstance(count, Root) or count.name in self.addressed:
                continue
            value = self.held.setdefault(count.name, self.anything(count.type))
            end = value.form.affine if isinstance(value, Number) else None
            for root in map(self.names.get, self.lists[name]):
                if isinstance(root, Root) and isinstance(root.type, ArrayType) and end is not None:
                    self._write_up_to(root, root.type, end)

    def _write_up_to(self, root: Root, of: ArrayType, end: isl.PwAff) -> None:
        """Note writes of the elements of a list below its count."""
        at = self.enter_elements(root, end)
        self.record(Place(root, (Index(at, of.length),), of.element), c_ast.ID(root.name), write=True)
        self.leave()

    def enter_elements(self, root: Root, end: isl.PwAff) -> isl.PwAff:
        """What follows is in a loop over the elements of an array below an end; returns the subscript."""
        at = forms.symbol(self.fresh(root.name))
        symbol = next(iter(forms.symbols_of(at)))
        self.enter(Loop(symbol, "", None, at.ge_set(ZERO).intersect(at.lt_set(end))))
        return at

    def enter(self, loop: Loop) -> None:
        """What follows is in a loop."""
        self.path.append((self.position, loop))
        self.position = 0
        self._outside.append(self.domain)
        self.domain = forms.both(forms.Alike(self.domain), forms.Alike(loop.domain))
        self.found_loops.append(loop)

    def leave(self) -> None:
        """What follows is behind the innermost loop."""
        self.position = self.path.pop()[0] + 1
        self.domain = self._outside.pop()

    def record(
        self, place: Place, node: c_ast.Node, *, write: bool, certain: bool = True, atomic: str = ""
    ) -> None:
        """Note a read or write at this point.

        With `apart` a read of a private structure is one of each member, and one of each element of its arrays.
        """
        of, root = unqualified(place.type), place.root
        members = None
        if self.apart and not write and root is not None and root.memory is Memory.PRIVATE and place.complete:
            if isinstance(of, ArrayType) and of.length is not None:
                at = self.enter_elements(root, forms.constant(of.length))
                steps = (*place.steps, Index(at, of.length))
                self.record(Place(root, steps, of.element), node, write=False, certain=certain)
                self.leave()
                return
            plain = isinstance(of, StructType) and not of.union and self.around is not None
            members = self.around.members(of) if plain and self.around and isinstance(of, StructType) else None
        if not members or any(not each.name or each.bits is not None for each in members):
            super().record(place, node, write=write, certain=certain, atomic=atomic)
            return
        for each in members:
            self.record(member(place, each.name, each.type, union=False), node, write=False, certain=certain)

    def quietly(self, node: c_ast.Node | None) -> Value:
        """The value of an expression whose accesses are noted elsewhere."""
        number, position = len(self.accesses), self.position
        value = self.value(node)
        del self.accesses[number:]
        self.position = position
        return value
