"""`python -m tests.harness.traced compile ...`: mapper, whose kernels print what work-items access and decide.

The printed kernels differ from mapper's only in what stands around accesses of memory and around conditions: calls
that print a line, as a kernel's first statement does. `read` reads these lines; work-items must run one by one.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise

from pycparser import c_ast

from mapper.cli import exit_code
from mapper.emit import opencl_printer
from mapper.emit.host_file import host
from mapper.emit.opencl.stop_text import KernelPrinter
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import operands, text_of

_FUNCTIONS = """\
#define MRT_SEEN __attribute__((overloadable)) void mrt_seen
void mrt_line(int kind, int site, ulong value)
{
  printf("mrt %d %d %lu %lu %lu %lu\\n", kind, site, get_global_id(0), get_global_id(1), get_global_id(2), value);
}
MRT_SEEN(int site, ulong size, const volatile __global void *at) { mrt_line(0, site, (ulong)at / size); }
MRT_SEEN(int site, ulong size, const volatile __local void *at) { (void)site; (void)size; (void)at; }
MRT_SEEN(int site, ulong size, const volatile __private void *at) { (void)site; (void)size; (void)at; }
#define MRT_ACCESS(site, value) \\
  (*({ __typeof__(&(value)) mrt_place = &(value); mrt_seen(site, sizeof *mrt_place, mrt_place); mrt_place; }))
int mrt_decided(int site, int yes) { mrt_line(1, site, (ulong)yes); return yes; }
"""
_LINE = re.compile(r"^mrt (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$", re.MULTILINE)
_GLOBAL, _DECIDED, _BEGUN = range(3)
_KERNEL = re.compile(r"^__kernel void .*\n\{\n", re.MULTILINE)
_FRAME = re.compile(
    r"mrt_id(\d) >= mrt_count\1|mrt_index < mrt_end|mrt_lane < mrt_half|mrt_half > 0|mrt_lane == 0"
)
"""Conditions around what iterations do: the ends of ranges, and the trees that add up what work-items have."""
_SUMS = "mrt_partials"
"""The array that gets what those trees have added up."""
_PLACES = (c_ast.ArrayRef, c_ast.StructRef, c_ast.UnaryOp)


class TracingPrinter(KernelPrinter):
    """Prints code that tells of its accesses and decisions, by the number of the place in the program's text."""

    sites = 0

    def _site(self) -> int:
        TracingPrinter.sites += 1
        return TracingPrinter.sites

    def _access(self, text: str) -> str:
        return text if _SUMS in text else f"MRT_ACCESS({self._site()}, {text})"

    def visit_ArrayRef(self, n: c_ast.ArrayRef) -> str:
        return self._access(self._place(n))

    def visit_StructRef(self, n: c_ast.StructRef) -> str:
        place = self._place(n)
        return self._access(place) if "[" in place or "->" in place else place

    def visit_UnaryOp(self, n: c_ast.UnaryOp) -> str:
        if n.op == "*":
            return self._access(self._place(n))
        if n.op in ("&", "sizeof"):
            return f"{n.op}({self._place(n.expr)})"
        text = str(super().visit_UnaryOp(n))
        if n.op in ("++", "--", "p++", "p--") and isinstance(n.expr, _PLACES):
            return f"({self._again(n.expr)}, {text})"
        return text

    def visit_Assignment(self, n: c_ast.Assignment) -> str:
        text = str(super().visit_Assignment(n))
        if n.op == "=" or not isinstance(n.lvalue, _PLACES):
            return text
        return f"({self._again(n.lvalue)}, {text})"

    def _again(self, place: c_ast.Node) -> str:
        """A statement reads and writes the place."""
        return f"(void){self._access(self._place(place))}"

    def _place(self, node: c_ast.Node) -> str:
        """An lvalue, without a word of the accesses that it represents."""
        match node:
            case c_ast.ArrayRef():
                return f"{self._place(node.name)}[{self.visit(node.subscript)}]"
            case c_ast.StructRef(type="."):
                return f"{self._place(node.name)}.{node.field.name}"
            case c_ast.StructRef():
                return f"({self.visit(node.name)})->{node.field.name}"
            case c_ast.UnaryOp(op="*"):
                return f"(*({self.visit(node.expr)}))"
            case c_ast.ID():
                return str(super().visit_ID(node))
        return f"({self.visit(node)})"

    def _decided(self, condition: c_ast.Node) -> c_ast.Node:
        """A condition that tells how it comes out, if the loop's own code decides by it."""
        if all(_FRAME.fullmatch(text_of(each)) for each in operands(condition, "||")):
            return condition
        text = f"mrt_decided({self._site()}, !!({self.visit(condition)}))"
        return c_ast.ID(text)

    def visit_If(self, n: c_ast.If) -> str:
        return str(super().visit_If(c_ast.If(self._decided(n.cond), n.iftrue, n.iffalse)))

    def visit_TernaryOp(self, n: c_ast.TernaryOp) -> str:
        return str(super().visit_TernaryOp(c_ast.TernaryOp(self._decided(n.cond), n.iftrue, n.iffalse)))

    def visit_For(self, n: c_ast.For) -> str:
        condition = n.cond and self._decided(n.cond)
        return str(super().visit_For(c_ast.For(n.init, condition, n.next, n.stmt)))

    def visit_While(self, n: c_ast.While) -> str:
        return str(super().visit_While(c_ast.While(self._decided(n.cond), n.stmt)))


