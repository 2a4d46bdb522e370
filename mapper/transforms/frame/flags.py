"""The words of command lines and of the environment that choose transformations."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from dataclasses import replace
from difflib import get_close_matches

from mapper.diagnostics import UsageError
from mapper.options import Options

ASSUMPTIONS = {"-fassume-private": True, "-fno-assume-private": False}
"""Whether private variables begin anew in each iteration (`Options.assume_private`)."""


def chosen(text: str, option: str, known: Collection[str]) -> list[str]:
    """The transformations that a list with commas names; for `--passes` it may be `none`.

    Raises:
        UsageError: it names none, or one that is not `known`.
    """
    if (option, text) == ("--passes", "none"):
        return []
    names = [name for name in text.split(",") if name]
    if not names or (unknown := [name for name in names if name not in known]):
        what = f"there is no transformation {unknown[0]}{meant(unknown[0], known)}" if names else "none is named"
        raise UsageError(f"{option}: {what}; they are {_listed(known)}")
    return names


def meant(word: str, known: Collection[str]) -> str:
    """A question in brackets where a word is nearly one of those that are known, else nothing."""
    near = get_close_matches(word, known, 1, 0.75)
    return f" (did you mean {near[0]}?)" if near else ""


def pass_options(text: str, known: Collection[str], base: Options, others: Collection[str] = ()) -> Options:
    """`base` with the transformations that `--passes=A,B`, `-fno-NAME` and `--dump-after=NAME` words ask for.

    `-fassume-private` is taken, too.  `others` are words that the caller takes, and that may have been meant.

    Raises:
        UsageError: there is another word among them.
    """
    disabled: set[str] = set()
    passes: frozenset[str] | None = None
    shown: list[str] = []
    assumed = base.assume_private
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"{str(error).lower()}: {text}") from None
    for word in words:
        option, _, value = word.partition("=")
        if option == "--passes":
            passes = frozenset(chosen(value, option, known))
        elif option == "--dump-after":
            shown += chosen(value, option, known)
        elif word in ASSUMPTIONS:
            assumed = ASSUMPTIONS[word]
        elif word.startswith("-fno-") and word[5:] in known:
            disabled.add(word[5:])
        elif word.startswith("-f") and word[2:] in known:
            disabled.discard(word[2:])
        else:
            flags = [f"-f{no}{name}" for name in known for no in ("", "no-")]
            question = meant(option, ["--passes", "--dump-after", *others, *ASSUMPTIONS, *flags])
            raise UsageError(f"{word} does not choose transformations{question}; they are {_listed(known)}")
    return replace(
        base, disabled=frozenset(disabled), passes=passes, dump_after=tuple(shown), assume_private=assumed
    )


def _listed(known: Collection[str]) -> str:
    return ", ".join(known) or "none so far"
