"""The stages together: what comes out for whole programs, and how it builds."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mapper import build
from mapper.cli import exit_code
from mapper.diagnostics import Diagnostic, InternalError, Severity
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.reporting.report import as_json, remarks, summary
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program

MODEL = Model("test", (Leaf(1.0),))
PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
#define SQUARE(x) ((x) * (x))

static double weight[100];

static double add(const double *v, int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += SQUARE(v[i]);
  return sum;
}

int main(void)
{
  double *v = malloc(100 * sizeof *v);
  for (int i = 0; i < 100; i++)
    v[i] = weight[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (v[i] < putchar('.'))
      v[i] += 1;
  printf("%g line %d\\n", add(v, 100), __LINE__);
  free(v);
  return 0;
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of a test, with PROGRAM as p.c and a model in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.c").write_text(PROGRAM)
    (tmp_path / "m.json").write_text(dumps(MODEL))
    return tmp_path


def _mapped(*sources: str, flags: tuple[str, ...] = ()) -> Mapped:
    return map_program(Options(sources=sources, flags=flags), MODEL)


def _gcc(*arguments: str) -> str:
    done = subprocess.run(["gcc", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_each_loop_has_one_verdict(folder: Path) -> None:
    mapped = _mapped("p.c")
    assert summary(mapped.program) == (
        "mapper: 2 parallel loops: 1 offloadable, 1 kept on the CPU (-Rmapper for why)"
    )
    report = json.loads(as_json(mapped.program))
    verdicts = [(loop["id"], loop["line"], loop["offloadable"]) for loop in report["loops"]]
    assert verdicts == [("p_add_1", 10, True), ("p_main_1", 21, False)]
    assert report["loops"][1]["kept"]["code"] == "K004"


def test_same_input_gives_same_output(folder: Path) -> None:
    first, second = _mapped("p.c"), _mapped("p.c")
    assert first.emitted == second.emitted
    assert as_json(first.program) == as_json(second.program)
    assert str(folder) not in first.emitted["p.c"].c


def test_emitted_program_builds_with_the_compiler_alone(folder: Path) -> None:
    (folder / "out").mkdir()
    assert exit_code(["compile", "p.c", "--model", "m.json", "--emit", "c", "-o", "out"]) == 0
    sources = [str(path) for path in sorted((folder / "out").glob("*.c"))]
    _gcc("-fopenmp", "-O0", *sources, "-o", "mapped", "-ldl", "-lm")
    _gcc("-fopenmp", "-O1", "p.c", "-o", "plain")
    plain = subprocess.run(["./plain"], capture_output=True, check=True).stdout
    run = subprocess.run(["./mapped"], env={"MAPPER_DEVICE": "cpu"}, capture_output=True, check=True)
    assert run.stdout == plain


@pytest.mark.parametrize(
    "flags",
    [
        ["-Wall", "-Wextra", "-Werror", "-std=c11"],
        ["-Wall", "-Wextra", "-Werror", "-std=gnu99", "-O3", "-Wconversion", "-Wshadow", "-Wcast-qual"],
        ["-Wall", "-Wextra", "-Werror", "-std=c99", "-pedantic", "-Wmissing-prototypes", "-Wredundant-decls"],
        ["-Wall", "-Wextra", "-std=c11", "-pedantic-errors", "-g"],
        ["-Wall", "-Werror", "-Wdeclaration-after-statement", "-std=gnu17", "-Wfloat-equal"],
    ],
    ids=lambda flags: flags[-1],
)
def test_clean_program_gives_no_warnings(
    flags: list[str], folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["compile", "p.c", "--model", "m.json", *flags, "-o", "p"]) == 0
    said = capfd.readouterr().err.splitlines()
    assert said == ["mapper: 2 parallel loops: 1 offloadable, 1 kept on the CPU (-Rmapper for why)"]


OLD = """\
double a[20];
main()
{
  int i;
  a[3] = 1;
#pragma omp parallel for
  for (i = 0; i < 20; i++)
    a[i] = a[i] * 2;
#pragma omp parallel private(i)
  {
    double *__restrict row = a;
#pragma omp for
    for (i = 0; i < 20; i++)
      row[i] = row[i] * 2;
  }
  exit(a[3] != 4);
}
"""


@pytest.mark.parametrize("standard", ["-std=c89", "-ansi", "-std=gnu89"])
def test_old_c_compiles_as_old_c(standard: str, folder: Path) -> None:
    (folder / "old.c").write_text(OLD)
    assert exit_code(["compile", "old.c", "--model", "m.json", standard, "-w", "-o", "old"]) == 0
    subprocess.run(["./old"], env={"MAPPER_DEVICE": "cpu"}, check=True)


def test_warning_points_to_the_users_line(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The same warnings as without mapper, with the same places, inside and behind a region."""
    text = PROGRAM.replace("    sum += SQUARE(v[i]);", "  {\n    int unused;\n    sum += SQUARE(v[i]);\n  }")
    (folder / "w.c").write_text(text.replace("free(v);", "free(v); int other;"))
    expected = _gcc("-fopenmp", "-Wall", "-Wextra", "-c", "w.c")
    capfd.readouterr()
    assert exit_code(["compile", "w.c", "--model", "m.json", "-Wall", "-Wextra", "-o", "w"]) == 0
    said = capfd.readouterr().err.replace(summary(_mapped("w.c").program) + "\n", "")
    assert "w.c:13:9: warning: unused variable" in said
    assert said == expected


