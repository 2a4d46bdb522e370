"""Builds of the training programs, on whatever back end joblib has."""

from __future__ import annotations

from pathlib import Path

import joblib
import pytest

from training.building import build


@pytest.mark.parametrize("backend", [None, "threading", "loky", "multiprocessing"])
def test_a_program_that_does_not_compile_is_named(tmp_path: Path, backend: str | None) -> None:
    (tmp_path / "wrong.c").write_text("int main(void) { return missing; }\n")
    done: list[str] = []
    if backend is None:
        built, problems = build({"wrong": tmp_path / "wrong.c"}, tmp_path, done.append)
    else:
        with joblib.parallel_config(backend=backend, n_jobs=2):
            built, problems = build({"wrong": tmp_path / "wrong.c"}, tmp_path, done.append)
    assert (built, done, list(problems)) == ([], ["wrong"], ["wrong"])
    assert "missing" in problems["wrong"]


def test_what_is_built_runs(tmp_path: Path) -> None:
    (tmp_path / "right.c").write_text("int main(void) { return 0; }\n")
    assert build({"right": tmp_path / "right.c"}, tmp_path, lambda _: None) == (["right"], {})
    assert (tmp_path / "right").stat().st_mode & 0o111
