"""What code mentions, changes and points to, by its text alone; and which names OpenCL C reserves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, count

from pycparser import c_ast

from mapper.ir.trees.ctypes import TYPE_WORDS, CType
from mapper.ir.trees.nodes import INCREMENTS, addressed, called_name, once, parameters_of, path_to, walk

_NAMING = (c_ast.Assignment, c_ast.UnaryOp, c_ast.Decl)


def names_in(*roots: c_ast.Node) -> set[str]:
    """The identifiers in some code: variables, functions, and the fields of structures."""
    return {node.name for root in roots for node in walk(root) if isinstance(node, c_ast.ID)}


def objects_in(root: c_ast.Node) -> Iterator[c_ast.ID]:
    """The identifiers in some code that name objects or functions, not fields."""
    fields = {id(node.field) for node in walk(root) if isinstance(node, c_ast.StructRef)}
    return (node for node in walk(root) if isinstance(node, c_ast.ID) and id(node) not in fields)


def mentions(root: c_ast.Node, name: str) -> bool:
    """Whether an identifier is in some code."""
    return any(isinstance(node, c_ast.ID) and node.name == name for node in walk(root))


def occurrences(root: c_ast.Node, name: str) -> int:
    """How often an identifier is in some code."""
    return sum(is_named(node, name) for node in walk(root))


def mentions_any(root: c_ast.Node, names: Collection[str]) -> bool:
    """Whether one of some identifiers is in some code."""
    return any(isinstance(node, c_ast.ID) and node.name in names for node in walk(root))


def is_named(node: c_ast.Node | None, name: str) -> bool:
    """Whether an expression is a certain identifier."""
    return isinstance(node, c_ast.ID) and node.name == name


def changed_place(node: c_ast.Node) -> c_ast.Node | None:
    """The lvalue that a node itself, without its parts, changes; None where it changes none."""
    place: c_ast.Node | None = None
    if isinstance(node, c_ast.Assignment):
        place = node.lvalue
    elif isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
        place = node.expr
    return place


def exposed_place(node: c_ast.Node) -> c_ast.Node | None:
    """The lvalue that a node itself changes or takes the address of; None where it does neither."""
    return addressed(node) or changed_place(node)


def changed_places(*roots: c_ast.Node) -> Iterator[c_ast.Node]:
    """The lvalues that some code changes."""
    places = (changed_place(node) for root in roots for node in walk(root))
    return (place for place in places if place is not None)


def exposed_places(*roots: c_ast.Node) -> Iterator[c_ast.Node]:
    """The lvalues that some code changes or takes the addresses of."""
    places = (exposed_place(node) for root in roots for node in walk(root))
    return (place for place in places if place is not None)


def value_set(statement: c_ast.Node) -> c_ast.Node | None:
    """What a declaration or a plain assignment sets a variable to; None for all else."""
    value: c_ast.Node | None = None
    match statement:
        case c_ast.Decl():
            value = statement.init
        case c_ast.Assignment(op="="):
            value = statement.rvalue
    return value


def assigned_names(*roots: c_ast.Node | None) -> set[str]:
    """The variables that some code declares or may change: by name, or because it takes their address."""
    return set[str]().union(*(_assigned_in(root) for root in roots if root is not None))


@once
def _assigned_in(root: c_ast.Node) -> frozenset[str]:
    found: set[str] = set()
    for node in walk(root):
        if isinstance(node, _NAMING):  # few are, and this is asked of each loop
            place = exposed_place(node)
            if isinstance(place, c_ast.ID):
                found.add(place.name)
            elif isinstance(node, c_ast.Decl):
                found.add(node.name)
    return frozenset(found)


@once
def settings(root: c_ast.Node) -> Counter[str]:
    """How often some code gives each variable a value by its name, also a first one, or takes its address."""
    found: Counter[str] = Counter()
    for node in walk(root):
        place = exposed_place(node)
        if isinstance(place, c_ast.ID):
            found[place.name] += 1
        elif isinstance(node, c_ast.Decl) and node.name and node.init is not None:
            found[node.name] += 1
    return found


def fresh_name(wish: str, taken: Collection[str]) -> str:
    """A name that is not taken: the wish, or that with the first free number from 2 behind it."""
    return next(name for name in chain([wish], (f"{wish}_{at}" for at in count(2))) if name not in taken)


def fresh_variable(wish: str, ctype: CType, types: dict[str, CType]) -> str:
    """A new name for a variable of a type, which it gets in `types`."""
    name = fresh_name(wish, types)
    types[name] = ctype
    return name


def all_names(root: c_ast.Node) -> set[str]:
    """The names that some code mentions or declares."""
    return {node.name for node in walk(root) if isinstance(node, c_ast.ID | c_ast.Decl)}


def declared_names(*roots: c_ast.Node) -> set[str]:
    """The names that some code declares."""
    return {node.name for root in roots for node in walk(root) if isinstance(node, c_ast.Decl) and node.name}


def declared_around(node: c_ast.Node, function: c_ast.FuncDef) -> Iterator[c_ast.Decl]:
    """The parameters of a function, and the variables of the blocks and loops around a node, in their order."""
    parts = [*parameters_of(function), *(function.param_decls or [])]
    for each in path_to(function.body, node):
        if isinstance(each, c_ast.Compound):
            parts += each.block_items or []
        elif isinstance(each, c_ast.For) and isinstance(each.init, c_ast.DeclList):
            parts += each.init.decls
    return (each for each in parts if isinstance(each, c_ast.Decl))


def pointed_names(*roots: c_ast.Node) -> frozenset[str]:
    """The variables whose addresses some code takes."""
    places = (addressed(node) for root in roots for node in walk(root))
    return frozenset(place.name for place in places if isinstance(place, c_ast.ID))


_KEYWORDS = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    bool half uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t complex imaginary quad
    __global global __local local __constant constant __private private __generic generic __kernel kernel
    __read_only read_only __write_only write_only __read_write read_write uniform pipe
    true false NULL main class template this new delete namespace private
    public protected operator try catch throw typename using virtual friend mutable explicit export asm
    """.split()
)

