"""Names in kernels: all different, and none that OpenCL C gives another meaning."""

from __future__ import annotations

import re

from mapper.ir.trees.names import is_reserved


def portable(name: str) -> str:
    """A name as an identifier that all compilers take: letters beyond ASCII as their numbers, all else as `_`."""
    return re.sub(r"\W", lambda found: "_" if found[0] < "\x80" else f"u{ord(found[0]):04x}", name, flags=re.ASCII)


class Names:
    """The names of one kernel; hands out each one once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def fresh(self, wish: str) -> str:
        """`wish`, or with an underscore and a number behind it where that is taken or reserved."""
        wish = portable(wish)
        name, number = wish, 0
        while name in self._taken or is_reserved(name):
            number += 1
            name = f"{wish.strip('_') or 'v'}_{number}"
            if is_reserved(name):  # the beginning is what is reserved
                name = f"v_{name}"
        self._taken.add(name)
        return name
