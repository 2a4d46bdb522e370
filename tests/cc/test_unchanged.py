"""What did not change is not translated again: `mapper-cc` links and `mapper compile` replay a translation."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cc.project import FILES, MAPPER_CC, Done, Project
from tests.harness.library import share_library

COMMANDS = {
    "mapper-cc": ("mapper-cc", "-fopenmp", "fill.c", "total.c", "main.c", "extra.o", "-o", "prog"),
    "mapper": ("mapper", "compile", "fill.c", "total.c", "main.c", "extra.o", "-o", "prog", "-Rmapper"),
}
MAIN = {"mapper-cc": "mapper.cc.main", "mapper": "mapper.cli"}
STAGES = ("mapper.stages.pipeline", "mapper.transforms.order", "pycparser", "islpy", "jinja2")

LOOP = '#pragma omp parallel for\nfor (int i = 0; i < 9; i++) puts("");\nfill('

RUN = """\
import atexit, sys
from {module} import main

def tell():
    print(*[name for name in {stages!r} if name in sys.modules], flush=True)

atexit.register(tell)
sys.argv = {words!r}
main()
"""


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for these tests alone, but for the run-time library."""
    own = tmp_path_factory.mktemp("cache")
    share_library(own)
    return own


@pytest.fixture
def kept(project: Project, own_cache: Path) -> Project:
    """A project of which no translation is kept yet, with an object that is not translated."""
    project.write(FILES | {"extra.c": "int extra(void) { return 1; }\n", "new/new.h": "#define N 1\n"})
    shutil.rmtree(own_cache / "translations", ignore_errors=True)
    project.variables |= {
        "MAPPER_TRANSLATION_CACHE": "1",
        "MAPPER_CACHE_DIR": str(own_cache),
        "MAPPER_REMARKS": "1",
    }
    project.build("gcc", "-c", "extra.c")
    return project


def entries(project: Project) -> list[Path]:
    return sorted(Path(project.variables["MAPPER_CACHE_DIR"]).glob("translations/*"))


def imported(project: Project, command: str) -> Done:
    """Run a command in a fresh Python; on standard output it tells which stages it has imported."""
    words = list(COMMANDS[command])
    code = RUN.format(module=MAIN[command], words=words, stages=STAGES)
    return project.run(sys.executable, "-c", code)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_changed(kept: Project, command: str) -> None:
    first = imported(kept, command)
    program = (kept.folder / "prog").read_bytes()
    (entry,) = entries(kept)
    again = imported(kept, command)
    assert first.status == again.status == 0
    assert "pipeline" in first.out
    assert again.out == "\n"
    assert again.err == first.err
    assert "total.c:5:9: remark: loop total_total_1 can run" in again.err
    assert (kept.folder / "prog").read_bytes() == program
    assert kept.build("./prog", MAPPER_DEVICE="cpu") == "main.c 499500\n"
    assert entries(kept) == [entry]


@pytest.mark.parametrize("emit", ["c", "cl", "features", "report"])
def test_texts_are_kept(kept: Project, emit: str) -> None:
    words = ("mapper", "compile", "fill.c", "--emit", emit, "--report", "report.json")
    first = kept.run(*words)
    (entry,) = entries(kept)
    report = kept.folder / "report.json"
    text = report.read_text(encoding="utf-8")
    report.unlink()
    assert kept.run(*words) == first
    assert report.read_text(encoding="utf-8") == text
    assert entries(kept) == [entry]


def _edit(name: str, old: str, new: str) -> Callable[[Project], tuple[str, ...]]:
    def change(project: Project) -> tuple[str, ...]:
        path = project.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return ()

    return change


def _refers(project: Project) -> tuple[str, ...]:
    project.write(
        {"extra.c": "double total(const double *, int); double extra(double *x) { return total(x, 1); }\n"}
    )
    project.build("gcc", "-c", "extra.c")
    return ()


def _model(project: Project) -> tuple[str, ...]:
    """Another model is the default."""
    project.variables["XDG_DATA_HOME"] = str(project.folder)
    models = project.folder / "mapper" / "models"
    models.mkdir(parents=True)
    shipped = Path(__file__).parents[2] / "mapper" / "model" / "trees" / "pocl-2core.json"
    (models / "own.json").write_text(shipped.read_text(encoding="utf-8").replace("pocl-2core", "own"))
    (models / "default").write_text("own\n")
    return ()


def _directives(line: str) -> Callable[[Project], tuple[str, ...]]:
    """A file of directives with this line, and the option that names it."""

    def change(project: Project) -> tuple[str, ...]:
        project.write({"d": line})
        return ("--directives=d",)

    return change


