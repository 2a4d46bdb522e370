"""The standard's rules on nesting and branches."""

from __future__ import annotations

import pytest

from mapper.diagnostics import Diagnostic, Severity
from mapper.openmp.check import check
from tests.unit.openmp.units import body, bound

LOOP = "for (i = 0; i < n; i++)"


def found(statements: str) -> list[Diagnostic]:
    return check(body(statements))


def messages(statements: str) -> list[str]:
    diagnostics = found(statements)
    assert all((one.severity, one.code) == (Severity.ERROR, "E013") for one in diagnostics)
    return [one.message for one in diagnostics]


def only(statements: str) -> tuple[str, str]:
    """The message and `line:column -> line of the note` of the only error."""
    (diagnostic,) = found(statements)
    assert (diagnostic.severity, diagnostic.code) == (Severity.ERROR, "E013")
    assert diagnostic.where is not None
    notes = "".join(f" -> {where.line}" for _, where in diagnostic.notes if where is not None)
    return diagnostic.message, f"{diagnostic.where.line}:{diagnostic.where.column}{notes}"


HOLDERS = {
    "for": f"#pragma omp for\n{LOOP}",
    "single": "#pragma omp single\n",
    "master": "#pragma omp master\n",
    "critical": "#pragma omp critical\n",
    "task": "#pragma omp task\n",
    "ordered": "#pragma omp ordered\n",
}
WORK_SHARING = (
    "work-sharing region may not be closely nested inside of "
    "work-sharing, 'critical', 'ordered', 'master' or explicit 'task' region"
)
BARRIER = WORK_SHARING.replace("work-sharing region", "barrier region", 1)


@pytest.mark.parametrize("holder", sorted(HOLDERS))
def test_work_sharing_and_barriers(holder: str) -> None:
    around = HOLDERS[holder]
    assert only(f"{around} {{\n#pragma omp for\n{LOOP} ;\n}}") == (WORK_SHARING, "4:9 -> 2")
    assert only(f"{around} {{\n#pragma omp single\nx = 1;\n}}") == (WORK_SHARING, "4:9 -> 2")
    assert only(f"{around} {{\n#pragma omp sections\n{{ x = 1; }}\n}}") == (WORK_SHARING, "4:9 -> 2")
    assert only(f"{around} {{\n#pragma omp barrier\n}}") == (BARRIER, "4:9 -> 2")


@pytest.mark.parametrize("holder", sorted(HOLDERS))
def test_a_parallel_region_between_makes_it_lawful(holder: str) -> None:
    assert messages(f"{HOLDERS[holder]} {{\n#pragma omp parallel for\n{LOOP} ;\n}}") == []
    assert messages(f"{HOLDERS[holder]} {{\n#pragma omp parallel\n{{\n#pragma omp barrier\n}}\n}}") == []


def test_in_combined_constructs() -> None:
    assert only(f"#pragma omp parallel for\n{LOOP} {{\n#pragma omp barrier\n}}") == (BARRIER, "4:9 -> 2")
    text = "#pragma omp parallel sections\n{\n#pragma omp section\n{\n#pragma omp single\nx = 1;\n}\n}"
    assert only(text) == (WORK_SHARING, "6:9 -> 4")


def test_not_only_directly() -> None:
    text = f"#pragma omp for\n{LOOP} {{ if (x) while (y) switch (v) {{ case 1:\n{{\n#pragma omp barrier\n}} }} }}"
    assert only(text)[0] == BARRIER


def test_master() -> None:
    message = "'master' region may not be closely nested inside of work-sharing or explicit 'task' region"
    for holder in ("for", "single", "task"):
        assert only(f"{HOLDERS[holder]} {{\n#pragma omp master\nx = 1;\n}}") == (message, "4:9 -> 2")
    for holder in ("critical", "master", "ordered"):
        assert messages(f"{HOLDERS[holder]} {{\n#pragma omp master\nx = 1;\n}}") == []


def test_ordered() -> None:
    ordered = "#pragma omp ordered\nx = 1;"
    assert messages(f"#pragma omp for ordered\n{LOOP} {{\n{ordered}\n}}") == []
    assert messages(f"#pragma omp parallel for ordered\n{LOOP} {{ if (x) {{\n{ordered}\n}} }}") == []
    assert messages(ordered) == [], "the loop may be in the calling function"
    message = "'ordered' region must be closely nested inside a loop region with an 'ordered' clause"
    assert only(f"#pragma omp for\n{LOOP} {{\n{ordered}\n}}") == (message, "4:9 -> 2")
    assert only(f"#pragma omp parallel\n{{\n{ordered}\n}}") == (message, "4:9 -> 2")
    message = (
        "'ordered' region may not be closely nested inside of 'critical', 'ordered' or explicit 'task' region"
    )
    for holder in ("critical", "task", "ordered"):
        assert only(f"#pragma omp {holder}\n{{\n{ordered}\n}}") == (message, "4:9 -> 2")


