"""The static data of an emitted file: the descriptors of `mapper_rt_descriptors.h`, of its regions and kernels.

They are defined at the end of the file, where all of the user's globals are known, and announced at its top by
tentative definitions, so that the code of the regions can point to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from mapper.analysis.kernels.loops import may_run_long
from mapper.analysis.names.sharing import thread_storage
from mapper.analysis.names.symbols import Kind, StorageClass, Symbols
from mapper.analysis.names.types import is_flexible
from mapper.emit.regions.launches.launch import kernel_variable
from mapper.emit.regions.region import region_variable
from mapper.emit.regions.strips import Strips
from mapper.emit.text.host_types import c_string
from mapper.features import schema
from mapper.ir.builtins.counting import TYPES
from mapper.ir.forms.batched import Batched, batch_name, is_batched, turns_of
from mapper.ir.forms.blocks import Block, Blocks, plain_name
from mapper.ir.forms.collapsed import CARRYING_GROUP, CARRYING_LANES, FORMS, Collapsed, form_name
from mapper.ir.forms.counters import Counters
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered, pass_names
from mapper.ir.forms.replicated import Replicated, replicated_name
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType, StructType
from mapper.ir.trees.unit import Unit
from mapper.model.as_c import combine_as_c, model_as_c, relayout_as_c, weights_as_c
from mapper.model.tree import Granularity, Model

PIECE = 3500  # characters of a string literal; C11 promises 4095
_NEEDS = {"fp64": "__MRT_NEEDS_FP64", "int64_atomics": "__MRT_NEEDS_INT64_ATOMICS"}
_GRANULARITIES = {Granularity.PROGRAM: "__MRT_BY_PROGRAM", Granularity.REGION: "__MRT_BY_REGION"}


def head(
    regions: Sequence[ParallelRegion],
    loops: Sequence[WorkLoop],
    trips: Sequence[str] = (),
    addresses: Sequence[str] = (),
    *,
    replaced: Sequence[str] = (),
    own_names: Sequence[str] = (),
    models: Sequence[Model] = (),
    track_allocations: bool,
) -> str:
    """The lines above the user's first line.

    What the models compute is here, where no macro of the user's is known: it names features as they are.
    """
    relaid = _is_relaid(loops)
    lines = ["#define __MRT_TRACK_ALLOCATIONS"] if track_allocations else []
    lines += [
        '#include "__mapper_rt.h"',
        *(f"#pragma redefine_extname {name} __mrt_{name}" for name in replaced),
        *(f"#pragma redefine_extname {name} __mapper_own_{name}" for name in own_names),
        *trips,
        *addresses,
        *(f"static struct __mrt_region {region_variable(region.id)};" for region in regions),
        *(f"static struct __mrt_kernel {kernel_variable(loop.id)};" for loop in loops if loop.kernel),
    ]
    if models:
        lines += [_title(models), "", combine_as_c()]
        lines += [_functions(model, end, relaid=relaid) for model, end in _named(models)]
        lines.append("/* ---- the program ---- */")
    return _text(lines)


def tail(
    unit: Unit,
    regions: Sequence[ParallelRegion],
    loops: Sequence[WorkLoop],
    symbols: Symbols,
    models: Sequence[Model],
    source: str,
    expect: str,
    *,
    mined: Mapping[str, Strips],
    levels: Mapping[str, Sequence[int]],
    forks: bool,
    shares: bool,
    shifts: Sequence[str] = (),
) -> str:
    """The lines below the user's last line.

    `source` is the OpenCL text of all kernels of the unit, `expect` the function that says what is expected of its
    regions; `mined` has those that may run in strips, by their ids, `levels` for each the levels of tables of its
    arrays; `forks` is true if the program may fork,
    `shares` if it changes what its threads share; `shifts` are announcements of what static variables hold.
    """
    kernels = [loop.kernel for loop in loops if loop.kernel]
    holders = {loop.id: region for region in regions for loop in region.loops if loop.team is None}
    needs = sorted(frozenset[str]().union(*(kernel.needs for kernel in kernels)))
    described = [_model(model, end, relaid=_is_relaid(loops)) for model, end in _named(models)]
    started = ["  __mrt_forks();"] if forks else []
    started += ["  __mrt_shares();"] if shares else []
    return f"""
/* ---- the kernels as OpenCL C ---- */

static const char *const __mrt_source[] = {{
{_text(f"  {literal}" for piece in _pieces(source) for literal in [*piece[:-1], piece[-1] + ","])}  0
}};
{_list_of_statics(_statics(unit, symbols))}
{_title(models)}

