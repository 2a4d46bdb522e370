"""The command line of `mapper compile`, read as gcc reads its own: any order, `-DX` or `-D X`.

What mapper knows it takes; every other option that begins with a dash goes on to the compiler, which knows best.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from mapper.diagnostics import UsageError
from mapper.model.tree import Granularity
from mapper.options import C_SUFFIXES, DIRECTIVES, SAFE, Emit, Gates, MessageFormat, Options
from mapper.reporting import gate_words, messages
from mapper.responsefiles import expanded
from mapper.transforms.frame.flags import ASSUMPTIONS, chosen, meant

# Options of gcc whose value may be the next word.
_WITH_VALUE = frozenset(
    "-D -U -I -L -l -x -include -imacros -isystem -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore "
    "-isysroot --sysroot -Xlinker -Xpreprocessor -Xassembler -T -u -z -e -A -B --param -wrapper -specs".split()
)
_LINK_ONLY = ("-l", "-L", "-Wl,", "-Xlinker", "-T", "-u", "-z", "-e", "-static", "-shared", "-rdynamic", "-pie")
_NOT_LINK_ONLY = ("-export", "-undef", "-traditional")
_OBJECTS = (".o", ".a", ".so", ".lo", ".obj", ".s", ".S", ".ld")
OTHER_LANGUAGES = (".cc", ".cpp", ".cxx", ".C", ".c++", ".f", ".f90", ".F", ".F90", ".cu", ".cl", ".m")
_ASK = "ask the C compiler itself"
_REFUSED = {
    "-c": "mapper needs the whole program: give all C files (and objects of other files) in one command, "
    "or build file by file with mapper-cc as the compiler",
    "-S": "use --emit c for the C program that mapper makes",
    "-E": "use the C compiler itself to preprocess",
    "-M": "use the C compiler itself to list dependencies, or mapper-cc in a build system",
    "-fsyntax-only": "--emit report checks the program and writes the verdicts",
    "-": "mapper does not read C from standard input",
}
_REFUSED_PREFIXES = {
    **dict.fromkeys(("-MM", "-MD", "-MF", "-MT", "-MQ", "-MP", "-MG"), _REFUSED["-M"]),
    **dict.fromkeys(("-print-", "--print-", "-###", "-dump", "--target-help"), _ASK),
}


_OF_GCC = frozenset(["inline"])
"""Transformations whose options the C compiler has, too: it gets them as well."""
_SEVERAL = ("--platform", "--model")


@dataclass
class _Words:
    """What has been read so far."""

    sources: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    link: list[str] = field(default_factory=list)
    disabled: set[str] = field(default_factory=set)
    dumps: list[str] = field(default_factory=list)
    single: dict[str, str] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in _SEVERAL})
    switches: set[str] = field(default_factory=set)
    assumed: bool = False  # `-fassume-private`
    is_c: bool = False  # by `-x c`, whatever a file is called
    gates: Gates = field(default_factory=Gates)
    message_format: MessageFormat = MessageFormat.TEXT

    def set(self, option: str, value: str) -> None:
        """Note an option that may be given once."""
        if option in self.single:
            raise UsageError(f"{option} is given twice")
        if not value:
            raise UsageError(f"{option} has an empty value")
        self.single[option] = value

    def add(self, option: str, value: str) -> None:
        """Note an option that may be given several times."""
        if not value:
            raise UsageError(f"{option} has an empty value")
        if value in self.named[option]:
            raise UsageError(f"{option} {value} is given twice")
        self.named[option].append(value)


_SINGLE = ("-o", "--granularity", "--emit", "--report", "--cc", "--passes", DIRECTIVES)
_SWITCHES = {
    "--save-temps": "save-temps",
    "-save-temps": "save-temps",
    "-Rmapper": "remarks",
    "--no-offload": "no-offload",
    "--strict": "strict",
    SAFE: "safe",
    "-v": "verbose",
    "--verbose": "verbose",
}


_ALIKE = ("--static", "--static-pie")
"""Options of gcc that look like some of mapper's own."""

