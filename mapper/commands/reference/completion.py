"""`mapper completion`: scripts that let shells complete commands and options."""

from __future__ import annotations

from collections.abc import Sequence

from mapper.codes import ALL
from mapper.commands.reference.described import Described
from mapper.diagnostics import UsageError
from mapper.transforms.names import NAMES

SHELLS = ("bash", "zsh", "fish")

_BASH = """\
# Completion of mapper for bash, by `mapper completion bash`.
_mapper() {
  local word=${COMP_WORDS[COMP_CWORD]} words=
  case "${COMP_WORDS[*]:1:COMP_CWORD-1} " in
    " ") words="@COMMANDS@" ;;
@CASES@
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case $word in
    -*) ;;
    *) [ "$COMP_CWORD" -gt 1 ] && COMPREPLY+=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _mapper mapper
"""
_ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def script(shell: str, commands: Sequence[Described]) -> str:
    """The script for a shell; raises `UsageError` where there is none for it."""
    match shell:
        case "bash":
            return _bash(commands)
        case "zsh":
            return _ZSH + _bash(commands)
        case "fish":
            return _fish(commands)
    raise UsageError(f"there is no completion for {shell}: the shells are {', '.join(SHELLS)}")


def words_of(command: Described) -> list[str]:
    """What may be behind a command, beside files."""
    own = [name for option in command.options for name in option.names if "NAME" not in name]
    if command.name == "compile":
        own += [f"-fno-{name}" for name in NAMES]
    if command.name == "explain":
        own += ALL
    if command.name == "completion":
        own += SHELLS
    return list(dict.fromkeys([*own, "--help"]))


def _bash(commands: Sequence[Described]) -> str:
    cases = [f'    "{command.name} "*) words="{" ".join(words_of(command))}" ;;' for command in commands]
    groups: dict[str, list[str]] = {}
    for command in commands:
        first, _, second = command.name.partition(" ")
        groups.setdefault(first, []).extend([second] if second else [])
    cases += [f'    "{name} ") words="{" ".join(inner)}" ;;' for name, inner in groups.items() if inner]
    first = " ".join([*groups, "--help", "--version"])
    return _BASH.replace("@COMMANDS@", first).replace("@CASES@", "\n".join(cases))


def _fish(commands: Sequence[Described]) -> str:
    lines = ["# Completion of mapper for fish, by `mapper completion fish`."]
    for command in commands:
        first, _, second = command.name.partition(" ")
        if second:
            lines.append(f"complete -c mapper -n '__fish_use_subcommand' -a {first}")
            lines.append(f"complete -c mapper -n '__fish_seen_subcommand_from {first}' -a {second}")
        else:
            lines.append(f"complete -c mapper -n '__fish_use_subcommand' -a {first} -d {_quoted(command.summary)}")
        texts = {name: option.text for option in command.options for name in option.names}
        for word in words_of(command):
            described = f" -d {_quoted(texts[word])}" if texts.get(word) else ""
            lines.append(
                f"complete -c mapper -n '__fish_seen_subcommand_from {first}' {_fish_word(word)}{described}"
            )
    return "\n".join(lines) + "\n"


def _fish_word(word: str) -> str:
    """fish's words for an option of one letter, of two dashes, of gcc's kind, or for another word."""
    if word.startswith("--"):
        return f"-l {word[2:]}"
    if word.startswith("-"):
        return f"-s {word[1:]}" if len(word) == 2 else f"-o {word[1:]}"
    return f"-a {word}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
