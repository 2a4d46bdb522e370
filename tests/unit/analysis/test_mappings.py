"""What calls of mmap and its like mean for pointers: new memory, the caller's array, or memory of others."""

from __future__ import annotations

import pytest

from tests.unit.analysis.wholeprogram import program

MMAP = (
    "void *mmap(void *, size_t, int, int, int, long); "
    "void *mremap(void *, size_t, size_t, int, ...); static double a[99];\n"
)


@pytest.mark.parametrize(
    ("call", "pointees"),
    [
        ("mmap(0, 800, 3, 0x22, -1, 0)", ["mmap"]),
        ("mmap((void *)0, 800, 3, 2 | 0x20, -1, 0)", ["mmap"]),
        ("mmap(a, 800, 3, 0x32, -1, 0)", ["a", "mmap", "unknown"]),
        ("mmap(0, 800, 3, 1, 5, 0)", ["mmap", "unknown"]),
        ("mmap(0, 800, 3, flags, -1, 0)", ["mmap", "unknown"]),
        ("mremap(a, 800, 1600, 1)", ["a", "mremap"]),
    ],
)
def test_what_a_mapping_may_be(call: str, pointees: list[str]) -> None:
    made = program(
        MMAP + f"static int get(int flags) {{ double *p = {call}; return p[flags] > 0; }}\n"
        "int main(void) { return get(0); }"
    )
    assert [name.partition(" at ")[0] for name in made.pointees("get", "p")] == pointees


def test_private_memory_is_an_allocation_of_each_caller() -> None:
    made = program(
        MMAP + "static double *get(void) { return mmap(0, 800, 3, 0x22, -1, 0); }\n"
        "int main(void) { double *p = get(), *q = get(); p[0] = 1;\n return q[0] > p[0]; }"
    )
    assert not set(made.pointees("main", "p")) & set(made.pointees("main", "q"))
