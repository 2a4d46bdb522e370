"""What lowers one kind of expressions and statements of a frame, and gives all others back to `Expressions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions


class Part:
    """A part of the lowering of one frame."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.frame = expressions.frame
