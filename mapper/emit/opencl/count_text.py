"""The functions that add to numbers in local memory (see `counters` and `replicated` in `mapper.ir.forms`)."""

from __future__ import annotations

from mapper.emit.opencl.atomic_helpers import either, ptx_addition
from mapper.ir.builtins.counting import TYPES, add_name, count_name, near_name
from mapper.ir.forms.counters import Counters
from mapper.ir.trees.ctypes import FloatType


def _add_function(name: str, space: str, operand: str) -> str:
    """The function that adds to a floating-point number in memory that work-items share, in an operand's type.

    NVIDIA's devices load a word in one piece; to other devices a plain load beside atomic operations is a race.
    """
    total = f"as_{name}(before) + operand" if operand == name else f"({name})(as_{name}(before) + operand)"
    family, word = ("atom", "ulong") if name == "double" else ("atomic", "uint")
    loop = f"""\
  volatile {space} {word} *bits = (volatile {space} {word} *)object;
#ifdef MRT_NVIDIA
  {word} seen = *bits, before;
#else
  {word} seen = {family}_add(bits, ({word})0), before;
#endif
  do
  {{
    before = seen;
    seen = {family}_cmpxchg(bits, before, as_{word}({total}));
  }}
  while (seen != before);
"""
    ptx = f"  {name} before;\n{ptx_addition(name, 'operand')}"
    ways = either(ptx, loop) if space == "__global" and operand == name else loop
    head = f"void {add_name(name, space, operand)}(volatile {space} {name} *object, {operand} operand)"
    return f"{head}\n{{\n{ways}}}\n\n"


def add_functions(name: str, operand: str) -> str:
    """The functions that add to a number of a type, in an operand's type, where devices have none built in."""
    built_in = not isinstance(TYPES[name], FloatType)
    return "" if built_in else "".join(_add_function(name, space, operand) for space in ("__local", "__global"))


def count_function(name: str) -> str:
    """The function that changes a counter of a type."""
    return f"""\
/* Adds to a counter: in the work-group's copy of its row, if it has one or may have one.  `known` says where the
 * rows begin that the work-item knows to have copies, 1ul << 63 where it knows of none. */
void {count_name(name)}(__local {name} *copies, volatile __local uint *rows, ulong2 *known, uint length,
                   __global {name} *first, volatile __global {name} *counter, {name} operand)
{{
  const ulong at = (ulong)(counter - first);
  if (at - known->x < length || at - known->y < length)
  {{
    const ulong place = at - known->x < length ? at - known->x : length + (at - known->y);
    {add_name(name, "__local")}(&copies[place], operand);
    return;
  }}
  const ulong number = at / length;
  const uint place = (uint)number % {Counters.ROWS}, wanted = (uint)number + 1;
  if ((place == 0 ? known->x : known->y) == 1ul << 63 && number < UINT_MAX)
  {{
    uint found = atomic_cmpxchg(&rows[place], 0u, wanted);
    found = (found == 0 ? wanted : found) - 1;
    known->x = place == 0 ? (ulong)found * length : known->x;
    known->y = place == 0 ? known->y : (ulong)found * length;
  }}
  if (number < UINT_MAX && at - (place == 0 ? known->x : known->y) < length)
    {add_name(name, "__local")}(&copies[place * length + (uint)(at % length)], operand);
  else
    {add_name(name, "__global")}(counter, operand);
}}
"""


def near_function(name: str, operand: str) -> str:
    """The function that adds to a number of a type, in an operand's type, in a replica of its array."""
    return f"""\
/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void {near_name(name, operand)}(__local {name} *replica, uint length, uint step,
                     __global {name} *first, volatile __global {name} *place, {operand} operand)
{{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    {add_name(name, "__local", operand)}(&replica[(uint)at * step], operand);
  else
    {add_name(name, "__global", operand)}(place, operand);
}}
"""
