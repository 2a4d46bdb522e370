"""Fixtures for all tests: golden files, and the environment in which mapped programs run."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.harness import kernel_builds, mapper
from tests.harness.bench import compile_c
from tests.harness.build import once
from tests.harness.examples import ROOT
from tests.harness.kernel_builds import build_server
from tests.harness.library import share_library
from tests.harness.limits import limited
from tests.harness.opencl import Environment, make_environment
from tests.harness.selection import leave_out

os.environ["MAPPER_STRICT"] = "1"  # in tests, what mapper can't do is an error
os.environ["MAPPER_TRANSLATION_CACHE"] = "0"  # each test translates what it is about

gc.disable()  # until all tests are collected: they stay

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden`: golden files are rewritten, not compared."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")
    parser.addoption("--cpu-seconds", type=Path, help="append each test's processor seconds to this file")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What only `make test-all` runs gets its marker, before `-m` selects."""
    leave_out(items)


def pytest_collection_finish() -> None:
    """Searches for cycles leave out the tests themselves, which took most of the time of each search."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    """Fixtures that compile or start something have the time limit of tests."""
    with limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """So has each test."""
    with limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """And so have fixtures that end what they have started."""
    with limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """`--cpu-seconds`: what a test took of the processor, its programs included, however busy the machine is."""
    before = _spent()
    found = yield
    if file := item.config.getoption("--cpu-seconds"):
        seconds = _spent() - before
        with file.open("a", encoding="utf-8") as lines:
            lines.write(f"{seconds:.2f} {item.nodeid}\n")
    return found


def _spent() -> float:
    return sum(os.times()[:4]) + mapper.spent + kernel_builds.spent()


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No search for cycles begins: it would count as work of the test, or take away what other tests left."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with a golden file: `golden(path, text)`; with `--update-golden` the file gets the text."""
    update = bool(request.config.getoption("--update-golden"))

    def check(path: Path, text: str) -> None:
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing: make golden writes it"
        assert text == path.read_text(encoding="utf-8"), f"{path} is another text: look at it, then make golden"

    return check


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all workers."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if base.name.startswith("popen-") else base


@pytest.fixture(scope="session", autouse=True)
def _one_cache(shared: Path) -> None:
    """So that the run-time library is compiled once for all tests."""
    os.environ["MAPPER_CACHE_DIR"] = str(shared / "cache")
    os.environ["MAPPER_HISTORY"] = "0"  # no test depends on what others ran


@pytest.fixture(scope="session")
def environment(shared: Path) -> Iterator[Environment]:
    """How programs run in these tests: on PoCL from its wheel, with caches that all workers share."""
    with build_server(shared) as server:
        once(shared / "library", lambda: share_library(shared / "library"))  # the workers wait for one
        yield make_environment(shared, server)


@pytest.fixture(scope="session")
def folder(environment: Environment) -> Path:
    """Where all workers keep the programs that they have built."""
    built = environment.shared / "built"
    built.mkdir(exist_ok=True)
    return built


@pytest.fixture(scope="session")
def fake(folder: Path) -> Path:
    """The library that forwards to PoCL's loader."""
    library = folder / "libfake.so"

    def make() -> None:
        compile_c(library, "-shared", "-fPIC", ROOT / "tests" / "runtime" / "fake_opencl.c", "-pthread")

    return once(library, make)
