"""Pointers to blocks of threads: what they may be computed from, and what loops may do with the blocks."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import translated

HEAD = """
int omp_get_thread_num(void), n, key[100], start[9];
struct worker { double *scratch; _Bool busy; struct { float *sums; } part; } *workers;
double *buffer, **table, w[100], out[100];
void change(void);
"""
ADDS = "mine[key[i]] += w[i];"


def is_kept(own: str, loop: str, outside: str = "") -> bool:
    """Whether a region or its loop is kept; `own` computes `mine`, `loop` is the body of a work-shared loop."""
    (region,) = translated(
        f"{HEAD}void f(void) {{\n#pragma omp parallel\n{{ int me = omp_get_thread_num(); {own}\n"
        f"#pragma omp for\nfor (int i = 0; i < 100; i++) {{ {loop} }}\n{outside} }} }}"
    ).regions
    return region.kept is not None or region.loops[0].kept is not None


@pytest.mark.parametrize(
    "own",
    [
        "double *mine = buffer + (long)me * n;",
        "double *restrict mine = &buffer[me * (n + 8)];",
        "double *mine = buffer + start[me];",
        "double *mine = table[me];",
        "double *mine = workers[me].scratch;",
        "struct worker *own = &workers[me]; float *mine = own->part.sums;",
        "double *mine; mine = (double *)((char *)buffer + 64 * me);",
        "double *base = buffer + me * n, *mine = base + 2;",
        "double *first = buffer + me; first[0] = 0; double *mine = table[me];",
        "double *mine = workers[me].scratch; workers[me].busy = 1;",
    ],
)
def test_blocks_are_found_by_what_keeps_its_value(own: str) -> None:
    assert not is_kept(own, ADDS)


@pytest.mark.parametrize(
    ("own", "outside"),
    [
        ("double *mine = buffer + me * n; mine++;", "\n#pragma omp single\nbuffer = 0;"),
        ("double *mine = buffer + me * n;", "mine = buffer;"),
        ("double *mine = buffer + me * n; mine[0] = 0; mine = mine + 1;", ""),
        ("double *mine = table[me];", "table[me] = buffer;"),
        ("double *mine = table[me];", "\n#pragma omp single\nchange();"),
        ("double *mine = buffer + start[me];", "start[me]++;"),
        ("double *mine = workers[me].scratch;", "\n#pragma omp single\nworkers = 0;"),
    ],
)
def test_what_changes_in_the_region_finds_no_block(own: str, outside: str) -> None:
    assert is_kept(own, ADDS, outside)


@pytest.mark.parametrize(
    ("loop", "kept"),
    [
        ("mine[key[i]] = mine[key[i]] + w[i];", False),
        ("mine[key[i]] *= w[i];", False),
        ("if (w[i] > mine[key[i]]) mine[key[i]] = w[i];", False),
        ("out[i] = mine[key[i]];", False),
        ("mine[key[i]] += w[i]; mine[0] -= w[i];", False),
        ("mine[key[i]] += w[i]; mine[key[i]] *= 2;", True),
        ("mine[key[i]] = w[i];", True),
        ("mine[key[i]] += mine[key[i] + 1];", True),
        ("mine[key[i]] += w[i]; out[i] = mine[0];", True),
        ("if (w[i] > mine[key[i]]) { mine[key[i]] = w[i]; out[key[i]] = i; }", True),
    ],
)
def test_updates_that_no_order_changes(loop: str, kept: bool) -> None:
    assert is_kept("double *mine = table[me];", loop) == kept


def test_members_are_updated_each_in_its_way() -> None:
    sums = "struct sums { long count, bits; } *mine = sums + me;"
    text = HEAD.replace("void change", "struct sums { long count, bits; } *sums; void change")
    for loop, kept in (
        ("mine->count += i; mine->bits |= key[i];", False),
        ("mine->count += i; mine->count |= key[i];", True),
    ):
        (region,) = translated(
            f"{text}void f(void) {{\n#pragma omp parallel\n{{ int me = omp_get_thread_num(); "
            f"{sums.replace(' { long count, bits; }', '')}\n"
            f"#pragma omp for\nfor (int i = 0; i < 100; i++) {{ {loop} }} }} }}"
        ).regions
        assert (region.loops[0].kept is not None) == kept


def test_the_remark_names_the_pointer_and_what_changes_it() -> None:
    (region,) = translated(
        f"{HEAD}void f(void) {{\n#pragma omp parallel\n{{ int me = omp_get_thread_num();\n"
        "double *mine = table[me];\n"
        f"#pragma omp for\nfor (int i = 0; i < 100; i++) {{ {ADDS} }}\ntable[me] = buffer; }} }}"
    ).regions
    assert region.kept is not None
    assert "`mine`" in region.kept.reason
    assert [where.line for _, where in region.kept.notes if where is not None] == [region.kept.where.line + 3]


FILLS = "for (int k = 0; k < 8; k++) mine[k] = i + k; out[i] = mine[3] + mine[7];"
HANDED = "fill(mine, i); out[i] = mine[2] + into[0];"


def dealt(own: str, loop: str, within: str = "") -> str | None:
    """Why a loop that threads deal out by hand is kept; `own` and `within` compute `mine`, outside and inside."""
    (region,) = translated(
        "#include <stdlib.h>\nint omp_get_thread_num(void), omp_get_num_threads(void);\n"
        "static void fill(double *p, int i) { for (int k = 0; k < 8; k++) p[k] = i * k; }\n"
        "static double buffer[6400], *table[64], out[100];\nstatic void f(void) {\n#pragma omp parallel\n"
        f"{{ int me = omp_get_thread_num(), threads = omp_get_num_threads(); {own}\n"
        f"for (int i = me; i < 100; i += threads) {{ {within} {loop} }} }} }}\n"
        "int main(void) { for (int t = 0; t < 64; t++) table[t] = malloc(80); f(); return out[3] > 2; }"
    ).regions
    if not region.loops:
        return "no loop is shared out"
    kept = region.kept or region.loops[0].kept
    return None if kept is None else f"{kept.code}: {kept.reason}"


@pytest.mark.parametrize(
    ("own", "within", "loop"),
    [
        ("double *mine = table[me];", "", FILLS),
        ("", "double *mine = table[me];", FILLS),
        ("double *mine = buffer + me * 10, *into = mine + 4;", "", HANDED),
        ("double *mine = buffer + me * 10;", "double *into = mine + 4;", HANDED),
    ],
)
def test_iterations_that_are_dealt_out_by_hand_have_blocks_of_their_own(own: str, within: str, loop: str) -> None:
    assert dealt(own, loop, within) is None


@pytest.mark.parametrize(
    ("own", "within", "loop", "reason"),
    [
        ("double *mine = buffer + me * 10, *into = mine + me % 2;", "", HANDED, "use the thread's number"),
        ("double *mine = table[me];", "", FILLS + "out[i] += me;", "no loop is shared out"),
        ("", "const double *mine = table[me];", "out[i] = mine[2];", "use the thread's number"),
        ("double *mine = table[me];", "", "mine[1] = i; out[i] = mine[0];", "what another one left"),
        ("", "double *mine = table[me];", "mine[1] = i; out[i] = mine[0];", "what another one left"),
    ],
)
def test_iterations_that_are_dealt_out_by_hand_need_no_number(
    own: str, within: str, loop: str, reason: str
) -> None:
    assert reason in (dealt(own, loop, within) or "")
