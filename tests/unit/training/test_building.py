"""Builds of the training programs, on whatever back end joblib has."""

from __future__ import annotations

import time
from pathlib import Path

import joblib
import pytest

from mapper_training import building
from mapper_training.building import build, fill_caches, kept_programs


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


def test_what_was_built_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, kept = tmp_path / "p.c", tmp_path / "kept"
    source.write_text("int main(void) { return 0; }\n")
    done: list[str] = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    assert build({"p": source}, tmp_path / "one", done.append, kept=kept) == (["p"], {})
    monkeypatch.setattr(building, "_compile", lambda *_: ("p", None, "built again"))
    assert build({"p": source}, tmp_path / "two", done.append, kept=kept) == (["p"], {})
    assert (tmp_path / "two" / "p").read_bytes() == (tmp_path / "one" / "p").read_bytes()
    assert (tmp_path / "two" / "p").stat().st_mode & 0o111
    assert done == ["p", "p"]
    assert build({"p": source}, tmp_path / "two", done.append, ("-O1",), kept=kept)[1] == {"p": "built again"}
    source.write_text("int main(void) { return 1; }\n")
    assert build({"p": source}, tmp_path / "two", done.append, kept=kept)[1] == {"p": "built again"}


def test_nothing_is_begun_when_the_time_is_over(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return 0; }\n")
    assert build({"p": tmp_path / "p.c"}, tmp_path, lambda _: None, until=time.monotonic()) == ([], {})
    program = tmp_path / "ran"
    program.write_text(f"#!/bin/sh\necho $1 >>{tmp_path}/runs\n")
    program.chmod(0o755)
    fill_caches(tmp_path, {"ran": ("late",)}, until=time.monotonic())
    fill_caches(tmp_path, {"ran": ("early",)})
    assert (tmp_path / "runs").read_text() == "early\n"


def test_programs_of_another_compiler_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(tmp_path))
    first = kept_programs("gcc 13")
    first.mkdir()
    assert kept_programs("gcc 13") == first
    assert first.exists()
    assert kept_programs("gcc 14") != first
    assert not first.exists()
