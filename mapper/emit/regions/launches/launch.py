"""The C text that launches one kernel: iteration counts, arguments, the call, and what comes back.

const __typeof__((int)0 + (n)) __mrt_first0 = (int)(0), __mrt_bound0 = n;
const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
struct __mrt_arg __mrt_args[] = {
  {__MRT_ARG_BUFFER, __MRT_READ, (void *)(x), (__mrt_size)(n * sizeof(double)), 0, "x"},
};
__mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_saxpy_main_1, __mrt_counts, __mrt_args, 1);
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import is_arithmetic, unqualified
from mapper.diagnostics import InternalError
from mapper.emit.opencl.layout_text import transposition
from mapper.emit.opencl.reduction_text import fold_flags
from mapper.emit.regions.announce import mode_flags
from mapper.emit.regions.launches.null_pointers import is_known, null_or
from mapper.emit.regions.launches.relaying import relaying
from mapper.emit.text.c_printer import HostPrinter
from mapper.emit.text.host_types import c_string, spelled
from mapper.emit.text.scalar_layout import incomparable_layout, layout
from mapper.ir.builtins.reductions import combine
from mapper.ir.program.assumptions import Divided
from mapper.ir.program.cells import CELLS
from mapper.ir.program.kernel import (
    Access,
    Area,
    Buffer,
    Dimension,
    Kernel,
    Reduction,
    Storage,
    Value,
    alignment_of,
)
from mapper.ir.program.region import COUNT, START, Carried, Part
from mapper.ir.trees.literals import is_literal


def kernel_variable(loop_id: str) -> str:
    """The name of a kernel's descriptor."""
    return f"__mrt_kernel_{loop_id}"


def preparation(kernel: Kernel, symbols: Symbols, at: c_ast.Node) -> list[str]:
    """The declarations before a launch: counts, values, results and the list of arguments.

    Host expressions have the names that are visible at the statement `at`.
    """
    lines, names = list[str](), NamesAt(symbols, at)
    for number, dimension in enumerate(kernel.dimensions):
        lines += [limits(number, dimension), *_counted(number, dimension)]
    lines.append(_counts(kernel, names))
    lines += [_value(number, value, kernel, names) for number, value in _passed_values(kernel)]
    for number, reduction in enumerate(() if kernel.folds else kernel.reductions):
        lines.append(f"{spelled(reduction.type, _text(reduction.target))} __mrt_result{number} = 0;")
    for number, name in enumerate(states(kernel)):
        lines.append(
            f"__typeof__({name}) *const __mrt_state{number} = __mrt_states(__mrt_counts[0], sizeof {name});"
        )
    arguments = _arguments(kernel, names, symbols)
    if arguments:
        lines += ["struct __mrt_arg __mrt_args[] = {", *(f"  {argument}," for argument in arguments), "};"]
    return lines


def touched(kernel: Kernel, symbols: Symbols, at: c_ast.Node) -> list[str]:
    """The statements that announce the memory of a kernel's buffers, before the host runs the loop."""
    lines, names = list[str](), NamesAt(symbols, at)
    for number, dimension in enumerate(kernel.dimensions):
        lines += [limits(number, dimension), *_counted(number, dimension)]
    places = {each.name: number for number, each in enumerate(kernel.buffers)}
    buffers = [f"  {_buffer(kernel, each, names, symbols, places, apart=False)}," for each in kernel.buffers]
    return [
        *lines,
        _counts(kernel, names),
        "struct __mrt_arg __mrt_args[] = {",
        *buffers,
        "};",
        f"__mrt_host_arguments(__mrt_counts, {len(kernel.dimensions)}, __mrt_args, {len(buffers)});",
    ]


