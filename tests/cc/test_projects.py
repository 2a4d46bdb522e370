"""Projects that are built with `CC=mapper-cc` and nothing else changed, and run on the CPU and on the device."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from benchmarks.programs import header_folder, npb
from tests.cc.project import FILES, FILL, HEADER, LOOPS, MAIN, SAYS, TOTAL, Project
from tests.harness.build import once
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

NPB = Path(__file__).parents[2] / "benchmarks" / "npb"

MAKEFILE = """\
CFLAGS = -O2 -Wall -Wextra -fopenmp
LDLIBS = -lm
all: library program
library:
\t$(MAKE) -C library
program: library
\t$(MAKE) -C program
.PHONY: all library program
"""
LIBRARY_MAKEFILE = """\
CFLAGS = -O2 -Wall -Wextra -fopenmp -I../include -MMD
libvector.a: fill.o total.o unused.o
\t$(AR) rcs $@ $^
-include *.d
"""
PROGRAM_MAKEFILE = """\
CFLAGS = -O2 -Wall -Wextra -fopenmp -I../include -MMD
main: main.o ../library/libvector.a
\t$(CC) $(CFLAGS) main.o -L../library -lvector -lm -o $@
-include *.d
"""
UNUSED = """\
double unused[10];
void clear(void)
{
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
        unused[i] = 0;
}
"""
THREE_FOLDERS = {
    "Makefile": MAKEFILE,
    "library/Makefile": LIBRARY_MAKEFILE,
    "program/Makefile": PROGRAM_MAKEFILE,
    "include/vector.h": HEADER,
    "library/fill.c": FILL,
    "library/total.c": TOTAL,
    "library/unused.c": UNUSED,
    "program/main.c": MAIN,
}
CMAKE = """\
cmake_minimum_required(VERSION 3.13)
project(demo C)
find_package(OpenMP REQUIRED)
add_library(vector STATIC fill.c total.c)
target_link_libraries(vector PUBLIC OpenMP::OpenMP_C)
add_executable(demo main.c)
target_link_libraries(demo PRIVATE vector m)
"""
CONFIGURE = """\
set -e
: ${CC=cc}
: ${CFLAGS=-g -O2}
check() {
    if "$@" > conftest.out 2> conftest.err && test ! -s conftest.err; then echo yes; else echo no; fi
}
echo 'int main(void) { return 0; }' > conftest.c
echo "works $(check $CC $CFLAGS conftest.c -o conftest)"
echo "runs $(check ./conftest)"
printf '#ifndef _OPENMP\\n#error none\\n#endif\\n#include <omp.h>\\n' > conftest.c
echo 'int main(void) { return omp_get_num_threads() - 1; }' >> conftest.c
echo "without $(check $CC $CFLAGS conftest.c -o conftest)"
echo "openmp $(check $CC $CFLAGS -fopenmp conftest.c -o conftest)"
echo "openmp runs $(check ./conftest)"
echo 'int main(void) { return cos(0); }' > conftest.c
echo "strict $(check $CC $CFLAGS -fopenmp -Werror conftest.c -o conftest)"
echo 'char no_such_function(); int main(void) { return no_such_function(); }' > conftest.c
echo "function $(check $CC $CFLAGS -fopenmp conftest.c -o conftest)"
echo '#include <no_such_header.h>' > conftest.c
echo "header $(check $CC $CFLAGS -fopenmp -E conftest.c)"
echo 'int x[sizeof(long) == 8 ? 1 : -1];' > conftest.c
echo "long $(check $CC $CFLAGS -fopenmp -c conftest.c)"
echo "suffix $(ls conftest.o)"
rm -f conftest*
"""


def test_three_folders_with_a_library_in_parallel(project: Project) -> None:
    project.write(THREE_FOLDERS)
    project.build("make", "-j4", "CC=mapper-cc")
    assert project.offloaded("program/main", SAYS) == LOOPS


def test_a_rebuild_does_what_make_says(project: Project) -> None:
    project.write(THREE_FOLDERS)
    project.build("make", "CC=mapper-cc")
    made = [path for path in project.folder.rglob("*") if path.suffix in (".o", ".a", "")]
    times = {path: path.stat().st_mtime_ns for path in made}
    assert "mapper-cc" not in project.build("make", "CC=mapper-cc")
    assert times == {path: path.stat().st_mtime_ns for path in times}
    project.write({"program/main.c": MAIN.replace("fill(x, 1000)", "fill(x, 100)")})
    again = project.build("make", "CC=mapper-cc")
    assert again.count("mapper-cc") == 2
    assert project.offloaded("program/main", "main.c 4950\n") == LOOPS


def test_one_command_or_several_or_both(project: Project) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-O2", "-fopenmp", "main.c", "fill.c", "total.c", "-o", "one")
    assert project.offloaded("./one", SAYS) == LOOPS
    project.build("mapper-cc", "-O2", "-fopenmp", "-c", "fill.c", "total.c")
    project.build("mapper-cc", "-O2", "-fopenmp", "fill.o", "main.c", "total.o")
    assert project.offloaded("./a.out", SAYS) == LOOPS


def test_as_a_module(project: Project) -> None:
    project.write(FILES)
    project.build(
        sys.executable, "-m", "mapper.cc.main", "-fopenmp", "main.c", "fill.c", "total.c", "-o", "program"
    )
    assert project.offloaded("./program", SAYS) == LOOPS


def test_the_same_sources_give_the_same_program(project: Project) -> None:
    project.write({f"source/{name}": text for name, text in FILES.items()})
    project.build("mapper-cc", "-g", "-fopenmp", "-c", "main.c", "fill.c", "total.c", folder="source")
    project.write({"source/fill.c": "#error edited\n"})
    objects = [f"source/{name}.o" for name in ("main", "fill", "total")]
    made = []
    for _ in range(2):
        project.build("mapper-cc", "-g", "-fopenmp", *objects, "-o", "program")
        made.append((project.folder / "program").read_bytes())
    assert made[0] == made[1]
    assert b"fill.i" in made[0]
    assert project.offloaded("./program", SAYS) == LOOPS


def test_preprocessed_sources(project: Project) -> None:
    project.write(FILES)
    for name in ("fill", "total"):
        project.build("mapper-cc", "-fopenmp", "-E", f"{name}.c", "-o", f"{name}.i")
        (project.folder / f"{name}.c").unlink()
    project.build("mapper-cc", "-fopenmp", "-c", "total.i")
    project.build("mapper-cc", "-fopenmp", "main.c", "fill.i", "total.o", "-lm", "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS


@pytest.mark.parametrize("option", ["-save-temps", "-save-temps=obj"])
def test_intermediate_files_are_left_as_gcc_leaves_them(project: Project, option: str) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-fopenmp", option, "main.c", "fill.c", "total.c", "-lm", "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS
    left = {path.name for path in project.folder.glob("program*")}
    assert left == {"program", *(f"program-{name}.{end}" for name in ("main", "fill", "total") for end in "ios")}


def test_response_files(project: Project) -> None:
    project.write(FILES)
    project.write({"flags": "-fopenmp '-O2'\n-DNAME=\"a\\ b\""})
    project.write({"all": "@flags fill.c main.c total.c -o 'the program'"})
    project.build("mapper-cc", "@all")
    assert project.offloaded("./the program", SAYS) == LOOPS


@pytest.mark.parametrize(
    "archive",
    [
        ("-Wl,--whole-archive,libvector.a,--no-whole-archive",),
        ("-L.", "-Wl,--start-group", "-lvector", "-Wl,--end-group"),
        ("-Xlinker", "libvector.a"),
        ("-L.", "-l:libvector.a"),
    ],
    ids=" ".join,
)
def test_ways_to_name_an_archive(project: Project, archive: tuple[str, ...]) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-fopenmp", "-c", "fill.c", "total.c", "main.c")
    project.build("ar", "rcs", "libvector.a", "fill.o", "total.o")
    project.build("mapper-cc", "-fopenmp", "main.o", *archive, "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS


def test_thin_archives_and_members_of_one_name(project: Project) -> None:
    project.write({"a/part.c": FILL, "b/part.c": TOTAL, "vector.h": HEADER, "main.c": MAIN})
    for folder in "ab":
        project.build("mapper-cc", "-fopenmp", "-I..", "-c", "part.c", folder=folder)
    project.build("ar", "qcs", "libsame.a", "a/part.o", "b/part.o")
    done = project.run("mapper-cc", "-fopenmp", "main.c", "libsame.a", "-o", "same")
    assert (done.status, "libsame.a: parallel loops that stay plain OpenMP" in done.err) == (0, True)
    assert project.offloaded("./same", SAYS) == set()
    project.build("ar", "rcsT", "libthin.a", "a/part.o", "b/part.o")
    project.build("mapper-cc", "-fopenmp", "main.c", "libthin.a", "-o", "thin")
    assert project.offloaded("./thin", SAYS) == {"part_fill_1", "part2_total_1"}


def test_one_source_compiled_twice(project: Project) -> None:
    part = (
        "void NAME(double *x, int n)\n{\n#pragma omp parallel for\nfor (int i = 0; i < n; i++)\nx[i] += BY;\n}\n"
    )
    main = """\
    #include <stdio.h>
    void one(double *x, int n);
    void two(double *x, int n);
    double x[100];
    int main(void) { one(x, 100); two(x, 50); printf("%g %g\\n", x[0], x[99]); return 0; }
    """
    project.write({"part.c": part, "main.c": main})
    project.build("mapper-cc", "-fopenmp", "-DNAME=one", "-DBY=1", "-c", "part.c", "-o", "one.o")
    project.build("mapper-cc", "-fopenmp", "-DNAME=two", "-DBY=10", "-c", "part.c", "-o", "two.o")
    project.build("mapper-cc", "-fopenmp", "main.c", "one.o", "two.o", "-o", "program")
    assert project.offloaded("./program", "11 1\n") == {"part_one_1", "part2_two_1"}


def test_cmake(project: Project) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed")
    project.write({**FILES, "CMakeLists.txt": CMAKE})
    project.build("cmake", "-S", ".", "-B", "build", CC="mapper-cc")
    project.build("cmake", "--build", "build", "-j2")
    source = f"{project.folder}/main.c"
    assert project.offloaded("build/demo", SAYS.replace("main.c", source)) == LOOPS


def test_configure_sees_no_difference(project: Project) -> None:
    project.write({"configure": CONFIGURE})
    answers = [project.run("sh", "configure", CC=compiler) for compiler in ("cc", "mapper-cc")]
    assert answers[0] == answers[1]
    assert answers[0].out.splitlines() == [
        *("works yes", "runs yes", "without no", "openmp yes", "openmp runs yes"),
        *("strict no", "function no", "header no", "long yes", "suffix conftest.o"),
    ]


@pytest.mark.parametrize("device", ["cpu", "opencl"])
def test_npb_by_objects(device: str, environment: Environment, folder: Path) -> None:
    made = folder / "mapper-cc-objects"
    made.mkdir(exist_ok=True)
    project = Project(made, environment)

    def build() -> None:
        header_folder(npb("cg", "S"), made)
        sources = [str(NPB.parent / source) for source in npb("cg", "S").sources]
        project.build("mapper-cc", "-O3", "-fopenmp", f"-I{NPB}/common", "-Icg.S.include", "-c", *sources)
        objects = [f"{Path(source).stem}.o" for source in sources]
        project.build("mapper-cc", "-fopenmp", *objects, "-lm", "-o", "cg.S")

    verifies(project, once(made / "cg.S", build), device)


def verifies(project: Project, program: Path, device: str) -> None:
    """Run a benchmark on one device: its own verification is right, and its loops ran there."""
    done = project.run(str(program), MAPPER_DEVICE=device, MAPPER_INFO="1")
    assert done.status == 0, done.err
    assert "Verification = SUCCESSFUL" in done.out
    assert any(line.split()[1:2] == [{"cpu": "CPU", "opencl": "OpenCL"}[device]] for line in done.err.splitlines())