def test_file_in_another_directory_finds_its_headers(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "h.h").write_text("static int size = 10;\n")
    (folder / "h.h").write_text("#error the wrong one\n")
    (folder / "sub" / "q.c").write_text(
        '#include "h.h"\n' + PROGRAM.replace("100", "size", 2).replace("[size]", "[100]")
    )
    assert exit_code(["compile", "sub/q.c", "--model", "m.json", "-o", "q"]) == 0


def test_units_share_the_library(folder: Path) -> None:
    (folder / "q.c").write_text(
        "int twice(int *v, int n)\n{\n#pragma omp parallel for\n  for (int i = 0; i < n; i++)\n    v[i] *= 2;\n"
        "  return v[0];\n}\n"
    )
    assert exit_code(["compile", "p.c", "q.c", "--model", "m.json", "-o", "both"]) == 0
    assert len(_mapped("p.c", "q.c").emitted) == 2


def test_program_without_loops_is_compiled_from_its_source(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "n.c").write_text("int main(void) { return 0; }\n")
    assert exit_code(["compile", "n.c", "--model", "m.json", "-o", "n"]) == 0
    assert capfd.readouterr().err == "mapper: no parallel loops\n"
    symbols = subprocess.run(["nm", "n"], capture_output=True, text=True, check=True).stdout
    assert "__mrt_" not in symbols


def test_no_offload_is_the_plain_compiler(folder: Path) -> None:
    assert exit_code(["compile", "p.c", "--no-offload", "-o", "p"]) == 0
    assert "__mrt_" not in subprocess.run(["nm", "p"], capture_output=True, text=True, check=True).stdout


def test_library_is_built_where_the_cache_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPPER_CACHE_DIR", str(folder / "p.c" / "cache"))
    quick = [flag for flag in build.RUNTIME_FLAGS if flag != "-O2"]
    monkeypatch.setattr(build, "RUNTIME_FLAGS", quick)
    assert exit_code(["compile", "p.c", "--model", "m.json", "-o", "p"]) == 0
    assert subprocess.run(["./p"], env={"MAPPER_DEVICE": "cpu"}, capture_output=True, check=True).stdout


def test_save_temps_keeps_all(folder: Path) -> None:
    assert exit_code(["compile", "p.c", "--model", "m.json", "--save-temps", "-o", "prog"]) == 0
    names = {path.name for path in (folder / "prog.mapper").iterdir()}
    assert {"p.mapper.c", "p.cl", "__mapper_rt.h", "report.json", "features.txt"} <= names


def test_macro_that_changes_our_text_keeps_its_regions(folder: Path) -> None:
    (folder / "m.c").write_text(PROGRAM.replace("#define SQUARE", "#define double float\n#define SQUARE"))
    mapped = _mapped("m.c")
    codes = {
        loop.id: region.kept.code for region in mapped.program.regions if region.kept for loop in region.loops
    }
    assert codes["m_add_1"] == "K012"
    assert mapped.emitted == {}


def test_counter_macro_is_noticed(folder: Path) -> None:
    """A header that asks for its includer's depth means something else when it is put in the text: it is kept."""
    (folder / "i.h").write_text(
        "static int depth = __INCLUDE_LEVEL__, b[9];\nvoid f(void)\n{\n#pragma omp parallel for\n"
        "  for (int i = 0; i < 9; i++)\n    b[i] = depth;\n}\n"
    )
    (folder / "i.c").write_text('#include "i.h"\nint main(void) { f(); return b[0]; }\n')
    (region,) = _mapped("i.c").program.regions
    assert region.kept is not None
    assert region.kept.code == "K012"


HOST_CODE = "static int b[9];\nvoid f(void);\nvoid g(void) { b[1] = 2; f(); b[2]++; }\n"
LOOP = """\
void f(void)
{
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    b[i] += i;
}
int main(void) { g(); return b[0]; }
"""


def test_host_code_in_an_included_file_is_announced(folder: Path) -> None:
    (folder / "a.h").write_text(HOST_CODE)
    (folder / "i.c").write_text('#define HEADER "a.h"\n#include HEADER\n' + LOOP)
    text = _mapped("i.c").emitted["i.c"].c
    assert '  __MRT_HOST_PART(b[1], __MRT_WRITE);\n# 3 "a.h"\n               b[1] = 2; f();' in text