CHANGES: dict[str, Callable[[Project], tuple[str, ...]]] = {
    "comment": _edit("total.c", "double sum", "/* another column */ double sum"),
    "statement": _edit("total.c", "x[i];", "x[i] + 0;"),
    "header": _edit("vector.h", "void fill", "extern void fill"),
    "macro": lambda _: ("-DTOTAL",),
    "optimisation": lambda _: ("-O1",),
    "names of an object": _refers,
    "directives": _directives("total.c:total  target(opencl)\n"),
    "a line of directives": _directives("total.c:total  target(openmp)\n"),
    "model": _model,
}


def _changed(project: Project, words: tuple[str, ...], changes: list[str]) -> None:
    """Make changes, one after the other: each gives a new entry."""
    assert project.run(*words).status == 0
    for number, change in enumerate(changes, 2):
        more = CHANGES[change](project)
        assert project.run(*words, *more).status == 0
        assert len(entries(project)) == number, change


def test_any_change_is_translated(kept: Project) -> None:
    _changed(kept, ("mapper", "compile", "total.c", "extra.o", "--emit", "report"), list(CHANGES))


def test_any_change_is_translated_by_a_link(kept: Project) -> None:
    words = ("mapper-cc", "-fopenmp", "total.c", "main.c", "fill.c", "extra.o", "-o", "prog")
    _changed(kept, words, ["comment", "optimisation", "names of an object"])


def test_options_of_the_translation(kept: Project) -> None:
    """Each has an entry of its own, and finds it again."""
    words = ("mapper", "compile", "total.c", "--emit", "cl")
    chosen = [(), ("-fno-restrict",), ("--passes=none",), ("-fassume-private",), ("-Werror=K001",)]
    for _ in range(2):
        for more in chosen:
            assert kept.run(*words, *more).status == 0
        assert len(entries(kept)) == len(chosen)
    flags = [kept.run(*COMMANDS["mapper-cc"], MAPPER_FLAGS=text).status for text in ("", "-fno-restrict")]
    assert flags == [0, 0]
    assert len(entries(kept)) == len(chosen) + 2


def test_objects_of_another_link(kept: Project) -> None:
    """What was compiled earlier is found by its text, whatever links it; a failed gate is never kept."""
    for name in ("fill", "total", "main"):
        kept.build("mapper-cc", "-fopenmp", "-c", f"{name}.c")
    first = kept.run("mapper-cc", "-fopenmp", "fill.o", "total.o", "main.o", "-o", "one")
    again = kept.run("mapper-cc", "-fopenmp", "fill.o", "total.o", "main.o", "-o", "two")
    assert (first.status, first.err) == (0, again.err)
    assert len(entries(kept)) == 1
    kept.write({"main.c": FILES["main.c"].replace("fill(", LOOP)})
    for _ in range(2):
        failed = kept.run(*COMMANDS["mapper-cc"], "--require-offload")
        assert failed.status == 1
        assert "must not" in failed.err
    assert len(entries(kept)) == 1


def test_a_source_that_is_gone(kept: Project) -> None:
    """Its recorded text is translated, and kept under a name that does not change with each link."""
    kept.build("mapper-cc", "-fopenmp", "-c", "fill.c")
    (kept.folder / "fill.c").unlink()
    words = ("mapper-cc", "-fopenmp", "fill.o", "total.c", "main.c", "-o", "prog")
    first = kept.run(*words)
    assert kept.run(*words) == first
    assert first.status == 0
    assert len(entries(kept)) == 1


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:-1] + b"?"])
def test_damaged_entries(kept: Project, damage: Callable[[bytes], bytes]) -> None:
    words = ("mapper", "compile", "fill.c", "--emit", "c")
    first = kept.run(*words)
    (entry,) = entries(kept)
    data = entry.read_bytes()
    entry.write_bytes(damage(data))
    assert kept.run(*words) == first
    assert entry.read_bytes() == data


def test_two_links_beside_each_other(kept: Project) -> None:
    environment = {**kept.environment.variables, **kept.variables}
    command = [str(MAPPER_CC), *COMMANDS["mapper-cc"][1:-1]]
    running = [
        subprocess.Popen([*command, f"prog{number}"], cwd=kept.folder, env=environment, stderr=subprocess.DEVNULL)
        for number in range(2)
    ]
    assert [process.wait() for process in running] == [0, 0]
    one, two = ((kept.folder / f"prog{number}").read_bytes() for number in range(2))
    assert one == two
    assert len(entries(kept)) == 1


def test_it_can_be_switched_off(kept: Project) -> None:
    assert kept.run("mapper", "compile", "fill.c", "--emit", "c", MAPPER_TRANSLATION_CACHE="0").status == 0
    assert kept.run(*COMMANDS["mapper-cc"], MAPPER_TRANSLATION_CACHE="0").status == 0
    assert entries(kept) == []


def test_code_for_this_processor_alone(kept: Project) -> None:
    """Machines of several kinds may have one cache."""
    assert kept.run("mapper", "compile", "fill.c", "--emit", "c", "-march=native").status == 0
    assert kept.run("mapper", "compile", "fill.c", "--emit", "c", "--cc", "gcc -march=native").status == 0
    assert entries(kept) == []
