"""Which files of a link are the C library and the compiler's own: the functions in them are the standard ones."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from functools import cached_property

_LIBRARIES = (
    "c c_nonshared m mvec pthread pthread_nonshared dl rt util anl resolv gcc gcc_s gcc_eh gomp omp iomp5 atomic "
    "quadmath ssp ssp_nonshared itm asan hwasan lsan tsan ubsan stdc++ supc++ c++ c++abi"
)
_FILE = re.compile(
    rf"lib(?:{'|'.join(map(re.escape, _LIBRARIES.split()))})(?:-[0-9.]+)?\.(?:a|so(?:\.[0-9.]+)?)"
    r"|ld-.*\.so(?:\.[0-9]+)?"
)
_ASKED = ("libc.so", "libc.so.6", "libc.a", "libm.a", "libgcc.a", "libgomp.so")


class System:
    """What a compiler links without being asked; `compiler` are the words that start it."""

    def __init__(self, compiler: Sequence[str]) -> None:
        self._compiler = compiler

    def holds(self, path: str) -> bool:
        """Whether a file is such a library: by its name, and in a folder where the compiler has them."""
        real = os.path.realpath(path)
        named = any(_FILE.fullmatch(os.path.basename(each)) for each in (path, real))
        return named and {os.path.dirname(path), os.path.dirname(real)} & self._folders != set()

    @cached_property
    def _folders(self) -> frozenset[str]:
        found = set()
        for name in _ASKED:
            done = subprocess.run(
                [*self._compiler, f"-print-file-name={name}"],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
            path = done.stdout.strip()
            if os.path.isabs(path):
                found |= {os.path.dirname(os.path.normpath(path)), os.path.dirname(os.path.realpath(path))}
        return frozenset(found)
