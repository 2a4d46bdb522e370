"""Targets and flags for which types are not what mapper takes them for."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIZE = re.compile(r"^#define __SIZEOF_(POINTER|LONG)__ (\d+)$", re.MULTILINE)
_FLAGS = (
    "-fsingle-precision-constant", "-fshort-double", "-mlong-double-64", "-mlong-double-128",
    "-fpack-struct", "-funsigned-bitfields", "-fno-signed-bitfields", "-fsso-struct=big",
)  # fmt: skip


def other_types(preprocessed: str, flags: Sequence[str]) -> str:
    """What gives types another size, layout or meaning than mapper expects; empty where nothing does."""
    flag = next((one for one in flags if one.startswith(_FLAGS)), "")
    small = next((match[1] for match in _SIZE.finditer(preprocessed) if match[2] != "8"), "")
    return f"`{flag}`" if flag else f"a target whose {small.lower()} has not 8 bytes" if small else ""
