"""The functions that change counters in local memory (see `mapper.ir.forms.counters`)."""

from __future__ import annotations

from mapper.emit.opencl.atomic_helpers import either, ptx_addition
from mapper.ir.builtins.counting import TYPES, add_name, count_name
from mapper.ir.forms.counters import Counters
from mapper.ir.trees.ctypes import FloatType


def _add_function(name: str, space: str) -> str:
    """The function that adds to a floating-point number in memory that work-items share.

    NVIDIA's devices load a word in one piece; to other devices a plain load beside atomic operations is a race.
    """
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
    seen = {family}_cmpxchg(bits, before, as_{word}(as_{name}(before) + operand));
  }}
  while (seen != before);
"""
    ptx = f"  {name} before;\n{ptx_addition(name, 'operand')}"
    ways = either(ptx, loop) if space == "__global" else loop
    return f"void {add_name(name, space)}(volatile {space} {name} *object, {name} operand)\n{{\n{ways}}}\n\n"


def count_function(name: str) -> str:
    """The function that changes a counter of a type."""
    built_in = not isinstance(TYPES[name], FloatType)
    return (
        ("" if built_in else _add_function(name, "__local") + _add_function(name, "__global"))
        + f"""\
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
    )
