"""The front end's one entry: C source text -> `Unit`."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from mapper.diagnostics import Location, MapperError, fail
from mapper.frontend.gnu.attributes import hidden_attributes
from mapper.frontend.gnu.link_names import link_names
from mapper.frontend.gnu.normalise import Dialect, normalise
from mapper.frontend.gnu.old_c import add_implicit_int, predeclare
from mapper.frontend.gnu.rewrite import rewrite
from mapper.frontend.gnu.user_pragmas import user_pragmas
from mapper.frontend.tokens import columns, rawsource
from mapper.frontend.tokens.compiler import SyntaxCheck, preprocess
from mapper.frontend.tokens.data_model import other_types
from mapper.frontend.tokens.header_functions import without_unused_functions, without_unused_prototypes
from mapper.frontend.tokens.lexer import Entered, Lexeme, lex
from mapper.frontend.tokens.written_out import write_out
from mapper.frontend.tree.extents import find_extents
from mapper.frontend.tree.linkage import inherit_linkage
from mapper.frontend.tree.parse import parse
from mapper.frontend.tree.recover import LATER_WORD, recovered
from mapper.frontend.tree.unnamed import name_parameters
from mapper.ir.trees.unit import Opaque, Reading, SourceFile, Token, Unit
from mapper.process.depth import deep
from mapper.responsefiles import text_of_file

_UNSIGNED_CHAR = re.compile(r"^#define __CHAR_UNSIGNED__ 1$", re.MULTILINE)
_STRICT = re.compile(r"^#define __STRICT_ANSI__ 1$", re.MULTILINE)
_VERSION = re.compile(r"^#define __STDC_VERSION__ (\d+)L$", re.MULTILINE)


def load_unit(
    path: str,
    compiler: Sequence[str] = ("cc",),
    flags: Sequence[str] = (),
    original: str | None = None,
    opaque: Mapping[str, Opaque] | None = None,
    text: str | None = None,
    judged: bool = False,
) -> Unit:
    """Preprocess, normalise and parse one C source file.

    `compiler` and `flags` are the user's own.  `original` is the file that this one was made of, with the same
    lines and columns, and names by `#line`.  `text` is what `preprocess` has made of it already.  Unless `opaque`
    is None, functions that can't be parsed become opaque, and so do those that it names.  The compiler checks the
    source meanwhile; with `judged` only where mapper finds something wrong.

    Raises `MapperError`: E001 when the file can't be read, E002 when the compiler can't be run, E003 with the
    compiler's own errors, E004 when the source can't be parsed.
    """
    _read_or_fail(path)
    if text is None:
        text = preprocess(path, compiler, flags)
    with SyntaxCheck(path, compiler, flags, text) as check, _no_collection(), deep():
        if not judged:
            check.begin()
        try:
            unit = _build(text, path, tuple(compiler), tuple(flags), original, opaque)
        except MapperError:
            if errors := check.errors():
                raise MapperError(errors) from None
            raise
        if not judged and (errors := check.errors()):
            raise MapperError(errors)
    return unit


def library_unit(text: str) -> Unit:
    """The unit of the text of functions of the C library, which needs no preprocessor."""
    with _no_collection(), deep():
        return _build(text, "the C library", (), (), None, None)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the garbage collector away while many objects are made that all stay (a fourth of the time)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _build(
    text: str,
    path: str,
    compiler: tuple[str, ...],
    flags: tuple[str, ...],
    original: str | None,
    opaque: Mapping[str, Opaque] | None,
) -> Unit:
    lexed = lex(without_unused_prototypes(text), path)
    lexed.readings[0].file = original or path
    hidden = hidden_attributes(lexed.lexemes)
    names = link_names(lexed.lexemes)
    read = (name for name in lexed.files if name in (path, original) or name not in lexed.claimed)
    files = {name: SourceFile(name, content) for name in read if (content := text_of_file(name)) is not None}
    sources = {name: rawsource.scan(file.text) for name, file in files.items()}
    uses = columns.place(lexed, sources)
    texts = write_out(lexed.lexemes, uses, [sources.get(one.file) for one in lexed.readings])
    said = user_pragmas(lexed.lexemes)
    _later_words(lexed.lexemes, text, refuse=opaque is None)
    used = without_unused_functions(lexed.lexemes)
    tokens = _tokens(add_implicit_int(predeclare(normalise(used, _dialect(text, flags)))))
    if opaque is None:
        tree, left = parse(tokens, path), tuple[Opaque, ...]()
    else:
        tree, tokens, left = recovered(tokens, path, opaque)
    left += rewrite(tree, tokens)
    inherit_linkage(tree)
    name_parameters(tree)
    readings = tuple(
        Reading(
            one.file,
            one.parent,
            _include_line(sources, lexed.readings, one),
            texts.get(number, files[one.file].text if one.file in files else ""),
        )
        for number, one in enumerate(lexed.readings)
    )
    extents = find_extents(tree, tokens)
    return Unit(
        path,
        tree,
        tokens,
        files,
        extents,
        compiler,
        flags,
        readings=readings,
        hidden=hidden,
        other_types=other_types(text, [*compiler, *flags]),
        opaque=left,
        names=names,
        user_clauses=said,
        preprocessed=text,
    )


def _dialect(preprocessed: str, flags: Sequence[str]) -> Dialect:
    """What the macros that the compiler defines, and flags that define none, say of the language."""
    version = _VERSION.search(preprocessed)
    return Dialect(
        c23=version is not None and int(version[1]) >= 202000,
        unsigned_char=_UNSIGNED_CHAR.search(preprocessed) is not None,
        short_enums=_last_of(flags, "-fshort-enums", "-fno-short-enums"),
        packed=_last_of(flags, "-fpack-struct", "-fno-pack-struct"),
    )


def _later_words(lexemes: Sequence[Lexeme], preprocessed: str, *, refuse: bool) -> None:
    """Rename keywords that the user's C is too old for and has as names, or `refuse` them with E004."""
    version = _VERSION.search(preprocessed)
    number = int(version[1]) if version else 0
    strict = _STRICT.search(preprocessed) is not None
    words = {"restrict": not number, "inline": strict and not number, "typeof": strict and number < 202000}
    names = {word for word, is_name in words.items() if is_name}
    for lexeme in lexemes if names else ():
        if lexeme.text in names and not lexeme.system:
            if not refuse:
                lexeme.text = f"{LATER_WORD}{lexeme.text}"
                continue
            fail(
                "E004",
                f"`{lexeme.text}` is a keyword of later C, and can't be translated as a name",
                Location(lexeme.file, lexeme.line, lexeme.column),
            )


