"""What has nothing to do with linking OpenMP programs is the wrapped compiler's: messages, files, exit status."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from mapper.cc.program.record import REMARK
from tests.cc.project import FILES, Done, Project

CC = "cc"
BROKEN = "int f(void) { return x; }\n"
WARNS = '#include <stdio.h>\nint f(int n) { int unused; printf("%d\\n", 1.0); return n; }\n'

COMMANDS = [
    "",
    "--version",
    "-v",
    "--help",
    "-dumpmachine",
    "-dumpversion",
    "-print-search-dirs",
    "-print-prog-name=ld",
    "-print-file-name=libgomp.so",
    "-Q --help=target",
    "-E main.c",
    "-E -fopenmp -dM main.c",
    "-S -fopenmp fill.c -o -",
    "-M -fopenmp main.c",
    "-MM main.c",
    "-fsyntax-only -fopenmp main.c",
    "-### -fopenmp main.c",
    "-c main.c",
    "-v -c main.c",
    "-c -fopenmp broken.c",
    "-c -fopenmp -Wall warns.c",
    "-c -fopenmp -Wall -Werror warns.c",
    "-c -fopenmp -Wall warns.c fill.c broken.c",
    "-c -fopenmp nowhere.c",
    "-c -fopenmp main.c -o nowhere/main.o",
    "-c -fopenmp -mno-such-option main.c",
    "-c -fopenmp -fno-such-option main.c",
    "-fopenmp main.c -o program",
    "-fopenmp main.c nowhere.o -o program",
    "-fopenmp nowhere.c -o program",
    "main.c fill.c total.c -lm -o program",
    "-fopenmp -shared -fPIC fill.c -o libfill.so",
    "-fopenmp -r fill.c total.c -o both.o",
    "@nowhere",
    "-c -x c++ nowhere.c",
    "-c -o",
]


@pytest.mark.parametrize("words", COMMANDS)
def test_behaves_as_the_compiler(project: Project, words: str) -> None:
    project.write({**FILES, "broken.c": BROKEN, "warns.c": WARNS})
    files: list[set[str]] = []
    ends: list[Done] = []
    for compiler in (CC, "mapper-cc"):
        ends.append(without_temporary_names(project.run(compiler, *words.split())))
        files.append({path.name for path in project.folder.iterdir()})
    assert ends[0] == ends[1]
    assert files[0] == files[1]


def without_temporary_names(done: Done) -> Done:
    """The compiler's temporary files have another name each time."""
    out, err = (re.sub(r"/tmp/cc\w+", "/tmp/cc", text) for text in (done.out, done.err))
    return Done(done.status, out, err)


@pytest.mark.parametrize("words", ["-E -", "-E -fopenmp -x c -", "-dM -E -x c /dev/null", "-x c -c - -o out.o"])
def test_reads_standard_input(project: Project, words: str) -> None:
    ends = [project.run(compiler, *words.split(), text="int f(void);\n") for compiler in (CC, "mapper-cc")]
    assert ends[0] == ends[1]
    assert ends[0].status in (0, 1)


@pytest.mark.parametrize("words", ["-c main.c -o out", "-g -O2 main.c fill.c total.c -o out"])
def test_files_without_openmp_are_identical(project: Project, words: str) -> None:
    project.write(FILES)
    made = []
    for compiler in (CC, "mapper-cc"):
        project.build(compiler, *words.split())
        made.append((project.folder / "out").read_bytes())
    assert made[0] == made[1]


def test_an_object_with_openmp_has_a_section_more_that_is_not_linked(project: Project) -> None:
    project.write(FILES)
    project.build("mapper-cc", "-O2", "-fopenmp", "-c", "main.c", "fill.c", "total.c")
    programs = []
    for objects in ("with", "without"):
        done = project.run(CC, "-fopenmp", "main.o", "fill.o", "total.o", "-o", objects)
        assert (done.status, done.err.count(REMARK)) == (0, 2 if objects == "with" else 0)
        programs.append((project.folder / objects).read_bytes())
        sections = subprocess.run(["readelf", "-SW", project.folder / "main.o"], capture_output=True, text=True)
        assert (" .mapper " in sections.stdout) == (objects == "with")
        project.build(CC, "-O2", "-fopenmp", "-c", "main.c", "fill.c", "total.c")
    assert programs[0] == programs[1]


def test_mapper_off_makes_what_the_compiler_makes(project: Project) -> None:
    project.write(FILES)
    words = ("-O2", "-fopenmp", "main.c", "fill.c", "total.c", "-o", "program")
    project.build(CC, *words)
    plain = (project.folder / "program").read_bytes()
    project.build("mapper-cc", *words, MAPPER="off")
    assert (project.folder / "program").read_bytes() == plain


def test_dependency_files_are_the_compilers(project: Project) -> None:
    project.write(FILES)
    texts = []
    for compiler in (CC, "mapper-cc"):
        project.build(compiler, "-fopenmp", "-MMD", "-MP", "-MF", "main.dep", "-c", "main.c", "-o", "main.o")
        texts.append((project.folder / "main.dep").read_text())
    assert texts[0] == texts[1]
    assert "vector.h" in texts[0]


def test_the_wrapped_compiler_can_be_chosen(project: Project) -> None:
    script = '#!/bin/sh\nif [ "$1" = --two ]; then shift; fi\nexec cc -DCHOSEN "$@"\n'
    project.write(
        {"main.c": "#ifndef CHOSEN\n#error not chosen\n#endif\nint main(void) { return 0; }\n", "my cc": script}
    )
    (project.folder / "my cc").chmod(0o755)
    assert project.run("mapper-cc", "-fopenmp", "main.c", "-o", "program").status == 1
    project.build("mapper-cc", "-fopenmp", "main.c", "-o", "program", MAPPER_CC="'./my cc' --two")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("no-such-compiler", "can't run the C compiler no-such-compiler: No such file or directory"),
        ("mapper-cc", "MAPPER_CC names mapper-cc itself; name the compiler to use"),
        ("'cc", "MAPPER_CC: No closing quotation: 'cc"),
    ],
)
def test_a_compiler_that_cannot_be_used(project: Project, value: str, message: str) -> None:
    project.write({"main.c": "int main(void) { return 0; }\n"})
    for words in (("--version",), ("-fopenmp", "-c", "main.c"), ("-fopenmp", "main.c")):
        done = project.run("mapper-cc", *words, MAPPER_CC=value)
        assert (done.status, done.out, done.err) == (127, "", f"mapper-cc: error: {message}\n")


def test_a_pass_through_imports_nothing_heavy() -> None:
    program = (
        "import sys; before = set(sys.modules); import mapper.cc.main; print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert {name for name in loaded if name.startswith("mapper")} == {
        "mapper",
        "mapper.cc",
        "mapper.cc.main",
        "mapper.cc.words",
        "mapper.cc.wrapped",
        "mapper.responsefiles",
    }
    assert not {"subprocess", "json", "dataclasses", "pycparser", "islpy", "numpy", "typer"} & set(loaded)
