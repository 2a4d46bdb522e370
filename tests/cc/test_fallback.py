"""Programs that can't be translated as a whole, or not at all, are linked all the same, and do what they did."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time

import pytest

from mapper.cc.program.record import REMARK
from tests.cc.project import FILES, FILL, HEADER, LOOPS, MAIN, MAPPER_CC, SAYS, TOTAL, Project

pytestmark = pytest.mark.opencl

ADD = """\
#define N 100
extern double table[N];
void add(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        table[i] += 1;
}
"""
TABLE = "double table[100];\n"
# What reads and writes the table between two calls, without being a unit of the program.
OTHER_C = """\
#include <stdio.h>
extern double table[100];
void add(void);
int main(void)
{
    add();
    for (int i = 0; i < 100; i++)
        table[i] *= 3;
    add();
    printf("%g %g\\n", table[0], table[99]);
    return 0;
}
"""
OTHER_CXX = OTHER_C.replace("extern", 'extern "C"').replace("void add", 'extern "C" void add')
ASSEMBLY = """\
    .text
    .globl triple
triple:
    movsd table(%rip), %xmm0
    addsd table(%rip), %xmm0
    addsd table(%rip), %xmm0
    movsd %xmm0, table(%rip)
    ret
    .section .note.GNU-stack,"",@progbits
