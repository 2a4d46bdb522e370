"""`mapper-cc -c`: the object is the wrapped compiler's; a section with a record for the link step is added.

The source is preprocessed a second time, while the compiler is at work.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePath

from mapper.cc import wrapped
from mapper.cc.program import record
from mapper.cc.program.record import Record, make_record
from mapper.cc.words import C_SOURCE, Command
from mapper.objects.elf import Elf, NotElfError


def compile_objects(command: Command, arguments: Sequence[str]) -> int:
    """Compile as the wrapped compiler does, and store the records; its exit status."""
    compiler = wrapped.start(arguments)
    records = [make_record(command, source) for source in command.inputs(C_SOURCE)]
    status = wrapped.exit_status(compiler.wait())
    if status == 0:
        for made in records:
            target = Path(command.output or PurePath(made.source).stem + ".o") if made else None
            if made and target and target.is_file():
                _store(made, target)
    return status


def _store(made: Record, target: Path) -> None:
    """Add the record to an object; without one the object is as good, but is not translated."""
    try:
        names = Elf(target.read_bytes()).names()
    except (OSError, NotElfError):
        return  # an object for another kind of machine, or for the compiler's own linker
    made = made._replace(names=record.names_digest(names.defined, names.undefined))
    sections = {record.SECTION: record.encode(made)}
    if made.has_regions and "-w" not in made.flags:
        sections[record.REMARK_SECTION] = record.REMARK.encode()
    command = [_objcopy()]
    try:
        with tempfile.TemporaryDirectory(prefix="mapper-") as folder:
            for number, (name, contents) in enumerate(sections.items()):
                file = Path(folder, str(number))
                file.write_bytes(contents)
                command += ["--add-section", f"{name}={file}", "--set-section-flags", f"{name}=readonly,exclude"]
            command.append(os.path.abspath(target))
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        return wrapped.warn(
            f"{target} can't be translated later: {error.filename or command[0]}: {error.strerror}"
        )
    if done.returncode:
        wrapped.warn(f"{target} can't be translated later: {done.stderr.strip().partition(chr(10))[0]}")
    return None


def _objcopy() -> str:
    """The tool of this name that fits the wrapped compiler."""
    status, text = wrapped.answer(["-print-prog-name=objcopy"])
    return text.strip() if status == 0 and text.strip() else "objcopy"
