"""Selection, checking and reporting of transformations, with made-up ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols, resolve
from mapper.commands.arguments import parse
from mapper.diagnostics import InternalError, UsageError
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import Program
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT
from mapper.ir.trees.nodes import walk
from mapper.options import Options
from mapper.reporting.report import remarks
from mapper.transforms import run
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.check import violations
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.flags import pass_options
from mapper.transforms.loops import split
from mapper.transforms.run import Selection, apply_all, lower, transform
from tests.unit.translate.programs import kernel as kernel_of
from tests.unit.translate.programs import translated

LOOP = """
void f(int n, double *p, double *q)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double x = q[i] * 2.0;
    p[i] = x > 1.0 ? x : 1.0;
  }
}
"""


LINE = """
static double a[400][90];
void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 90; j++)
      if (j > 0) a[i][j] = a[i][j - 1]; else a[i][j] = 1.0;
}
"""


def symbols_of(program: Program) -> Symbols:
    return resolve(program.units[0])


def kernels_in(program: Program) -> list[Kernel]:
    return [loop.kernel for region in program.regions for loop in region.loops if loop.kernel is not None]


def with_statement(kernel: Kernel, *nodes: c_ast.Node) -> Kernel:
    return replace(kernel, body=c_ast.Compound([*kernel.body.block_items, *nodes]))


def adds(name: str) -> Transform:
    def apply(kernel: Kernel, _: Symbols) -> Outcome:
        changed = with_statement(kernel, build.declaration(name, INT, init=build.integer(0)))
        return Changed(replace(changed, symbols={**kernel.symbols, name: INT}), f"added {name}")

    return Transform("adding", "", apply)


REFUSES = Transform("refusing", "", lambda kernel, symbols: Refusal("it is Monday"))
SILENT = Transform("silent", "", lambda kernel, symbols: None)


def test_each_pass_is_recorded() -> None:
    kernel = apply_all(kernel_of(LOOP), symbols_of(translated(LOOP)), [adds("one"), REFUSES, SILENT])
    assert [(each.transform, each.did, each.refusal) for each in kernel.applied] == [
        ("adding", "added one", None),
        ("refusing", "", "it is Monday"),
    ]


SUM = """
    double f(int n, double *x)
    {
      double s = 0;
    #pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < n; i++)
        s += x[i];
      return s;
    }
"""
UNION = """
    union u { int i; float f; };
    void f(int n, union u *x)
    {
    #pragma omp parallel for
      for (int i = 0; i < n; i++)
        x[i].i = 0;
    }
