"""What a kernel checks that is made with `--safe`: the places of its checks, and whose writes must not collide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FIRST_SITE = 2
"""The flag's value for the first check; 1 is an error path of the program's."""

MOST_BUFFERS = 60
"""Buffers are bits of a `ulong`."""


@dataclass(frozen=True, eq=False, slots=True)
class Checks:
    """The checks in a kernel's final code.

    `sites` are messages, each with the place in the user's source; the flag of a work-item that fails the check
    number i is i + FIRST_SITE.  `owned` are the buffers of which the kernel notes which iteration wrote each
    part; a part has so many bytes as the buffer's smallest scalar.
    """

    sites: tuple[str, ...] = ()
    owned: Mapping[str, int] | None = None

    def part(self, buffer: str) -> int:
        """The bytes of a buffer's part; 0 where nothing is noted."""
        return (self.owned or {}).get(buffer, 0)
