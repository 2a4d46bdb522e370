"""Runs kernels on PoCL through pyopencl, by the protocol of `mrt_launch` in `runtime/mapper_rt_launch.h`."""

from __future__ import annotations

import functools
import math
import operator
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyopencl as cl

from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees.build import device_name
from tests.harness.kernel_builds import UNOPTIMISED
from tests.unit.translate.programs import printed

GROUP = 16
_NUMPY = {
    "char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
    "long": np.int64, "ulong": np.uint64, "float": np.float32, "double": np.float64,
}  # fmt: skip
_FOLDS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.add, "*": operator.mul, "&": operator.and_, "|": operator.or_,
    "^": operator.xor, "min": min, "max": max, "&&": lambda a, b: int(a and b), "||": lambda a, b: int(a or b),
}  # fmt: skip
Array = np.ndarray[Any, Any]


@cache
def _context() -> cl.Context:
    os.environ |= UNOPTIMISED  # PoCL reads these when it builds
    platform = next(each for each in cl.get_platforms() if "Portable" in each.name)
    return cl.Context(platform.get_devices()[:1])


def build(text: str, *options: str) -> cl.Program:
    """A program for PoCL's device; a warning of the compiler is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        program: cl.Program = cl.Program(_context(), text)
        program.build(["-cl-std=CL1.2", f"-DMRT_GROUP_SIZE={GROUP}", *options])
        return program


def run(kernel: Kernel, counts: Sequence[int], arguments: Mapping[str, Any]) -> list[Any]:
    """Run a kernel on numpy arrays and scalars, given by parameter name; arrays are changed in place.

    An argument `(array, offset)` passes an address `offset` bytes into the array.  The results are those of
    the kernel's reductions.
    """
    queue = cl.CommandQueue(_context())
    program = build(printed(kernel))
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    memories: list[tuple[cl.Buffer, Array]] = []
    passed: list[Any] = []
    for parameter in kernel.parameters:
        given = arguments[parameter.name]
        if isinstance(parameter, Buffer):
            array, offset = given if isinstance(given, tuple) else (given, 0)
            memories.append((cl.Buffer(_context(), flags, hostbuf=array), array))
            passed += [memories[-1][0], np.int64(offset)]
        else:
            passed.append(_NUMPY[device_name(parameter.type)](given))
    passed += [np.uint64(count) for count in counts]
    types = [_NUMPY[device_name(reduction.type)] for reduction in kernel.reductions]
    groups = 3
    partials = np.zeros((len(types), groups), np.uint64)
    if types:
        slots = cl.Buffer(_context(), cl.mem_flags.READ_WRITE, partials.nbytes)
        getattr(program, kernel.name)(queue, (GROUP * groups,), (GROUP,), *passed, slots)
        cl.enqueue_copy(queue, partials, slots)
    else:
        shape = tuple(math.ceil((count or 1) / 4) * 4 for count in counts)
        getattr(program, kernel.name)(queue, shape, None, *passed)
    for memory, array in memories:
        cl.enqueue_copy(queue, array, memory)
    return [
        _fold(reduction.operator, slots.view(kind)[:: 8 // np.dtype(kind).itemsize])
        for reduction, slots, kind in zip(kernel.reductions, partials, types, strict=True)
    ]


def _fold(operator: str, partials: Array) -> Any:
    """The partial results of the work-groups as one, as the run-time library folds them."""
    with np.errstate(over="ignore"):  # unsigned products wrap
        return functools.reduce(_FOLDS[operator], partials)
