"""Projects in C and C++: `mapper-c++` links them, and the objects of C that `mapper-cc` made are translated."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mapper.cc import words
from mapper.cc.link import _has_parallel_loops
from mapper.cc.program.record import REMARK
from tests.cc.project import FILL, HEADER, LOOPS, MAPPER_CC, TOTAL, Project

MAIN = """\
#include <iostream>
#include <vector>
extern "C" {
#include "vector.h"
}
int main()
{
    std::vector<double> x(1000);
    fill(x.data(), 1000);
    std::cout << total(x.data(), 1000) << std::endl;
    return 0;
}
"""
CMAKE = """\
cmake_minimum_required(VERSION 3.10)
project(demo C CXX)
find_package(OpenMP REQUIRED COMPONENTS C)
add_library(vector STATIC fill.c total.c)
target_link_libraries(vector PUBLIC OpenMP::OpenMP_C)
add_executable(demo main.cpp)
target_link_libraries(demo vector)
"""
FILES = {"fill.c": FILL, "total.c": TOTAL, "vector.h": HEADER, "main.cpp": MAIN}
SAYS = "499500\n"

pytestmark = [
    pytest.mark.opencl,
    pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler"),
]


@pytest.fixture(autouse=True)
def mixed(project: Project) -> None:
    assert MAPPER_CC.with_name("mapper-c++").exists(), (
        "the script mapper-c++ is missing: install the project again"
    )
    project.write(FILES)


def test_objects_of_both_languages(project: Project) -> None:
    project.build("mapper-cc", "-fopenmp", "-O2", "-c", "fill.c", "total.c")
    project.build("mapper-c++", "-O2", "-c", "main.cpp")
    project.build("mapper-c++", "-fopenmp", "fill.o", "total.o", "main.o", "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS


def test_sources_of_cplusplus_and_of_c_on_the_link_line(project: Project) -> None:
    """As g++ does, `mapper-c++` takes a file .c for C++, but behind -x c."""
    project.build("mapper-cc", "-fopenmp", "-c", "total.c")
    line = ("main.cpp", "-x", "c", "fill.c", "-x", "none", "total.o")
    project.build("mapper-c++", "-fopenmp", *line, "-o", "program")
    assert "total_total_1" in project.offloaded("./program", SAYS)
    assert words.read(["-fopenmp", "-c", "fill.c"], cplusplus=True).purpose == words.PLAIN
    assert words.read(["-fopenmp", "-c", "-x", "c", "fill.c"], cplusplus=True).purpose == words.COMPILE


def test_cmake(project: Project) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed")
    project.write({"CMakeLists.txt": CMAKE})
    project.build("cmake", "-S", ".", "-B", "build", CC="mapper-cc", CXX="mapper-c++")
    project.build("cmake", "--build", "build", "-j2")
    assert project.offloaded("build/demo", SAYS) == LOOPS


def test_memory_of_its_own(project: Project, fake: Path) -> None:
    """Blocks of `new` are known to the run-time library, or copied around each launch."""
    project.build("mapper-cc", "-fopenmp", "-c", "fill.c", "total.c")
    project.build("mapper-c++", "-fopenmp", "fill.o", "total.o", "main.cpp", "-o", "program")
    assert project.discrete(fake, "./program") == SAYS


def test_another_compiler_and_a_wrong_one(project: Project) -> None:
    done = project.run("mapper-c++", "-c", "main.cpp", MAPPER_CXX="no-such-compiler")
    assert done.err == "mapper-cc: error: can't run the C compiler no-such-compiler: No such file or directory\n"
    done = project.run("mapper-c++", "-c", "main.cpp", MAPPER_CXX="mapper-c++")
    assert "MAPPER_CXX names mapper-c++ itself; name the compiler to use" in done.err


def test_a_link_that_is_not_mappers_says_what_it_misses(project: Project) -> None:
    """The line comes from the linker, one for each object with parallel loops, also out of archives."""
    project.build("mapper-cc", "-fopenmp", "-c", "fill.c", "total.c")
    project.build("ar", "rc", "libtotal.a", "total.o")
    done = project.run("c++", "-fopenmp", "main.cpp", "fill.o", "libtotal.a", "-o", "plain")
    lines = done.err.splitlines()
    assert done.status == 0
    assert [line.split(": warning: ", 1)[1] for line in lines] == [REMARK, REMARK]
    assert [line.split(": warning: ", 1)[0].split(": ")[1] for line in lines] == ["fill.o", "libtotal.a(total.o)"]
    assert project.build("./plain") == SAYS
    project.write({"quiet.c": FILL.replace("fill", "quiet")})
    project.build("mapper-cc", "-fopenmp", "-w", "-c", "quiet.c")
    project.build("c++", "-fopenmp", "-shared", "quiet.o", "-o", "quiet.so")


def test_warnings_of_the_linker_are_fatal(project: Project) -> None:
    """The remark on objects is no warning of the user's program: links of mapper's end only where others would."""
    project.build("mapper-cc", "-fopenmp", "-fPIC", "-c", "fill.c", "total.c")
    words = ("mapper-c++", "-fopenmp", "-Wl,--fatal-warnings", "main.cpp", "fill.o", "total.o", "-o", "program")
    project.build(*words)
    assert project.offloaded("./program", SAYS) == LOOPS
    project.write({"name.cpp": "#include <cstdio>\nchar *name() { return std::tmpnam(nullptr); }\n"})
    done = project.run(*words, "name.cpp")
    assert done.status == 1
    assert "the use of `tmpnam' is dangerous" in done.err
    assert REMARK not in done.err


@pytest.mark.parametrize("compiled_before", [False, True])
def test_loops_of_cplusplus_stay_and_one_line_says_so(project: Project, compiled_before: bool) -> None:
    loop = "#pragma omp parallel for\n    for (int i = 0; i < 1000; i++)\n        x[i] += 0;\n"
    project.write({"loops.cpp": MAIN.replace("    std::cout", loop + "    std::cout")})
    project.build("mapper-cc", "-fopenmp", "-c", "fill.c", "total.c")
    if compiled_before:
        project.build("mapper-c++", "-fopenmp", "-c", "loops.cpp")
    main = "loops.o" if compiled_before else "loops.cpp"
    done = project.run("mapper-c++", "-fopenmp", main, "fill.o", "total.o", "-o", "program")
    assert (done.status, done.err) == (
        0,
        f"mapper-cc: warning: {main}: parallel loops that stay plain OpenMP: only C is translated, in objects as "
        "mapper-cc made them\n",
    )
    assert project.offloaded("./program", SAYS) == LOOPS


def test_the_library_of_cplusplus_on_the_link_line(project: Project) -> None:
    """It sets the rounding mode and takes it back, which is no reason to keep loops."""
    project.build("mapper-cc", "-fopenmp", "-c", "fill.c")
    project.build("mapper-cc", "-fopenmp", "fill.o", "total.c", "main.cpp", "-lstdc++", "-o", "program")
    assert project.offloaded("./program", SAYS) == LOOPS


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (" # pragma omp target teams distribute parallel for", True),
        ("!$OMP PARALLEL DO", True),
        ("c$omp parallel do", True),
        ("#pragma omp simd", False),
        ("// #pragma omp parallel", False),
    ],
)
def test_loops_of_other_languages_are_seen(line: str, found: bool, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text(f"x\n{line}\n")
    assert _has_parallel_loops(str(source)) == found
