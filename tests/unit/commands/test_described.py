"""Completion scripts and the manual page hold all commands and options, and work in bash and groff."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.commands.app import app
from mapper.commands.reference import completion, manual
from mapper.commands.reference.described import Option, described
from mapper.transforms.names import NAMES
from tests.unit.docs.test_pages import commands, options_of

COMMANDS = described(app)


def test_all_commands_and_options() -> None:
    assert [each.name.partition(" ")[0] for each in COMMANDS] == [name for name, _ in commands()]
    for name, command in commands():
        (found,) = (each for each in COMMANDS if each.name.partition(" ")[0] == name)
        names = {option for each in found.options for option in each.names}
        assert options_of(command) - {"--help"} <= names | {"-h"}, name
        assert found.summary
        assert all(line.startswith(f"mapper {found.name}") for line in found.usage)


def test_what_an_option_does() -> None:
    (compiling,) = (each for each in COMMANDS if each.name == "compile")
    assert (
        Option("-o FILE", "the executable (a.out), or what --emit writes (standard output)") in compiling.options
    )
    (platform,) = (each for each in compiling.options if each.head == "--platform NAME")
    assert platform.text.endswith("the program chooses among their devices, too")
    (training,) = (each for each in COMMANDS if each.name == "train")
    assert Option("--quick", "Fewer sizes, measured less often; under five minutes.") in training.options


def _completed(folder: Path, *words: str) -> set[str]:
    """What bash offers for a command line whose last word is begun."""
    line = " ".join(f"'{word}'" for word in words)
    program = (
        f"{completion.script('bash', COMMANDS)}\n"
        f"COMP_WORDS=(mapper {line}); COMP_CWORD={len(words)}; _mapper; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(["bash", "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["comp"], {"compile", "completion"}),
        (["--v"], {"--version"}),
        (["compile", "p.c", "--rep"], {"--report"}),
        (["compile", "p"], {"p.c", "p.h"}),
        (["compile", "-fno-unr"], {"-fno-unroll"}),
        (["explain", "K01"], {f"K01{digit}" for digit in range(10)}),
        (["model", ""], {"show", "p.c", "p.h"}),
        (["train", "--pl"], {"--platform"}),
        (["completion", "f"], {"fish"}),
    ],
)
def test_bash(words: list[str], expected: set[str], tmp_path: Path) -> None:
    for name in ("p.c", "p.h"):
        (tmp_path / name).touch()
    assert _completed(tmp_path, *words) == expected


def test_other_shells(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["completion", "zsh"]) == 0
    assert capsys.readouterr().out == "autoload -U +X bashcompinit && bashcompinit\n" + completion.script(
        "bash", COMMANDS
    )
    fish = completion.script("fish", COMMANDS).splitlines()
    assert all(
        re.fullmatch(r"(#.*|complete -c mapper -n '[^']*' -[aslo] \S+( -d '(\\'|[^'])*')?)", line) for line in fish
    )
    words = {line.partition("-o ")[2].split()[0] for line in fish if " -o " in line}
    assert {f"fno-{name}" for name in NAMES} <= words
    assert exit_code(["completion", "tcsh"]) == 2
    assert "there is no completion for tcsh: the shells are bash, zsh, fish" in capsys.readouterr().err


def test_the_manual_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["man"]) == 0
    page = capsys.readouterr().out
    assert page == manual.page(COMMANDS)
    for title in ("NAME", "SYNOPSIS", "COMMANDS", "ENVIRONMENT", "SEE ALSO"):
        assert re.search(rf'^\.SH "?{title}"?$', page, re.MULTILINE)
    for command in COMMANDS:
        assert f'.SS "mapper {command.name}"\n' in page
    if shutil.which("groff") is not None:
        words = ["groff", "-man", "-ww", "-z", "-Tutf8"]
        assert subprocess.run(words, input=page, capture_output=True, text=True, check=True).stderr == ""