_OWN = (
    *_SINGLE[1:],
    *_SEVERAL,
    "--dump-after",
    "-Rmapper",
    "--save-temps",
    "--no-offload",
    "--strict",
    SAFE,
    "--verbose",
    gate_words.OPTION,
)


def parse(arguments: Sequence[str], environment_cc: str | None, transforms: Collection[str]) -> Options:
    """The options that a command line means; raises `UsageError` where it means nothing.

    `environment_cc` is the environment's `CC`; `transforms` are the names that `-fno-NAME` and `--passes` take.
    """
    words = _Words()
    rest = list(expanded(arguments))
    while rest:
        word = rest.pop(0)

        def value(option: str = word) -> str:
            if not rest:
                raise UsageError(f"{option} needs a value")
            return rest.pop(0)

        _word(words, word, value, transforms)
    return _options(words, environment_cc, transforms)


def _word(words: _Words, word: str, value: Callable[[], str], transforms: Collection[str]) -> None:
    """Take one word, and its value where that is the next word."""
    name, equals, attached = word.partition("=")
    if not word:
        raise UsageError("an argument is empty")
    if word in _SWITCHES:
        words.switches.add(_SWITCHES[word])
    elif name in _SINGLE:
        words.set(name, attached if equals and name != "-o" else value())
    elif name in _SEVERAL:
        words.add(name, attached if equals else value())
    elif name == "--dump-after":
        words.dumps += chosen(attached if equals else value(), name, transforms)
    elif word.startswith("-o") and not word.startswith("-openmp"):
        words.set("-o", word[2:])
    elif why := _refused(word):
        raise UsageError(f"{word} is not supported: {why}")
    elif word in ASSUMPTIONS:
        words.assumed = ASSUMPTIONS[word]
    elif (changed := gate_words.with_word(words.gates, word)) is not None:
        words.gates = changed
    elif (written_as := messages.message_format(word)) is not None:
        words.message_format = written_as
    elif word.startswith("-f") and word[2:].removeprefix("no-") in transforms:
        transform = word[2:].removeprefix("no-")
        (words.disabled.add if word.startswith("-fno-") else words.disabled.discard)(transform)
        if transform in _OF_GCC:
            _compiler_option(words, word, value)
    elif word.startswith("-"):
        if name in _SWITCHES and name.startswith(("--", "-R")):
            raise UsageError(f"{name} takes no value")
        if word.startswith(("--", "-R")) and name not in _ALIKE and (question := meant(name, _OWN)):
            raise UsageError(f"unrecognized option {name}{question}")
        _compiler_option(words, word, value)
    else:
        _file(words, word)


def _refused(word: str) -> str | None:
    """Why an option of gcc has no place here; None where it has."""
    prefixes = (why for start, why in _REFUSED_PREFIXES.items() if word.startswith(start))
    return _REFUSED.get(word) or next(prefixes, None)


def _compiler_option(words: _Words, word: str, value: Callable[[], str]) -> None:
    """An option for the compiler, the linker, or both."""
    taken = [word, value()] if word in _WITH_VALUE else [word]
    if word.startswith("-x"):
        language = taken[1] if word == "-x" else word[2:]
        if language not in ("c", "none"):
            raise UsageError(f"-x {language} is not supported: mapper compiles C")
        words.is_c = language == "c"
        return
    link_only = word.startswith(_LINK_ONLY) and not word.startswith(_NOT_LINK_ONLY)
    (words.link if link_only else words.flags).extend(taken)


def _file(words: _Words, word: str) -> None:
    """A file: C source, or something for the linker."""
    suffix = PurePath(word).suffix
    if suffix in C_SUFFIXES or words.is_c:
        words.sources.append(word)
    elif suffix in OTHER_LANGUAGES:
        raise UsageError(
            f"{word}: mapper compiles C only (compile this file apart and give its object file, that of C++ with "
            "-lstdc++; or build with mapper-cc and mapper-c++)"
        )
    elif suffix in (".h", ".hpp"):
        raise UsageError(f"{word}: a header is compiled with the C files that include it")
    elif suffix in _OBJECTS or ".so." in PurePath(word).name:
        words.link.append(word)
    elif word.startswith("@"):
        raise UsageError(f"{word}: there is no such file of options, or it names itself")
    else:
        raise UsageError(f"{word}: the name does not show what this file is (-x c before it: C)")


