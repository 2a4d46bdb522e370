"""Macro uses that hold constructs in their midst are written out, line by line; places in messages stay."""

from __future__ import annotations

import pytest

from mapper.frontend.tokens.ranges import text_range
from tests.unit.frontend.conftest import Load
from tests.unit.frontend.test_frontend_ranges import construct, construct_text

HEAD = """\
#define TEXT(x) #x
#define OMP(x) _Pragma(TEXT(omp x))
#define PAR _Pragma("omp parallel for")
#define EACH(i, n) for (int i = 0; i < n; i++)
#define FILL(a, n) do { PAR EACH(k, n) a[k] = f(1, "\\"") + a[0]; } while (0)
#define TWICE(code) { code code }
int f(int, const char *);
void g(int n, int *a) {
"""
LOOP = 'for (int k = 0; k < n; k ++) a[k] = f (1, "\\"") + a[0];'


def test_a_construct_within_a_use_has_a_text(load: Load) -> None:
    unit = load(f"{HEAD}  if (n) FILL(a,\n n); else n = 1; n = 2;\n}}\n")
    found = text_range(unit, *construct(unit))
    assert not isinstance(found, str)
    file, text = unit.files["main.c"], unit.readings[found.reading].text
    assert text[found.start : found.end] == f'_Pragma("omp parallel for") {LOOP}'
    assert len(text.split("\n")) == len(file.text.split("\n"))
    assert text.split("\n")[9] == "; else n = 1; n = 2;"
    number = next(number for number, token in enumerate(unit.tokens) if token.text == "else")
    assert (unit.tokens[number].where.column, unit.tokens[number].column) == (6, 3)
    within = unit.tokens[construct(unit)[0] - 1]
    assert (within.where.line, within.where.column) == (9, 10)


@pytest.mark.parametrize(
    "code",
    [
        "PAR EACH(i, n) a[i] = 1;",
        "OMP(parallel for) EACH(i, n) a[i] = 1;",
        "OMP(parallel for schedule(static, 3)) PAR_NOT EACH(i, n) { a[i] = 1; }",
    ],
)
def test_uses_side_by_side_stay(load: Load, code: str) -> None:
    """A pragma's macro makes one lexeme, so that it is known which use makes the loop."""
    unit = load(f"#define PAR_NOT\n{HEAD} {code}\n}}\n")
    assert construct_text(unit).strip() == code
    assert unit.readings[0].text == unit.files["main.c"].text


def test_a_use_that_ends_a_construct_in_its_midst_is_written_out(load: Load) -> None:
    head = HEAD + "#define SITES(i) { PAR EACH(i, n) {\n#define END } }\n#define LAST ; }\n"
    unit = load(f"{head} SITES(i) a[i] = 1; END n = 2; {{ n++ LAST\n}}\n")
    found = text_range(unit, *construct(unit))
    assert not isinstance(found, str)
    text = unit.readings[found.reading].text
    assert text[found.start : found.end].split("for (")[1] == "int i = 0; i < n; i ++) {  a[i] = 1; }"
    assert text[found.end :] == " }  n = 2; { n++ LAST\n}\n"
    alone = load("#define END } }\nint f(int n) { { n++; END\n")
    assert "n++; END" in alone.readings[0].text, "there is no construct that may end there"


def test_uses_of_which_it_is_not_known_what_they_make_are_written_out_together(load: Load) -> None:
    unit = load(f"{HEAD} TWICE(n++;) TWICE(PAR EACH(i, n) a[i] = 1;)\n}}\n")
    found = text_range(unit, *construct(unit, 1))
    assert not isinstance(found, str)
    text = unit.readings[found.reading].text
    assert text[found.start : found.end] == '_Pragma("omp parallel for") for (int i = 0; i < n; i ++) a[i] = 1;'
    assert "TWICE(PAR" not in text
