"""Rows that several machines of one platform measured, as one table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from mapper.diagnostics import Location, fail
from mapper.features import schema
from mapper.runtime.machine import differences
from mapper_training.evaluation.data import npb_tables, read
from mapper_training.journal import load_platform, load_rows, read_table
from mapper_training.weights import BLOCK, load_block


def _file(path: Path) -> list[pd.DataFrame]:
    """The rows of one file, with what the micro-benchmarks beside it say of a block of memory that moves."""
    return [read_table(path).assign(**{BLOCK: load_block(path.parent)})]


def _folder(path: Path) -> list[pd.DataFrame]:
    tables = [load_rows(path)]
    if any(table.is_file() for table in npb_tables(path)):
        tables.append(read(path).npb_rows.drop(columns="group"))
    return tables


def merge(paths: Sequence[Path]) -> tuple[pd.DataFrame, dict[str, str]]:
    """All rows of folders of measured data, or of single CSV files, and the platform that they share.

    A folder's rows include those of its NPB runs, if there are any (`mapper_training.evaluation.data`).

    Rows that occur in several are taken from the first.  A CSV file's platform is that of `platform.json` beside
    it.  Raises `MapperError` E023 where the platforms differ or none is described.
    """
    tables = [table for path in paths for table in (_folder(path) if path.is_dir() else _file(path))]
    platforms = [load_platform(path if path.is_dir() else path.parent) for path in paths]
    for path, platform in zip(paths, platforms, strict=True):
        if found := differences(platforms[0], platform):
            fail("E023", f"these rows are of another platform: {'; '.join(found)}", Location(str(path)))
    keys = ["program", "region", "arguments", *schema.RAW_NAMES]
    merged = pd.concat([table for table in tables if len(table)] or tables[:1], ignore_index=True)
    merged = merged.drop_duplicates(subset=keys, keep="first")
    return merged.sort_values(keys, ignore_index=True), platforms[0]
