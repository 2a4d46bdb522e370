"""Each transformation has its page, its golden cases, runs with it on and off, and says why it refuses.

`refused/NAME.c` is a program in which NAME refuses; its first line is the reason, or a part of it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Never

import islpy as isl
import pytest
from pycparser import c_ast

from mapper.ir.forms.gang import Gang
from mapper.ir.trees import build
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import remarks
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program
from mapper.transforms.cooperative import gang
from mapper.transforms.dimensions import interchange
from mapper.transforms.frame.base import Refusal, Transform
from mapper.transforms.local import columns
from mapper.transforms.memory import overwrite
from mapper.transforms.names import NAMES
from mapper.transforms.run import apply_all
from tests.exec.test_transforms import PAIRS
from tests.harness.examples import PROGRAMS, ROOT
from tests.unit.translate.programs import kernel_and_symbols

GOLDEN = ROOT / "tests" / "golden"
PAGE = (ROOT / "docs" / "transforms.md").read_text(encoding="utf-8")
REFUSED = Path(__file__).parent / "refused"
NOTHING_TO_REFUSE = {"accumulate", "arguments", "expand", "hyperplanes", "narrow", "recursion", "unroll"}
"""What `expand` and `recursion` can't do keeps the loop on the CPU (K017, K005); planes that
`hyperplanes` can't take stay one behind the other.  Arrays that are not for `accumulate` get virtual threads."""
OTHERWISE = {"overwrite", "interchange", "columns"}
"""Those that refuse what no small program shows."""

LINES = """
static double a[400][90];
void f(int n) {
#pragma omp parallel for
  for (int k = 0; k < 400; k++) {
    double line[90][5];
    for (int i = 0; i < 90; i++)
      for (int m = 0; m < 5; m++)
        line[i][m] = a[k][i] * m;
    for (int i = 0; i < 90; i++)
      a[k][i] = line[89 - i][1] + line[i][4];
  }
}
"""


def mapped(options: Options) -> Mapped:
    return map_program(options, Model("test", (Leaf(-1.0),)))


def refusals(program: Mapped, name: str) -> list[str]:
    return [
        each.refusal
        for region in program.program.regions
        for loop in region.loops
        for each in loop.applied
        if each.transform == name and each.refusal
    ]


def test_the_page_has_all_in_their_order() -> None:
    assert tuple(re.findall(r"^## (\S+)$", PAGE, re.MULTILINE)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_there_are_golden_cases_and_drivers(name: str) -> None:
    cases = {f"{name}_{path.stem}" for path in (GOLDEN / "transforms" / name).glob("*.c")}
    assert cases
    assert all((GOLDEN / "drivers" / f"{case}.c").exists() for case in cases)


def test_all_are_run_off_and_alone() -> None:
    assert {name for _, name in PAIRS} == set(NAMES)


def test_all_that_refuse_have_a_case() -> None:
    assert {path.stem for path in REFUSED.glob("*.c")} == set(NAMES) - NOTHING_TO_REFUSE - OTHERWISE


@pytest.mark.parametrize("name", sorted(path.stem for path in REFUSED.glob("*.c")))
def test_it_says_why_it_refuses(name: str) -> None:
    path = REFUSED / f"{name}.c"
    reason = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("/* ").removesuffix(" */")
    options = Options(sources=(str(path),))
    found = mapped(options)
    assert any(reason in each for each in refusals(found, name))
    told = [note for remark in remarks(found.program) for note, _ in remark.notes]
    assert any(note.startswith(f"{name}: not applied: ") and reason in note for note in told)
    assert refusals(mapped(replace(options, disabled=frozenset([name]))), name) == []
    assert refusals(mapped(replace(options, passes=frozenset(NAMES) - {name})), name) == []
    assert set(mapped(replace(options, dump_after=(name,))).dumps) == {name}


@pytest.mark.parametrize("transform", [overwrite.TRANSFORM, interchange.TRANSFORM], ids=lambda each: each.name)
def test_what_the_library_of_sets_gives_up_is_refused(
    transform: Transform, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*_: object) -> Never:
        raise isl.Error("too many")

    kernel, symbols = kernel_and_symbols(
        (REFUSED / "halo.c").read_text(encoding="utf-8").replace("parallel for", "parallel for collapse(2)")
    )
    module = {each.TRANSFORM.name: each for each in (overwrite, interchange)}[transform.name]
    monkeypatch.setattr(module, "collect", give_up)
    outcome = transform.outcome(kernel, symbols)
    assert outcome == Refusal("the subscripts are too intricate to be analysed")


def test_columns_stay_where_more_than_elements_is_used() -> None:
    kernel, symbols = kernel_and_symbols(LINES)
    kernel = apply_all(kernel, symbols, (gang.TRANSFORM,))
    made = kernel.form(Gang)
    assert made is not None
    row = c_ast.ArrayRef(build.identifier(made.shared[0][0]), build.integer(0))
    body = c_ast.Compound([*(made.body.block_items or []), row])
    outcome = columns.TRANSFORM.apply(kernel.with_form(replace(made, body=body)), symbols)
    assert outcome == Refusal("`line` is used otherwise than by all its subscripts")


def test_what_the_library_of_sets_can_not_tell_in_time_is_refused() -> None:
    kernel, symbols = kernel_and_symbols((PROGRAMS / "nest_intricate.c").read_text(encoding="utf-8"))
    outcome = overwrite.TRANSFORM.outcome(kernel, symbols)
    assert outcome == Refusal("the subscripts are too intricate to be analysed")


def test_a_transformation_that_the_library_of_sets_leaves_is_refused() -> None:
    def give_up(*_: object) -> Never:
        raise isl.Error("too many")

    kernel, symbols = kernel_and_symbols((REFUSED / "halo.c").read_text(encoding="utf-8"))
    kernel = apply_all(kernel, symbols, (Transform("some", "does something", give_up),))
    assert [each.refusal for each in kernel.applied] == ["the subscripts are too intricate to be analysed"]
