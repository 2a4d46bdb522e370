"""gcc's command line: which words belong together, and what the command is for.

Imports nothing heavy: most calls of `mapper-cc` end here, because they are no business of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mapper.responsefiles import expanded

PLAIN = "plain"  # the wrapped compiler's business alone
COMPILE = "compile"  # makes objects of C sources with OpenMP
LINK = "link"  # makes a program or a shared library with OpenMP

C_SOURCE = "C source"
OTHER_SOURCE = "other source"
LINKED = "linked"  # an object, an archive, a library or a linker script

# Options whose value is the next word.
_WITH_VALUE = frozenset(
    "-o -x -D -U -I -L -l -F -T -u -z -e -h -A -B -G -R -MF -MT -MQ -include -imacros -isystem -iquote -idirafter "
    "-iprefix -iwithprefix -iwithprefixbefore -imultilib -isysroot -Xlinker -Xpreprocessor -Xassembler -Xclang "
    "-mllvm -wrapper -aux-info -dumpbase -dumpbase-ext -dumpdir -target -specs -arch -framework -Tbss -Tdata "
    "-Ttext --param --sysroot".split()
)
_LONG = ("--param", "--sysroot", "--std=", "--target=", "--gcc-toolchain", "--no-warnings", "--pipe")
_NOT_FOR_US = frozenset(
    "-E -S -M -MM -fsyntax-only -r -fprofile-arcs -ftest-coverage -p -pg -emit-llvm -nostdlib "
    "-nodefaultlibs -nostartfiles -nolibc -static -static-pie".split()
)
_NOT_FOR_US_PREFIXES = ("-dump", "-print-", "-###", "-fprofile-generate", "-fprofile-use", "-Wp,-M,", "-Wp,-MM,")
_PLAIN_PROGRAMS = ("-static", "-p", "-nostdlib", "-nodefaultlibs", "-nostartfiles", "-nolibc", "-f", "--cov")
_OWN = ("-Rmapper", "--require-offload", "--safe")
_DUMP_NAMES = ("-dumpbase", "-dumpdir", "-dumpbase-ext")  # these name files, the other -dump options ask
_OPENMP_LIBRARIES = ("gomp", "iomp5", "omp")
_C_SUFFIXES = (".c", ".i")
_OTHER_SUFFIXES = frozenset(
    ".cc .cp .cxx .cpp .CPP .c++ .C .ii .m .mi .mm .M .mii .h .H .hh .hp .hxx .hpp .HPP .h++ .tcc .f .for .ftn "
    ".F .FOR .fpp .FPP .FTN .f90 .f95 .f03 .f08 .F90 .F95 .F03 .F08 "
    ".go .d .di .dd .ads .adb .s .S .sx .cl .cu".split()
)
_PREPROCESSED = "cpp-output"
_C_LANGUAGES = ("c", _PREPROCESSED)


class Item:
    """Words that belong together: an option with its value (`kind` empty), or an input file of some kind.

    `language` is what the `-x` before it says, `none` without one.
    """

    __slots__ = ("kind", "language", "words")

    def __init__(self, words: tuple[str, ...], kind: str = "", language: str = "none") -> None:
        self.words = words
        self.kind = kind
        self.language = language

    @property
    def name(self) -> str:
        """The input's name, or the option without its value."""
        return self.words[0]

    @property
    def preprocessed(self) -> bool:
        """Whether it is a source that the preprocessor has seen."""
        return self.language == _PREPROCESSED or (self.language == "none" and self.name.endswith(".i"))


class Command:
    """A command line as it was read.

    `output` is None where it names none; `shared` says that what is linked is a shared library.
    """

    __slots__ = ("items", "openmp", "output", "purpose", "shared")

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.output = _output(items)
        self.openmp = _openmp(items)
        self.purpose = _purpose(items, self.openmp)
        self.shared = any(item.name == "-shared" for item in items if not item.kind)

    def inputs(self, kind: str) -> list[str]:
        """The names of the inputs of one kind."""
        return [item.name for item in self.items if item.kind == kind]