def test_host_code_in_a_file_that_is_read_several_times_is_announced(folder: Path) -> None:
    (folder / "a.h").write_text("void NAME(void) { b[1] = 2; f(); }\n")
    twice = '#define NAME g\n#include "a.h"\n#undef NAME\n#define NAME h\n#include "a.h"\n'
    (folder / "i.c").write_text("static int b[9];\nvoid f(void);\n" + twice + LOOP)
    text = _mapped("i.c").emitted["i.c"].c
    assert text.count('  __MRT_HOST_PART(b[1], __MRT_WRITE);\n# 1 "a.h"\n                  b[1] = 2; f();') == 2


def test_host_code_that_cannot_be_announced_keeps_the_regions(folder: Path) -> None:
    """A file that the command line includes has no line that its text could be put in the place of."""
    (folder / "a.h").write_text(HOST_CODE)
    (folder / "i.c").write_text(LOOP)
    (region,) = _mapped("i.c", flags=("-include", "a.h")).program.regions
    assert region.kept is not None
    assert region.kept.code == "K012"
    assert "a.h' can't announce" in region.kept.reason


def test_unexpected_failure_names_stage_and_place(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("something")

    monkeypatch.setattr("mapper.stages.pipeline.translate", broken)
    monkeypatch.delenv("MAPPER_DEBUG", raising=False)
    assert exit_code(["compile", "p.c", "--model", "m.json"]) == 70
    said = capfd.readouterr().err
    assert "internal error in translate: KeyError: 'something' [I001]" in said
    assert "Traceback" not in said
    with pytest.raises(InternalError):
        _mapped("p.c")


def test_each_reading_of_a_loop_has_a_note_and_what_its_pragmas_say(folder: Path) -> None:
    (folder / "a.h").write_text(
        "static void NAME(int *a)\n{\n#pragma mapper target(openmp)\n#pragma omp parallel for\n"
        "  for (int i = 0; i < 9; i++)\n    a[i] = i;\n#ifdef AGAIN\n#pragma mapper target(openmp)\n#endif\n"
        "#pragma omp parallel for\n  for (int i = 0; i < 9; i++)\n    a[i] = i;\n}\n"
    )
    (folder / "i.c").write_text(
        '#define NAME f\n#include "a.h"\n#undef NAME\n#define NAME g\n#define AGAIN\n#include "a.h"\n'
        "int main(void) { int a[9]; f(a); g(a); return a[2]; }\n"
    )
    mapped = _mapped("i.c")
    assert [kept.code if kept else "" for _, _, kept in mapped.program.verdicts()] == ["K029", "", "K029", ""]
    lines = [remark.notes[0][1] for remark in remarks(mapped.program)]
    assert [str(line) for line in lines] == ["i.c:2:1", "i.c:2:1", "i.c:6:1", "i.c:6:1"]


def test_an_error_in_a_file_that_is_read_several_times_costs_each_of_its_functions(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rejects(unit: Unit) -> list[Diagnostic]:
        directives = (node.directive for node in walk(unit.tree) if isinstance(node, Omp))
        wheres = [each.where for each in directives if each.where.file == "a.h"]
        return [Diagnostic(Severity.ERROR, "E013", "it is rejected", where) for where in wheres]

    (folder / "a.h").write_text(LOOP.replace("void f(", "void NAME(").partition("int main")[0])
    twice = '#define NAME g\n#include "a.h"\n#undef NAME\n#define NAME h\n#include "a.h"\n'
    (folder / "i.c").write_text("static int b[9];\n" + twice + LOOP.replace("g(); ", "g(); h(); f(); "))
    monkeypatch.setattr("mapper.stages.reading.check", rejects)
    mapped = map_program(Options(sources=("i.c",), strict=False), MODEL)
    found = {loop.id: kept.code if kept else "" for loop, _, kept in mapped.program.verdicts()}
    assert found == {"i_g_1": "K027", "i_h_1": "K027", "i_f_1": ""}


def test_declared_reductions_are_kept_for_what_keeps_them(folder: Path) -> None:
    """Not for being declared, since others of that kind run on the device."""
    (folder / "p.c").write_text(
        "#include <stdio.h>\n"
        "typedef struct { long sum, count; } total;\n"
        "#pragma omp declare reduction(join : total : omp_out.sum += omp_in.sum) initializer(omp_priv = {0, 0})\n"
        "int main(void)\n"
        "{\n"
        "  total all = {0, 0};\n"
        "#pragma omp parallel for reduction(join : all)\n"
        "  for (int i = 0; i < 100; i++) {\n"
        "    all.sum += i;\n"
        '    printf("%d", i);\n'
        "  }\n"
        "  return (int)all.sum;\n"
        "}\n"
    )
    (region,) = _mapped("p.c").program.regions
    assert region.loops[0].kept is not None
    assert region.loops[0].kept.code == "K004"