_BUILTINS = frozenset(
    """
    acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erfc erf
    exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r log log2
    log10 log1p logb mad maxmag minmag modf nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin
    sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc
    abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat max min mul_hi rotate sub_sat upsample popcount
    mad24 mul24 degrees mix radians step smoothstep sign cross dot distance length normalize fast_distance
    fast_length fast_normalize isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater
    isfinite isinf isnan isnormal isordered isunordered signbit any all bitselect select
    barrier mem_fence read_mem_fence write_mem_fence async_work_group_copy async_work_group_strided_copy
    wait_group_events prefetch vec_step shuffle shuffle2 printf
    get_work_dim get_global_size get_global_id get_local_size get_local_id get_num_groups get_group_id
    get_global_offset get_image_width get_image_height get_image_depth read_imagef read_imagei read_imageui
    write_imagef write_imagei write_imageui
    INFINITY NAN HUGE_VAL HUGE_VALF MAXFLOAT INT_MAX INT_MIN LONG_MAX LONG_MIN UINT_MAX ULONG_MAX CHAR_BIT CHAR_MAX
    CHAR_MIN SCHAR_MAX SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX USHRT_MAX
    """.split()
)

_PATTERNS = re.compile(
    r"(u?(char|short|int|long)|float|double|half|bool|quad)(2|3|4|8|16)(x\d+)?"  # vector types
    r"|(convert|as|vload|vstore|native|half|atomic|atom|work_group|sub_group|get|read_image|write_image|intel"
    r"|cl|CL|CLK|__opencl|__builtin|mrt|MRT|mapper)_\w*"
    r"|(vload|vstore)(2|3|4|8|16)|__\w*|_[A-Z]\w*"
    r"|(M|FLT|DBL|HALF|FP)_[A-Z0-9]\w*|image[123]d_\w*"
)


def is_reserved(name: str) -> bool:
    """Whether OpenCL C, or mapper's own names in kernels, leave no room for a variable of this name."""
    return name in _KEYWORDS or name in _BUILTINS or _PATTERNS.fullmatch(name) is not None


def is_named_type(node: c_ast.Node) -> bool:
    """Whether a part of a type is a name that the program gives, which may mean something else elsewhere."""
    if isinstance(node, c_ast.IdentifierType):
        return not TYPE_WORDS.issuperset(node.names)
    return isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum)


def is_own_call(node: c_ast.Node) -> bool:
    """Whether a node of a kernel is a call of one of the program's functions, not of the device's."""
    return isinstance(node, c_ast.FuncCall) and not is_reserved(called_name(node))


def unreserved(name: str) -> str:
    """The name of a member or a tag on the device: not a reserved one, and different names stay different."""
    return f"{name}_" if is_reserved(name) or is_reserved(name.rstrip("_")) else name


def declared_name(name: str) -> str:
    """The name in the source of a member or a tag on the device: the inverse of `unreserved`."""
    return name.removesuffix("_") if is_reserved(name.rstrip("_")) else name
