"""Writes the texts that `mapper compile` was asked for, made now or kept from an earlier time."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from mapper import build
from mapper.options import Options

REPORT = "report"
EMITTED = "emitted"


def write_texts(options: Options, texts: Mapping[str, str]) -> None:
    """Write the report where `--report` says, and the emitted text to the output, or to standard output."""
    if options.report is not None:
        _write(None if str(options.report) == "-" else options.report, texts[REPORT])
    if EMITTED in texts:
        _write(options.output, texts[EMITTED])


def _write(output: Path | None, text: str) -> None:
    if output is not None:
        build.write_text(output, text)
        return
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stdout.flush()
    except OSError as error:
        error.filename = "standard output"
        raise
