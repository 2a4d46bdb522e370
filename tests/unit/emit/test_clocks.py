"""Which of a program's clocks wait for the device."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.translate.common.clock_calls import CLOCKS

LOOP = """
double a[100];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[i] = i;
  BODY
}
"""
CASES = {
    "called": ("#include <time.h>", "return time(0) == clock();", {"time", "clock"}),
    "pointer": ("#include <omp.h>", "double (*f)(void) = omp_get_wtime; return f() > 0;", {"omp_get_wtime"}),
    "declared by hand": ("long clock(void);", "return clock() > 0;", {"clock"}),
    "declared without parameters": ("long clock();", "return clock() > 0;", {"clock"}),
    "all of the library": (
        "#define _GNU_SOURCE\n#include <sys/resource.h>\n#include <sys/time.h>\n"
        "#include <sys/times.h>\n#include <time.h>\n#include <omp.h>",
        "return clock_gettime(0, 0) + getrusage(0, 0) + gettimeofday(0, 0) + times(0) + timespec_get(0, 1)"
        " + clock() + time(0) + omp_get_wtime() > 0;",
        set(CLOCKS),
    ),
    "another library's": ("double time(int, double); long times(void);", "return time(1, 2) > times();", set()),
    "never named": ("#include <time.h>", "return 0;", set()),
    "own function": ("static int times(void) { return 1; }", "return times();", set()),
    "own definition": ("long clock(void) { return 1; }", "return clock() > 0;", set()),
    "own variable": ("int time = 3;", "return time;", set()),
    "signal handler": (
        "#include <signal.h>\n#include <time.h>\nstatic void f(int s) { (void)s; time(0); }",
        "signal(SIGALRM, f); return 0;",
        set(),
    ),
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_clocks_of_the_library_are_renamed(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before, body, expected = CASES[case]
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(before + LOOP.replace("BODY", body))
    assert exit_code(["compile", "p.c", "--emit", "c"]) == 0
    renamed = re.findall(r"^#pragma redefine_extname (\w+) __mrt_(\w+)$", capfd.readouterr().out, re.MULTILINE)
    assert {name for name, _ in renamed} == expected
    assert all(name == new for name, new in renamed)


def test_definition_in_another_file_is_the_programs_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text("long clock(void);" + LOOP.replace("BODY", "return clock() > 0;"))
    Path("q.c").write_text("long clock(void) { return 1; }\n")
    assert exit_code(["compile", "p.c", "q.c", "-o", "p", "--save-temps"]) == 0
    for unit in ("p", "q"):
        text = Path(f"p.mapper/{unit}.mapper.c").read_text()
        assert re.findall(r"redefine_extname (.*)", text) == ["clock __mapper_own_clock"]
