"""Targets and flags for which types or operations are not what mapper takes them for."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIZE = re.compile(r"^#define __SIZEOF_(POINTER|LONG)__ (\d+)$", re.MULTILINE)
_IN_TEXT = re.compile(
    r"^[ \t]*#[ \t]*pragma[ \t]+STDC[ \t]+FENV_ACCESS[ \t]+ON"
    r"|\b(?:__)?optimize(?:__)?[ \t]*\(?[^)\n;]*"
    r"\bf?(?:wrapv|trapv|no-strict-overflow|rounding-math|signaling-nans|trivial-auto-var-init)\b",
    re.MULTILINE,
)
_CHARACTERS = re.compile(r"-f(wide-)?exec-charset=(?!utf-?8$|utf-?32$)", re.IGNORECASE)
_FLAGS = (
    "-fsingle-precision-constant", "-fshort-double", "-mlong-double-64", "-mlong-double-128",
    "-fpack-struct", "-funsigned-bitfields", "-fno-signed-bitfields", "-fsso-struct=big",
    "-fwrapv", "-ftrapv", "-fno-strict-overflow", "-frounding-math", "-fsignaling-nans",
    "-mfpmath=387", "-mfpmath=both", "-mfpmath=sse,387", "-mfpmath=387,sse", "-mfpmath=sse+387",
    "-finstrument-functions", "-fopenacc",
    "-fpcc-struct-return", "-freg-struct-return", "-mms-bitfields", "-mabi=ms", "-fleading-underscore",
    "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern", "-fhardened",
    "-mdaz-ftz", "-mpc32", "-mpc64",
)  # fmt: skip


def other_types(preprocessed: str, flags: Sequence[str]) -> str:
    """What gives types another size, layout or meaning than mapper expects; empty where nothing does.

    Of `-fwrapv` and `-fno-wrapv` the last one counts.
    """
    chosen = (one for one in flags if one.startswith(_FLAGS) or _CHARACTERS.match(one))
    flag = next((one for one in chosen if _opposite(one) not in _behind(flags, one)), "")
    marked = "FENV_ACCESS" in preprocessed or "optimize" in preprocessed  # a search for words is much faster
    if not flag and marked and (said := _IN_TEXT.search(preprocessed)):
        flag = said[0].strip()
    small = next((match[1] for match in _SIZE.finditer(preprocessed) if match[2] != "8"), "")
    return f"`{flag}`" if flag else f"a target whose {small.lower()} has not 8 bytes" if small else ""


def _opposite(flag: str) -> str:
    return flag.replace("-fno-", "-f", 1) if flag.startswith("-fno-") else flag.replace("-f", "-fno-", 1)


def _behind(flags: Sequence[str], flag: str) -> Sequence[str]:
    """What follows the last `flag`."""
    return flags[len(flags) - list(reversed(flags)).index(flag) :]
