"""Values that several features share: each gets one variable, before its first use."""

from __future__ import annotations

from mapper.emit.text.c_printer import CPrinter
from mapper.emit.text.common_values import with_common_values
from tests.unit.emit.test_printers import parsed


def numbered(*expressions: str) -> tuple[dict[str, str], list[str]]:
    """The variables and the texts of some expressions."""
    return with_common_values([parsed(text) for text in expressions], CPrinter().expression)


def test_what_is_used_twice_is_computed_once() -> None:
    """The largest value that is shared gets a variable, and what it shares with others gets one of its own."""
    n, product = "__mrt_positive(n)", "__mrt_positive(n) * __mrt_positive(m)"
    variables, texts = numbered(f"{product} * 2.0", f"{product} + 1.0", f"{n} + 7.0")
    assert variables == {
        "__mrt_common0": "__mrt_positive(n)",
        "__mrt_common1": "__mrt_common0 * __mrt_positive(m)",
    }
    assert texts == ["__mrt_common1 * 2.0", "__mrt_common1 + 1.0", "__mrt_common0 + 7.0"]


def test_the_same_value_twice_in_one_expression() -> None:
    """Both uses are of one variable; a whole feature that another repeats is one, too."""
    variables, texts = numbered("__mrt_ratio(x + 1.0, x + 1.0)", "x + 1.0")
    assert variables == {"__mrt_common0": "x + 1.0"}
    assert texts == ["__mrt_ratio(__mrt_common0, __mrt_common0)", "__mrt_common0"]


def test_what_a_condition_guards_stays_in_its_place() -> None:
    """A pointer that may not be read is read behind its test only."""
    guarded = "(ok ? p[0] + 1.0 : 0.0) * 2.0"
    variables, texts = numbered(f"{guarded} + 1.0", f"{guarded} + 3.0")
    assert variables == {"__mrt_common0": "(ok ? p[0] + 1.0 : 0.0) * 2.0"}
    assert texts == ["__mrt_common0 + 1.0", "__mrt_common0 + 3.0"]
    assert numbered("q + (ok ? p[0] + 1.0 : 0.0)", "p[0] + 1.0 * q")[0] == {}


def test_single_numbers_get_no_variable() -> None:
    """Constants and names are as short as a variable."""
    assert numbered("1.0", "1.0", "n", "n") == ({}, ["1.0", "1.0", "n", "n"])
