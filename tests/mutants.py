"""`python -m tests.mutants`: are guards tested?  Takes some away, one at a time, and reports which tests notice.

A guard is an `if` that ends a function without a result: with `return` of nothing, `None`, `False` or something
empty, or with `raise`; in C, with `return` alone, or of `false`, `NULL` or a number.  A mutant is the program in
which one guard never holds.

All mutants are in one copy of the repository: each guard that was drawn gets `and not mutant(NUMBER)`, which the
environment's `MUTANT` decides.  One run of the tests with `MUTANT_LOG` set records which tests reach a guard that
holds; then each mutant meets the tests that reach it, the quickest first, until one fails.

    python -m tests.mutants --seed 1 --sample 50 FOLDER draw
    python -m tests.mutants FOLDER record tests/unit tests/golden ...    # more than once, for more tests
    python -m tests.mutants FOLDER run
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("mapper/analysis", "mapper/openmp", "mapper/translate", "mapper/transforms", "mapper/runtime")
MOST = 30  # tests that a mutant meets
SECONDS = 900  # a mutant that takes longer hangs

_EMPTY = ("None", "False", "0", "[]", "()", "{}", "''", "frozenset()", "set()")
_C_GUARD = re.compile(r"^( *)if \((.*)\)\n +return(?: (?:false|NULL|-?\d+|CL_\w+|\"[^\"\n]*\"))?;$", re.MULTILINE)
_CONFINED = """set -e
for place in "$1" "$2"; do mount --bind "$place" "$place"; done
mount --rbind /dev /dev
mount -o remount,bind,ro /dev
mount -o remount,bind,ro /
cd "$PWD"
shift 2
exec "$@"
"""
_SWITCH = """import os

seen = set()


def mutant(number):
    number = str(number)
    if number not in seen and (log := os.environ.get("MUTANT_LOG")):
        seen.add(number)
        with open(f"{log}.{os.environ.get('PYTEST_XDIST_WORKER', 'main')}", "a") as file:
            file.write(f"{number}\\n")
    return os.environ.get("MUTANT") == number
"""
_SWITCH_IN_C = """#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>

static inline int mutant(int number) {
  static _Thread_local char seen[1000];
  const char *log = getenv("MUTANT_LOG"), *worker = getenv("PYTEST_XDIST_WORKER"), *chosen = getenv("MUTANT");
  if (log && !seen[number]) {
    char path[4096];
    seen[number] = 1;
    snprintf(path, sizeof path, "%s.%s", log, worker ? worker : "main");
    FILE *file = fopen(path, "a");
    if (file) {
      fprintf(file, "%d\\n", number);
      fclose(file);
    }
  }
  return chosen && atoi(chosen) == number;
}
"""


@dataclass(frozen=True)
class Guard:
    """Where the condition of a guard lies in a file, as offsets of characters."""

    path: str
    line: int
    start: int
    end: int


def guards(root: Path) -> list[Guard]:
    """All guards of the packages, in the order of their files."""
    paths = [path for package in PACKAGES for path in sorted((root / package).rglob("*.[cp]*"))]
    found: list[Guard] = []
    for path in paths:
        text, name = path.read_text(encoding="utf-8"), str(path.relative_to(root))
        if path.suffix == ".py":
            spans = python_guards(text)
        elif path.suffix == ".c" and "/programs/" not in name:
            spans = c_guards(text)
        else:
            continue
        found += [Guard(name, text.count("\n", 0, start) + 1, start, end) for start, end in spans]
    return found


def python_guards(text: str) -> Iterator[tuple[int, int]]:
    """Where the conditions of the guards of a Python file begin and end."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        row = text[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(row.encode()[:column].decode())

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.If) and not node.orelse and _ends(node.body[-1]):
            test = node.test
            assert test.end_lineno is not None
            assert test.end_col_offset is not None
            yield offset(test.lineno, test.col_offset), offset(test.end_lineno, test.end_col_offset)


def _ends(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Return):
        return statement.value is None or ast.unparse(statement.value) in _EMPTY
    return isinstance(statement, ast.Raise)


def c_guards(text: str) -> Iterator[tuple[int, int]]:
    """The same of a C file: conditions of one line, with `return` on the next."""
    for match in _C_GUARD.finditer(text):
        yield match.span(2)


def draw(folder: Path, seed: int, sample: int) -> None:
    """Copy the repository to a folder, with some guards as mutants."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    for name in listed.stdout.split("\0")[:-1]:
        target = folder / "copy" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy2(ROOT / name, target)
    root = folder / "copy"
    (root / "mapper" / "mutant.py").write_text(_SWITCH, encoding="utf-8")
    (root / "mapper" / "runtime" / "base" / "mrt_mutant.h").write_text(_SWITCH_IN_C, encoding="utf-8")
    chosen = sorted(Random(seed).sample(guards(root), sample), key=lambda guard: (guard.path, guard.start))
    for path in {guard.path for guard in chosen}:
        text = (root / path).read_text(encoding="utf-8")
        for number, guard in reversed(list(enumerate(chosen))):
            if guard.path == path:
                text = f"{text[: guard.start]}{_mutated(guard, text, number)}{text[guard.end :]}"
        (root / path).write_text(_with_switch(path, text), encoding="utf-8")
    (folder / "guards.json").write_text(
        json.dumps([asdict(guard) for guard in chosen], indent=1), encoding="utf-8"
    )


def _mutated(guard: Guard, text: str, number: int) -> str:
    condition = text[guard.start : guard.end]
    if guard.path.endswith(".c"):
        return f"({condition}) && !mutant({number})"
    return f"(({condition}) and not mutant({number}))"


def _with_switch(path: str, text: str) -> str:
    """The file with the switch's declaration, and its lines where they were."""
    if path.endswith(".c"):
        return f'#include "mrt_mutant.h"\n#line 1\n{text}'
    first = "from __future__ import annotations"
    assert first in text, path
    return text.replace(first, f"{first}; from mapper.mutant import mutant", 1)


