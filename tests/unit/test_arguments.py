"""The command line of `mapper compile`."""

from pathlib import Path

import pytest

from mapper.commands.arguments import parse
from mapper.diagnostics import UsageError
from mapper.options import Emit, Options

TRANSFORMS = ("interchange", "inline")


def _parse(line: str) -> Options:
    return parse(line.split(), None, TRANSFORMS)


def test_files_and_options_in_any_order() -> None:
    options = _parse("-O3 a.c -lm -o prog b.c x.o -DN=4 -I inc -L lib libz.a -std=c99 libq.so.1")
    assert options.sources == ("a.c", "b.c")
    assert options.output == Path("prog")
    assert options.flags == ("-O3", "-DN=4", "-I", "inc", "-std=c99")
    assert options.link == ("-lm", "x.o", "-L", "lib", "libz.a", "libq.so.1")


def test_defaults() -> None:
    assert _parse("a.c") == Options(sources=("a.c",))


def test_own_options() -> None:
    options = _parse("a.c --emit=cl --platform h1 --report r.json -Rmapper --save-temps -fno-interchange -v")
    assert (options.emit, options.platforms, options.report) == (Emit.CL, ("h1",), Path("r.json"))
    assert _parse("a.c b.c --emit c -o -").output is None
    assert options.remarks
    assert options.save_temps
    assert options.verbose
    assert options.disabled == {"interchange"}
    assert options.flags == ()


def test_several_models() -> None:
    assert _parse("a.c --platform p --platform=q").platforms == ("p", "q")
    assert _parse("a.c --model p.json --model q.json").models == (Path("p.json"), Path("q.json"))


def test_last_of_on_and_off_wins_and_unknown_names_go_to_the_compiler() -> None:
    options = _parse("a.c -fno-interchange -finterchange -fno-strict-aliasing -fopenmp")
    assert options.disabled == frozenset()
    assert options.flags == ("-fno-strict-aliasing", "-fopenmp")
    options = _parse("a.c -fno-inline -finline -fno-inline")
    assert options.disabled == {"inline"}
    assert options.flags == ("-fno-inline", "-finline", "-fno-inline"), "the compiler has it, too"


def test_attached_values() -> None:
    options = _parse("a.c -oprog -Iinc -DX -Wl,-rpath,/lib -pthread")
    assert options.output == Path("prog")
    assert options.flags == ("-Iinc", "-DX", "-pthread")
    assert options.link == ("-Wl,-rpath,/lib",)


def test_compiler_from_environment_and_option() -> None:
    assert parse(["a.c"], "ccache gcc", ()).compiler == ("ccache", "gcc")
    assert parse(["a.c", "--cc", "clang"], "gcc", ()).compiler == ("clang",)


def test_mapper_does_not_call_itself() -> None:
    assert parse(["a.c"], "/usr/bin/mapper compile", ()).compiler == ("cc",)
    with pytest.raises(UsageError, match="not mapper"):
        parse(["a.c", "--cc", "mapper"], None, ())


def test_response_file(tmp_path: Path) -> None:
    listed = tmp_path / "args"
    listed.write_text("-DNAME='a b' b.c\n")
    options = parse(["a.c", f"@{listed}"], None, ())
    assert options.sources == ("a.c", "b.c")
    assert options.flags == ("-DNAME=a b",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "no input files"),
        ("x.o", "no C file among the input files"),
        ("a.c -o", "-o needs a value"),
        ("a.c -I", "-I needs a value"),
        ("a.c --save-temps=x", "--save-temps takes no value"),
        ("a.c -Rmapper=kept", "-Rmapper takes no value"),
        ("a.c -o x -o y", "-o is given twice"),
        ("a.c -ox -oy", "-o is given twice"),
        ("a.c a.c", "a.c is given twice"),
        ("a.c --platform p --platform p", "--platform p is given twice"),
        ("a.c --emit ptx", "--emit takes c, cl, features, report, not ptx"),
        ("a.c --emit=", "--emit has an empty value"),
        ("a.c --platform p --model m.json", "exclude each other"),
        ("a.c -c", "mapper needs the whole program"),
        ("a.c -S", "use --emit c"),
        ("a.c -E", "use the C compiler itself"),
        ("a.c -MMD", "use the C compiler itself"),
        ("a.c -", "standard input"),
        ("a.cpp", "mapper compiles C only"),
        ("a.c b.h", "a header is compiled with"),
        ("a.c notes.txt", "the name does not show what this file is"),
        ("a.c -o a.c", "would overwrite a source file"),
        ("a.c -x c++", "mapper compiles C"),
        ("a.c b.c --emit c -o both.c", "needs -o DIRECTORY"),
        ("a.c -o -", "an executable can't go to standard output"),
    ],
)
def test_wrong_usage(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=None) as caught:
        _parse(line)
    assert message in str(caught.value)
