"""Copies of arrays in another order: what they bring by region, and what trees choose for shapes held out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from mapper.model.tree import Node
from mapper_training.evaluation.tables import percent, times
from mapper_training.relayout import ELEMENTS
from mapper_training.relayout_fit import held_out, right, scores, tree_of

NAMES = {size: name for name, size in ELEMENTS.items()}


@dataclass(frozen=True, eq=False, slots=True)
class Relayouts:
    """The measured rows, and for each whether a tree that has not seen its shape uses the copy.

    `tree` has seen all.
    """

    table: pd.DataFrame
    chosen: np.ndarray
    tree: Node

    @property
    def scores(self) -> dict[str, float]:
        """Over all rows."""
        return scores(self.table, self.chosen)


@dataclass(frozen=True, slots=True)
class Region:
    """One loop of the micro-benchmarks over all sizes and numbers of runs; speed-ups are geometric means."""

    name: str
    rows: int
    right: int
    always: float
    chosen: float
    oracle: float


def relayouts(table: pd.DataFrame, seed: int) -> Relayouts:
    """Each row predicted by a tree of the rows of other shapes."""
    return Relayouts(table, held_out(table, seed), tree_of(table, seed))


def regions(found: Relayouts) -> Iterator[Region]:
    """The loops, by kind, element and columns."""
    table = found.table.assign(chosen=found.chosen, right=right(found.table, found.chosen))
    for (kind, _, columns), group in table.groupby(["kind", "element", "columns"], sort=True):
        plain, relaid = (group[name].to_numpy() for name in ("seconds_plain", "seconds_relaid"))
        taken = np.where(group["chosen"], relaid, plain)
        always, chosen, oracle = (
            float(np.exp(np.log(plain / other).mean())) for other in (relaid, taken, np.minimum(plain, relaid))
        )
        name = f"{kind} {NAMES[group['element'].iloc[0]]} [][{columns}]"
        yield Region(name, len(group), int(group["right"].sum()), always, chosen, oracle)


def table_rows(found: Relayouts) -> list[list[str]]:
    """Headings, and a line for each region and for all."""
    rows = [["region", "rows", "right", "copy always", "copy as chosen", "oracle"]]
    for each in regions(found):
        share = f"{each.right} ({percent(each.right / each.rows)})"
        rows.append([each.name, str(each.rows), share, *map(times, (each.always, each.chosen, each.oracle))])
    return rows


def sentence(found: Relayouts) -> str:
    """The scores in words."""
    known = found.scores
    count = int(right(found.table, found.chosen).sum())
    return (
        f"Copies in another order: {count} of {len(found.table)} choices right ({percent(known['accuracy'])}) for "
        f"shapes held out, {percent(known['oracle_share'])} of the oracle; never copying reaches "
        f"{percent(known['never_share'])}, always copying {percent(known['always_share'])}."
    )
