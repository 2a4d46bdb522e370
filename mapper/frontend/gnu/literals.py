"""Constants in forms that pycparser reads: GNU suffixes of numbers, and escapes that only compilers take."""

from __future__ import annotations

import re

from mapper.frontend.gnu.markers import IMAGINARY, STRANGE

_ODD_ESCAPE = re.compile(r"\\([^a-zA-Z._~!=&^\-\\?'\"0-9])")
_ESCAPE_OR_CHAR = re.compile(r"\\(?:x[0-9a-fA-F]+|[0-7]{1,3}|.)|.", re.DOTALL)
_FLOAT_SUFFIX = re.compile(
    r"(?P<digits>0[xX][\da-fA-F.]+[pP][+-]?\d+|[\d.]+(?:[eE][+-]?\d+)?)(?P<suffix>[a-zA-Z]\w*)$"
)
_FLOAT_SUFFIXES = {
    "f32": "f",
    "f64": "",
    "f32x": "",
    "f64x": "L",
    "f128": "L",
    "q": "L",
    "Q": "L",
    "w": "L",
    "W": "L",
}
_STRANGE_SUFFIXES = frozenset(("df", "dd", "dl", "DF", "DD", "DL", "f16", "F16"))


def plain_number(text: str) -> str:
    """A number as words of standard C: `1.5f64` -> `1.5`, `2.0i` -> `( 2.0 * <the imaginary unit> )`.

    Digits lose what separates them.  Decimal floats and those of 16 bits become complex integers.
    """
    text = text.replace("'", "")
    match = _FLOAT_SUFFIX.match(text)
    if match is None or match["suffix"] in ("f", "F", "l", "L"):
        return text
    suffix = match["suffix"]
    if suffix in _STRANGE_SUFFIXES:
        return f"( {match['digits']} * {STRANGE} )"
    real = re.sub("[ij]", "", suffix, flags=re.IGNORECASE)
    number = match["digits"] + _FLOAT_SUFFIXES.get(real, real)
    if real == suffix:
        return number
    whole = match["digits"].isdigit() and real.lower() in ("", "u", "l", "ul", "lu", "ll", "ull", "llu")
    return f"( {number} * ( _Complex int ) {IMAGINARY} )" if whole else f"( {number} * {IMAGINARY} )"


def plain_text(text: str) -> str:
    r"""A string or character constant without escapes that are undefined in C: `"\%"` -> `"%"`."""
    if "\\" not in text or not _ODD_ESCAPE.search(text):
        return text
    return _ESCAPE_OR_CHAR.sub(lambda match: _ODD_ESCAPE.sub(r"\1", match[0]), text)
