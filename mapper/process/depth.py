"""Stack space for deeply nested programs: stages walk trees by recursion, and gcc takes thousands of levels."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_LEVELS = 1_000_000
_STACK = 120 << 20  # Linux leaves 128 MiB below the main thread's stack free, whatever the limit was at its start


@contextmanager
def deep() -> Iterator[None]:
    """Let recursion go as deep as memory allows, for as long as the context lasts."""
    levels = sys.getrecursionlimit()
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = _STACK if hard == resource.RLIM_INFINITY else min(_STACK, hard)
    grows = soft != resource.RLIM_INFINITY and soft < wanted
    if grows:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    sys.setrecursionlimit(max(levels, _LEVELS))
    try:
        yield
    finally:
        sys.setrecursionlimit(levels)
        if grows:
            resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))
