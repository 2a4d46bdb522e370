"""The names that are in the tree for GNU constructs which pycparser has no node for.

Each is called like a function without a definition, so a stage that knows nothing about it treats it as an
unknown function and keeps the loop around it on the CPU.  The user's text never holds these names.
"""

from __future__ import annotations

from typing import Final

STATEMENT_EXPRESSION: Final = "__mapper_statement_expression"
"""`({ ... })`; the arguments are the addresses of the outside variables that it names."""

ASSEMBLY: Final = "__mapper_asm"
"""An asm statement; the arguments are its template, the addresses of its outputs, and its inputs."""

RANGE: Final = "__mapper_range"
"""`first ... last` in a case label or a designator."""

LABEL_ADDRESS: Final = "__mapper_label_address"
"""`&&label`; the argument is the label's name as a string."""

COMPUTED_GOTO: Final = "__mapper_computed_goto"
"""`goto *expression`."""

OMITTED: Final = "__mapper_omitted"
"""The missing middle operand of `a ?: b` where `a` has side effects."""

OPAQUE: Final = "__mapper_opaque"
"""The body of a function that can't be parsed; the arguments are the addresses of all that it names."""

PARTS: Final = ("__real__", "__imag__")
"""The names of a complex number's parts: `( z ) . __real__` is `__real__ z`."""

IMAGINARY: Final = "__mapper_imaginary"
"""The variable that represents the imaginary unit in constants like `2.0i`."""

STRANGE: Final = "__mapper_strange"
"""The variable that marks constants of types that C11 does not have."""

ALIGNED: Final = "__mapper_aligned"
"""A bit-field member put into each struct that is aligned beyond its members; its width is the alignment."""

NEXT_ALIGNED: Final = "__mapper_next_aligned"
"""A bit-field member put before each member that is aligned beyond its type; its width is the alignment."""

NEXT_TYPE: Final = "__mapper_next_type"
"""A bit-field member put before each member whose type has an alignment of its own; its width is the alignment."""

PACKED: Final = "__mapper_packed"
"""A bit-field member put into each struct whose members have no alignment but what attributes give them."""

PACK: Final = "__mapper_pack"
"""A bit-field member put into each struct that `#pragma pack` applies to; its width is the largest alignment."""

NEXT_PACKED: Final = "__mapper_next_packed"
"""A bit-field member put before each member that has no alignment but what an attribute gives it."""

LAYOUT: Final = "__mapper_layout"
"""A bit-field member put into each struct whose layout an attribute changes in another way; also the last
constant of each enumeration that is as small as its values allow."""


def is_stand_in(name: str) -> bool:
    """Whether a name represents what has no node and can't be printed."""
    return name.startswith("__mapper_") and name != IMAGINARY
