"""The functions that load and store neighbouring elements together (`mapper.transforms.memory.vload`).

`vload4` asks for no more than the alignment of an element, so that compilers make four loads of it.  Where the
address is a multiple of the vector's size, which is seen at run time and mostly the same for all work-items, the
elements are moved as one vector.
"""

from __future__ import annotations

import re

from mapper.ir.builtins.vectors import LOAD

_BYTES = {"char": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8}


def vector_text(name: str) -> str:
    """The function of a name such as `mrt_load_float4`."""
    vector = name.rpartition("_")[2]
    found = re.fullmatch(r"([a-z]+)(\d+)", vector)
    assert found is not None
    scalar, width = found[1], int(found[2])
    aligned = f"((ulong)at & {_BYTES[scalar.removeprefix('u')] * width - 1}) == 0"
    if name.startswith(LOAD):
        return f"""\
{vector} {name}(const __global {scalar} *at);

{vector} {name}(const __global {scalar} *at)
{{
  return {aligned} ? *(const __global {vector} *)at : vload{width}(0, at);
}}
"""
    return f"""\
void {name}(__global {scalar} *at, {vector} value);

void {name}(__global {scalar} *at, {vector} value)
{{
  if ({aligned})
    *(__global {vector} *)at = value;
  else
    vstore{width}(value, 0, at);
}}
"""