Site = dict[tuple[int, ...], list[int]]
"""What work-items had at one place, in order, by launch and work-item."""


@dataclass
class Trace:
    """What work-items did, by place: the elements that they accessed, and how conditions came out."""

    accesses: dict[int, Site] = field(default_factory=lambda: defaultdict(dict))
    decided: dict[int, Site] = field(default_factory=lambda: defaultdict(dict))

    def number(self) -> int:
        """Accesses of global memory."""
        return sum(map(_number, self.accesses.values()))

    def coalesced(self) -> float:
        """Accesses of global memory at places that are those of neighbours, or next to them."""
        found = 0.0
        for site in self.accesses.values():
            found += _number(site) * _share(abs(one - other) <= 1 for one, other in _pairs(site))
        return found

    def divergent(self) -> int:
        """Decisions at conditions that came out differently in work-items at the same time."""
        return sum(
            _number(site)
            for site in self.decided.values()
            if any(len({*each}) > 1 for launch in _launches(site) for each in zip(*launch, strict=False))
        )


def read(text: str) -> Trace:
    """The trace that a program's output holds."""
    trace = Trace()
    kinds = {_GLOBAL: trace.accesses, _DECIDED: trace.decided}
    launch, begun = 0, set[tuple[int, ...]]()
    for line in _LINE.finditer(text):
        kind, site, *item, value = map(int, line.groups())
        if kind != _BEGUN:
            kinds[kind][site].setdefault((launch, *item), []).append(value)
            continue
        if (site, *item) in begun or not any(other == site for other, *_ in begun):
            launch, begun = launch + 1, set()
        begun.add((site, *item))
    return trace


def _number(site: Site) -> int:
    return sum(map(len, site.values()))


def _pairs(site: Site) -> Iterable[tuple[int, int]]:
    """What work-items that are neighbours in dimension 0 had at the same time."""
    ordered = sorted(site, key=lambda item: (item[0], *reversed(item[1:])))
    for one, other in pairwise(ordered):
        if (other[0], other[1] - 1, *other[2:]) == one:
            yield from zip(site[one], site[other], strict=False)


def _launches(site: Site) -> Iterable[list[list[int]]]:
    """The values of each launch's work-items."""
    found: dict[int, list[list[int]]] = defaultdict(list)
    for item, values in site.items():
        found[item[0]].append(values)
    return found.values()


def _share(found: Iterable[bool]) -> float:
    """The share that is true; of nothing, all."""
    listed = list(found)
    return sum(listed) / len(listed) if listed else 1.0


def main() -> int:
    """mapper's command line, with traced kernels."""
    plain = opencl_printer.print_kernels

    def traced(kernels: Sequence[Kernel]) -> str:
        number = count(1)
        text = _KERNEL.sub(lambda head: f"{head[0]}  mrt_line({_BEGUN}, {next(number)}, 0);\n", plain(kernels))
        return _FUNCTIONS + text if text else text

    vars(opencl_printer)["KernelPrinter"] = TracingPrinter
    vars(host)["print_kernels"] = traced
    return exit_code(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
