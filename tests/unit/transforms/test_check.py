"""The checker finds what a transformation could break: in the plain body, and in every other form of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.collapsed import Collapsed
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.assumptions import Assumptions
from mapper.ir.program.kernel import Access, Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.nodes import walk
from mapper.transforms.cooperative.body import barrier
from mapper.transforms.frame.check import violations
from mapper.transforms.frame.forms import pieces
from mapper.transforms.run import Selection, lower, transform
from tests.harness.examples import ROOT
from tests.unit.translate.programs import translated

CASES = {
    "gang/lines": " among lanes",
    "gang/rows": " among lanes",
    "gang/stages": " among lanes",
    "tile/product": " in blocks",
    "halo/windows": " in blocks",
    "stage/bodies": " in blocks",
    "collapse/rows": " for an element",
    "multisplit/buckets": " in a place",
    "wavefront/table": " among lanes",
}
"""Golden cases, and a part of a form that their kernels have."""


@cache
def finished(case: str) -> tuple[Kernel, ...]:
    """The kernels of a golden case after all transformations."""
    text = (ROOT / "tests" / "golden" / "transforms" / f"{case}.c").read_text(encoding="utf-8")
    program = translated(text)
    changed, _ = transform(program, {unit.path: resolve(unit) for unit in program.units}, Selection())
    return tuple(loop.kernel for region in changed.regions for loop in region.loops if loop.kernel is not None)


def parts(kernel: Kernel) -> Iterator[tuple[str, c_ast.Node]]:
    """The roots of all code that the kernel has, each with what it is a part of."""
    yield "", kernel.body
    once, again = list(pieces(kernel, frozenset())), list(pieces(kernel, frozenset()))
    own = {id(root) for piece in once for root in piece.roots}
    yield from ((piece.where, root) for piece in again for root in piece.roots if id(root) in own)


def variables(root: c_ast.Node) -> list[c_ast.ID]:
    """The identifiers in statements that are no functions, members or words of the device's."""
    other = {id(node.name) for node in walk(root) if isinstance(node, c_ast.FuncCall)}
    other |= {id(node.field) for node in walk(root) if isinstance(node, c_ast.StructRef)}
    dims = [node.dim for node in walk(root) if isinstance(node, c_ast.ArrayDecl) and node.dim is not None]
    other |= {id(node) for dim in dims for node in walk(dim)}
    return [node for node in walk(root) if isinstance(node, c_ast.ID) and id(node) not in other]


@pytest.mark.parametrize(("case", "part"), CASES.items())
def test_a_wrong_name_is_found_wherever_it_stands(case: str, part: str) -> None:
    seen = set()
    for kernel in finished(case):
        assert violations(kernel) == []
        for where, root in parts(kernel):
            for node in variables(root):
                seen.add(where)
                right, node.name = node.name, "nowhere"
                found = violations(kernel)
                node.name = right
                assert f"`nowhere` is not declared{where}" in found
    assert part in seen


@cache
def lowered(case: str) -> tuple[Kernel, ...]:
    """The kernels of a golden case in their final form."""
    text = (ROOT / "tests" / "golden" / "transforms" / f"{case}.c").read_text(encoding="utf-8")
    program = translated(text)
    symbols = {unit.path: resolve(unit) for unit in program.units}
    changed, _ = lower(transform(program, symbols, Selection())[0], symbols, Selection())
    return tuple(each for region in changed.regions for loop in region.loops for each in loop.versions)


@pytest.mark.parametrize(
    "case",
    ["batch/planes", "privatize/counts", "gang/rows", "collapse/rows", "multisplit/buckets", "scalars/cases"],
)
def test_every_name_in_the_functions_of_lowered_kernels_is_checked(case: str) -> None:
    entries = [(kernel, entry) for kernel in lowered(case) for entry in kernel.entries]
    assert entries
    for kernel, entry in entries:
        assert violations(kernel, lowered=True) == []
        for node in variables(entry.body):
            right, node.name = node.name, "nowhere"
            found = violations(kernel, lowered=True)
            node.name = right
            assert f"`nowhere` is not declared in {entry.name}" in found