"""


@pytest.mark.parametrize(
    ("text", "accepts", "applied"),
    [
        (LOOP, frozenset(), True),
        (SUM, USUAL, True),
        (SUM, USUAL - {Trait.REDUCTIONS}, False),
        (UNION, USUAL, False),
        (UNION, USUAL | {Trait.UNIONS}, True),
    ],
)
def test_passes_get_no_kernels_that_they_do_not_accept(
    text: str, accepts: frozenset[Trait], applied: bool
) -> None:
    states = replace(adds("one"), accepts=accepts)
    kernel = apply_all(kernel_of(text), symbols_of(translated(text)), [states])
    assert bool(kernel.applied) is applied


def test_program() -> None:
    program = translated(LOOP)
    symbols = {program.units[0].path: symbols_of(program)}
    changed, shown = transform(program, symbols, Selection((adds("one"), REFUSES), ("adding",)))
    assert [kernel.applied[0].did for kernel in shown["adding"]] == ["added one"]
    assert all(kernel.applied == () for kernel in kernels_in(program))
    said = [text for each in remarks(changed) for text, _ in each.notes]
    assert "adding: added one" in said
    assert "refusing: not applied: it is Monday" in said


def test_a_bad_kernel_is_a_fault_of_the_pass() -> None:
    symbols = symbols_of(translated(LOOP))
    with pytest.raises(InternalError, match="`x` is declared twice") as error:
        apply_all(kernel_of(LOOP), symbols, [adds("x")])
    assert error.value.stage == "the transformation adding"


def test_lowering_leaves_what_is_counted() -> None:
    program = translated(LINE)
    symbols = {program.units[0].path: symbols_of(program)}
    selection = Selection((split.TRANSFORM,), ("split",))
    changed, shown = transform(program, symbols, selection)
    assert (changed.regions[0].loops[0].kernel, shown) == (kernels_in(program)[0], {})
    changed, shown = lower(changed, symbols, selection)
    (loop,) = changed.regions[0].loops
    assert loop.kernel is kernels_in(program)[0]
    assert {name: [each.body for each in kernels] for name, kernels in shown.items()} == {
        "split": [each.body for each in loop.versions]
    }
    assert [each.transform for each in loop.applied] == ["split"]
    assert [sum(isinstance(node, c_ast.For) for node in walk(each.body)) for each in loop.versions] == [2]


def test_lowered_code_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    program, bad = translated(LOOP), adds("x")
    monkeypatch.setattr(run, "LOWER", (bad,))
    with pytest.raises(InternalError, match="`x` is declared twice"):
        lower(program, {program.units[0].path: symbols_of(program)}, Selection((bad,)))


def test_good_kernel() -> None:
    assert violations(kernel_of(LOOP)) == []


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (build.assign(build.identifier("n_9"), build.integer(1)), "`n_9` is not declared"),
        (build.call("h"), "`h` is no function"),
        (build.assign(build.identifier("mrt_id1"), build.integer(1)), "`mrt_id1` is not declared"),
        (build.declaration("y", INT), "`y` has no type"),
        (c_ast.Return(None), "the body returns"),
        (c_ast.Continue(), "a `continue` is outside of loops"),
    ],
)
def test_bad_kernels(node: c_ast.Node, message: str) -> None:
    assert violations(with_statement(kernel_of(LOOP), node)) == [message]


def test_missing_parameter() -> None:
    kernel = kernel_of(LOOP)
    lower = replace(kernel.dimensions[0], lower=build.identifier("n"))
    assert violations(replace(kernel, dimensions=(lower,))) == ["the parameter `mrt_lower_i` is missing"]


def test_options() -> None:
    options = parse("a.c --passes=one,two -fno-one --dump-after two".split(), None, ("one", "two", "three"))
    assert options.passes == frozenset(["one", "two"])
    assert parse("a.c --passes=none".split(), None, ("one", "two", "three")).passes == frozenset()
    assert (options.disabled, options.dump_after) == (frozenset(["one"]), ("two",))
    with pytest.raises(UsageError, match="there is no transformation four; they are one, two, three"):
        parse("a.c --passes=four".split(), None, ("one", "two", "three"))
    with pytest.raises(UsageError, match="there is no transformation four"):
        parse("a.c --dump-after=four".split(), None, ("one", "two", "three"))


def test_options_of_the_drop_in_compiler() -> None:
    base = Options(sources=("a.c",))
    assert pass_options("", ("one",), base) == base
    options = pass_options("-fno-one --dump-after=two --passes=one", ("one", "two"), base)
    assert options == replace(base, passes=frozenset(["one"]), disabled=frozenset(["one"]), dump_after=("two",))
    with pytest.raises(UsageError, match="-O3 does not choose transformations"):
        pass_options("-O3", ("one",), base)


def test_a_kernel_is_transformed_once() -> None:
    """Passes that try out what later ones make of a kernel ask for it again and again."""
    program = translated(LOOP)
    (kernel,), symbols = kernels_in(program), symbols_of(program)
    asked: list[Kernel] = []

    def apply(given: Kernel, _: Symbols) -> Outcome:
        asked.append(given)
        return Refusal("nothing to do")

    each = Transform("unroll", "", apply)
    assert apply_all(kernel, symbols, [each]) is apply_all(kernel, symbols, [each])
    assert len(asked) == 1
