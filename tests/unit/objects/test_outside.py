"""What code outside of the sources refers to."""

from __future__ import annotations

from mapper.objects.elf import Names
from mapper.objects.outside import Outside

_CHANGES = frozenset(["fesetround", "fesetenv", "feupdateenv", "fetestexcept"])


def test_the_compilers_libraries_restore_the_floating_point_environment() -> None:
    outside = Outside()
    outside.add(Names(frozenset(["expq"]), _CHANGES | {"malloc"}), shared=True, system=True)
    assert outside.used == {"malloc"}


def test_other_libraries_may_change_the_floating_point_environment() -> None:
    outside = Outside()
    outside.add(Names(frozenset(["solve"]), _CHANGES), shared=True)
    assert outside.used == set(_CHANGES)