def without_own(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """mapper's own words on a command line, which gcc doesn't know, and the others."""
    own = [word for word in arguments if _is_own(word)]
    return own, [word for word in arguments if not _is_own(word)] if own else list(arguments)


def _is_own(word: str) -> bool:
    """gcc's warnings begin with small letters, the codes of mapper don't."""
    name, _, value = word.partition("=")
    return name in _OWN or (name in ("-Werror", "-Wno-error") and value[:1].isupper())


def hindrance(command: Command) -> str:
    """The option by which a program with OpenMP is the wrapped compiler's business alone; otherwise empty."""
    options = [item.name for item in command.items if not item.kind]
    if command.purpose != PLAIN or not {"-c", "-E", "-S", "-M", "-MM", "-r", "-fsyntax-only"}.isdisjoint(options):
        return ""
    if not any(item.kind for item in command.items) or not (command.openmp or _links_openmp(command.items)):
        return ""
    return next((name for name in options if _not_for_us(name) and name.startswith(_PLAIN_PROGRAMS)), "")


def read(arguments: Sequence[str], *, cplusplus: bool = False) -> Command:
    """Read a command line; for a compiler of C++ files of C are C++, too, but behind `-x c`."""
    return Command(_items(list(expanded(arguments)), () if cplusplus else _C_SUFFIXES))


def _items(words: list[str], c_suffixes: Sequence[str]) -> list[Item]:
    items: list[Item] = []
    language = "none"
    position = 0
    while position < len(words):
        word = words[position]
        count = 2 if word in _WITH_VALUE and position + 1 < len(words) else 1
        taken = tuple(words[position : position + count])
        position += count
        if word.startswith("-x") and (count == 2 or len(word) > 2):
            language = taken[-1] if count == 2 else word[2:]
        is_option = word.startswith("-") and word != "-"
        items.append(Item(taken) if is_option else Item(taken, _kind(word, language, c_suffixes), language))
    return items


def _kind(name: str, language: str, c_suffixes: Sequence[str]) -> str:
    """What an input file is, by its name or by the `-x` before it."""
    if language != "none":
        return C_SOURCE if language in _C_LANGUAGES else OTHER_SOURCE
    dot = name.rfind(".")
    suffix = name[dot:] if dot > name.rfind("/") else ""
    if suffix in c_suffixes:
        return C_SOURCE
    return OTHER_SOURCE if suffix in _OTHER_SUFFIXES or suffix in _C_SUFFIXES else LINKED


def _output(items: list[Item]) -> str | None:
    found = None
    for item in items:
        if item.kind == "" and item.name.startswith("-o"):
            found = item.words[1] if len(item.words) == 2 else item.name[2:]
    return found


def _openmp(items: list[Item]) -> bool:
    """Whether OpenMP is on: the last of the options counts."""
    on = False
    for item in items:
        if item.name == "-fopenmp" or item.name.startswith("-fopenmp="):
            on = True
        elif item.name == "-fno-openmp":
            on = False
    return on


def _purpose(items: list[Item], openmp: bool) -> str:
    options = [item.name for item in items if item.kind == ""]
    if any(map(_not_for_us, options)) or any(item.name == "-" for item in items):
        return PLAIN
    inputs = [item for item in items if item.kind]
    if "-c" in options:
        return COMPILE if openmp and any(item.kind == C_SOURCE for item in inputs) else PLAIN
    return LINK if inputs and (openmp or _links_openmp(items)) else PLAIN


def _not_for_us(option: str) -> bool:
    if option.startswith("--"):
        return not option.startswith(_LONG)
    return option in _NOT_FOR_US or (option.startswith(_NOT_FOR_US_PREFIXES) and option not in _DUMP_NAMES)


def _links_openmp(items: list[Item]) -> bool:
    """Whether the library that OpenMP programs need is named; CMake names it by its file."""
    for item in items:
        file = item.words[-1].rpartition("/")[2]
        if any(file.startswith((f"lib{name}.", f"-l{name}")) or file == name for name in _OPENMP_LIBRARIES):
            return True
    return False