def confined(folder: Path, command: Sequence[str]) -> list[str]:
    """A command that root runs where it can write to a folder and to the one for temporary files alone.

    Its processes end with it.  For others than root it is the command itself.
    """
    if os.geteuid() != 0:
        return [*command]
    own = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return [*own, "sh", "-c", _CONFINED, "sh", str(folder), tempfile.gettempdir(), *command]


def record(folder: Path, tests: Sequence[str]) -> int:
    """Run tests, and note which of them reach the guards."""
    return _pytest(folder, [*tests, "-q"], {"MUTANT_LOG": str(folder / "log")}, None)


def _pytest(folder: Path, arguments: Sequence[str], variables: dict[str, str], limit: float | None) -> int:
    """How the tests ended; 1 where they took too long, as if one had failed.  The folder keeps their output."""
    root = folder / "copy"
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutants", "-p", "no:cacheprovider", *arguments]
    if "MUTANT" in variables:
        command = confined(folder, command)
    home = folder / "home"  # for caches, of PoCL too
    home.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(root), "HOME": str(home), **variables}
    environment.pop("XDG_CACHE_HOME", None)
    with (folder / "output").open("w", encoding="utf-8") as output:
        try:
            done = subprocess.run(
                command, cwd=root, env=environment, stdout=output, stderr=output, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return 1
    return done.returncode


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """In `record`: a line for each test, of the guards that it reaches and what it took."""
    log = os.environ.get("MUTANT_LOG")
    if log is None:
        return (yield)
    from mapper.mutant import seen  # type: ignore[import-not-found]  # the copy has it

    own = Path(f"{log}.{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")
    own.write_text("", encoding="utf-8")
    seen.clear()
    item.config.stash[_FAILED] = False
    before = time.monotonic()
    found = yield
    test = {
        "test": item.nodeid,
        "seconds": round(time.monotonic() - before, 2),
        "slow": item.get_closest_marker("slow") is not None,
        "failed": item.config.stash[_FAILED],
        "reached": sorted({int(line) for line in own.read_text(encoding="utf-8").split()}),
    }
    if test["reached"]:
        with Path(log).with_name("tests.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(test) + "\n")
    return found


_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remembers that a test failed, in `record`."""
    report = yield
    if report.failed:  # type: ignore[attr-defined]
        item.config.stash[_FAILED] = True
    return report


def run(folder: Path) -> None:
    """Try each mutant on the tests that reach it, the quickest first; appends to the table of results."""
    chosen = [Guard(**each) for each in json.loads((folder / "guards.json").read_text(encoding="utf-8"))]
    tests = [json.loads(line) for line in (folder / "tests.jsonl").read_text(encoding="utf-8").splitlines()]
    for number, guard in enumerate(chosen):
        reaching = [test for test in tests if number in test["reached"] and not test["failed"]]
        reaching.sort(key=lambda test: (test["slow"], test["seconds"]))
        names = [test["test"] for test in reaching[:MOST]]
        answer = f"not found by {len(names)} of {len(reaching)} tests that reach it" if names else "not reached"
        if names and _pytest(folder, [*names, "-q", "-x", "-n", "0"], {"MUTANT": str(number)}, SECONDS):
            text = (folder / "output").read_text(encoding="utf-8")
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
            slow = failed is not None and any(test["slow"] for test in reaching if test["test"] == failed[1])
            answer = f"{'make test-all' if slow else 'make test'}: {failed[1] if failed else 'no end'}"
        with (folder / "results.md").open("a", encoding="utf-8") as file:
            file.write(f"| {number} | {guard.path}:{guard.line} | {answer} |\n")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Which guards are tested?")
    parser.add_argument("--seed", type=int, default=1, help="which guards are drawn")
    parser.add_argument("--sample", type=int, default=50, help="how many")
    parser.add_argument("folder", type=Path, help="where the copy and the results are kept")
    parser.add_argument("step", choices=["draw", "record", "run"])
    parser.add_argument("tests", nargs=argparse.REMAINDER, help="what `record` gives pytest")
    given = parser.parse_args()
    folder = given.folder.resolve()
    if given.step == "run" and subprocess.run(confined(folder, ["true"]), check=False).returncode:
        parser.error(
            "without its guards mapper may replace devices such as /dev/null, and root gets no namespace of its "
            "own here (the message above says why): run it as another user"
        )
    if given.step == "draw":
        draw(folder, given.seed, given.sample)
        return 0
    if given.step == "record":
        return record(folder, given.tests)
    run(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
