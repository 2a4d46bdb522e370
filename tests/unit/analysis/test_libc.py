"""The tables about library functions agree with the headers, with gcc and with an OpenCL compiler."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable

import numpy as np
import pyopencl as cl
import pytest

from mapper.analysis.names.libc import BUILTIN_RESULTS, DEVICE_CONSTANTS, DEVICE_FUNCTIONS, DeviceFunction
from mapper.ir.trees.build import device_name
from mapper.ir.trees.ctypes import DOUBLE, FLOAT, INT, LONG, VOID, CType, FunctionType, IntType, PointerType
from tests.harness.semantics import gcc_says, joined, same_type

HEADERS = "#define _GNU_SOURCE\n#include <arpa/inet.h>\n#include <math.h>\n#include <stdlib.h>\n"
MACROS = ("isnan", "isinf", "finite")


def plain(functions: dict[str, DeviceFunction]) -> dict[str, DeviceFunction]:
    """The functions that a header declares."""
    return {name: f for name, f in functions.items() if not name.startswith("_")}


def test_prototypes_are_the_headers() -> None:
    claims = []
    for name, function in plain(dict(DEVICE_FUNCTIONS)).items():
        if not name.startswith(MACROS):
            assert function.parameters is not None
            claims.append(same_type(name, FunctionType(function.result, function.parameters)))
    assert len(claims) > 80
    assert gcc_says(HEADERS + joined(claims)) == ""


def argument(of: CType | None) -> str:
    """An argument of a type, for gcc; None is a generic function's."""
    if isinstance(of, PointerType):
        return "&out" if of.target == INT else "&fraction" if of.target == DOUBLE else "&small"
    return "2" if isinstance(of, IntType) else "2.5"


def test_builtin_functions_yield_what_gcc_says() -> None:
    claims = []
    for name, function in DEVICE_FUNCTIONS.items():
        if name.startswith("__builtin_"):
            count = 2 if name.startswith(("__builtin_isg", "__builtin_isl", "__builtin_isu")) else 1
            parameters = function.parameters if function.parameters is not None else (None,) * count
            call = f"{name}({', '.join(argument(of) for of in parameters)})"
            claims.append(same_type(call, BUILTIN_RESULTS[name]))
    for name, constant in DEVICE_CONSTANTS.items():
        claims.append(same_type(f"{name}({constant.argument or ''})", constant.type))
    assert gcc_says("int out; double fraction; float small;\n" + joined(claims)) == ""


def test_every_marker_of_the_front_end_has_no_type() -> None:
    assert BUILTIN_RESULTS["__mapper_statement_expression"] == VOID


@pytest.mark.parametrize("name", ["lgamma", "sinl", "printf", "rand", "strlen", "gamma", "lgammaf"])
def test_what_the_device_lacks_is_not_in_the_table(name: str) -> None:
    assert name not in DEVICE_FUNCTIONS


def wrapper(name: str, function: DeviceFunction) -> str:
    """A device function that calls another with arguments of its own types."""
    generic = function.parameters is None
    count = 2 if re.match("__builtin_is(g|l|u)", name) else 1
    parameters = (DOUBLE,) * count if function.parameters is None else function.parameters
    declared, passed = [], []
    for position, of in enumerate(parameters):
        star = isinstance(of, PointerType)
        target = of.target if isinstance(of, PointerType) else of
        declared.append(f"{device_name(target)} {'*' if star else ''}a{position}")
        passed.append(f"a{position}")
    assert generic or parameters
    result = device_name(function.result)
    call = f"{function.name}({', '.join(passed)})"
    return f"{result} w_{name}({', '.join(declared)}) {{ return ({result}){call}; }}"


PYTHON: dict[str, Callable[[float], float]] = {
    "rint": round,
    "nearbyint": round,
    "round": round,
    "fabs": abs,
    "tgamma": math.gamma,
    "exp10": lambda x: math.pow(10, x),
    "logb": lambda x: math.frexp(x)[1] - 1,
}
"""Functions that Python has under another name."""


@pytest.mark.opencl
def test_an_opencl_compiler_takes_every_function_and_they_compute_what_c_does() -> None:
    context = cl.Context(cl.get_platforms()[0].get_devices())
    helpers = sorted({f.source for f in DEVICE_FUNCTIONS.values() if f.source})
    wrappers = [wrapper(name, function) for name, function in DEVICE_FUNCTIONS.items()]
    table = plain(dict(DEVICE_FUNCTIONS))
    unary = [n for n, f in table.items() if (f.result, f.parameters) == (DOUBLE, (DOUBLE,)) and n != "acosh"]
    rows = [f"out[{row}] = w_{name}(x[0]);" for row, name in enumerate(unary)]
    constants = [f"{device_name(c.type)} c_{n}(void) {{ return {c.text}; }}" for n, c in DEVICE_CONSTANTS.items()]
    kernel = f"kernel void k(global const double *x, global double *out) {{ {' '.join(rows)} }}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = cl.Program(context, joined([*helpers, *wrappers, *constants, kernel])).build()
    x, out = np.array([0.3]), np.zeros(len(unary))
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags
    source = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=x)
    target = cl.Buffer(context, flags.WRITE_ONLY, out.nbytes)
    program.k(queue, (1,), None, source, target)
    cl.enqueue_copy(queue, out, target)
    for name, result in zip(unary, out, strict=True):
        function = PYTHON.get(name) or getattr(math, name)
        assert result == pytest.approx(float(function(0.3)), rel=1e-13), name


def test_helpers_are_defined_under_the_name_that_is_called() -> None:
    for name, function in DEVICE_FUNCTIONS.items():
        if function.source:
            assert f" {function.name}(" in function.source, name
    assert DEVICE_FUNCTIONS["lroundf"].parameters == (FLOAT,)
    assert DEVICE_FUNCTIONS["lroundf"].result == LONG
