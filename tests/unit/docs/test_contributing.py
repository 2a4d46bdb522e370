"""The pass that CONTRIBUTING.md shows does what the page says."""

from __future__ import annotations

import re

from mapper.ir.trees.nodes import text_of
from mapper.transforms.frame.base import Changed, Transform
from mapper.transforms.order import OPTIMISE
from tests.harness.examples import ROOT
from tests.unit.translate.programs import kernel_and_symbols

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROGRAM = """
static double a[100], b[100];
void f(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = SIGNSb[i];
}
"""


def test_its_pass_works() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "CONTRIBUTING.md", "exec"), names)
    shown = names["TRANSFORM"]
    assert isinstance(shown, Transform)
    for signs, left in (("- -", ""), ("- - -", "-"), ("-", None)):
        kernel, symbols = kernel_and_symbols(PROGRAM.replace("SIGNS", signs))
        outcome = shown.apply(kernel, symbols)
        if left is None:
            assert outcome is None
        else:
            assert isinstance(outcome, Changed)
            assert f"a[i] = {left}b[i];" in text_of(outcome.kernel.body)


def test_the_files_that_it_names_exist() -> None:
    own = {"negations.py", "negations.c", "cases.c", "negations_cases.c"}
    for name in re.findall(r"`([\w./]+/[\w.]*)`", PAGE):
        assert (ROOT / name).exists() or name.rpartition("/")[2] in own, name
    assert any(each.name == "unroll" for each in OPTIMISE)
