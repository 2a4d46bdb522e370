"""Kernels that the build server has compiled are those that programs find in PoCL's cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped
from tests.harness.examples import PROGRAMS, load
from tests.harness.kernel_builds import build_server, spent
from tests.harness.opencl import make_environment


@pytest.mark.opencl
def test_programs_find_what_the_server_has_built(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    cache = str(folder.parent / "cache")
    with build_server(tmp_path) as server:
        environment = make_environment(tmp_path, server)
        built = mapped(load(PROGRAMS / "data_struct.c"), folder, cache)
        execute([built.executable], environment.on("opencl", MAPPER_AHEAD="0"))
        assert spent() > 0
    trivial, kernels = sorted((tmp_path / "caches").rglob("program.bc"), key=lambda path: path.stat().st_size)
    assert len([*kernels.parent.glob("data_struct_*")]) == 2
    assert not [*trivial.parent.glob("data_struct_*")]
