"""Loads C text through the front end, from files in a directory of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from mapper.frontend.load import load_unit
from mapper.ir.trees.unit import Unit

Load = Callable[..., Unit]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """`load(text, flags, files)`: the unit of `main.c` with this text, among other files."""

    def run(text: str, flags: Sequence[str] = ("-std=gnu11",), files: Mapping[str, str] | None = None) -> Unit:
        monkeypatch.chdir(tmp_path)
        for name, content in {"main.c": text, **(files or {})}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", errors="surrogateescape", newline="")
        return load_unit("main.c", ("gcc",), flags)

    return run
