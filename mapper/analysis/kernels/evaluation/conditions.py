"""Conditions of kernels that no numbers decide: one that is tested again, with nothing changed, holds again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels.evaluation.arithmetic import Number, Place, Pointer
from mapper.analysis.kernels.evaluation.places import State
from mapper.analysis.kernels.relations.accesses import Access, Loop, Memory, Root
from mapper.analysis.names.libc import DEVICE_NAMES
from mapper.ir.builtins.tables import is_row
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.names import exposed_place
from mapper.ir.trees.nodes import assigns, base_of, text_of, walk

_Key = tuple[object, ...]
_CHANGING = (c_ast.Assignment, c_ast.UnaryOp, c_ast.FuncCall)


class Conditions(State):
    """Remembers conditions by their text and by the state of all that they read.

    Each object has a version, which grows with each write to it.  `shared` gives the buffers that may be the same
    memory as another one, by name; None: any may.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shared: Mapping[str, frozenset[str] | None] = {}
        self._versions: Counter[str] = Counter()
        self._anywhere = 0
        self._tested: dict[_Key, tuple[tuple[Loop, ...], isl.Set]] = {}
        # By the identities of nodes, which the kernel keeps.
        self._changing: dict[int, list[c_ast.Node | None]] = {}

    def tested(self, node: c_ast.Node, evaluate: Callable[[], isl.Set]) -> isl.Set:
        """Where a condition holds that `evaluate` looks at: as before, if nothing that it reads has changed."""
        first = len(self.accesses)
        found = evaluate()
        key = self._key(node, self.accesses[first:])
        if key is None:
            return found
        loops, known = self._tested.get(key, (self.loops, found))
        if len(loops) > len(self.loops) or any(a is not b for a, b in zip(loops, self.loops, strict=False)):
            loops, known = self.loops, found
        self._tested[key] = (loops, known)
        return known

    def record(
        self, place: Place, node: c_ast.Node, *, write: bool, certain: bool = True, atomic: str = ""
    ) -> None:
        """Note a read or write at this point."""
        super().record(place, node, write=write, certain=certain, atomic=atomic)
        if write:
            self.renew(place.root)

    def renew(self, root: Root | None) -> None:
        """An object changes; None: any may."""
        if root is None:
            self._anywhere += 1
        else:
            self._versions[root.name] += 1

    def renew_changed(self, nodes: Sequence[c_ast.Node | None]) -> None:
        """All that some code may change does."""
        for root in (each for each in nodes if each is not None):
            if id(root) not in self._changing:
                self._changing[id(root)] = _changed_places(root)
            for place in self._changing[id(root)]:
                if place is None:
                    self.renew(None)
                else:
                    self._renew_place(place)

    def _renew_place(self, place: c_ast.Node) -> None:
        base = base_of(place)
        known = self.names.get(base.name) if base is not None else None
        if isinstance(known, Root) and (place is base or not isinstance(known.type, PointerType)):
            self.renew(known)
        elif isinstance(known, Pointer) and known.place.root is not None:
            self.renew(known.place.root)
        elif not (place is base and known is None):  # else it is declared inside, and new in any case
            self.renew(None)

    # ---- keys --------------------------------------------------------------------------------------------------

    def _key(self, node: c_ast.Node, reads: Sequence[Access]) -> _Key | None:
        """What a condition depends on; None where it has effects, or calls what may answer differently."""
        if assigns(node) or any(access.write for access in reads):
            return None
        names: list[object] = []
        for part in walk(node):
            if isinstance(part, c_ast.FuncCall) and not _is_pure(part):
                return None
            known = self.names.get(part.name) if isinstance(part, c_ast.ID) else None
            if isinstance(known, Number):
                names += sorted((*key, str(value)) for key, value in known.form.terms.items())
            elif isinstance(known, Root):
                names.append(known.name)
        return (text_of(node), *names, self._anywhere, *(self._state(access) for access in reads))

    def _state(self, access: Access) -> object:
        root = access.root
        if root is None:
            return self._versions.total()
        others = self.shared.get(root.name, frozenset()) if root.memory is Memory.BUFFER else frozenset()
        if others is None:
            return self._versions.total()
        return (root.name, *(self._versions[name] for name in sorted({root.name, *others})))


def _changed_places(root: c_ast.Node) -> list[c_ast.Node | None]:
    """One of the places for each object that some code changes; None: calls may change any."""
    found: dict[object, c_ast.Node | None] = {}
    for node in walk(root):
        if not isinstance(node, _CHANGING):
            continue
        place = exposed_place(node)
        if place is not None:
            base = base_of(place)
            found.setdefault((base.name, place is base) if base is not None else None, place)
        elif isinstance(node, c_ast.FuncCall) and not _is_pure(node):
            found[""] = None
    return list(found.values())


def _is_pure(call: c_ast.FuncCall) -> bool:
    return is_row(call) or (isinstance(call.name, c_ast.ID) and call.name.name in DEVICE_NAMES)
