"""`--safe` in projects that `mapper-cc` builds, as an option or in `MAPPER_FLAGS`."""

from __future__ import annotations

import pytest

from tests.cc.project import FILES, Project

TWICE = """\
void fill(double *x, int n)
{
    int at[4] = {0, 1, 1, 0};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        x[at[i]] = at[i];
}
"""


@pytest.mark.opencl
@pytest.mark.parametrize("how", ["option", "variable"])
def test_writes_that_collide_are_reported(project: Project, how: str) -> None:
    project.write({**FILES, "fill.c": TWICE})
    words, variables = (["--safe"], {}) if how == "option" else ([], {"MAPPER_FLAGS": "--safe"})
    files = ("main.c", "fill.c", "total.c")
    project.build("mapper-cc", "-fopenmp", *words, *files, "-o", "program", **variables)
    done = project.run("./program", MAPPER_DEVICE="opencl")
    assert done.status == 0
    assert "mapper: fill.c:9:9: two iterations write the same element of `x`" in done.err
    project.build("mapper-cc", "-fopenmp", *files, "-o", "program")
    assert "two iterations" not in project.run("./program", MAPPER_DEVICE="opencl").err
