"""The OpenCL text of one reduction: its accumulator, its work-group tree and its partial results."""

from __future__ import annotations

from mapper.diagnostics import InternalError
from mapper.ir import build
from mapper.ir.ctypes import CType, FloatType, IntType
from mapper.ir.kernel import Reduction


def identity(operator: str, ctype: CType) -> str:
    """The value that changes nothing (OpenMP 3.1, table 2.9.3.6), as a constant of the type."""
    if operator in ("max", "min"):
        return _extreme(operator, ctype)
    if operator in ("*", "&&"):
        return "1"
    return "~0" if operator == "&" else "0"


def _extreme(operator: str, ctype: CType) -> str:
    """The least value of a type for `max`, the greatest for `min`."""
    if isinstance(ctype, FloatType):
        name = build.device_name(ctype)
        return f"({name}){'-' if operator == 'max' else ''}INFINITY"
    if not isinstance(ctype, IntType):
        raise InternalError("emit", f"a reduction over {ctype}")
    if not ctype.signed:
        return "0" if operator == "max" else f"({build.device_name(ctype)})~0UL"
    word = {8: "SCHAR", 16: "SHRT", 32: "INT", 64: "LONG"}[ctype.bits]
    return f"{word}_{'MIN' if operator == 'max' else 'MAX'}"


def combine(operator: str, left: str, right: str) -> str:
    """`left OPERATOR right` on simple operands."""
    if operator in ("max", "min"):
        relation = ">" if operator == "max" else "<"
        return f"{right} {relation} {left} ? {right} : {left}"
    return f"{left} {'+' if operator == '-' else operator} {right}"


class Reducer:
    """The pieces of text for the reduction with a given number in its kernel."""

    def __init__(self, number: int, reduction: Reduction) -> None:
        self.number = number
        self.reduction = reduction
        self.type = build.device_name(reduction.type)
        self.shared = f"mrt_shared{number}"
        self.partial = f"mrt_partial{number}"

    @property
    def parameter(self) -> str:
        """The kernel parameter for the partial results."""
        return f"__global {self.type} *{self.partial}"

    @property
    def local(self) -> str:
        """The work-group's memory."""
        return f"  __local {self.type} {self.shared}[MRT_GROUP_SIZE];\n"

    @property
    def accumulator(self) -> str:
        """The private accumulator, at the identity."""
        value = identity(self.reduction.operator, self.reduction.type)
        return f"  {self.type} {self.reduction.name} = {value};\n"

    @property
    def deposit(self) -> str:
        """The accumulator goes to the work-group's memory."""
        return f"  {self.shared}[mrt_lane] = {self.reduction.name};\n"

    @property
    def fold(self) -> str:
        """One step of the tree."""
        left, right = f"{self.shared}[mrt_lane]", f"{self.shared}[mrt_lane + mrt_half]"
        return f"      {left} = {combine(self.reduction.operator, left, right)};\n"

    @property
    def gather(self) -> str:
        """The second stage takes in one partial result."""
        name = self.reduction.name
        return f"    {name} = {combine(self.reduction.operator, name, f'{self.partial}[mrt_group]')};\n"

    def store(self, place: str) -> str:
        """The work-group's result is stored."""
        return f"    {self.partial}[{place}] = {self.shared}[0];\n"