def kept(part: Part) -> list[str]:
    """The declarations before all parts of a loop: trips, and memory for what an iteration hands on."""
    lines = []
    for number, inner in enumerate(part.inner, len(part.dimensions)):
        lines += [
            limits(number, inner.dimension),
            f"const __mrt_u64 __mrt_trips{number} = {count(number, inner.dimension)};",
        ]
    if not part.carried:
        return lines
    for number, dimension in enumerate(part.dimensions):
        lines += [limits(number, dimension), f"const __mrt_u64 {COUNT}{number} = {count(number, dimension)};"]
        lines.append(f"const {dimension.type.name} {START}{number} = ({dimension.type.name})__mrt_first{number};")
    product = _product([f"{COUNT}{number}" for number in range(len(part.dimensions))])
    lines.append(f"const __mrt_u64 {COUNT} = {product};")
    for number, each in enumerate(part.carried):
        lines.append(f"static struct __mrt_kept __mrt_kept{number};")
        size = f"sizeof({spelled(each.type, '')})"
        call_ = f"__mrt_keep(&__mrt_kept{number}, {COUNT}, {size}{f' * {each.elements}' * (each.elements > 1)})"
        if each.elements > 1:
            call_ = f"{COUNT} <= {Carried.MOST_BYTES} / ({size} * {each.elements}) ? {call_} : 0"
        lines.append(f"{spelled(each.type, '')} *const {each.memory} = {call_};")
    return lines


def conditions(part: Part, number: int) -> list[str]:
    """What must hold for a loop to run in a `number` of parts, in terms of what `kept` declares."""
    found = [each.memory for each in part.carried]
    if part.inner:
        made = " + ".join(
            f"__mrt_trips{at} * {each.accesses}" for at, each in enumerate(part.inner, len(part.dimensions))
        )
        found.insert(0, f"{made} >= {Part.FEWEST_ACCESSES * (number - 1)}")
    return found


def states(kernel: Kernel) -> list[str]:
    """The variables of which each virtual thread has its own."""
    return [_text(buffer.pointer) for buffer in kernel.buffers if buffer.storage is Storage.STATE]


def _passed_values(kernel: Kernel) -> list[tuple[int, Value]]:
    """The values that a launch passes, with their numbers among all of the kernel's."""
    passed = {each.name for each in kernel.passed}
    return [(number, value) for number, value in enumerate(kernel.values) if value.name in passed]


def host_expressions(kernel: Kernel) -> list[c_ast.Node]:
    """What the host evaluates for a launch, apart from addresses."""
    found = [part for each in kernel.dimensions for part in each.parts]
    found += [value.expression for _, value in _passed_values(kernel)]
    found += [each.bytes for each in kernel.expanded]
    found += kernel.assumed.host_expressions
    for buffer in kernel.buffers:
        found += [*buffer.offsets, *([] if buffer.overwrites is None else [buffer.overwrites])]
        found += buffer.area.expressions if buffer.area is not None else ()
    return found


def call(loop_id: str, kernel: Kernel, run: str = "&__mrt_run", *, late: bool = False) -> str:
    """The call; its value says whether the loop was enqueued.  `run` points to the region's run.

    With `late` the library may put the results into their variables later; the value is 2 then.
    """
    number = len(kernel.passed) + len(kernel.expanded) + (1 if kernel.steps is not None else 0)
    number += 0 if kernel.folds else len(kernel.reductions)
    arguments = "__mrt_args" if number else "(struct __mrt_arg *)0"
    made = "".join(f"__mrt_state{at} && " for at in range(len(states(kernel))))
    words = f"{run}, &{kernel_variable(loop_id)}, __mrt_counts, {arguments}, {number}"
    launched = f"{made}__mrt_launch({words})"
    if late:
        targets = ", ".join(f"&{_text(reduction.target)}" for reduction in kernel.reductions)
        return f"{made}__mrt_launch_later({words}, (void *const[]){{{targets}}})"
    if kernel.steps is None:
        return launched
    return f"({has_iterations(kernel)} && {launched})"  # what it does besides the loop is done in any case


def results(kernel: Kernel, done: str = "") -> list[str]:
    """What is left to do after a launch: the reductions' results go into their variables, if there are any.

    Where they may come later, the variable `done` has the value of the call, which says whether they do.
    """
    if not kernel.reductions or kernel.folds:
        return []
    lines = [f"if ({f'{done} == 1 && ' if done else ''}{has_iterations(kernel)}) {{"]
    lines += [f"  {_combine(number, reduction)}" for number, reduction in enumerate(kernel.reductions)]
    return [*lines, "}"]


