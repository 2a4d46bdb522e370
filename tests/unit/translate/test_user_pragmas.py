"""`#pragma mapper`: what it may say, where it may stand, and what becomes of regions and buffers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper.ir.program.region import Program
from mapper.ir.trees.unit import UserPragma
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.pipeline import Mapped, map_program

LOOP = "#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n        a[i] += b[i];\n"
PROGRAM = "void f(double *a, double *b, int n)\n{\n%s%s}\n"


def _mapped(folder: Path, text: str, strict: bool = True) -> Mapped:
    (folder / "p.c").write_text(text)
    return map_program(Options(sources=(str(folder / "p.c"),), strict=strict), Model("test", (Leaf(-1.0),)))


def _said(folder: Path, pragma: str) -> UserPragma:
    (found,) = _mapped(folder, PROGRAM % (f"{pragma}\n", LOOP)).program.units[0].user_pragmas.values()
    return found


def _applied(program: Program, name: str) -> bool:
    (region,) = program.regions
    return any(each.transform == name and each.did for each in region.loops[0].applied)


def test_clauses(tmp_path: Path) -> None:
    pragma = _said(tmp_path, "#pragma mapper target( opencl:gpu ), assume(noalias(a, b))")
    assert (pragma.target, pragma.apart, pragma.where.line) == ("opencl:gpu", (("a", "b"),), 3)
    pragma = _said(tmp_path, "#pragma mapper target(auto)\n#pragma GCC ivdep\n#pragma mapper target(auto)")
    assert (pragma.target, pragma.apart) == ("auto", ())


@pytest.mark.parametrize(
    ("pragma", "message"),
    [
        ("target(gpu)", "`target(gpu)` is not target(openmp | "),
        ("target(opencl) target(openmp)", "`target(openmp)` contradicts `target(opencl)`"),
        ("assume(noalias(a))", "`assume(noalias(a))` is not target("),
        ("assume(noalias(a, b[0]))", "is not target("),
        ("assume(noalias(a, n))", "`n` is neither a pointer nor an array"),
        ("assume(noalias(a, c))", "there is no `c` here"),
        ("offload", "not `offload`"),
        ("", "not `nothing`"),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_what_means_nothing_is_an_error_with_a_place(
    pragma: str, message: str, strict: bool, tmp_path: Path
) -> None:
    with pytest.raises(MapperError) as error:
        _mapped(tmp_path, PROGRAM % (f"#pragma mapper {pragma}\n", LOOP), strict)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "E015"
    assert message in diagnostic.message
    assert diagnostic.where is not None
    assert diagnostic.where.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "#pragma mapper target(auto)\nint x;\n",
        "int x;\n#pragma mapper target(auto)\n",
        "int x;\nvoid f(void)\n{\n#pragma mapper target(auto)\n    x = 1;\n}\n",
        "int x;\nvoid f(void)\n{\n#pragma mapper target(auto)\n#pragma omp critical\n    x = 1;\n}\n",
    ],
)
def test_it_stands_before_a_region(text: str, tmp_path: Path) -> None:
    with pytest.raises(MapperError) as error:
        _mapped(tmp_path, text)
    assert [each.code for each in error.value.diagnostics] == ["E015"]


def test_the_cpu_is_a_verdict(tmp_path: Path) -> None:
    mapped = _mapped(tmp_path, PROGRAM % ("#pragma mapper target(openmp)\n", LOOP))
    ((_, _, kept),) = mapped.program.verdicts()
    assert kept is not None
    assert kept.code == "K029"


def test_a_region_that_can_not_be_where_it_is_wanted(tmp_path: Path) -> None:
    loop = LOOP.replace("parallel for", "parallel for ordered")
    (warning,) = _mapped(tmp_path, PROGRAM % ("#pragma mapper target(opencl)\n", loop)).warnings
    assert warning.code == "W007"
    assert "[K002]" in warning.notes[0][0]
    assert not _mapped(tmp_path, PROGRAM % ("#pragma mapper target(opencl)\n", LOOP)).warnings


def test_pointers_that_are_apart(tmp_path: Path) -> None:
    for pragma, expected in (("", False), ("#pragma mapper assume(noalias(a, b))\n", True)):
        assert _applied(_mapped(tmp_path, PROGRAM % (pragma, LOOP)).program, "restrict") == expected
        region = f"#pragma omp parallel\n{{\n{LOOP.replace('parallel ', '')}}}\n"
        assert _applied(_mapped(tmp_path, PROGRAM % (pragma, region)).program, "restrict") == expected


def test_it_holds_for_its_region_alone(tmp_path: Path) -> None:
    text = PROGRAM % ("#pragma mapper assume(noalias(a, b))\n", LOOP + LOOP)
    first, second = _mapped(tmp_path, text).program.regions
    buffers = [
        {each.name: each.overlaps for each in region.loops[0].kernel.buffers}
        for region in (first, second)
        if region.loops[0].kernel is not None
    ]
    assert buffers[0] == {"a": frozenset(), "b": frozenset()}
    assert buffers[1] != buffers[0]
