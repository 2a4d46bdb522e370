"""Loops that can't be replaced in their source are replaced in what the preprocessor made of it."""

from __future__ import annotations

import pytest

from tests.cc.project import Project

pytestmark = pytest.mark.opencl

LOOPS = """\
#include <stdio.h>
static double a[64];
{first}
int main(void)
{{
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i * 2;
{second}
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] += __LINE__;
    printf("%g %s %d\\n", a[5], __FILE__, __LINE__);
    return 0;
}}
"""


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ('#line 500 "model.y"', '# 7 "step.y"', ("model.y:502:1", "step.y:7:1")),
        ("#line 500", "#line 900", ("main.c:502:1", "main.c:900:1")),
        ('#line 20 "two words"', "", ("two words:22:1", "two words:26:1")),
    ],
)
def test_lines_with_other_names_and_numbers(
    first: str, second: str, places: tuple[str, str], project: Project
) -> None:
    project.write({"main.c": LOOPS.format(first=first, second=second)})
    project.build("gcc", "-fopenmp", "main.c", "-o", "plain")
    says = project.build("./plain")
    done = project.run("mapper-cc", "-fopenmp", "main.c", "-o", "prog", MAPPER_REMARKS="1")
    assert done.status == 0
    assert "mapper: 2 parallel loops: 2 offloadable\n" in done.err
    for place, loop in zip(places, ("main_main_1", "main_main_2"), strict=True):
        assert f"{place}: remark: loop {loop} can run on the device" in done.err
    assert project.offloaded("./prog", says) == {"main_main_1", "main_main_2"}


def test_a_unit_of_another_folder(project: Project) -> None:
    project.write({"sub/main.c": LOOPS.format(first='#line 9 "gen.y"', second="")})
    project.build("mapper-cc", "-fopenmp", "-c", "main.c", folder="sub")
    done = project.run("mapper-cc", "-fopenmp", "sub/main.o", "-o", "prog", MAPPER_REMARKS="1")
    assert f"{project.folder}/sub/gen.y:11:1: remark: loop main_main_1 can run on the device" in done.err
    assert project.offloaded("./prog", "27 gen.y 18\n") == {"main_main_1", "main_main_2"}


def test_digraphs_and_headers_with_loops(project: Project) -> None:
    project.write(
        {
            "main.c": """\
                #include <stdio.h>
                int main(void)
                <%
                    double b<:64:>;
                %:pragma omp parallel for
                    for (int i = 0; i < 64; i++)
                        b<:i:> = twice(i);
                    printf("%g\\n", b<:5:>);
                    return 0;
                %>
                """,
            "twice.h": """\
                #pragma GCC system_header
                static int table[9];
                static int twice(int i) { return 2 * i + table[3]; }
                static void fill(void)
                {
                #pragma omp parallel for
                    for (int i = 0; i < 9; i++)
                        table[i] = i;
                }
                """,
        }
    )
    project.build("mapper-cc", "-fopenmp", "-include", "twice.h", "main.c", "-o", "prog")
    assert project.offloaded("./prog", "10\n") == {"main_main_1"}


def test_a_static_variable_is_no_reason(project: Project) -> None:
    project.write(
        {
            "main.c": """\
                #include <stdio.h>
                int main(void)
                {
                    double b[64];
                    for (int k = 0; k < 2; k++) {
                #pragma omp parallel
                        {
                            static int calls;
                #pragma omp single
                            calls++;
                #pragma omp for
                            for (int i = 0; i < 64; i++)
                                b[i] = i + calls;
                        }
                    }
                    printf("%g\\n", b[5]);
                    return 0;
                }
                """
        }
    )
    done = project.run("mapper-cc", "-fopenmp", "main.c", "-o", "prog", MAPPER_REMARKS="1")
    assert "main.c:11:9: " in done.err
    assert "would exist twice [K012]" in done.err
