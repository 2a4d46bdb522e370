"""A unit borrows the definitions of structures that it only declares, where nothing speaks against them."""

from __future__ import annotations

import pytest

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.incomplete_types import complete_types
from mapper.emit.host_file.borrowed import definitions
from mapper.ir.trees.ctypes import StructType
from tests.harness.semantics import gcc_says, symbols_of

USER = "typedef struct s s; double get(s *p);"
OWNER = """
typedef double real;
typedef struct { int lo, hi; } span;
struct part { real *x; struct s *up; };
struct s { char c; span in; struct part *parts; real (*rows)[3], **table; unsigned b : 3, d : 4;
           union { long l; float g; }; int (*f)(int); enum { P, Q } e; span *more; real tail[2][2]; };
double get(struct s *p) { return p->c; }
"""


def completed(*texts: str) -> Symbols:
    """The first of some units, after all were completed."""
    units = [symbols_of(text) for text in texts]
    complete_types(units)
    return units[0]


def test_a_definition_is_borrowed_with_all_that_it_leads_to() -> None:
    user, owner = completed(USER, OWNER), symbols_of(OWNER)
    assert {each.tag for each in user.borrowed} == {"s", "part", "<span>", "<s.anonymous>"}
    for tag in ("s", "part", "<span>"):
        assert user.record(tag) == owner.record(tag)


def test_what_is_written_for_it_has_the_same_layout() -> None:
    user = completed(USER, OWNER)
    size, member = user.constant_sizeof(StructType("s")), user.member(StructType("s"), "tail")
    assert member is not None
    asserted = f'_Static_assert(sizeof(s) == {size} && __builtin_offsetof(s, tail) == {member.offset}, "");'
    use = (
        "double g(s *p) { return p->parts->x[0] + p->rows[1][2] + **p->table + p->in.lo + p->more[1].hi + p->l; }"
    )
    lines = "\n".join(definitions(user))
    assert gcc_says(f"{lines}\n{USER}\n{asserted}\n{use}") == ""


REFUSED = {
    "nobody completes it": ([USER, "int x;"], None),
    "two others": ([USER, OWNER, "struct s { int other; };"], "mean different things"),
    "others below": ([USER, OWNER, "struct part { float *x; }; struct s;"], "can't be written"),
    "another part here": ([USER + "struct part { int q; };", OWNER], "can't be written"),
    "another span here": ([USER + "typedef struct { long q; } span;", OWNER], "can't be written"),
    "another kind": (["union s; double get(union s *p);", OWNER], "can't be written"),
    "an inner tag of another kind": ([USER + "enum part { E };", OWNER], "can't be written"),
    "a block's own": ([USER + "void f(void) { struct s { int own; } x; x; }", OWNER], "can't be written"),
    "packed": ([USER, "struct s { char c; int x; } __attribute__((packed));"], "can't be written"),
    "aligned": ([USER, "struct s { char c; _Alignas(16) int x; };"], "can't be written"),
    "complex": ([USER, "struct s { double _Complex *z; };"], "can't be written"),
    "an unknown part": ([USER, "struct s { int c; __builtin_va_list x; };"], "can't be written"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_definition_is_not_borrowed(name: str) -> None:
    texts, reason = REFUSED[name]
    user = completed(*texts)
    assert not user.borrowed
    assert set(user.unclear) <= {"s", "part"}
    assert reason is None or reason in user.unclear["s"]


def test_units_that_agree_lend_their_definition() -> None:
    assert {each.tag for each in completed(USER, OWNER, "int before;" + OWNER).borrowed} >= {"s", "part"}
