"""The names that OpenCL C gives a meaning of its own: keywords, built-in functions, types and macros."""

from __future__ import annotations

import re

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


def unreserved(name: str) -> str:
    """The name of a member or a tag on the device: not a reserved one, and different names stay different."""
    return f"{name}_" if is_reserved(name) or is_reserved(name.rstrip("_")) else name
