"""The OpenCL text of the atomic functions that kernels call (see `mapper.ir.builtins.atomics` for their names).

Operations that the device has as built-ins use them; all others, and all on float and double, are loops
that compare and swap the object's bits.  OpenCL C 1.2 has no atomic addition of such numbers, but NVIDIA's
devices have one, in PTX; where many work-items meet, the loop takes a hundred times as long.
"""

from __future__ import annotations

from mapper.diagnostics import InternalError
from mapper.ir.builtins.atomic_names import COMPARING
from mapper.ir.builtins.atomics import OPERATORS, Atomic, parse_atomic

ADDS_DOUBLES = 6
"""The compute capability of NVIDIA's devices from which on they add doubles atomically."""


def helper_text(name: str) -> str:
    """The definition of one atomic function."""
    atomic = parse_atomic(name)
    if atomic is None:
        raise InternalError("emit", f"no atomic function is called {name}")
    if atomic.operation == "read":
        return _read(atomic)
    if atomic.operation in ("write", "exchange"):
        return _exchange(atomic)
    if atomic.operation in COMPARING:
        return _compared(atomic)
    if atomic.native:
        return _builtin(atomic)
    signature, loop = _signature(atomic, atomic.object), _compare_and_swap(atomic)
    ways = loop if not atomic.adds_reals else either(_ptx(atomic), loop)
    return f"{signature}{{\n{ways}}}\n"


def either(ptx: str, other: str) -> str:
    """What NVIDIA's devices do that have atomic additions of both floating-point types, and what others do."""
    return f"#if MRT_NVIDIA >= {ADDS_DOUBLES}\n{ptx}#else\n{other}#endif\n"


def ptx_addition(kind: str, operand: str) -> str:
    """A statement in PTX that adds to a floating-point number in global memory, at `object`; sets `before`."""
    bits, register = ("f64", "d") if kind == "double" else ("f32", "f")
    return (
        f'  asm volatile("atom.global.add.{bits} %0, [%1], %2;" : "={register}"(before)\n'
        f'               : "l"(object), "{register}"({operand}) : "memory");\n'
    )


def _ptx(atomic: Atomic) -> str:
    kind, added = atomic.object, "operand" if atomic.operand == atomic.object else f"({atomic.object})operand"
    after = ""
    if atomic.new:
        after = f" {OPERATORS[atomic.operation]} {added}"
    added = f"-{added}" if atomic.operation == "sub" else added
    return f"  {kind} before;\n{ptx_addition(kind, added)}  return before{after};\n"


def _family(atomic: Atomic) -> str:
    """The prefix of the built-ins: the 64-bit extension spells them `atom_`."""
    return "atom" if atomic.wide else "atomic"


def _word(atomic: Atomic) -> str:
    return "ulong" if atomic.wide else "uint"


def _signature(atomic: Atomic, result: str, operand: bool = True) -> str:
    parameters = f"volatile __global {atomic.object} *object"
    if operand:
        parameters += f", {atomic.operand} operand"
    return f"{result} {atomic.name}({parameters})\n"


def _read(atomic: Atomic) -> str:
    """A load that is not kept from earlier: devices load aligned words in one piece, volatile ones anew."""
    return (
        f"{_signature(atomic, atomic.object, operand=False)}{{\n"
        f"  return as_{atomic.object}(*(volatile __global {_word(atomic)} *)object);\n}}\n"
    )


def _compared(atomic: Atomic) -> str:
    word, kind = _word(atomic), atomic.object
    swap = f"{_family(atomic)}_cmpxchg((volatile __global {word} *)object, as_{word}(expected), as_{word}(wanted))"
    signature = f"{atomic.name}(volatile __global {kind} *object, {kind} expected, {kind} wanted)\n{{\n"
    if atomic.operation == "compare_swap":
        return f"{kind} {signature}  return as_{kind}({swap});\n}}\n"
    if atomic.operation == "compare_test":
        return f"int {signature}  return {swap} == as_{word}(expected);\n}}\n"
    return (
        f"int {atomic.name}(volatile __global {kind} *object, {kind} *place, {kind} wanted)\n{{\n"
        f"  const {kind} expected = *place;\n"
        f"  const {word} found = {swap};\n"
        f"  *place = as_{kind}(found);\n"
        f"  return found == as_{word}(expected);\n}}\n"
    )


def _exchange(atomic: Atomic) -> str:
    word = _word(atomic)
    swap = f"{_family(atomic)}_xchg((volatile __global {word} *)object, as_{word}(operand))"
    if atomic.operation == "write":
        return f"{_signature(atomic, 'void')}{{\n  {swap};\n}}\n"
    return f"{_signature(atomic, atomic.object)}{{\n  return as_{atomic.object}({swap});\n}}\n"


def _builtin(atomic: Atomic) -> str:
    call = f"{_family(atomic)}_{atomic.operation}(object, operand)"
    after = f" {OPERATORS[atomic.operation]} operand" if atomic.new else ""
    return f"{_signature(atomic, atomic.object)}{{\n  return {call}{after};\n}}\n"


def _compare_and_swap(atomic: Atomic) -> str:
    word, kind = _word(atomic), atomic.object
    old = f"as_{kind}(before)"
    operator = OPERATORS[atomic.operation]
    reversed_operands = atomic.operation in ("rsub", "rdiv", "rmod", "rshl", "rshr")
    value = f"operand {operator} {old}" if reversed_operands else f"{old} {operator} operand"
    if operator in ("min", "max"):
        value = f"operand {'<' if operator == 'min' else '>'} {old} ? operand : {old}"
    result = "wanted" if atomic.new else old
    return (
        f"  volatile __global {word} *bits = (volatile __global {word} *)object;\n"
        f"  {word} seen = {_family(atomic)}_add(bits, ({word})0), before;\n"
        f"  {kind} wanted;\n"
        "  do\n  {\n"
        "    before = seen;\n"
        f"    wanted = {value};\n"
        f"    seen = {_family(atomic)}_cmpxchg(bits, before, as_{word}(wanted));\n"
        "  }\n  while (seen != before);\n"
        f"  return {result};\n"
    )
