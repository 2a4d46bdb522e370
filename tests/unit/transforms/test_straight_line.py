"""What accesses in straight-line code may share."""

from __future__ import annotations

from dataclasses import replace

from mapper.analysis.names.symbols import resolve
from mapper.transforms.private.straight_line import Memory
from tests.unit.translate.programs import translated

TEXT = """
void f(double *a, double *b)
{
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    a[i] += b[i];
}
"""


def sharing(memory: Memory) -> set[str]:
    return {one + other for one in "ab" for other in "ab" if memory.may_share(one, other)}


def test_an_array_that_shares_no_memory_shares_its_own() -> None:
    program = translated(TEXT)
    symbols, found = resolve(program.units[0]), program.regions[0].loops[0].kernel
    assert found is not None
    assert sharing(Memory(found, symbols)) == {"aa", "ab", "ba", "bb"}
    apart = [replace(each, apart=each.name == "a") for each in found.buffers]
    assert sharing(Memory(replace(found, parameters=tuple(apart)), symbols)) == {"aa", "bb"}