def has_iterations(kernel: Kernel, fewest: int = 1) -> str:
    """The condition that a launch has an iteration, or as many."""
    counts = [f"__mrt_counts[{number}]" for number in range(len(kernel.dimensions))]
    return " && ".join(counts) if fewest == 1 else f"{' * '.join(counts)} >= {fewest}"


def notes(kernel: Kernel, run: str = "&__mrt_run") -> list[str]:
    """The lines around the loop on the CPU that pass the reductions' values to the library, for it to verify."""
    found = []
    for number, reduction in enumerate(() if kernel.folds else kernel.reductions):
        target = _text(reduction.target)
        found.append(f"__MRT_NOTE({run}, {number}, {spelled(reduction.type, target)}, {target});")
    return found


def _text(node: c_ast.Node) -> str:
    return HostPrinter().expression(node)


def _counts(kernel: Kernel, names: NamesAt) -> str:
    """The declaration of how many iterations each dimension has, which also says where the kernel is not right."""
    counted = [count(number, dimension) for number, dimension in enumerate(kernel.dimensions)]
    if kernel.assumed.divided:
        counted[0] = f"{' && '.join(map(_divides, kernel.assumed.divided))} ? ({counted[0]}) : __MRT_UNDIVIDED"
    if kernel.assumed.written:
        holds = " && ".join(_holds(each.condition) for each in kernel.assumed.written)
        counted[0] = f"{holds} ? ({counted[0]}) : __MRT_CARRIED"
    if kernel.assumed.beside:
        loaded = (replace(each, pointer=null_or(each.pointer, kernel, names)) for each in kernel.assumed.beside)
        apart = dict.fromkeys(_holds(each.condition) for each in loaded)
        counted[0] = f"{' && '.join(apart)} ? ({counted[0]}) : __MRT_LED"
    asked = (is_known(value.expression, names) for _, value in _passed_values(kernel))
    if known := dict.fromkeys(_holds(each) for each in asked if each is not None):
        counted[0] = f"{' && '.join(known)} ? ({counted[0]}) : __MRT_UNREAD"
    if kernel.assumed.in_rows:
        counted[0] = f"{' && '.join(map(_holds, kernel.assumed.in_rows))} ? ({counted[0]}) : __MRT_OUTSIDE"
    return f"const __mrt_u64 __mrt_counts[{len(kernel.dimensions)}] = {{{', '.join(counted)}}};"


def _divides(divided: Divided) -> str:
    return f"__mrt_divides({_text(divided.lower)}, {_text(divided.bound)}, {_text(divided.step)})"


def _holds(condition: c_ast.Node) -> str:
    return f"({_text(condition)})"


def _product(counts: Sequence[str]) -> str:
    """Numbers of iterations, multiplied; __MRT_UNCOUNTABLE where one of them is, or all are too many."""
    return reduce(lambda product, count: f"__mrt_product({product}, {count})", counts)


def _counted(number: int, dimension: Dimension) -> list[str]:
    """The declarations of how many iterations the loops have that a dimension numbers."""
    if not dimension.counted:
        return []
    labels = [f"{number}_{at}" for at in range(len(dimension.counted))]
    pairs = list(zip(labels, dimension.counted, strict=True))
    product = _product([count(label, each) for label, each in pairs])
    return [*(limits(label, each) for label, each in pairs), f"const __mrt_u64 __mrt_all{number} = {product};"]


def limits(number: int | str, dimension: Dimension) -> str:
    """First value and bound, both in the type in which the loop's condition compares them."""
    bound = _text(dimension.bound)
    counter = dimension.type.name
    first = _text(dimension.lower)
    if not is_literal(dimension.lower):
        first = f"({counter})({first})"
    return (
        f"const __typeof__(({counter})0 + ({bound})) __mrt_first{number} = {first}, __mrt_bound{number} = {bound};"
    )


def count(number: int | str, dimension: Dimension) -> str:
    """The number of iterations, as an unsigned 64-bit number, or __MRT_UNCOUNTABLE: see mapper_rt_launch.h."""
    up, strict = _direction(dimension)
    first, bound = f"__mrt_first{number}", f"__mrt_bound{number}"
    low, high = (first, bound) if up else (bound, first)
    most = 1 if dimension.type.name == "_Bool" else 2 ** (dimension.type.bits - dimension.type.signed) - 1
    words = f"{dimension.type.name}, {most}ULL, {low}, {high}, {_stride(dimension, up)}, {int(not strict)}"
    if not dimension.counted:
        return f"__MRT_COUNT({words})"
    return f"__mrt_all{number} == __MRT_UNCOUNTABLE ? __MRT_UNCOUNTABLE : __MRT_COUNT({words})"


