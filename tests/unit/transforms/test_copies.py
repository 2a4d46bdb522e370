"""Which loops that copy what the loop before has written share its kernel, and which must wait for it."""

from __future__ import annotations

import pytest

from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.nodes import text_of
from tests.unit.translate.programs import fused_loops

HEAD = """
double line[100], other[100], grid[60][60], border[60][60], **rows;
float thin[100];
unsigned wide = 40;
int n = 40, m = 7, *count = &n;
"""
FIRST = "for (i = 1; i <= n; i++) line[i] = 0.5 * i;"
LAST = "for (i = 1; i < 2; i++) line[i + n] = line[i];"


def row_of(first: str, *behind: str, head: str = HEAD) -> WorkLoop | None:
    """The row, if any, that some loops of a region become."""
    loops = "\n".join(f"#pragma omp for\n{loop}" for loop in (first, *behind))
    text = f"{head}\nvoid f(double x, int from)\n{{\n  int i, j;\n#pragma omp parallel private(i, j)\n"
    text += f"  {{\n{loops}\n  }}\n}}\nint main(int c, char **v) {{ f(c, c); return v[0][0]; }}\n"
    found = [loop for loop in fused_loops(text) if loop.row is not None]
    assert len(found) < 2
    return found[0] if found else None


def kernel_of(first: str, *behind: str) -> Kernel:
    row = row_of(first, *behind)
    assert row is not None
    assert row.kernel is not None
    return row.kernel


def test_a_copy_is_made_where_its_source_is_written() -> None:
    row = row_of(FIRST, LAST)
    assert row is not None
    assert row.kernel is not None
    assert row.row is not None
    assert row.others == ("a_f_1", "a_f_2")
    assert row.row.fewest == 1
    text = text_of(row.kernel.body)
    assert "double mrt_copied = 0.5 * i;" in text
    assert "line[i] = mrt_copied;" in text
    assert "if (i < 2)" in text
    assert "line[i + n] = mrt_copied;" in text


def test_copies_of_copies() -> None:
    first = "for (i = 1; i <= 40; i++) for (j = 1; j <= 40; j++) grid[i][j] += i * j;"
    side = "for (i = 1; i <= 40; i++) { grid[i][0] = grid[i][40]; grid[i][41] = grid[i][1]; }"
    end = "for (j = 0; j <= 41; j++) { grid[0][j] = grid[40][j]; grid[41][j] = grid[1][j]; }"
    text = text_of(kernel_of(first, side, end).body)
    assert text.count("= mrt_copied;") == 9
    assert "double mrt_copied = grid[i][j] + (i * j);" in text
    assert "grid[0][0] = mrt_copied;" in text
    assert "grid[41][41] = mrt_copied;" in text


def test_what_is_reached_is_that_of_all_loops() -> None:
    head = HEAD.replace("float thin[100];", "float thin[100], *p;")
    row = row_of("for (i = 1; i <= n; i++) p[i] = i;", "for (i = 1; i < 2; i++) p[i - 1] = p[i];", head=head)
    assert row is not None
    assert row.kernel is not None
    (buffer,) = row.kernel.buffers
    assert buffer.low is None or "0" in text_of(buffer.low)
    assert buffer.overwrites is None


@pytest.mark.parametrize(
    ("first", "behind"),
    [
        (FIRST, "for (i = 1; i < 2; i++) line[i + n] = line[i] + 1;"),
        (FIRST, "for (i = 1; i < 2; i++) other[i] = line[i];"),
        (FIRST, "for (i = 1; i < 2; i++) line[i + n] = other[i];"),
        (FIRST, "for (i = 0; i < 1; i++) line[i + n + 1] = line[i];"),  # line[0] is not written
        (FIRST, "for (i = 1; i < 3; i++) line[i + n] = line[i];"),  # nor line[2], where n is 1
        (FIRST, "for (i = 1; i < 2; i++) line[i + m] = line[i];"),  # m may be less than n
        (FIRST, "for (i = 3; i < 20; i++) line[i + n] = line[1];"),
        (FIRST, "for (i = 1; i < 2; i++) if (m) line[i + n] = line[i];"),
        (FIRST, "for (i = 1; i < 2; i++) line[i + n] = line[*count];"),
        (FIRST, "for (i = 1; i < 3; i += 2) line[i + n] = line[i];"),
        ("for (unsigned u = 1; u <= n; u++) line[u] = u;", LAST),
        (FIRST.replace("n;", "(int)wide;"), LAST.replace("n]", "(int)wide]")),
        ("for (i = 1; i <= n; i++) line[i] = line[i + n];", LAST),
        ("for (i = 1; i <= n; i++) if (i != m) line[i] = i;", LAST),
        ("for (i = 1; i <= n; i++) { line[i] = i; if (i == n) line[1] = x; }", LAST),
        ("for (i = 1; i <= n; i++) { line[i] = i; line[i] += x; }", LAST),
        ("for (i = 1; i <= n; i++) { for (j = 0; j < 3; j++) line[i] = j; }", LAST),
        (
            "for (i = 1; i <= n; i++) { for (j = 0; j < 3; j++) { if (j > from) break; line[3 * i + j] = j; } }",
            LAST,
        ),
        ("for (i = 1; i <= n; i++) { line[i] = i; n = 40; }", LAST),
        ("for (i = 1; i <= n; i++) { line[i] = i; if (i == m) *count = 3; }", LAST),
    ],
)
def test_others_wait(first: str, behind: str) -> None:
    assert row_of(first, behind) is None


def test_a_later_copy_to_the_same_place_waits() -> None:
    again = "for (i = 2; i < 3; i++) line[i + 39] = line[i];"
    once = "for (i = 1; i < 2; i++) line[i + 40] = line[i];"
    first = FIRST.replace("n;", "40;")
    row = row_of(first, once, again)
    assert row is not None
    assert row.others == ("a_f_1", "a_f_2")


def test_copies_in_one_loop_are_made_in_order() -> None:
    first = FIRST.replace("n;", "40;")
    chain = "for (i = 1; i < 2; i++) { line[i + 40] = line[i]; line[i + 50] = line[i + 40]; }"
    assert text_of(kernel_of(first, chain).body).count("= mrt_copied;") == 3
    against = "for (i = 1; i < 2; i++) { line[i + 50] = line[i + 40]; line[i + 40] = line[i]; }"
    assert row_of(first, against) is None
    inner = (
        "for (i = 0; i < 1; i++) for (j = 1; j < 9; j++) { line[j + 40] = line[j]; line[j + 60] = line[j + 39]; }"
    )
    assert row_of(first, inner) is None