"""
MAIN_TRIPLE = """\
#include <stdio.h>
double table[100];
void add(void);
void triple(void);
int main(void)
{
    add();
    triple();
    add();
    printf("%g %g\\n", table[0], table[99]);
    return 0;
}
"""


def test_a_main_that_was_compiled_without_openmp(project: Project) -> None:
    project.write({"add.c": ADD, "table.c": TABLE, "main.c": OTHER_C})
    project.build("mapper-cc", "-c", "main.c")
    project.build("mapper-cc", "-fopenmp", "-c", "add.c", "table.c")
    project.build("mapper-cc", "-fopenmp", "main.o", "add.o", "table.o", "-o", "program")
    assert project.offloaded("./program", "4 4\n") == {"add_add_1"}


@pytest.mark.parametrize("at_once", [False, True])
def test_a_part_in_cxx(project: Project, at_once: bool) -> None:
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    project.write({"add.c": ADD, "table.c": TABLE, "main.cpp": OTHER_CXX})
    project.build("mapper-cc", "-fopenmp", "-c", "add.c", "table.c")
    if not at_once:
        project.build("g++", "-c", "main.cpp")
    project.build(
        "mapper-cc", "-fopenmp", f"main.{'cpp' if at_once else 'o'}", "add.o", "table.o", "-o", "program"
    )
    assert project.offloaded("./program", "4 4\n") == {"add_add_1"}


@pytest.mark.parametrize("at_once", [False, True])
def test_a_part_in_assembly(project: Project, at_once: bool) -> None:
    if "x86_64" not in project.build("cc", "-dumpmachine"):
        pytest.skip("the assembly of this test is for x86-64")
    project.write({"add.c": ADD, "triple.s": ASSEMBLY, "main.c": MAIN_TRIPLE})
    project.build("mapper-cc", "-fopenmp", "-c", "add.c", "main.c", "triple.s")
    name = "triple.s" if at_once else "triple.o"
    project.build("mapper-cc", "-fopenmp", name, "add.o", "main.o", "-o", "program")
    assert project.offloaded("./program", "4 2\n") == {"add_add_1"}


@pytest.mark.parametrize("change", ["moved", "edited"])
def test_the_objects_count_not_the_sources(project: Project, change: str) -> None:
    project.write({f"source/{name}": text for name, text in FILES.items()})
    project.build("mapper-cc", "-fopenmp", "-c", "main.c", "fill.c", "total.c", folder="source")
    if change == "moved":
        (project.folder / "source").rename(project.folder / "elsewhere")
    else:
        project.write({"source/vector.h": "#error edited\n", "source/fill.c": FILL.replace("= i;", "= 0;")})
    objects = [str(path) for path in sorted(project.folder.glob("*/*.o"))]
    project.build("mapper-cc", "-fopenmp", *objects, "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS


@pytest.mark.parametrize("how", ["merged", "renamed"])
def test_objects_that_were_changed_are_linked_as_they_are(project: Project, how: str) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-fopenmp", "-c", "main.c", "fill.c", "total.c")
    if how == "merged":
        assert project.run("ld", "-r", "fill.o", "total.o", "-o", "changed.o").err.count(REMARK) == 2
        objects = ["main.o", "changed.o"]
    else:
        project.build("objcopy", "--redefine-sym", "fill=filled", "fill.o", "changed.o")
        project.write(
            {"wrap.c": "void filled(double *x, int n);\nvoid fill(double *x, int n) { filled(x, n); }\n"}
        )
        objects = ["main.o", "changed.o", "wrap.c", "total.o"]
    done = project.run("mapper-cc", "-fopenmp", *objects, "-o", "program")
    assert done.err.startswith("mapper-cc: warning: changed.o: parallel loops that stay plain OpenMP")
    assert project.offloaded("./program", SAYS) == (set() if how == "merged" else {"total_total_1"})


def test_a_failure_keeps_the_ordinary_program(project: Project) -> None:
    project.write(FILES)
    words = ("mapper-cc", "-fopenmp", "main.c", "fill.c", "total.c", "-o", "program")
    project.write({"cc1": '#!/bin/sh\ncase $* in *unit.o*) exit 3;; esac\nexec cc "$@"\n'})
    (project.folder / "cc1").chmod(0o755)
    done = project.run(*words, MAPPER_CC="./cc1", MAPPER_STRICT="1")
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(
        "mapper-cc: warning: program is not translated, and stays as the C compiler made it: "
    )
    assert done.err.count("\n") == 1
    assert project.offloaded("./program", SAYS) == set()


def test_a_wrong_directive_is_the_compilers_affair(project: Project) -> None:
    wrong = "int main(void)\n{\n#pragma omp parallel for nonsense\n    for (int i = 0; i < 3; i++) ;\n}\n"
    project.write({"main.c": wrong})
    ends = [project.run(compiler, "-fopenmp", "-c", "main.c") for compiler in ("cc", "mapper-cc")]
    assert ends[0] == ends[1]
    assert ends[0].status == 1


def test_a_damaged_record_is_none(project: Project) -> None:
    project.write({**FILES, "bad": "MAPPERCC nonsense"})
    project.build("mapper-cc", "-fopenmp", "-c", "main.c", "fill.c", "total.c")
    project.build("objcopy", "--update-section", ".mapper=bad", "fill.o")
    done = project.run("mapper-cc", "-fopenmp", "main.o", "fill.o", "total.o", "-o", "program")
    assert done.err.startswith("mapper-cc: warning: fill.o: parallel loops that stay plain OpenMP")
    assert project.offloaded("./program", SAYS) == {"total_total_1"}


def test_programs_without_regions_are_the_compilers(project: Project) -> None:
    project.write({"main.c": "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n"})
    made = []
    for compiler in ("cc", "mapper-cc"):
        project.build(compiler, "-fopenmp", "main.c", "-o", "program")
        made.append((project.folder / "program").read_bytes())
    assert made[0] == made[1]


def test_link_time_optimisation(project: Project) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-O2", "-flto", "-fopenmp", "-c", "main.c", "fill.c", "total.c")
    project.build("mapper-cc", "-O2", "-flto", "-fopenmp", "main.o", "fill.o", "total.o", "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS


def test_remarks_and_another_model(project: Project) -> None:
    project.write({"vector.h": HEADER, "main.c": MAIN, "fill.c": FILL, "total.c": TOTAL})
    words = ("mapper-cc", "-fopenmp", "main.c", "fill.c", "total.c", "-o", "program")
    done = project.run(*words, MAPPER_REMARKS="1", MAPPER_PLATFORM="pocl-2core")
    assert done.status == 0
    assert "fill.c:3:9: remark: loop fill_fill_1 can run on the device" in done.err
    assert done.err.endswith("mapper: 2 parallel loops: 2 offloadable\n")


def test_models_of_several_devices(project: Project) -> None:
    project.write({"vector.h": HEADER, "main.c": MAIN, "fill.c": FILL, "total.c": TOTAL})
    words = ("mapper-cc", "-fopenmp", "main.c", "fill.c", "total.c", "-o", "program")
    assert project.run(*words, MAPPER_PLATFORM="pocl-2core,nvidia-h200").status == 0
    done = project.run("./program", MAPPER_INFO="1", MAPPER_DEVICE="cpu")
    assert "mapper: model pocl-2core, of pthread-" in done.err
    assert "mapper: model nvidia-h200, of NVIDIA H200: not asked" in done.err


WEAK = "__attribute__((weak)) double by(void) { return 1; }\n"


@pytest.mark.parametrize("how", ["other object", "other unit", "wrap"])
def test_functions_that_the_linker_exchanges(project: Project, how: str) -> None:
    step = WEAK + FILL.replace("x[i] = i", "x[i] = i * by()")
    project.write({**FILES, "fill.c": step, "by.c": "double by(void) { return 2; }\n"})
    project.write({"wrap.c": "double __wrap_by(void) { return 2; }\n"})
    more = ["-Wl,--wrap=by", "wrap.c"] if how == "wrap" else ["by.o"]
    openmp = "-fno-openmp" if how == "other object" else "-fopenmp"
    project.build("mapper-cc", openmp, "-c", "by.c")
    if how == "wrap":
        project.write({"fill.c": step.replace(WEAK, "double by(void);\n"), "by2.c": WEAK})
        more.append("by2.c")
    done = project.run("mapper-cc", "-fopenmp", "fill.c", "main.c", "total.c", *more, "-o", "program")
    assert (done.status, done.out) == (0, "")
    assert done.err.count("\n") == 1
    assert "is not translated" in done.err
    assert project.offloaded("./program", "main.c 999000\n") == set()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_a_signal_while_it_translates(project: Project, number: signal.Signals) -> None:
    """No half of a program stays, which make would take for finished, and no files of ours."""
    slow = '#!/bin/sh\ncase "$*" in *unit.o*) touch started; exec sleep 60;; esac\nexec cc "$@"\n'
    project.write({**FILES, "slow-cc": slow, "tmp/.keep": ""})
    (project.folder / "slow-cc").chmod(0o755)
    command = [str(MAPPER_CC), "-fopenmp", "fill.c", "total.c", "main.c", "-o", "program"]
    environment = {
        **project.environment.variables,
        "MAPPER_CC": "./slow-cc",
        "TMPDIR": str(project.folder / "tmp"),
    }
    command = ["env", f"--default-signal={number.name[3:]}", *command]  # it may be ignored, as by nohup
    with subprocess.Popen(command, cwd=project.folder, env=environment, start_new_session=True) as process:
        while not (project.folder / "started").exists() and process.poll() is None:
            time.sleep(0.02)
        os.killpg(process.pid, number)
        try:
            process.wait(timeout=500)
        finally:
            process.kill()
    assert process.returncode == 128 + number
    assert not (project.folder / "program").exists()
    assert [path.name for path in (project.folder / "tmp").iterdir()] == [".keep"]


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        (
            "MAPPER_FLAGS",
            "--passes=fuze",
            "MAPPER_FLAGS: --passes: there is no transformation fuze (did you mean fuse?)",
        ),
        (
            "MAPPER_FLAGS",
            "-fno-unrol",
            "MAPPER_FLAGS: -fno-unrol does not choose transformations (did you mean -fno-",
        ),
        ("MAPPER_FLAGS", "'-fno-unroll", "MAPPER_FLAGS: no closing quotation: '-fno-unroll"),
        ("MAPPER_MODEL", "none.json", "can't read the model: No such file or directory"),
        ("MAPPER_PLATFORM", "abacus", "there is no model 'abacus' (known: "),
    ],
)
def test_settings_that_mean_nothing(project: Project, variable: str, value: str, reason: str) -> None:
    loop = "#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = i;\n"
    project.write({"main.c": f"int a[9];\nint main(void)\n{{\n{loop}}}\n"})
    done = project.run("mapper-cc", "-fopenmp", "main.c", "-o", "program", **{variable: value})
    assert done.status == 1
    assert reason in done.err.partition("\n")[0]
    assert not (project.folder / "program").exists()


def test_remarks_tell_that_there_are_no_loops(project: Project) -> None:
    project.write({"one.c": "int main(void)\n{\n    return 0;\n}\n"})
    words = ("mapper-cc", "-fopenmp", "one.c", "-o", "one")
    assert project.run(*words, MAPPER_REMARKS="1").err == (
        "mapper: no parallel loops in what mapper-cc compiled with -fopenmp\n"
    )
    assert project.run(*words).err == ""


def test_a_flag_that_keeps_all_loops_is_named(project: Project) -> None:
    project.write(FILES)
    words = ("mapper-cc", "-fopenmp", "-fwrapv", "main.c", "fill.c", "total.c", "-o", "program")
    says = "all loops stay on the CPU: `-fwrapv` gives types or operations another meaning [K007]"
    assert [project.run(*words).err for _ in range(2)] == [f"mapper-cc: warning: {says}\n"] * 2
    project.build(*words, "-fno-wrapv")
    assert project.offloaded("./program", SAYS) == LOOPS
