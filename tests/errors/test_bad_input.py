"""Input that can't be used: each case has its message, with its place and code, and its exit code.

Programs are given as text; `|` in an expected message separates parts that must all appear.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.features import schema
from mapper.model.document import dumps
from mapper.model.tree import Leaf, Model

GOOD = (
    "static int a[8];\nint main(void)\n{\n#pragma omp parallel for\n  for (int i = 0; i < 8; i++) a[i] = i;\n}\n"
)


@dataclass(frozen=True)
class Case:
    """Files to write, arguments of `mapper`, and what must come of them."""

    name: str
    arguments: str
    code: int
    message: str
    files: Mapping[str, str] = field(default_factory=dict)


def _main(body: str, before: str = "") -> dict[str, str]:
    return {"p.c": f"{before}int main(void)\n{{\n{body}\n}}\n"}


USAGE = (
    Case("no command", "", 2, "Usage: mapper"),
    Case("unknown command", "translate a.c", 2, "No such command 'translate'"),
    Case("no input", "compile", 2, "no input files"),
    Case("only objects", "compile x.o", 2, "no C file among the input files"),
    Case("output without name", "compile p.c -o", 2, "-o needs a value"),
    Case("two outputs", "compile p.c -o a -o b", 2, "-o is given twice"),
    Case("source twice", "compile p.c p.c", 2, "p.c is given twice"),
    Case("compile only", "compile -c p.c", 2, "-c is not supported|the whole program"),
    Case("other language", "compile p.cpp", 2, "mapper compiles C only"),
    Case("unknown emit", "compile p.c --emit ptx", 2, "--emit takes c, cl, features, report, not ptx"),
    Case("two trees", "compile p.c --platform p --model m", 2, "exclude each other"),
    Case("overwrites source", "compile p.c -o p.c", 2, "would overwrite a source file"),
    Case(
        "unknown option",
        "compile p.c --frobnicate",
        2,
        "unrecognized command-line option|--frobnicate",
        {"p.c": GOOD},
    ),
    Case("unknown flag", "compile p.c -fno-such-thing", 2, "unrecognized command-line option", {"p.c": GOOD}),
    Case("bad standard", "compile p.c -std=c34", 2, "-std=c34", {"p.c": GOOD}),
    Case("option of train", "train", 2, "--platform"),
    Case("misspelt transformation", "compile p.c --passes tlie", 2, "no transformation tlie (did you mean tile?)"),
    Case("misspelt flag", "compile p.c -fno-unrol", 2, "-fno-unrol|(did you mean -fno-unroll?)", {"p.c": GOOD}),
    Case("misspelt option", "compile p.c --repport x", 2, "option --repport (did you mean --report?)"),
    Case("misspelt remarks", "compile p.c -Rmaper", 2, "option -Rmaper (did you mean -Rmapper?)"),
    Case("for a build system", "compile -c p.c", 2, "mapper-cc as the compiler"),
    Case("dependencies", "compile p.c -MMD", 2, "-MMD is not supported|mapper-cc"),
    Case("syntax only", "compile p.c -fsyntax-only", 2, "-fsyntax-only is not supported: --emit report"),
    Case("question to gcc", "compile -dumpversion", 2, "-dumpversion is not supported: ask the C compiler"),
    Case("another language", "compile -xc++ p.c", 2, "-x c++ is not supported: mapper compiles C"),
    Case("missing file of options", "compile p.c @none", 2, "@none: there is no such file of options"),
    Case("unclosed quote in --cc", "compile p.c --cc 'gcc", 2, "the C compiler|no closing quotation"),
    Case(
        "unclosed quote in a file",
        "compile @words",
        2,
        "the name does not show what this file is",
        {"words": "-O2 'p.c -o p"},
    ),
    Case("report over a source", "compile p.c --report ./p.c", 2, "the report p.c would overwrite", {"p.c": GOOD}),
    Case("output by another name", "compile p.c -o ../{}/p.c", 2, "would overwrite a source", {"p.c": GOOD}),
    Case("output over an object", "compile p.c q.o -o q.o", 2, "would overwrite an input", {"p.c": "", "q.o": ""}),
    Case("one name for two outputs", "compile p.c -o p --report ./p", 2, "-o and --report name one file: p"),
)

FILES = (
    Case(
        "missing source",
        "compile none.c",
        1,
        "none.c: error: can't read 'none.c': No such file or directory [E001]",
    ),
    Case(
        "directory as source",
        "compile d.c",
        1,
        "d.c: error: can't read 'd.c': Is a directory [E001]",
        {"d.c/x": ""},
    ),
    Case(
        "missing include",
        "compile p.c",
        1,
        "p.c:1:10: error:|none.h: No such file|[E003]",
        {"p.c": '#include "none.h"\n'},
    ),
    Case(
        "directory as include", "compile p.c", 1, "p.c:1:|error:|[E003]", {"p.c": '#include "d.h"\n', "d.h/x": ""}
    ),
    Case(
        "no compiler",
        "compile p.c --cc no-such-cc",
        1,
        "can't run the C compiler|no-such-cc|[E002]",
        {"p.c": GOOD},
    ),
    Case(
        "output is a directory",
        "compile p.c -o d",
        1,
        "can't write d: it is a directory [E005]",
        {"p.c": GOOD, "d/x": ""},
    ),
    Case(
        "no output directory",
        "compile p.c -o no/p",
        1,
        "can't write no/p: there is no directory no [E005]",
        {"p.c": GOOD},
    ),
    Case("report in no directory", "compile p.c --report no/r", 1, "can't write no/r|[E005]", {"p.c": GOOD}),
    Case(
        "emit to a directory that is none",
        "compile p.c --emit cl -o no/x",
        1,
        "can't write no/x|[E005]",
        {"p.c": GOOD},
    ),
    Case(
        "missing library",
        "compile p.c -lno_such_library",
        1,
        "no_such_library|linking a.out failed|[E006]",
        {"p.c": GOOD},
    ),
    Case("missing object", "compile p.c none.o", 1, "none.o|linking a.out failed|[E006]", {"p.c": GOOD}),
    Case(
        "undefined function",
        "compile p.c -w",
        1,
        "undefined reference to|nowhere|[E006]",
        _main("  return nowhere();", "int nowhere(void);\n"),
    ),
    Case(
        "name that is too long",
        "compile p.c -o " + "x" * 300,
        1,
        "can't write xxx|File name too long [E005]",
        {"p.c": GOOD},
    ),
    Case(
        "no space for C", "compile p.c --emit c -o /dev/full", 1, "No space left on device [E005]", {"p.c": GOOD}
    ),
    Case("no space to link", "compile p.c -o /dev/full", 1, "No space left on device|[E006]", {"p.c": GOOD}),
    Case(
        "files of the user where the library's would go",
        "compile p.c --emit c -o d",
        1,
        "d/__mapper_rt.h is not mapper's and would be overwritten: give -o a directory of its own [E005]",
        {"p.c": GOOD, "d/__mapper_rt.h": "int mine;\n"},
    ),
    Case("compiler of another language", "compile p.c --cc g++", 1, "'g++' compiles C++|[E002]", {"p.c": GOOD}),
    Case("value of a flag", "compile p.c -march=abacus", 1, "error: bad value|abacus|[E003]", {"p.c": GOOD}),
    Case("two mains", "compile p.c q.c", 1, "multiple definition of|[E006]", {"p.c": GOOD, "q.c": GOOD}),
)

SOURCE = (
    Case(
        "name of later C",
        "compile -std=gnu89 p.c",
        1,
        "p.c:1:5: error: `restrict` is a keyword of later C|[E004]",
        {"p.c": "int restrict;\n"},
    ),
    Case(
        "name of GNU C", "compile -std=c11 p.c", 1, "p.c:1:5: error: `typeof` is|[E004]", {"p.c": "int typeof;\n"}
    ),
    Case("missing semicolon", "compile p.c", 1, "p.c:4:1: error: expected|[E003]", _main("  int x = 1")),
    Case("undeclared name", "compile p.c", 1, "p.c:3:10: error: 'x' undeclared|[E003]", _main("  return x;")),
    Case("unclosed brace", "compile p.c", 1, "p.c:|error: expected|[E003]", {"p.c": "int main(void) {\n"}),
    Case(
        "error directive",
        "compile p.c",
        1,
        "p.c:1:2: error: #error stop here [E003]",
        {"p.c": "#error stop here\n"},
    ),
    Case(
        "error in an include",
        "compile p.c",
        1,
        "h.h:2:|error:|[E003]|p.c:1:1: note: included from here",
        {"p.c": '#include "h.h"\n', "h.h": "\nint = 3;\n"},
    ),
    Case(
        "assembly",
        "compile p.c",
        1,
        "no such instruction|p.c: error:|[E003]",
        {"p.c": f'{GOOD}__asm__("nonesuch");'},
    ),
    Case("wrong type", "compile p.c", 1, "p.c:4:|error:|[E003]", _main("  struct s { int a; } v;\n  return v;")),
    Case(
        "wrong type beside a loop",
        "compile p.c",
        1,
        "p.c:7:8: error: assignment of read-only location|[E003]",
        {"p.c": GOOD.replace("}\n", "  k[0] = 1;\n}\n").replace("int main", "const int k[2];\nint main")},
    ),
    Case(
        "wrong type in a loop",
        "compile p.c",
        1,
        "error: request for member 'x' in something not a structure|[E003]",
        {"p.c": GOOD.replace("= i;", "= i.x;")},
    ),
    Case(
        "wrong type, only emitted",
        "compile p.c --emit c",
        1,
        "error: request for member 'x' in something not a structure|[E003]",
        {"p.c": GOOD.replace("= i;", "= i.x;")},
    ),
)

DIRECTIVES = (
    Case(
        "misspelt clause",
        "compile p.c",
        1,
        "p.c:3:26: error:|[E01",
        _main("#pragma omp parallel for privat(x)\n  for (int i = 0; i < 2; i++);"),
    ),
    Case(
        "unclosed list",
        "compile p.c",
        1,
        "p.c:4:|error:|[E010]",
        _main("  int x;\n#pragma omp parallel private(x\n  x = 1;"),
    ),
    Case("empty list", "compile p.c", 1, "p.c:3:|error:|[E010]", _main("#pragma omp parallel private()\n  ;")),
    Case(
        "unknown reduction",
        "compile p.c",
        1,
        "p.c:4:|error:|[E01",
        _main("  int x = 0;\n#pragma omp parallel reduction(%: x)\n  x++;"),
    ),
    Case(
        "clause of another directive",
        "compile p.c",
        1,
        "p.c:3:|error:|schedule|[E011]",
        _main("#pragma omp parallel schedule(static)\n  ;"),
    ),
    Case("clause twice", "compile p.c", 1, "p.c:3:|error:|[E011]", _main("#pragma omp parallel if(1) if(0)\n  ;")),
    Case(
        "loop that is none",
        "compile p.c",
        1,
        "p.c:|error:|[E012]",
        _main("#pragma omp parallel for\n  while (1);"),
    ),
    Case(
        "several wrong directives",
        "compile p.c",
        1,
        "p.c:3:22: error: expected|before 'fro'|p.c:5:30: error: expected|before 'nine'|p.c:8:3: error: for",
        _main(
            "#pragma omp parallel fro\n  ;\n#pragma omp parallel default(nine)\n  ;\n"
            "#pragma omp parallel for\n  while (1);"
        ),
    ),
    Case(
        "errors in several files",
        "compile p.c q.c r.c",
        1,
        "p.c:1:1: error:|q.c:2:28: error:|r.c: error: can't read 'r.c'",
        {"p.c": "}\n", "q.c": "void f(void) {\n#pragma omp single private(\n}\n"},
    ),
    Case("directive at the end", "compile p.c", 1, "p.c:|error:|[E012]", _main("#pragma omp parallel")),
    Case(
        "loop in a loop",
        "compile p.c",
        1,
        "p.c:5:|error:|[E013]",
        _main(
            "#pragma omp parallel for\n  for (int i = 0; i < 2; i++)\n#pragma omp for\n  for (i = 0; i < 2; i++);"
        ),
    ),
    Case(
        "barrier in a loop",
        "compile p.c",
        1,
        "p.c:|error:|barrier|[E013]",
        _main("#pragma omp parallel for\n  for (int i = 0; i < 2; i++) {\n#pragma omp barrier\n  }"),
    ),
    Case(
        "undeclared in a clause",
        "compile p.c",
        1,
        "p.c:3:|error:|'nothing'|[E014]",
        _main("#pragma omp parallel private(nothing)\n  ;"),
    ),
    Case(
        "private and shared",
        "compile p.c",
        1,
        "p.c:4:|error:|[E01",
        _main("  int x;\n#pragma omp parallel private(x) shared(x)\n  x = 1;"),
    ),
    Case(
        "default none",
        "compile p.c",
        1,
        "p.c:|error:|x|[E014]",
        _main("  int x = 0;\n#pragma omp parallel default(none)\n  x++;"),
    ),
)

MODELS = (
    Case(
        "missing model",
        "compile p.c --model none.json",
        1,
        "none.json: error: can't read the model|[E020]",
        {"p.c": GOOD},
    ),
    Case(
        "model is no JSON",
        "compile p.c --model m.json",
        1,
        "m.json: error: the model is not valid JSON|[E020]",
        {"p.c": GOOD, "m.json": "{"},
    ),
    Case(
        "model is another JSON",
        "compile p.c --model m.json",
        1,
        "m.json: error: this is no mapper model|[E020]",
        {"p.c": GOOD, "m.json": "[1]"},
    ),
    Case(
        "model of another schema",
        "compile p.c --model m.json",
        1,
        "m.json: error:|schema|[E021]",
        {"p.c": GOOD, "m.json": '{"schema": 0, "tree": {}}'},
    ),
    Case(
        "broken tree",
        "compile p.c --model broken.json",
        1,
        "broken.json: error: the model is broken|[E020]",
        {"p.c": GOOD},
    ),
    Case(
        "device with control characters",
        "compile p.c --model bell.json",
        1,
        "bell.json: error: the model is broken: device is not a line of text|[E020]",
        {"p.c": GOOD},
    ),
    Case(
        "one of two models is broken",
        "compile p.c --model model.json --model broken.json",
        1,
        "broken.json: error: the model is broken|[E020]",
        {"p.c": GOOD},
    ),
    Case(
        "models of unknown devices",
        "compile p.c --model model.json --model ./model.json",
        1,
        "model.json: error: the model 'test' does not say of which device it is|[E025]",
        {"p.c": GOOD},
    ),
    Case(
        "models of one device",
        "compile p.c --platform nvidia-h200 --platform pocl-2core --platform nvidia-h200",
        2,
        "mapper: error: --platform nvidia-h200 is given twice",
        {"p.c": GOOD},
    ),
    Case(
        "unknown platform",
        "compile p.c --platform no-such-machine",
        1,
        "there is no model 'no-such-machine'|[E022]",
        {"p.c": GOOD},
    ),
)

CASES = (*USAGE, *FILES, *SOURCE, *DIRECTIVES, *MODELS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a model in it, and caches of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("MAPPER_DEBUG", raising=False)
    (tmp_path / "model.json").write_text(dumps(Model("test", (Leaf(-1.0),))))
    broken = dumps(Model("test", (Leaf(-1.0),))).replace('"value": "-0x1.0', '"value": "maybe')
    (tmp_path / "broken.json").write_text(broken)
    bell = dumps(Model("test", (Leaf(-1.0),), platform={"device": "\a"}))
    (tmp_path / "bell.json").write_text(bell)
    return tmp_path


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_bad_input(case: Case, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    arguments = case.arguments.format(folder.name).split()
    if arguments[:1] == ["compile"] and not {"--model", "--platform"} & set(arguments):
        arguments[1:1] = ["--model", "model.json"]
    code = exit_code(arguments)
    said = capfd.readouterr().err.replace("‘", "'").replace("’", "'")  # noqa: RUF001 - gcc's quotes
    assert code == case.code, said
    for part in case.message.split("|"):
        assert part in said
    assert "Traceback" not in said
    assert not (folder / "a.out").exists()


def test_error_shows_the_line_and_a_caret(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "p.c").write_text("int main(void)\n{\n  return wrong;\n}\n")
    assert exit_code(["compile", "p.c", "--model", "model.json"]) == 1
    assert "    3 |   return wrong;\n      |          ^\n" in capfd.readouterr().err


def test_warning_about_unknown_directive_does_not_stop(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "p.c").write_text("int main(void)\n{\n#pragma omp frobnicate\n  return 0;\n}\n")
    assert exit_code(["compile", "p.c", "--model", "model.json"]) == 0
    assert "p.c:3:9: warning: " in capfd.readouterr().err
    assert os.access(folder / "a.out", os.X_OK)


def test_model_of_another_platform_is_used_with_a_warning(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "p.c").write_text(GOOD)
    (folder / "other.json").write_text(dumps(Model("other", (Leaf(-1.0),), platform={"cpu": "Abacus 3"})))
    assert exit_code(["compile", "p.c", "--model", "other.json"]) == 0
    said = capfd.readouterr().err
    assert "other.json: warning: the model 'other' was trained on another platform: cpu 'Abacus 3' there" in said
    assert "[W020]" in said


def test_schema_is_the_one_that_models_name() -> None:
    """The model files of these cases must go with this version of the schema."""
    assert f'"schema": {schema.VERSION}' in dumps(Model("test", (Leaf(-1.0),)))
