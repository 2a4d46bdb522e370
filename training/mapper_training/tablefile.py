"""Files of measured data, checked as they are read, so that a broken one is an error that names it."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mapper.diagnostics import Location, fail


def read_csv(
    path: Path,
    code: str,
    what: str,
    *,
    words: Collection[str],
    needed: Collection[str],
    numbers: Collection[str],
    seconds: Collection[str] = (),
    comment: str | None = None,
) -> pd.DataFrame:
    """A table whose columns `words` are text.

    Raises `MapperError` with this code where the file can't be read, columns of `needed` are missing (then these
    are not `what`), one of `numbers` holds something else, or one of `seconds` is not positive.
    """
    where = Location(str(path))
    try:
        table = pd.read_csv(path, comment=comment, dtype={name: str for name in words})
    except (OSError, ValueError) as error:
        fail(code, f"can't read the rows: {getattr(error, 'strerror', None) or error}", where)
    if missing := [name for name in needed if name not in table]:
        fail(code, f"these are not {what}: no {', '.join(missing)}", where)
    for name in (each for each in dict.fromkeys((*numbers, *seconds)) if each in table):
        values = pd.to_numeric(table[name], errors="coerce").astype(float)
        wrong = (values.isna() & table[name].notna()) | np.isinf(values)
        if name in seconds:
            wrong |= values <= 0
        if wrong.any():
            kind = "no time" if name in seconds else "no number"
            fail(code, f"column {name} holds {str(table[name][wrong].iloc[0])!r}, which is {kind}", where)
    return table


def read_json(path: Path, code: str) -> dict[str, Any]:
    """An object; raises `MapperError` with this code where the file can't be read or holds something else."""
    where = Location(str(path))
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        fail(code, f"can't read the file: {getattr(error, 'strerror', None) or error}", where)
    if not isinstance(document, dict):
        fail(code, "there is no JSON object in the file", where)
    return document
