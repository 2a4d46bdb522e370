"""Projects in C and C++: `mapper-c++` links them, and the objects of C that `mapper-cc` made are translated."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mapper.cc import words
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
