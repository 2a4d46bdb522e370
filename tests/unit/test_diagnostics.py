"""How messages are printed, and when in colours."""

from __future__ import annotations

import pytest

from mapper.diagnostics import Diagnostic, Location, Printer, Severity, wants_colours

PLACE = Location("a.c", 1, 5)
WARNING = Diagnostic(Severity.WARNING, "W001", "what", PLACE, (("because", PLACE), ("and so", None)))


def test_colours_leave_the_text() -> None:
    sources = {"a.c": "int x;\n"}
    excerpt = "    1 | int x;\n      |     ^\n"
    plain = f"a.c:1:5: warning: what [W001]\n{excerpt}a.c:1:5: note: because\nmapper: note: and so"
    assert Printer(sources).format(WARNING) == plain
    shown = Printer(sources, colours=True).format(WARNING)
    assert shown.startswith("\033[1ma.c:1:5:\033[m \033[1;35mwarning:\033[m what [W001]\n")
    for code in ("", "1", "1;35", "1;36"):
        shown = shown.replace(f"\033[{code}m", "")
    assert shown == plain


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), False),
        (("-fdiagnostics-color",), True),
        (("-fdiagnostics-color=always", "-O2"), True),
        (("-fdiagnostics-color=always", "-fno-diagnostics-color"), False),
        (("-fno-diagnostics-color", "-fdiagnostics-color=always"), True),
        (("-fdiagnostics-color=always", "-fdiagnostics-color=auto"), False),
    ],
)
def test_when_there_are_colours(words: tuple[str, ...], expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    assert wants_colours(words) == expected


def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert wants_colours(())
    assert not wants_colours(("-fno-diagnostics-color",))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colours(())
