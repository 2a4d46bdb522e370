"""What a work-group copies of an array to local memory, and the code that copies and finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from pycparser import c_ast

from mapper.ir.program.kernel import Dimension
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.names import names_in
from mapper.ir.trees.nodes import clone
from mapper.ir.trees.quote import expression, statements


@dataclass(frozen=True, eq=False, slots=True)
class TileSide:
    """A coordinate of the elements that a work-group stages.

    `start` is the least one for the first iteration of the group's block, of type long.  Neighbours in dimension
    `dimension` (None: in none) begin `scale` elements apart, and each needs `extent` of them.
    """

    start: c_ast.Node
    dimension: int | None
    scale: int
    extent: int

    def length(self, block: tuple[int, int]) -> int:
        """How many there are for a block of iterations of dimensions 0 and 1."""
        moved = self.dimension is not None and self.dimension < len(block)
        return (self.scale * (block[self.dimension or 0] - 1) if moved else 0) + self.extent


@dataclass(frozen=True, eq=False, slots=True)
class Tiled:
    """What a work-group stages of an array: `element` with the coordinates `mrt_place<number>`, one for each side.

    Of what an iteration needs, only `boxes` are staged, if there are any: the least and the greatest place in each
    side.  Only elements are staged for which `inside` holds, in terms of their coordinates.
    """

    buffer: str
    type: CType
    element: c_ast.Node
    sides: tuple[TileSide, ...]
    boxes: tuple[tuple[tuple[int, int], ...], ...] = ()
    inside: c_ast.Node | None = None

    def elements(self, block: tuple[int, int]) -> int:
        """How many elements there are for a block of iterations."""
        return prod(each.length(block) for each in self.sides)

    @property
    def names(self) -> frozenset[str]:
        """What the first iteration's coordinates mention."""
        return frozenset(name for each in self.sides for name in names_in(each.start))


def staging(
    number: int,
    tile: Tiled,
    block: tuple[int, int],
    items: int,
    have: Sequence[str],
    counters: Sequence[c_ast.Node],
) -> c_ast.Compound:
    """Loads tile `number` for a block of iterations; neighbouring work-items take neighbouring elements.

    `items` is the number of work-items, `have` names how many iterations there are in each dimension of the block,
    and `counters` declares the counters of its first iteration.
    """
    places: list[c_ast.Node] = []
    lengths = [each.length(block) for each in tile.sides]
    for side, length in enumerate(lengths):
        rest = prod(lengths[side + 1 :])
        place = "mrt_at" if rest == 1 else f"mrt_at / {rest}"
        places += statements(f"const uint mrt_to{side} = {place if side == 0 else f'{place} % {length}'};")
    firsts: list[c_ast.Node] = []
    found: list[c_ast.Node] = []
    for side, each in enumerate(tile.sides):
        firsts += statements("const long mrt_start$side = $start;", side=side, start=each.start)
        found += statements("const long mrt_place$side = mrt_start$side + mrt_to$side;", side=side)
    load = statements("mrt_halo$number[mrt_at] = $element;", number=number, element=tile.element)
    return c_ast.Compound(
        statements(
            """
            $counters;
            $firsts;
            for (uint mrt_at = mrt_item; mrt_at < $size; mrt_at += $items) {
              $places;
              if ($wanted) { $found; $load; }
            }""",
            counters=counters,
            firsts=firsts,
            size=prod(lengths),
            items=items,
            places=places,
            wanted=expression(_wanted(tile, have)),
            found=found,
            load=load if tile.inside is None else [c_ast.If(clone(tile.inside), load[0], None)],
        )
    )


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


def local_arrays(tiles: Sequence[Tiled], block: tuple[int, int], alignment: str = "") -> list[c_ast.Node]:
    """The arrays in local memory for the tiles of a block of iterations."""
    text = f"{alignment} __local $Type mrt_halo$number[$size];"
    return [
        node
        for number, tile in enumerate(tiles)
        for node in statements(text, Type=tile.type, number=number, size=tile.elements(block))
    ]


def own(tiles: Sequence[Tiled], block: tuple[int, int], at: Sequence[str]) -> list[c_ast.Node]:
    """Declares where in each tile the elements of an iteration begin; its places in the block are called `at`."""
    made: list[c_ast.Node] = []
    for number, tile in enumerate(tiles):
        lengths = [each.length(block) for each in tile.sides]
        terms = []
        for side, each in enumerate(tile.sides):
            if each.dimension is not None and each.dimension < len(at):
                factor = each.scale * prod(lengths[side + 1 :])
                terms.append(f"(int){at[each.dimension]}" + (f" * {factor}" if factor > 1 else ""))
        made += statements(f"const int mrt_own{number} = {' + '.join(terms) or '0'};")
    return made


def indices(rank: int) -> list[c_ast.Node]:
    """Declares the index of a work-item in each dimension."""
    return [node for d in range(rank) for node in statements("const ulong mrt_id$d = get_global_id($d);", d=d)]


def counters(dimensions: Sequence[Dimension], names: frozenset[str] | set[str] | None = None) -> list[c_ast.Node]:
    """Declares the counters of dimensions, those of the given `names` only if there are any."""
    return [each.declared(d) for d, each in enumerate(dimensions) if names is None or each.variable in names]