def _direction(dimension: Dimension) -> tuple[bool, bool]:
    """Whether the loop counts up, and whether it stops before the bound."""
    if dimension.relation == "!=":
        if not is_literal(dimension.step):
            raise InternalError("emit", "a loop with != needs a constant step")
        return not _text(dimension.step).startswith("-"), True
    return dimension.relation in ("<", "<="), dimension.relation in ("<", ">")


def _stride(dimension: Dimension, up: bool) -> str:
    """The step without its sign, in the counter's type."""
    step = _text(dimension.step)
    if is_literal(dimension.step):
        return step.lstrip("+-")
    counter = dimension.type.name
    return f"(__mrt_u64)({counter})({step})" if up else f"(__mrt_u64)({counter})(0 - ({step}))"


def _value(number: int, value: Value, kernel: Kernel, names: NamesAt) -> str:
    is_number = is_arithmetic(unqualified(value.type))
    expression = _text(null_or(value.expression, kernel, names) if is_number else value.expression)
    return f"{spelled(value.type, expression)} __mrt_value{number} = {expression};"


def _arguments(kernel: Kernel, names: NamesAt, symbols: Symbols) -> list[str]:
    arguments: list[str] = []
    places: dict[str, int] = {}
    values = made = 0
    loads = {name for name, _ in kernel.steps.loads} if kernel.steps is not None else frozenset[str]()
    apart = {chain[-1].name for chain in kernel.boxes} if kernel.assumed.rows_apart else set()
    for parameter in kernel.parameters:
        if isinstance(parameter, Buffer) and parameter.storage is Storage.STATE:
            arguments.append(_state(parameter, made))
            made += 1
        elif isinstance(parameter, Buffer):
            places[parameter.name] = len(arguments)
            arguments.append(_buffer(kernel, parameter, names, symbols, places, apart=parameter.name in apart))
        else:
            name = f"__mrt_value{values}"
            if parameter.name not in loads:
                arguments.append(f"{{__MRT_ARG_VALUE, 0, &{name}, sizeof {name}, 0, {c_string(parameter.name)}}}")
            values += 1
    for each in kernel.expanded:
        shown = c_string(each.name)
        size = each.size if each.apart else 0
        arguments.append(f"{{__MRT_ARG_EXPANDED, 0, 0, {_text(each.bytes)}, {size}, {shown}}}")
    if kernel.steps is not None:
        arguments.append(_cells(kernel))
    for number, reduction in enumerate(() if kernel.folds else kernel.reductions):
        name = f"__mrt_result{number}"
        shown = c_string(_text(reduction.target))
        arguments.append(f"{{__MRT_ARG_REDUCTION, {fold_flags(reduction)}, &{name}, sizeof {name}, 0, {shown}}}")
    return arguments


def _cells(kernel: Kernel) -> str:
    writes = kernel.folds or (kernel.steps is not None and bool(kernel.steps.before))
    flags, layout = (
        ("__MRT_READ | __MRT_WRITE | __MRT_STATIC", ', "d"') if writes else ("__MRT_READ | __MRT_STATIC", "")
    )
    return f'{{__MRT_ARG_BUFFER, {flags}, {CELLS}, sizeof {CELLS}, 0, "scalars"{layout}}}'


