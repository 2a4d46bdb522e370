"""`#pragma mapper`: what it may say, where it may stand, and what becomes of regions and buffers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper.ir.program.region import Program
from mapper.ir.trees.unit import UserClause
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program

LOOP = "#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n        a[i] += b[i];\n"
PROGRAM = "void f(double *a, double *b, int n)\n{\n%s%s}\n"


def _mapped(folder: Path, text: str, strict: bool = True) -> Mapped:
    (folder / "p.c").write_text(text)
    return map_program(Options(sources=(str(folder / "p.c"),), strict=strict), Model("test", (Leaf(-1.0),)))


def _said(folder: Path, pragma: str) -> tuple[UserClause, ...]:
    (found,) = _mapped(folder, PROGRAM % (f"{pragma}\n", LOOP)).program.units[0].user_clauses.values()
    return found


def _applied(program: Program, name: str) -> bool:
    (region,) = program.regions
    return any(each.transform == name and each.did for each in region.loops[0].applied)


def test_clauses(tmp_path: Path) -> None:
    target, assumed = _said(tmp_path, "#pragma mapper target( opencl:gpu ), assume(noalias(a, b))")
    assert (target.target, assumed.apart, assumed.where.line) == ("opencl:gpu", ("a", "b"), 3)
    found = _said(tmp_path, "#pragma mapper target(auto)\n#pragma GCC ivdep\n#pragma mapper target(auto)")
    assert [(each.target, each.where.line) for each in found] == [("auto", 3), ("auto", 5)]


@pytest.mark.parametrize(
    ("pragma", "message"),
    [
        ("target(gpu)", "`target(gpu)` is not target(openmp | opencl | opencl:gpu | auto)"),
        ("target(opencl) target(openmp)", "`target(openmp)` contradicts `target(opencl)`"),
        ("assume(noalias(a))", "`assume(noalias(a))` is not assume(noalias)"),
        ("assume(noalias(a, b[0]))", "is not assume(noalias)"),
        ("assume(noalias(a, n))", "`n` is neither a pointer nor an array"),
        ("assume(noalias(a, c))", "there is no `c` here"),
        ("assume(noalias())", "is not assume(noalias) or assume(noalias(a, b))"),
        ("assume(bounds)", "`assume(bounds)` is not assume(noalias)"),
        ("traget(opencl)", "`traget(opencl)` is no clause; the clauses are target("),
        ("offload", "`offload` is no clause; the clauses are target("),
        ("target(opencl", "`target(opencl` is no clause"),
        ("", "a clause is missing; the clauses are target("),
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
    loop = LOOP.replace("parallel for", "parallel for num_threads(1)")
    (warning,) = _mapped(tmp_path, PROGRAM % ("#pragma mapper target(opencl)\n", loop)).warnings
    assert warning.code == "W007"
    assert "[K002]" in warning.notes[0][0]
    assert not _mapped(tmp_path, PROGRAM % ("#pragma mapper target(opencl)\n", LOOP)).warnings


IN_REGION = "#pragma omp parallel\n{\n%s#pragma omp for\n%s%s#pragma omp for\n%s}\n"
FIRST = "for (int i = 0; i < n; i++)\n  a[i] += 1;\n"
SECOND = "for (int i = 0; i < n; i++)\n  b[i] = a[n - 1 - i];\n"


def _in_region(folder: Path, first: str, second: str, loop: str = SECOND) -> Mapped:
    said = [f"#pragma mapper {each}\n" if each else "" for each in (first, second)]
    text = "int rand(void);\n" + PROGRAM
    return _mapped(folder, text % (IN_REGION % (said[0], FIRST, said[1], loop), ""))


def test_one_loop_of_a_region_on_the_cpu(tmp_path: Path) -> None:
    mapped = _in_region(tmp_path, "target(openmp)", "target(opencl)")
    (region,) = mapped.program.regions
    assert [loop.kept.code if loop.kept else "" for loop in region.loops] == ["K029", ""]
    assert (region.kept, region.target, mapped.warnings) == (None, "opencl", ())


def test_a_loop_of_a_called_function_on_the_cpu(tmp_path: Path) -> None:
    text = "double a[9];\nstatic void f(void)\n{\n#pragma mapper target(openmp)\n#pragma omp for\n"
    text += "for (int i = 0; i < 9; i++)\n  a[i] = i;\n}\nvoid g(void)\n{\n#pragma omp parallel\n  f();\n}\n"
    ((_, _, kept),) = _mapped(tmp_path, text).program.verdicts()
    assert kept is not None
    assert kept.code == "K029"
    assert [(note, where.line if where else 0) for note, where in kept.notes] == [("as it says here", 4)]


def test_loops_of_one_region_on_different_devices(tmp_path: Path) -> None:
    with pytest.raises(MapperError) as error:
        _in_region(tmp_path, "target(opencl)", "target(opencl:gpu)")
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "E015"
    assert "`target(opencl:gpu)` contradicts `target(opencl)` of another loop" in diagnostic.message


def test_a_loop_that_can_not_be_where_it_is_wanted(tmp_path: Path) -> None:
    loop = "for (int i = 0; i < n; i++)\n  b[i] = rand();\n"
    mapped = _in_region(tmp_path, "", "target(opencl)", loop)
    assert mapped.program.regions[0].offloaded
    (warning,) = mapped.warnings
    assert (warning.code, warning.where and warning.where.line) == ("W007", 10)
    assert "the loop stays on the CPU" in warning.message
    assert "[K004]" in warning.notes[0][0]


def test_pointers_that_are_apart(tmp_path: Path) -> None:
    for pragma, expected in (("", False), ("#pragma mapper assume(noalias(a, b))\n", True)):
        assert _applied(_mapped(tmp_path, PROGRAM % (pragma, LOOP)).program, "restrict") == expected
        region = f"#pragma omp parallel\n{{\n{LOOP.replace('parallel ', '')}}}\n"
        assert _applied(_mapped(tmp_path, PROGRAM % (pragma, region)).program, "restrict") == expected


def test_all_pointers_are_apart(tmp_path: Path) -> None:
    members = "struct s { double *a, *b; };\nvoid f(struct s *s, int n)\n{\n%s%s}\n"
    rows = "void f(double **a, double **b, int n)\n{\n%s%s}\n"
    for program, loop in (
        (PROGRAM, LOOP),
        (members, LOOP.replace("a[", "s->a[").replace("b[", "s->b[")),
        (rows, LOOP.replace("[i]", "[i][0]")),
    ):
        for pragma, expected in (("", False), ("#pragma mapper assume(noalias)\n", True)):
            (region,) = _mapped(tmp_path, program % (pragma, loop)).program.regions
            kernel = region.loops[0].kernel
            assert kernel is not None
            overlaps = {each.name.removeprefix("s_"): each.overlaps or () for each in kernel.buffers}
            assert any(name.endswith("b") for name in overlaps["a"]) != expected, program


def test_elements_may_be_one_pointer(tmp_path: Path) -> None:
    loop = LOOP.replace("a[i]", "t[0].p[i]").replace("b[i]", "t[n].p[i]")
    text = "struct s { double *p; };\n" + PROGRAM.replace("double *a, double *b", "struct s *t")
    (region,) = _mapped(tmp_path, text % ("#pragma mapper assume(noalias)\n", loop)).program.regions
    kernel = region.loops[0].kernel
    assert kernel is not None
    assert {each.name: each.overlaps for each in kernel.buffers} == {
        "t_p": frozenset({"t_n_p"}),
        "t_n_p": frozenset({"t_p"}),
    }


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
