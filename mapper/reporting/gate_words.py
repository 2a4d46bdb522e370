"""Words of command lines about gates: which loops must be offloadable, and which reasons are errors."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from mapper.codes import KEPT
from mapper.diagnostics import UsageError
from mapper.options import Gates

OPTION = "--require-offload"
REASONS = (*KEPT, "I001")
"""The codes that `-Werror=` takes; `K` and `I` represent all that begin so."""

_ERROR = re.compile(r"-W(?P<no>no-)?error=(?P<code>[KI]\d*)")


def with_word(gates: Gates, word: str) -> Gates | None:
    """The gates with what a word of a command line adds; None where it is no word for gates.

    Raises:
        UsageError: it names no code, or an empty file.
    """
    name, equals, value = word.partition("=")
    if name == OPTION:
        if equals and not value:
            raise UsageError(f"{OPTION} has an empty value")
        return replace(gates, offload=True, waivers=Path(value) if value else gates.waivers)
    match = _ERROR.fullmatch(word)
    if match is None:
        return None
    code = match["code"]
    codes = {each for each in REASONS if each == code or (len(code) == 1 and each.startswith(code))}
    if not codes:
        raise UsageError(
            f"{word}: there is no reason {code} to keep a loop; they are K001 to {max(KEPT)}, I001, and K"
        )
    return replace(gates, errors=gates.errors - codes if match["no"] else gates.errors | codes)