def _buffer(
    kernel: Kernel, buffer: Buffer, names: NamesAt, symbols: Symbols, places: Mapping[str, int], *, apart: bool
) -> str:
    """The argument that is a buffer; `places` are those of the buffers before it."""
    pointer = _text(buffer.pointer)
    address = f"(void *)({_text(null_or(buffer.pointer, kernel, names))})" if not buffer.within else "0"
    kind = "TABLE" if buffer.table else "BUFFER"
    if buffer.of:
        kind, address = "SUBTABLE" if buffer.table else "ROWS", "0"
    flags = [mode_flags(buffer.access)]
    if buffer.storage is Storage.STATIC:
        flags.append("__MRT_STATIC")
    if buffer.storage is Storage.STACK:
        flags.append("__MRT_STACK")
    if buffer.eager:
        flags.append("__MRT_EAGER")
    if buffer.escaped and (Access.WRITE in buffer.access or not buffer.eager):
        flags.append("__MRT_ESCAPED")
    entire = buffer.whole if buffer.bytes is None else 0
    if entire or (buffer.table and isinstance(buffer.bytes, c_ast.UnaryOp)):
        flags.append("__MRT_WHOLE")
    if (buffer.loose and buffer.bytes is not None) or (buffer.bytes is None and buffer.end is not None):
        flags.append("__MRT_AT_MOST")
    if buffer.rewrites and Access.WRITE in buffer.access:
        flags.append("__MRT_REWRITES")
    if buffer.nulls:
        flags.append("__MRT_NULLS")
    if apart and kind == "ROWS":
        flags.append("__MRT_APART")
    if buffer.compared:
        flags.append("__MRT_END" if buffer.untouched else "__MRT_COMPARED")
    if buffer.below:
        flags.append("__MRT_BELOW")
    if buffer.shifted and kind == "BUFFER":
        flags.append("__MRT_SHIFTED")
    if alignment := alignment_of(kernel, buffer.element):
        flags.append(f"__MRT_ALIGN_{alignment}")
    reach = buffer.bytes if buffer.bytes is not None else buffer.overwrites
    if buffer.end is not None and buffer.overwrites is None:
        reach = buffer.end
    size = f"(__mrt_size)({_text(reach)})" if reach is not None else str(entire)
    if buffer.overwrites is not None:
        whole = f"(__mrt_size)({_text(buffer.overwrites)})"
        flags.append("__MRT_OVERWRITES" if whole == size else f"({whole} >= {size} ? __MRT_OVERWRITES : 0)")
    if kind == "ROWS":
        address = f"(void *){size}" if buffer.bytes is not None else "0"
        size = f"sizeof(*({pointer}))"
    lowest = buffer.first if buffer.first is not None else buffer.low
    low = f"(long)({_text(lowest)})" if lowest is not None else "0"
    fields = [f"__MRT_ARG_{kind}", " | ".join(flags), address, size, low, c_string(pointer)]
    if Access.WRITE in buffer.access:
        described = incomparable_layout if buffer.incomparable else layout
        fields.append(c_string(described(buffer.element, symbols)))
    if buffer.layout is not None:
        fields += [] if Access.WRITE in buffer.access else ["0"]
        fields.append(transposition(buffer.layout))
    if buffer.area is not None:
        fields.append(f".area = {_area(buffer.area)}")
    if buffer.stride:
        fields.append(f".stride = {buffer.stride}, .span = {buffer.span}")
    if buffer.pitch:
        fields.append(f".pitch = {buffer.pitch}, .times = {buffer.times}")
    if buffer.within:
        structure = _text(next(each.pointer for each in kernel.buffers if each.name == buffer.within))
        offset = f"__builtin_offsetof(__typeof__(*({structure})), {buffer.member})"
        fields.append(f".within = {places[buffer.within] + 1}, .member = {offset}")
    if kernel.checks is not None and kernel.checks.part(buffer.name):
        fields.append(f".part = {kernel.checks.part(buffer.name)}")
    if buffer.relaid is not None:
        fields.append(relaying(kernel, buffer, symbols))
    return f"{{{', '.join(fields)}}}"


def _area(area: Area) -> str:
    offset, bytes_, rows, planes = map(_text, area.expressions)
    return f"&(const struct __mrt_area){{{offset}, {bytes_}, {rows}, {area.pitch}, {planes}, {area.far}}}"


def _state(buffer: Buffer, number: int) -> str:
    name = _text(buffer.pointer)
    size = f"__mrt_counts[0] * sizeof {name}"
    return f"{{__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_EAGER, __mrt_state{number}, {size}, 0, {c_string(name)}}}"


def _combine(number: int, reduction: Reduction) -> str:
    target = _text(reduction.target)
    return f"{target} = {combine(reduction.operator, target, f'__mrt_result{number}')};"
