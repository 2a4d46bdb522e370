"""The OpenCL text with which a work-group stages a part of an array: what `mapper.ir.forms.staging.Tiled` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.staging import Tiled


def staging(
    number: int,
    tile: Tiled,
    block: tuple[int, int],
    items: int,
    have: Sequence[str],
    counters: Sequence[str],
    printer: CPrinter,
) -> Iterator[str]:
    """Loads tile `number` for a block of iterations; neighbouring work-items take neighbouring elements.

    `items` is the number of work-items, `have` names how many iterations there are in each dimension of the block,
    and `counters` declares the counters of its first iteration.
    """
    lengths = [each.length(block) for each in tile.sides]
    size = prod(lengths)
    yield "  {"
    yield from counters
    for side, each in enumerate(tile.sides):
        yield f"    const long mrt_start{side} = {printer.visit(each.start)};"
    yield f"    for (uint mrt_at = mrt_item; mrt_at < {size}; mrt_at += {items})"
    yield "    {"
    for side, length in enumerate(lengths):
        rest = prod(lengths[side + 1 :])
        place = "mrt_at" if rest == 1 else f"mrt_at / {rest}"
        yield f"      const uint mrt_to{side} = {place if side == 0 else f'{place} % {length}'};"
    yield f"      if ({_wanted(tile, have)})"
    yield "      {"
    for side in range(len(lengths)):
        yield f"        const long mrt_place{side} = mrt_start{side} + mrt_to{side};"
    indent = 8
    if tile.inside is not None:
        yield f"        if ({printer.visit(tile.inside)})"
        indent = 10
    yield f"{' ' * indent}mrt_halo{number}[mrt_at] = {printer.visit(tile.element)};"
    yield "      }"
    yield "    }"
    yield "  }"


def _wanted(tile: Tiled, have: Sequence[str]) -> str:
    """Whether an iteration of the block needs a place of the tile."""
    whole = tuple((0, each.extent - 1) for each in tile.sides)
    texts = []
    for box in tile.boxes or (whole,):
        tests = []
        for side, (each, (low, high)) in enumerate(zip(tile.sides, box, strict=True)):
            if low > 0:
                tests.append(f"mrt_to{side} >= {low}")
            if each.dimension is not None and each.dimension < len(have):
                last = have[each.dimension] + (f" * {each.scale}" if each.scale > 1 else "")
                more = high + 1 - each.scale
                shift = f" {'+' if more > 0 else '-'} {abs(more)}" if more else ""
                tests.append(f"mrt_to{side} < {last}{shift}")
            elif high < each.extent - 1:
                tests.append(f"mrt_to{side} <= {high}")
        texts.append(" && ".join(tests) or "1")
    return texts[0] if len(texts) == 1 else " || ".join(f"({each})" for each in texts)


def own(tile: Tiled, block: tuple[int, int], at: Sequence[str]) -> str:
    """Where the elements begin that an iteration needs whose places in the block are called `at`."""
    lengths = [each.length(block) for each in tile.sides]
    terms = []
    for side, each in enumerate(tile.sides):
        if each.dimension is not None and each.dimension < len(at):
            factor = each.scale * prod(lengths[side + 1 :])
            terms.append(f"(int){at[each.dimension]}" + (f" * {factor}" if factor > 1 else ""))
    return " + ".join(terms) or "0"
