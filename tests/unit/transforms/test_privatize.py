"""Which counters work-groups keep in local memory, and which must stay where they are."""

from __future__ import annotations

import pytest

from mapper.ir.forms.counters import Counters
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.replicated import Replicated
from mapper.ir.program.kernel import Kernel
from mapper.transforms.cooperative import gang
from mapper.transforms.histograms import privatize
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

ARRAYS = "int puts(const char *);\nstatic int key[9000], begin[101], rank[6400], many[6400], wide[90000];"
SHORT = "static double real[50]; static int few[50], some[60];"
SHORT += "struct pair { float first; int second; }; static struct pair pairs[9];"
ROW = "for (int v = 64 * b; v < 64 * (b + 1); v++)"
CLEAR = f"{ROW} rank[v] = 0;"
KEYS = "for (int k = begin[b]; k < begin[b + 1]; k++)"
COUNT = f"{KEYS} rank[key[k]]++;"
ATOMIC = "\n#pragma omp atomic\n"


def privatized(body: str) -> Kernel:
    """The kernel of a loop over b with this body, after the transformation."""
    text = f"{ARRAYS}{SHORT}\nint sum;\nvoid f(int n, int *given) {{\n#pragma omp parallel for\n"
    text += f"for (int b = 0; b < n; b++) {{ {body} }} }}\nint main(void) {{ f(9, rank + 5); return 0; }}"
    kernel, symbols = kernel_and_symbols(text)
    return apply_all(kernel, symbols, (gang.TRANSFORM, privatize.TRANSFORM))


def reason(kernel: Kernel) -> str:
    return "".join(each.refusal or "" for each in kernel.applied if each.transform == "privatize")


@pytest.mark.parametrize(
    ("body", "length"),
    [
        (CLEAR + COUNT, 64),
        (f"for (int v = 64 * b; v <= 64 * b + 9; v++) rank[v] = b; {COUNT}", 10),
        (f"{CLEAR}{COUNT} {ROW} many[v] = rank[v] * 2;", 64),
        (f"{CLEAR} {KEYS} rank[key[k]] -= 3;", 64),
        (f"{CLEAR}{COUNT} if (n > 3) rank[64 * b] = 5;", 64),
        (f"{CLEAR}{COUNT} {ROW} rank[key[v]] = v;", 64),
    ],
)
def test_an_iteration_has_the_row_that_it_overwrites(body: str, length: int) -> None:
    kernel = privatized(body)
    made = kernel.form(Gang)
    assert made is not None
    assert made.own is not None, reason(kernel)
    assert made.own.length == length


UNCLEARED = "no loop overwrites a row of `rank` first"
OTHERWISE = "`rank` is used in other ways, too"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (COUNT + CLEAR, UNCLEARED),
        (f"many[b] = rank[5]; {CLEAR}{COUNT}", UNCLEARED),
        (f"for (int v = 64 * b; v < 64 * (b + 1); v += 2) rank[v] = 0; {COUNT}", UNCLEARED),
        (f"{ROW} rank[v + 1] = 0; {COUNT}", UNCLEARED),
        (f"{ROW} rank[key[v]] = 0; {COUNT}", UNCLEARED),
        (f"{ROW} rank[v] += 1; {COUNT}", UNCLEARED),
        (f"{ROW} rank[v] = many[v] + rank[v + 1]; {COUNT}", UNCLEARED),
        (f"{ROW} {{ rank[v] = 0; rank[v + 1] = 1; }} {COUNT}", UNCLEARED),
        (f"{ROW} {{ if (key[v] > 3) continue; rank[v] = 0; }} {COUNT}", UNCLEARED),
        (f"{ROW} if (key[v] > 3) rank[v] = 0; {COUNT}", UNCLEARED),
        (f"{ROW} for (int w = 0; w < 3; w++) rank[v] = w; {COUNT}", UNCLEARED),
        (f"for (int v = begin[b]; v < begin[b] + 64; v++) rank[v] = 0; {COUNT}", UNCLEARED),
        (f"for (int v = 64 * b; v < 60 * b + 70; v++) rank[v] = 0; {COUNT}", UNCLEARED),
        (f"int at = b; at++; for (int v = at; v < at + 64; v++) rank[v] = 0; {COUNT}", UNCLEARED),
        (f"{CLEAR}{COUNT} many[b] = rank[key[b]];", OTHERWISE),
        (f"{CLEAR}{COUNT} int *p = &rank[64 * b]; p[0] = 1;", OTHERWISE),
    ],
)
def test_other_rows_stay(body: str, why: str) -> None:
    kernel = privatized(body)
    made = kernel.form(Gang)
    assert made is None or made.own is None
    assert reason(kernel) == why


BOTH = f"{ATOMIC}few[key[b] % 50]++;{ATOMIC}some[key[b] % 50] -= b;"


@pytest.mark.parametrize(
    ("body", "sums"),
    [
        (BOTH, "few int, some int"),
        (f"{ATOMIC}few[key[b] % 50] += begin[b];{ATOMIC}wide[key[b]]++;", "few int"),
        (f"{BOTH} some[b] = 1;", "few int"),
        (f"{BOTH} int *p = &some[b];{ATOMIC}p[0] += 2;{ATOMIC}p[1]++;", "few int, some int"),
        (f"{BOTH} int *p = &some[b];{ATOMIC}p[0] += 2; p[1]++;", "few int"),
        (f"{ATOMIC}real[key[b] % 50] += b;", "real double"),
        (f"{ATOMIC}pairs[b].first -= b;{ATOMIC}pairs[b].second++;", "pairs float, pairs int"),
        (f"{ATOMIC}pairs[b].first += real[b];{ATOMIC}few[b] += real[b];", "pairs float"),
        (f"{ATOMIC}few[b] += real[b];", ""),
        (f"{ATOMIC}few[key[b]] *= 2;{ATOMIC}some[b]++;", "some int"),
    ],
)
def test_arrays_that_are_only_added_to_have_replicas(body: str, sums: str) -> None:
    form = privatized(body).form(Replicated)
    found = form.sums if form is not None else ()
    assert ", ".join(f"{each.buffer} {each.type}" for each in found) == sums


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f"{ATOMIC}wide[key[b]]++;", "few elements of `wide`"),
        (f"{ATOMIC}many[key[b] % 50]++;\n many[b] = 1;", "`many` is used in other ways, too"),
        (f"{ATOMIC}rank[key[b] % 50]++;{ATOMIC}given[b]++;", "`rank` may be reached through other pointers, too"),
        (f'if (key[b] < 0) puts("!");{ATOMIC}rank[key[b] % 50]++;', "the loop has reductions or error paths"),
    ],
)
def test_counters_without_rows(body: str, why: str) -> None:
    kernel = privatized(body)
    assert kernel.form(Counters) is None
    assert kernel.form(Replicated) is None
    assert why in reason(kernel)
