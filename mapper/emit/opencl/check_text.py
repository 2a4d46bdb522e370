"""The functions of checked kernels, and what they know of the memory.

The run-time library passes, behind all other arguments, spare memory, and for each buffer where its memory begins
and ends, in bytes from the `cl_mem`'s beginning, and where the owners of its parts are, in elements of the spare
memory, 0 for none (`runtime/region/checks.c`).
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from pycparser import c_ast

from mapper.ir.builtins import checks
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG
from mapper.ir.trees.quote import declarations

SPARE = "mrt_spare"

_FUNCTIONS = {
    checks.INSIDE: """ulong mrt_inside_of(ulong at, ulong size, ulong buffers, int site, $MEMORY, int *stopped)
{
  for (const ulong *each = memory + $HEAD; buffers != 0; buffers >>= 1, each += $ENTRIES)
    if ((buffers & 1) && at >= each[0] && at <= each[1] && size <= each[1] - at)
      return at;
  if (*stopped == 0)
    *stopped = site;
  return memory[0];
}
""",
    checks.OWN: """ulong mrt_owned(ulong at, ulong size, ulong buffers, int site, $MEMORY, int *stopped)
{
  for (const ulong *each = memory + $HEAD; buffers != 0; buffers >>= 1, each += $ENTRIES)
  {
    if (!(buffers & 1) || each[2] == 0 || at < each[0] || at >= each[1])
      continue;
    for (ulong part = (at - each[0]) / each[3]; part <= (at - each[0] + size - 1) / each[3]; part++)
    {
      const uint owner = atomic_cmpxchg((volatile __global uint *)each[2] + part, 0u, (uint)memory[1]);
      if (owner != 0 && owner != (uint)memory[1] && *stopped == 0)
        *stopped = site;
    }
    break;
  }
  return at;
}
""",
    checks.BELOW: """long mrt_below(long subscript, long length, int site, int *stopped)
{
  if (subscript >= 0 && subscript < length)
    return subscript;
  if (*stopped == 0)
    *stopped = site;
  return 0;
}
""",
}

_DIVISION = """$type $name($type dividend, $type divisor, int site, int *stopped)
{
  if (divisor != 0$least)
    return dividend $operator divisor;
  if (*stopped == 0)
    *stopped = site;
  return 0;
}
"""
_LEAST = {"int": "INT_MIN", "long": "LONG_MIN"}


def parameters(kernel: Kernel) -> Iterator[c_ast.Decl]:
    """The last parameters of a checked kernel."""
    if kernel.checks is None:
        return
    yield from declarations("__global uint *$spare;", spare=SPARE)
    for each in kernel.buffers:
        yield build.declaration(f"{each.name}_from", LONG)
        yield build.declaration(f"{each.name}_to", LONG)
        yield build.declaration(f"{each.name}_owners", ULONG)


def memory_text(kernel: Kernel) -> str:
    """The declaration of what a work-item gets of the memory; empty where the kernel is not checked."""
    if kernel.checks is None:
        return ""
    lines = [f"(ulong){SPARE}, 0"]
    for each in kernel.buffers:
        base, owners, part = f"(ulong){each.name}_base", f"{each.name}_owners", kernel.checks.part(each.name)
        known = f"{owners} != 0 ? (ulong)({SPARE} + {owners}) : 0, {part}" if part else "0, 1"
        lines.append(f"{base} + {each.name}_from, {base} + {each.name}_to, {known}")
    listed = "".join(f"\n    {line}," for line in lines)
    return f"  ulong {checks.MEMORY}[] = {{{listed}\n  }};\n"


def functions(called: Set[str]) -> Iterator[str]:
    """The functions that code calls with these names."""
    for name, text in _FUNCTIONS.items():
        if name in called:
            text = text.replace("$HEAD", str(checks.HEAD)).replace("$ENTRIES", str(checks.ENTRIES))
            yield _declared(text.replace("$MEMORY", "const ulong *memory"))
    for name in sorted(filter(checks.is_division, called)):
        operator, ctype = checks.divided(name)
        least = f" && !(dividend == {_LEAST[ctype]} && divisor == -1)" if ctype in _LEAST else ""
        text = _DIVISION.replace("$type", ctype).replace("$name", name)
        yield _declared(text.replace("$least", least).replace("$operator", operator))


def _declared(text: str) -> str:
    """A function behind its own declaration."""
    return f"{text.partition(chr(10))[0]};\n{text}"