def test_critical() -> None:
    message = "'critical' region may not be nested inside a 'critical' region with the same name"
    assert only("#pragma omp critical\n{\n#pragma omp critical\nx = 1;\n}") == (message, "4:9 -> 2")
    assert only("#pragma omp critical (a)\n{\n#pragma omp parallel\n#pragma omp critical (a)\nx = 1;\n}") == (
        message,
        "5:9 -> 2",
    )
    assert messages("#pragma omp critical (a)\n{\n#pragma omp critical (b)\nx = 1;\n}") == []


def test_section() -> None:
    message = "'#pragma omp section' may only be used in '#pragma omp sections' construct"
    section = "#pragma omp section\nx = 1;"
    assert only(section) == (message, "2:9")
    assert only(f"#pragma omp sections\n{{\n{{\n{section}\n}}\n}}") == (message, "5:9")
    assert messages(f"#pragma omp sections\n{{\n{section}\n{section}\n}}") == []
    assert messages(f"#pragma omp parallel sections\n{{ x = 1;\n{section}\n}}") == []


def test_later_directives_end_the_search() -> None:
    assert (
        messages("#pragma omp single\n#pragma omp taskloop\nfor (i = 0; i < n; i++) {\n#pragma omp barrier\n}")
        == []
    )
    assert messages("#pragma omp single\n#pragma omp target\n{\n#pragma omp ordered\nx = 1;\n}") == []


# ---- branches

EXIT = "invalid exit from OpenMP structured block"


@pytest.mark.parametrize("directive", ["parallel", "single", "master", "critical", "task", "target"])
def test_no_way_out_of_a_structured_block(directive: str) -> None:
    start = f"#pragma omp {directive}\n"
    assert only(f"{start}{{\nreturn;\n}}") == (EXIT, "4:1 -> 2")
    assert only(f"{start}{{\nif (x) goto L;\n}}\nL: ;") == (EXIT, "4:8 -> 2")
    assert only(f"while (x)\n{start}{{\nbreak;\n}}") == (EXIT, "5:1 -> 3")
    assert only(f"while (x)\n{start}{{\ncontinue;\n}}") == (EXIT, "5:1 -> 3")


def test_branches_that_stay_inside() -> None:
    assert messages("#pragma omp parallel\n{ while (x) { if (y) break; else continue; } }") == []
    assert messages("#pragma omp parallel\n{ switch (x) { case 1: break; } }") == []
    assert messages("#pragma omp parallel\n{ goto L; L: x = 1; }") == []
    assert messages("while (x) { break; }\nreturn;") == []
    assert messages("goto L;\n#pragma omp parallel\nx = 1;\nL: ;") == []


def test_loops() -> None:
    start = f"#pragma omp parallel for\n{LOOP}"
    assert only(f"{start} {{ if (x) break; }}") == (EXIT, "3:34 -> 2")
    assert only(f"{start} {{ return; }}") == (EXIT, "3:27 -> 2")
    assert messages(f"{start} {{ if (x) continue; y = 1; }}") == []
    assert messages(f"{start} {{ switch (x) {{ case 1: break; default: continue; }} }}") == []
    assert messages(f"{start} {{ for (j = 0; j < n; j++) break; }}") == []


def test_collapsed_loops() -> None:
    start = f"#pragma omp parallel for collapse(2)\n{LOOP} for (j = 0; j < n; j++)"
    assert messages(f"{start} {{ if (x) continue; y = 1; }}") == []
    assert only(f"{start} {{ if (x) break; }}") == (EXIT, "3:58 -> 2")


def test_no_way_into_a_structured_block() -> None:
    (diagnostic,) = found("goto L;\n#pragma omp parallel\n{ L: x = 1; }")
    assert diagnostic.message == "invalid entry to OpenMP structured block"
    assert diagnostic.notes[0][0] == "the construct that holds 'L' is here"
    text = "#pragma omp parallel\n{ goto L; }\n#pragma omp parallel\n{ L: x = 1; }"
    assert messages(text) == ["invalid entry to OpenMP structured block"]


def test_labels_belong_to_their_function() -> None:
    unit = bound("void f(void) {\n#pragma omp parallel\n{ L: ; }\n}\nvoid g(void) { goto L; L: ; }\n")
    assert check(unit) == []


# ---- warnings


def test_unknown_directives_are_warned_about() -> None:
    (diagnostic,) = found("#pragma omp no_such_thing (1)\nx = 1;")
    assert (diagnostic.severity, diagnostic.code) == (Severity.WARNING, "W001")
    assert diagnostic.message == "unknown directive '#pragma omp no_such_thing' is left to the C compiler"
    assert diagnostic.where is not None
    assert (diagnostic.where.line, diagnostic.where.column) == (2, 9)


def test_at_file_scope() -> None:
    unit = bound("int x;\n#pragma omp threadprivate(x)\n#pragma omp no_such_thing\n")
    assert [diagnostic.code for diagnostic in check(unit)] == ["W001"]