def gang_of(kernel: Kernel, change: Callable[[list[c_ast.Node]], list[c_ast.Node]]) -> Kernel:
    made = kernel.form(Gang)
    assert made is not None
    return kernel.with_form(replace(made, body=c_ast.Compound(change(list(made.body.block_items or [])))))


def with_changed(kernel: Kernel, kind: type[Gang | Collapsed | Blocks | Ordered], **fields: Any) -> Kernel:
    """The kernel with fields of a form changed."""
    form = kernel.form(kind)
    assert form is not None
    return kernel.with_form(replace(form, **fields))


def one_inside(name: str, node: c_ast.Node) -> c_ast.Node:
    return c_ast.If(build.identifier(name), c_ast.Compound([node]), None)


@pytest.mark.parametrize(
    "hidden",
    [
        one_inside("mrt_inside", barrier()),
        one_inside("j", barrier()),
        c_ast.While(build.binary("<", build.identifier("mrt_lane"), build.integer(4)), barrier()),
    ],
)
def test_a_barrier_that_not_all_reach_is_found(hidden: c_ast.Node) -> None:
    (kernel, *_) = finished("gang/lines")
    assert violations(gang_of(kernel, lambda items: [*items, barrier()])) == []
    found = violations(gang_of(kernel, lambda items: [*items, hidden]))
    assert found == ["a barrier is under a condition among lanes"]


def test_a_form_may_not_leave_its_frame() -> None:
    (kernel, *_) = finished("gang/lines")
    found = violations(gang_of(kernel, lambda items: [*items, c_ast.Return(None)]))
    assert found == ["the body returns among lanes"]


def test_what_is_declared_in_a_form_is_declared_once() -> None:
    (kernel, *_) = finished("gang/lines")
    decl = next(node for node in walk(kernel.body) if isinstance(node, c_ast.Decl) and node.name in kernel.symbols)
    found = violations(gang_of(kernel, lambda items: [decl, decl, *items]))
    assert f"`{decl.name}` is declared twice among lanes" in found


@pytest.mark.parametrize("case", ["gang/lines", "tile/product", "halo/windows", "collapse/rows"])
def test_a_store_through_what_is_only_read_is_found(case: str) -> None:
    for kernel in finished(case):
        written = [each.name for each in kernel.buffers if Access.WRITE in each.access]
        reading = tuple(
            replace(each, access=Access.READ) if isinstance(each, Buffer) else each for each in kernel.parameters
        )
        found = violations(replace(kernel, parameters=reading))
        assert {text.partition("` ")[0][1:] for text in found if "said to be read only" in text} == set(written)


@pytest.mark.parametrize(
    ("case", "change"),
    [
        ("gang/lines", lambda kernel: replace(kernel, assumed=Assumptions(frozenset([("u", "w")])))),
        ("collapse/rows", lambda kernel: with_changed(kernel, Gang, along="w")),
        ("collapse/rows", lambda kernel: with_changed(kernel, Collapsed, rows="w")),
        ("tile/product", lambda kernel: with_changed(kernel, Blocks, staged={"w": (1.0, 1.0)})),
        ("multisplit/buckets", lambda kernel: with_changed(kernel, Ordered, counter="w")),
    ],
)
def test_facts_speak_of_buffers_that_are_there(case: str, change: Callable[[Kernel], Kernel]) -> None:
    kernel = next(each for each in finished(case) if each.forms)
    assert violations(change(kernel)) == ["`w` is no buffer"]


def test_a_function_stands_before_its_caller() -> None:
    text = """
    static double half(double x) { return 0.5 * x; }
    static double quarter(double x) { return half(half(x)); }
    void f(double *p)
    {
    #pragma omp parallel for
      for (int i = 0; i < 100; i++)
        p[i] = quarter(p[i]);
    }
    """
    program = translated(text)
    (kernel,) = [loop.kernel for region in program.regions for loop in region.loops if loop.kernel is not None]
    assert violations(kernel) == []
    turned = replace(kernel, functions=kernel.functions[::-1])
    assert any(text.endswith("is no function") for text in violations(turned))
