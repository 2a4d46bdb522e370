"""The OpenCL text of the atomic functions that kernels call (see `mapper.ir.builtins.atomics` for their names).

Operations that the device has as built-ins use them; all others, and all on float and double, are loops
that compare and swap the object's bits.
"""

from __future__ import annotations

from mapper.diagnostics import InternalError
from mapper.ir.builtins.atomic_names import COMPARING
from mapper.ir.builtins.atomics import OPERATORS, Atomic, parse_atomic


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
    return _builtin(atomic) if atomic.native else _compare_and_swap(atomic)


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
        f"{_signature(atomic, kind)}{{\n"
        f"  volatile __global {word} *bits = (volatile __global {word} *)object;\n"
        f"  {word} seen = {_family(atomic)}_add(bits, ({word})0), before;\n"
        f"  {kind} wanted;\n"
        "  do\n  {\n"
        "    before = seen;\n"
        f"    wanted = {value};\n"
        f"    seen = {_family(atomic)}_cmpxchg(bits, before, as_{word}(wanted));\n"
        "  }\n  while (seen != before);\n"
        f"  return {result};\n}}\n"
    )
