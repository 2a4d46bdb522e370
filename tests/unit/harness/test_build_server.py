"""Kernels that the build server has compiled are those that programs find in PoCL's cache."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped
from tests.harness.examples import PROGRAMS, load
from tests.harness.kernel_builds import build_server, make_linker, spent
from tests.harness.opencl import Environment, make_environment


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


@pytest.mark.opencl
def test_kernels_are_linked_without_libraries(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    with build_server(tmp_path) as server:
        built = mapped(load(PROGRAMS / "data_struct.c"), folder, str(folder.parent / "cache"))
        execute([built.executable], make_environment(tmp_path, server).on("opencl", MAPPER_AHEAD="0"))
    kernels = [*(tmp_path / "caches").rglob("data_struct_*.so")]
    assert kernels
    for kernel in kernels:
        assert "libc.so" not in execute(["readelf", "-d", kernel], os.environ)


@pytest.mark.opencl
def test_nobody_waits_for_the_disk(environment: Environment) -> None:
    """Not even where there is no such file, which the system would say."""
    code = "import ctypes, os, sys\nctypes.CDLL(sys.argv[1])\nos.fdatasync(999)"
    execute([sys.executable, "-c", code, environment.library], os.environ)
    with pytest.raises(AssertionError, match="Bad file descriptor"):
        execute([sys.executable, "-c", code, environment.loader], os.environ)


def test_other_commands_go_to_the_linker_as_they_are(tmp_path: Path) -> None:
    linker = make_linker(tmp_path, "/bin/echo")
    libraries = ["-lgcc", "--as-needed", "-lgcc_s", "-lc", "-lm"]
    kernel = execute([linker, "-shared", "-o", "/caches/tempfile_a.so", *libraries], os.environ)
    assert kernel == "-shared -o /caches/tempfile_a.so -lgcc --as-needed -lm\n"
    program = execute([linker, "-o", "a.out", "tempfile_a.o", *libraries], os.environ)
    assert program == "-o a.out tempfile_a.o -lgcc --as-needed -lgcc_s -lc -lm\n"