static const char *const __mrt_feature_names[] = {{
  {", ".join(c_string(name) for name in schema.NAMES)},
  0
}};

static const struct __mrt_model __mrt_models[] = {{
{_text(f"  {{{model}}}," for model in described)}}};

/* ---- what the program is expected to do ---- */

{expect}
/* ---- descriptors ---- */

static struct __mrt_region *const __mrt_regions[] = {{
{_text(f"  &{region_variable(region.id)}," for region in regions)}  0
}};

static struct __mrt_kernel *const __mrt_kernels[] = {{
{_text(f"  &{kernel_variable(loop.id)}," for loop in loops if loop.kernel)}  0
}};

static struct __mrt_program __mrt_program = {{
  __MRT_ABI, {c_string(PurePath(unit.path).name)}, __mrt_source, \
{" | ".join(_NEEDS[need] for need in needs) or "0"}, __mrt_statics, __mrt_feature_names,
  {len(schema.RAW)}, {len(schema.NAMES)}, {schema.once_mask():#x}, __mrt_models, {len(models)}, __mrt_combine,
  __mrt_regions, __mrt_expect, __mrt_kernels, 0, 0
}};

__attribute__((constructor)) static void __mrt_begin_file(void)
{{
  __mrt_register(&__mrt_program);
{_text(started)}{"".join(shifts)}}}

{_text(_region(region, mined.get(region.id), levels[region.id]) for region in regions)}\
{_text(_kernel(loop, loop.kernel, holders.get(loop.id)) for loop in loops if loop.kernel is not None)}"""


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _title(models: Sequence[Model]) -> str:
    return f"/* ---- {'the model' if len(models) == 1 else 'the models'} ---- */"


def messages(names: Sequence[str]) -> str:
    """The functions that calls for messages go to."""
    lines = [f"#define __MRT_{name}" for name in names]
    return "\n".join(["", *lines, '#include "__mapper_rt_messages.h"', ""]) if names else ""


def statics_alone(unit: Unit, symbols: Symbols, shifts: Sequence[str] = ()) -> str:
    """The lines below the user's last line in a unit that launches no kernels."""
    names = _statics(unit, symbols)
    return (
        f"""{_list_of_statics(names)}
static struct __mrt_statics __mrt_file = {{__mrt_statics, 0}};

__attribute__((constructor)) static void __mrt_begin_file(void)
{{
  __mrt_register_statics(&__mrt_file);
{"".join(shifts)}}}
"""
        if names or shifts
        else ""
    )


def _list_of_statics(names: Sequence[str]) -> str:
    return f"""
/* ---- memory that lives as long as the program ---- */

static const struct __mrt_static __mrt_statics[] = {{
{_text(f"  {{(const void *)&{name}, sizeof {name}}}," for name in names)}  {{0, 0}}
}};
"""


def _named(models: Sequence[Model]) -> list[tuple[Model, str]]:
    """Each model with the end of its functions' names."""
    return [(model, f"_{number}" if number > 1 else "") for number, model in enumerate(models, 1)]


def _is_relaid(loops: Sequence[WorkLoop]) -> bool:
    """Whether a kernel has a version for copies in another order, so that a model's `relayout` is asked."""
    return any(loop.kernel is not None and loop.kernel.relaid for loop in loops)


def _functions(model: Model, end: str, *, relaid: bool) -> str:
    """A model's functions."""
    relayout = [relayout_as_c(model.relayout, end)] if relaid and model.relayout is not None else []
    return "\n".join([model_as_c(model, end), *relayout])


def _model(model: Model, end: str, *, relaid: bool) -> str:
    """A model's descriptor."""
    doublings = 0.0 if model.sums is not None else model.doublings
    fields = [
        c_string(model.name),
        f"__mrt_score{end}",
        f"{{{_GRANULARITIES[model.granularity]}, {model.patience!r}, {doublings!r}}}",
        c_string(model.device),
        c_string(model.device_type),
        f"__mrt_relayout{end}" if relaid and model.relayout is not None else "0",
        str(model.threads),
        weights_as_c(model.weights),
        f"__mrt_seconds{end}" if model.expects_seconds else "0",
    ]
    return ", ".join(fields)


def _pieces(source: str) -> Iterator[list[str]]:
    """The source as string literals, a line each, in groups that are short enough for one string."""
    group: list[str] = []
    size = 0
    for line in source.splitlines(keepends=True):
        for start in range(0, len(line), PIECE):
            part = line[start : start + PIECE]
            if group and size + len(part) > PIECE:
                yield group
                group, size = [], 0
            group.append(c_string(part))
            size += len(part)
    if group:
        yield group


def _statics(unit: Unit, symbols: Symbols) -> list[str]:
    """The arrays and structs of the file scope that the user defines here; pointers may lead into them.

    A structure whose flexible array gets values is none of them: its size is without these.
    """
    names = []
    thread = thread_storage(symbols)
    for symbol in symbols.all:
        defined = symbol.storage in (StorageClass.STATIC, StorageClass.GLOBAL) and symbol.function is None
        if symbol.kind is not Kind.VARIABLE or not defined or symbol.decl is None or symbol in thread:
            continue
        members = symbols.members(symbol.type) if isinstance(symbol.type, StructType) else None
        if members and is_flexible(members[-1].type) and getattr(symbol.decl, "init", None) is not None:
            continue
        if isinstance(symbol.type, ArrayType | StructType) and unit.in_user_code(symbol.decl):
            names.append(symbol.name)
    return names


_TARGETS = {"": "__MRT_BY_MODEL", "opencl": "__MRT_ON_OPENCL", "opencl:gpu": "__MRT_ON_GPU"}


def _region(region: ParallelRegion, strips: Strips | None, levels: Sequence[int]) -> str:
    where = region.where
    fields = [c_string(region.id), c_string(where.file), str(where.line), str(where.column), "&__mrt_program", "0"]
    ids = [loop.id for loop in region.loops if loop.on_device]
    fields.append("0" if ids == [region.id] else f"(const char *const[]){{{', '.join(map(c_string, ids))}, 0}}")
    fields.append(_TARGETS[region.target])
    if strips is not None:
        fields.append(f".strips = {'__MRT_UNCERTAIN' if strips.uncertain else '__MRT_COUNTED'}")
        fields += [".resumes = 1"] if strips.resumes else []
    if any(levels):
        fields.append(f".levels = (const unsigned char[]){{{', '.join(map(str, levels))}}}")
    return f"static struct __mrt_region {region_variable(region.id)} = {{{', '.join(fields)}}};"


def _distinct(kernel: Kernel) -> str:
    """The pairs of arguments that the kernel takes for different memory, by their numbers."""
    numbers = {each.name: number for number, each in enumerate(kernel.passed)}
    known = [(each, 0) for each in kernel.assumed.distinct] + [(each, 1) for each in kernel.assumed.alike]
    pairs = sorted(
        (*sorted(numbers[name] for name in pair), alike) for pair, alike in known if {*pair} <= {*numbers}
    )
    if not pairs:
        return "0"
    listed = ", ".join(f"{{{one}, {other}, {alike}}}" for one, other, alike in pairs)
    return f"(const struct __mrt_pair[]){{{listed}, {{0, 0, 0}}}}"


def _kernel(loop: WorkLoop, kernel: Kernel, region: ParallelRegion | None) -> str:
    where = kernel.where
    local = [*kernel.local_size, 0, 0, 0][:3]
    gang, ordered, counters = kernel.form(Gang), kernel.form(Ordered), kernel.form(Counters)
    fields = [
        c_string(loop.id),
        c_string(kernel.name),
        c_string(where.file),
        str(where.line),
        str(where.column),
        f"&{region_variable(region.id)}" if region is not None else "0",
        str(len(kernel.dimensions)),
        str(len(kernel.reductions)),
        "{" + ", ".join(map(str, local)) + "}",
        "0",
        "&__mrt_program",
        str(gang.rows if gang is not None else 0),
        str(int(kernel.stops)),
        _distinct(kernel),
        *_tile(kernel),
    ]
    others = (loop.part.of,) if loop.part is not None and loop.is_further_part else loop.others
    if others:
        fields += [] if _tile(kernel) else ["{0}"]
        fields.append(f"(const char *const[]){{{', '.join(map(c_string, others))}, 0}}")
    elif ordered is not None:
        fields += ["{0}", "0", str(ordered.row), str(int(ordered.place is not None))]
    fields += _schedules(kernel, gang) if gang is not None else []
    fields += _collapsed(kernel)
    fields += _blocks(kernel)
    fields += _replicated(kernel)
    if counters is not None:
        fields.append(f".counters = {counters.row}")
    if ordered is not None:
        forms = "".join(f"{{{c_string(name)}, 1, 1}}, " for name in pass_names(kernel.name, ordered))
        fields.append(f".schedules = (const struct __mrt_schedule[]){{{forms}{{0, 0, 0}}}}")
    if ordered is not None and ordered.tile is not None:
        fields.append(f".sorts = {ordered.tile.iterations}")
    if kernel.folds:
        fields.append(".folds = 1")
    if kernel.relaid:
        fields.append(f".relaid = {c_string(loop.versions[1].name)}")
    if (batched := kernel.form(Batched)) is not None:
        fields.append(f".batch = {c_string(batch_name(kernel.name))}")
        fields += [".repeated = 1"] if batched.repeated else []
        turns = sum(1 << at for at, each in enumerate(kernel.parameters) if each.name in turns_of(kernel))
        fields += [f".turns = {turns}ULL"] if turns else []
    if gang is not None and gang.wide:
        fields.append(f".wide = {gang.wide}")
    if any(may_run_long(each) for each in (kernel.body, *kernel.functions)):
        fields.append(".loops = 1")
    if kernel.checks is not None:
        sites = "".join(f"{c_string(each)}, " for each in kernel.checks.sites)
        fields.append(f".sites = (const char *const[]){{{sites}0}}")
    return f"static struct __mrt_kernel {kernel_variable(loop.id)} = {{{', '.join(fields)}}};"


def _schedules(kernel: Kernel, gang: Gang) -> list[str]:
    """The other numbers of work-items that may share a row, and the array of which rows are parts."""
    if not gang.schedules:
        return []
    listed = []
    for each in gang.schedules:
        name = each.name(kernel.name)
        batch = f", {c_string(batch_name(name))}" if is_batched(kernel.forms, each) else ""
        listed.append(f"{{{c_string(name)}, {each.lanes}, {each.rows}{batch}}}")
    forms = f".schedules = (const struct __mrt_schedule[]){{{', '.join(listed)}, {{0, 0, 0}}}}"
    if not gang.along:
        return [forms]
    fields = [forms, *_numbered(kernel, gang.along, "along", "element")]
    return [*fields, *_numbered(kernel, gang.starts, "starts", "start")] if gang.starts else fields


def _numbered(kernel: Kernel, buffer: str, number: str, size: str) -> list[str]:
    """A buffer's number among the arguments, and the bytes of an element."""
    at = next(n for n, each in enumerate(kernel.passed) if each.name == buffer)
    element = next(each.element for each in kernel.buffers if each.name == buffer)
    assert isinstance(element, IntType | FloatType)
    return [f".{number} = {at}", f".{size} = {element.bits // 8}"]


def _collapsed(kernel: Kernel) -> list[str]:
    """The form in which work-groups take shares of all rows' elements."""
    form = kernel.form(Collapsed)
    if form is None:
        return []
    numbers = {each.name: number for number, each in enumerate(kernel.passed)}
    lower = numbers.get(kernel.dimensions[0].lower_name, -1)
    names = ", ".join(c_string(form_name(kernel.name, each)) for each in FORMS)
    slots = 2 * len(form.sums)
    sizes = f"{form.share}, {slots}, {CARRYING_LANES}, {CARRYING_GROUP}"
    return [f".collapse = &(const struct __mrt_collapse){{{{{names}}}, {numbers[form.rows]}, {lower}, {sizes}}}"]


def _replicated(kernel: Kernel) -> list[str]:
    """The form in which work-groups add to replicas of short arrays."""
    form = kernel.form(Replicated)
    if form is None:
        return []
    numbers = {each.name: number for number, each in enumerate(kernel.passed)}
    sums = "".join(f"{{{numbers[each.buffer]}, {TYPES[each.type].bits // 8}}}, " for each in form.sums)
    name = c_string(replicated_name(kernel.name))
    listed = f"(const struct __mrt_sum[]){{{sums}{{0, 0}}}}"
    return [f".replicated = &(const struct __mrt_replicated){{{name}, {8 * form.ROOM}, {listed}}}"]


def _tile(kernel: Kernel) -> list[str]:
    """The work-group's shape and the iterations that it does, where it computes blocks."""
    blocks = kernel.form(Blocks)
    return [_block(blocks.sizes[0])] if blocks is not None else []


def _block(block: Block) -> str:
    return "{" + ", ".join(map(str, [*block.group, *block.size])) + "}"


def _blocks(kernel: Kernel) -> list[str]:
    """The other sizes of blocks, and the form without any."""
    blocks = kernel.form(Blocks)
    if blocks is None or (len(blocks.sizes) == 1 and not blocks.many):
        return []
    listed = [f"{{{c_string(each.name(kernel.name))}, {_block(each)}}}" for each in blocks.sizes[1:]]
    listed += [f"{{{c_string(plain_name(kernel.name))}, {{0}}}}"] if blocks.many else []
    return [f".blocks = (const struct __mrt_block[]){{{', '.join(listed)}, {{0, {{0}}}}}}"]
