"""Which words of a command line matter when one of its sources is preprocessed and compiled again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mapper.cc.words import Item

_DROPPED = frozenset("-c -v -s -pie -no-pie -rdynamic -save-temps -gsplit-dwarf -time".split())
_DROPPED_PREFIXES = (
    *("-o", "-x", "-save-temps=", "-dump", "-aux-info", "-Wa,-a"),  # other files
    "-fdiagnostics-format=",  # what the compiler says of our text is read as text
    *("-MD", "-MMD", "-MP", "-MG", "-MF", "-MT", "-MQ", "-Wp,-M"),  # lists of dependencies
    *("-l", "-L", "-Wl,", "-Xlinker", "-T", "-u", "-z", "-static"),  # the linker's
)
_TEXT = ("-D", "-U", "-I", "-A", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-Xpreprocessor")
_TEXT_PREFIXES = (*_TEXT, "-iprefix", "-iwithprefix", "-Wp,")


def compile_flags(items: Iterable[Item]) -> tuple[str, ...]:
    """What changes the code: all options but the linker's and those that only write other files."""
    kept = (item for item in items if not item.kind and not _dropped(item.name))
    return tuple(word for item in kept for word in item.words)


def without_text_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags for a text that was preprocessed already: no macros, no headers."""
    found: list[str] = []
    words = iter(flags)
    for word in words:
        if not word.startswith(_TEXT_PREFIXES):
            found.append(word)
        elif word in _TEXT or word in ("-iprefix", "-iwithprefix", "-iwithprefixbefore"):
            next(words, None)
    return tuple(found)


def _dropped(option: str) -> bool:
    return option in _DROPPED or (option.startswith(_DROPPED_PREFIXES) and option != "-undef")
