"""Pointers that are members of structures of an iteration's own: into which memories they may point.

What is assigned to a member of one structure may be in that member of all structures of its type.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.ir.trees.ctypes import CType
from mapper.translate.memory.memory import NO_ROOTS, Roots

Key = tuple[str, str]
"""A structure's tag, and the name of a member."""

MOST_FOLLOWED = 200
"""How many calls are followed in one kernel; a call counts again for each way to it."""


@dataclass(eq=False)
class OwnMembers:
    """The members of one kernel that hold pointers, and the memories that these lead to.

    `seen` are the values, by `id`, whose memories are among them.  `valued` are the types of variables that have
    a value of the host's.  `storing` says of code whether it may store a pointer in a member, and `followed` with
    which `count` calls of functions were followed last, by what their arguments lead to.  All is `settled` before
    any code is lowered.  It is not `complete` where a function may store a pointer that is not known.
    """

    roots: dict[Key, Roots] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    valued: list[CType] = field(default_factory=list)
    storing: dict[c_ast.Node, bool] = field(default_factory=dict)
    followed: dict[tuple[c_ast.Node, tuple[Roots, ...]], int] = field(default_factory=dict)
    settled: bool = False
    complete: bool = True

    def note(self, key: Key, roots: Roots) -> bool:
        """Note where a value of a member may lead; gives whether that is new."""
        before = self.roots.get(key, NO_ROOTS)
        self.roots[key] = before | roots
        new = self.roots[key] != before
        if new and self.settled:
            self.complete = False
        return new

    @property
    def count(self) -> int:
        """A number that grows with what is known."""
        return len(self.seen) + sum(map(len, self.roots.values()))
