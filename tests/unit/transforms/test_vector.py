"""Which structures may be aligned as vectors."""

from __future__ import annotations

import pytest

from mapper.analysis.names.symbols import resolve
from mapper.transforms.frame.base import Changed, Placed, Refusal
from mapper.transforms.memory.vector import vector
from tests.unit.translate.programs import translated

HEAD = """
struct two { double x, y; };
struct three { double x, y, z; };
struct four { float a, b, c, d; };
struct bytes { char x, y; };
struct holder { struct two in; int n; };
static struct two one, many[50], *rows[50];
static struct four colours[50];
static struct three triples[50];
static struct bytes bytes[50];
static struct holder holders[50];
"""
WIDE = {
    "many[i].x = i;": {"two": 16},
    "many[i].x = i; colours[i].d = 1.0f;": {"four": 16, "two": 16},
    "triples[i].x = i;": {},
    "bytes[i].x = i;": {},
}
REFUSED = {
    "holders[i].in = many[i];": "it is a member of another structure",
    "one.x += i; many[i].x = 1;": "`&one` may begin anywhere",
    "rows[i][1].x = i;": "rows of them may begin anywhere",
    "many[i].x = ((char *)bytes)[i];": "a pointer is converted",
    "void *p = &many[i]; struct two *q = p; q->x = 1;": "a pointer to void may lead to it",
}


def outcomes(*bodies: str) -> list[Changed | Refusal | None]:
    loops = "".join(f"\n#pragma omp parallel for\n  for (int i = 0; i < 50; i++) {{ {body} }}" for body in bodies)
    program = translated(f"{HEAD}void work(void)\n{{{loops}\n}}\n")
    symbols = resolve(program.units[0])
    kernels = [region.loops[0].kernel for region in program.regions]
    return list(vector([Placed(kernel, symbols) for kernel in kernels if kernel is not None]))


@pytest.mark.parametrize("body", WIDE)
def test_structures_as_wide_as_vectors(body: str) -> None:
    (outcome,) = outcomes(body)
    assert (dict(outcome.kernel.wide) if isinstance(outcome, Changed) else {}) == WIDE[body]


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str) -> None:
    (outcome,) = outcomes(body)
    assert isinstance(outcome, Refusal)
    assert outcome.reason == f"`struct two`: {REFUSED[body]}"


def test_one_kernel_decides_for_all() -> None:
    first, second = outcomes("many[i].x = i; colours[i].a = 1.0f;", "one.x += i; many[i].x = 1;")
    assert isinstance(first, Changed)
    assert dict(first.kernel.wide) == {"four": 16}
    assert isinstance(second, Refusal)