def _options(words: _Words, environment_cc: str | None, transforms: Collection[str]) -> Options:
    """The words as a value, once they fit each other."""
    one = words.single
    if not words.sources:
        raise UsageError("no input files" if not words.link else "no C file among the input files")
    if len(set(words.sources)) != len(words.sources):
        twice = next(name for name in words.sources if words.sources.count(name) > 1)
        raise UsageError(f"{twice} is given twice")
    if "--granularity" in one and one["--granularity"] not in list(Granularity):
        raise UsageError(f"--granularity takes {', '.join(Granularity)}, not {one['--granularity']}")
    if all(words.named.values()):
        raise UsageError("--platform and --model exclude each other: both name models")
    if "--emit" in one and one["--emit"] not in list(Emit):
        raise UsageError(f"--emit takes {', '.join(Emit)}, not {one['--emit']}")
    emit = Emit(one["--emit"]) if "--emit" in one else None
    if one.get("-o") == "-" and emit is None:
        raise UsageError("an executable can't go to standard output: give -o a file")
    output = Path(one["-o"]) if one.get("-o", "-") != "-" else None
    if emit is Emit.C and len(words.sources) > 1 and output is not None and not output.is_dir():
        raise UsageError("--emit c of several files needs -o DIRECTORY (that exists)")
    compiler = _compiler(one.get("--cc") or environment_cc or "cc")
    if PurePath(compiler[0]).name == "mapper":  # make CC="mapper compile" puts it into the environment
        if "--cc" in one:
            raise UsageError("--cc must name a C compiler, not mapper")
        compiler = ["cc"]
    report = Path(one["--report"]) if "--report" in one else None
    directives = Path(one[DIRECTIVES]) if DIRECTIVES in one else None
    _check_written([("output", output), ("report", report)], words, directives)
    options = Options(
        sources=tuple(words.sources),
        output=output,
        compiler=tuple(compiler),
        flags=tuple(words.flags),
        link=tuple(words.link),
        emit=emit,
        platforms=tuple(words.named["--platform"]),
        granularity=one.get("--granularity"),
        models=tuple(map(Path, words.named["--model"])),
        offload="no-offload" not in words.switches,
        disabled=frozenset(words.disabled),
        passes=frozenset(chosen(one["--passes"], "--passes", transforms)) if "--passes" in one else None,
        dump_after=tuple(words.dumps),
        remarks="remarks" in words.switches,
        report=report,
        save_temps="save-temps" in words.switches,
        assume_private=words.assumed,
        safe="safe" in words.switches,
        directives=directives,
        verbose="verbose" in words.switches,
        gates=words.gates,
        message_format=words.message_format,
    )
    return replace(options, strict=True) if "strict" in words.switches else options


def _compiler(command: str) -> list[str]:
    """The words of the C compiler's command."""
    try:
        return shlex.split(command) or ["cc"]
    except ValueError as error:
        raise UsageError(f"the C compiler {command!r}: {str(error).lower()}") from None


def _check_written(written: Sequence[tuple[str, Path | None]], words: _Words, directives: Path | None) -> None:
    """Refuse to write over what is read, or twice to one place."""
    places = [(what, path) for what, path in written if path is not None]
    for what, path in places:
        if any(_same(path, source) for source in words.sources):
            raise UsageError(f"the {what} {path} would overwrite a source file")
        if directives is not None and _same(path, str(directives)):
            raise UsageError(f"the {what} {path} would overwrite the file of directives")
        if any(not word.startswith("-") and _same(path, word) for word in words.link):
            raise UsageError(f"the {what} {path} would overwrite an input file")
    if len(places) == 2 and _same(places[0][1], str(places[1][1])):
        raise UsageError(f"-o and --report name one file: {places[0][1]}")


def _same(path: Path, name: str) -> bool:
    try:
        return os.path.samefile(path, name)
    except OSError:  # one of them is not there
        return os.path.normpath(path) == os.path.normpath(name)
