"""Library functions that kernels call by mapper's own source of them, and when they have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.translate.library import sources
from tests.unit.translate.programs import kept, kernel

LOOP = """
int main(void)
{{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
  {{ {body} }}
  {behind}
  return 0;
}}
"""
RANDOM = "unsigned short state[3] = {(unsigned short)i, 2, 3}; x[i] = erand48(state);"
SEEDED = "s[i] = rand_r(&s[i]);"
DECLARED = "double x[100]; unsigned s[100]; double erand48(unsigned short *); int rand_r(unsigned *);\n"
GNU = "#define __GLIBC__ 2\n"


def program(body: str, behind: str = "", head: str = GNU) -> str:
    return head + DECLARED + LOOP.format(body=body, behind=behind)


@pytest.mark.parametrize(("body", "called"), [(RANDOM, "erand48"), (SEEDED, "rand_r")])
def test_the_kernel_has_a_copy(body: str, called: str) -> None:
    names = [function.decl.name for function in kernel(program(body)).functions]
    assert any(name.endswith(called) for name in names)


def test_constants_that_the_program_may_change() -> None:
    text = program(RANDOM, "unsigned short p[7] = {1}; lcong48(p);", GNU + "void lcong48(unsigned short *);\n")
    assert kept(text).reason == "`erand48` can't be called on the device"


def test_numbers_of_another_library() -> None:
    assert kept(program(SEEDED, head="")).reason == "`rand_r` can't be called on the device"


def test_the_users_own_function_goes_first() -> None:
    own = 'static int rand_r(unsigned *s) { return puts("x"), (int)*s; } int puts(const char *);\n'
    text = GNU + "double x[100]; unsigned s[100]; int puts(const char *);\n" + own
    reason = kept(text + LOOP.format(body=SEEDED, behind="")).reason
    assert "puts" in reason


def test_only_the_source_calls_its_own_functions() -> None:
    text = "unsigned long next_48(unsigned short *); double x[100];\n"
    body = "unsigned short state[3] = {1, 2, 3}; x[i] = next_48(state);"
    assert kept(text + LOOP.format(body=body, behind="")).reason == "`next_48` can't be called on the device"


def test_the_names_are_those_of_the_tree() -> None:
    defined = [sources._definitions(path).keys() for path in sources._SOURCES]
    assert sources._files().keys() == set().union(*defined)


def test_a_call_of_another_function_needs_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected(path: Path) -> None:
        raise AssertionError("the library was parsed")

    monkeypatch.setattr(sources, "_definitions", unexpected)
    text = program("other(i);", "", GNU + "void other(int);\n")
    assert kept(text).reason == "`other` can't be called on the device"