def _last_of(flags: Sequence[str], on: str, off: str) -> bool:
    """Whether the last of two opposite flags switches something on; `on` may have a value."""
    said = [flag.partition("=")[0] == on for flag in flags if flag.partition("=")[0] in (on, off)]
    return bool(said) and said[-1]


def _include_line(
    sources: Mapping[str, rawsource.RawSource], readings: Sequence[Entered], reading: Entered
) -> Location:
    """The place of the `#include` line of a reading; without a line if it can't be determined."""
    file, line = reading.behind
    source = sources.get(file)
    if source is None or source.renumbered or file != readings[reading.parent].file:
        return Location(file)
    found = [one for one in source.directives if one.name in rawsource.INCLUDES and one.last_line < line]
    return Location(file, found[-1].line, source.column_of(found[-1].start)) if found else Location(file)


def _tokens(lexemes: Iterable[Lexeme]) -> tuple[Token, ...]:
    return tuple(
        Token(
            one.text,
            one.kind,
            Location(one.file, one.line, one.column),
            one.expanded,
            one.system,
            one.attributed,
            one.at,
            one.reading,
        )
        for one in lexemes
    )


def _read_or_fail(path: str) -> None:
    try:
        with open(path, "rb") as file:
            file.read(1)
    except OSError as error:
        fail("E001", f"can't read '{path}': {error.strerror or error}", Location(path))
