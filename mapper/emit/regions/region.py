"""The text around one parallel region: decide, device version, otherwise the original.

{
  __MRT_QUIET
  const double __mrt_f[] = {...};
  const void *const __mrt_p[] = {x, y, 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_saxpy_main_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    ... launch, and __mrt_done = 1 ...
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(y, __MRT_READ | __MRT_WRITE);
# 5 "saxpy.c"
#pragma omp parallel for
...
# 37 "saxpy.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.emit.regions.announce import EVERYTHING, statements
from mapper.emit.regions.device_body import asked_threads, device_body
from mapper.emit.regions.host_code import HostCode
from mapper.emit.regions.later import Later
from mapper.emit.regions.launches import launch
from mapper.emit.regions.own_variables import spreading
from mapper.emit.regions.strips import Strips
from mapper.emit.text.c_printer import CPrinter, HostPrinter
from mapper.emit.text.common_values import with_common_values
from mapper.features import schema
from mapper.features.expressions.reads import Asked, guarded
from mapper.features.extract import Features as RegionFeatures
from mapper.ir.program.host_plan import RegionAccesses
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.directive import TILED
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.nodes import has_effects
from mapper.translate.threads.numbers import COUNT, NUMBER


@dataclass(frozen=True, slots=True)
class RegionText:
    """Our lines before and after the region's original text."""

    before: str
    after: str


def region_variable(region_id: str) -> str:
    """The name of a region's descriptor."""
    return f"__mrt_region_{region_id}"


def region_text(
    region: ParallelRegion,
    features: RegionFeatures,
    accesses: RegionAccesses | None,
    symbols: Symbols,
    host: HostCode,
    delayed: Later,
    strips: Strips | None = None,
) -> RegionText:
    """The text around a region that has a device version.

    `accesses` is what the plan of host accesses says of the region, `strips` what goes around its loop.
    """
    printer = HostPrinter()
    questions: Asked = {}
    trees = [guarded(tree, symbols, region.construct, questions) for tree in features.trees()]
    common, texts = with_common_values(trees, printer.expression)
    values = [f"    {text}, /* {feature.name} */" for feature, text in zip(schema.RAW, texts, strict=True)]
    arrays = [guarded(tree, symbols, region.construct, questions) for tree in features.arrays]
    pointers = [f"(const void *)({printer.expression(tree)})" for tree in arrays]
    threads = region.construct.directive.first("num_threads")
    asked = threads.expression if threads is not None else None
    condition = " && ".join(["__mrt_run.device", *_tests(region, asked), "__mrt_begin(&__mrt_run)"])
    if asked is not None and not is_literal(asked) and not has_effects(asked):
        condition = f"({printer.expression(asked)}) != 1 && {condition}"  # one thread runs iterations in order
    if region.orphaned:
        condition = f"!__mrt_in_team() && {condition}"
    if region.condition is not None:
        condition = f"({printer.expression(region.condition)}) && {condition}"
    before = [
        "{",
        "  __MRT_QUIET",
        *(f"  {line}" for line in (statements(accesses.before) if accesses else [EVERYTHING])),
        *(f"  const int {name} = {question};" for question, name in questions.items()),
        *(f"  const double {name} = {value};" for name, value in common.items()),
        "  const double __mrt_f[] = {",
        *values,
        "  };",
        f"  const void *const __mrt_p[] = {{{', '.join([*pointers, '0'])}}};",
        "  struct __mrt_run __mrt_run;",
        "  int __mrt_done = 0;",
        f"  __mrt_enter(&__mrt_run, &{region_variable(region.id)}, __mrt_f, __mrt_p);",
        *(f"  {line}" for line in (strips.before if strips else ())),
        f"  if ({condition}) {{",
        *(f"    {line}" for line in (strips.rest if strips else ())),
        *_device_path(region, symbols, host, delayed),
        "  }",
        *(f"  {line}" for line in _hosted(accesses, symbols)),
        "  __MRT_QUIET_END",
        "  if (!__mrt_done) {",
        *(["    __MRT_RESULTS;"] if region.id in delayed.repeated else []),
        *(f"    {line}" for line in (statements(accesses.cpu) if accesses else [EVERYTHING])),
        *(f"    {line}" for line in (strips.own if strips else ())),
    ]
    loop = region.only_loop
    notes = launch.notes(loop.kernel) if loop is not None and loop.kernel is not None else []
    end = [f"  {Strips.END}"] if strips else []
    after = ["  }", *end, *(f"  {line}" for line in notes), "  __mrt_leave(&__mrt_run);", "}"]
    if region.id in delayed.waiting:
        after.append("__MRT_RESULTS;")
    return RegionText("\n".join(before) + "\n", "\n".join(after) + "\n")


def _tests(region: ParallelRegion, asked: c_ast.Node | None) -> list[str]:
    """The conditions that the parts of loops that threads deal out by hand make one range, or rectangle, each."""
    printer = _Asking()
    threads = (
        f"__mrt_team((int)({printer.expression(asked)}))" if asked is not None else "__mrt_threads(&__mrt_run)"
    )
    found = []
    for clause in region.construct.directive.all(TILED):
        assert isinstance(clause.expression, c_ast.ExprList)
        bounds = [f"(long)({printer.expression(each)})" for each in clause.expression.exprs]
        found.append(f"__MRT_TILED({threads}, {len(bounds) // 2}, {', '.join(bounds)})")
    return found


class _Asking(CPrinter):
    """Prints the number of the thread whose part is tested, and how many there are, for what asks for these."""

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:
        names = {NUMBER: "__mrt_part", COUNT: "__mrt_parts"}
        name = n.name.name if isinstance(n.name, c_ast.ID) else ""
        return names[name] if name in names else str(super().visit_FuncCall(n))


def _hosted(accesses: RegionAccesses | None, symbols: Symbols) -> list[str]:
    """What announces the memory of the OpenMP original that has no name."""
    if accesses is None or accesses.hosted is None:
        return []
    lines = [*statements(accesses.evaluated), *launch.touched(accesses.hosted, symbols, accesses.construct)]
    return ["if (!__mrt_done && __MRT_ACTIVE) {", *(f"  {line}" for line in lines), "}"]


def _device_path(region: ParallelRegion, symbols: Symbols, host: HostCode, delayed: Later) -> list[str]:
    """A region that is one loop is one launch, and falls through to the original text; any other is a body.

    `delayed` says which results may come later.
    """
    loop = region.only_loop
    if loop is None or loop.kernel is None or loop.part is not None:
        body = filter(str.strip, device_body(region, symbols, host, delayed.inside).splitlines())
        waits = any(each.id in delayed.inside for each in region.loops)
        return [*body, *(["    __MRT_RESULTS;"] if waits else []), *spreading(region), "    __mrt_done = 1;"]
    done = "__mrt_done" if region.id in delayed.late else ""
    lines = [
        *asked_threads(region),
        *launch.preparation(loop.kernel, symbols, loop.place),
        f"__mrt_done = {launch.call(loop.id, loop.kernel, late=bool(done))};",
    ]
    after = [*launch.results(loop.kernel, done), *spreading(region)]
    if after:
        lines += ["if (__mrt_done) {", *(f"  {line}" for line in after), "}", *launch.notes(loop.kernel)]
    return [f"    {line}" for line in lines]
