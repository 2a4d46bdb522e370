"""The pages agree with the code: environment variables, options, transformations, links, packages, decisions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperCommand, TyperGroup

from mapper.commands.app import app
from mapper.transforms.names import NAMES

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
FOLDERS = ("docs", "mapper", "benchmarks", "data", "examples")
PAGES = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted((ROOT / folder).rglob("*.md")))]
VARIABLE = r"(?:MAPPER(?:_[A-Z]+)*|(?:XDG|OCL)_[A-Z_]+|OMP_TARGET_OFFLOAD|CUDA_MPS_PIPE_DIRECTORY|CC)"
NO_VARIABLES = {"MAPPER_RT_H"}  # written like variables, and are none


def text_of(*names: str) -> str:
    """Pages, one behind the other."""
    return "\n".join((DOCS / name).read_text(encoding="utf-8") for name in names)


def variables_of_code() -> set[str]:
    """What the code reads of the environment: names that stand alone in quotes."""
    sources = [path for pattern in ("*.c", "*.py", "*.j2") for path in (ROOT / "mapper").rglob(pattern)]
    found = re.findall(rf'"({VARIABLE})"', "\n".join(path.read_text(encoding="utf-8") for path in sources))
    return set(found)


def test_every_variable_that_is_read_has_an_entry() -> None:
    tables = text_of("environment.md", "commands/mapper-cc.md", "commands/compile.md", "commands/train.md")
    explained = set(re.findall(rf"`\$?({VARIABLE})(?:=\w+)?(?:/[\w/]+)?`", tables))
    assert variables_of_code() <= explained


def test_every_variable_of_the_pages_is_read() -> None:
    read = variables_of_code()
    for page in PAGES:
        named = set(re.findall(r"\bMAPPER(?:_[A-Z]+)+\b", page.read_text(encoding="utf-8"))) - NO_VARIABLES
        assert named <= read, page


def options_of(command: TyperCommand | TyperGroup) -> set[str]:
    """A command's options, those in its help text included."""
    own = {name for parameter in command.params for name in parameter.opts if name.startswith("-")}
    heads = re.findall(r"^  +(-[^ ,]+(?:, -[^ ,]+)*)", command.help or "", re.MULTILINE)
    return own | set(re.findall(r"(?<![\w-])-{1,2}[A-Za-z][\w-]*", " ".join(heads)))


def commands() -> Iterator[tuple[str, TyperCommand | TyperGroup]]:
    """Each command with its page's name."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    for name, command in group.commands.items():
        assert isinstance(command, TyperCommand | TyperGroup)
        yield name, command


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=[name for name, _ in commands()])
def test_options_of_a_page_and_of_the_command(name: str, command: TyperCommand | TyperGroup) -> None:
    page = text_of(f"commands/{name}.md")
    for option in options_of(command):
        assert re.search(rf"`(?:[^`]*[ ,])?{re.escape(option)}\b[^`]*`", page), f"{name}.md lacks {option}"
    own = [cell for cell in re.findall(r"^\| `(-[^|]*) \|", page, re.MULTILINE)]
    known = options_of(command) | {"-fNAME", "-fno-NAME"}
    for option in re.findall(r"(?<![\w-])-{1,2}[A-Za-z][\w-]*", " ".join(own)):
        assert option in known, f"mapper {name} has no {option}"


def test_transformations_stand_in_their_order() -> None:
    assert re.findall(r"^## ([\w-]+)$", text_of("transforms.md"), re.MULTILINE) == list(NAMES)
    assert re.findall(r"^\| \[([\w-]+)\]\(#\1\) \| ", text_of("transforms.md"), re.MULTILINE) == list(NAMES)


def anchor(heading: str) -> str:
    """The name that a heading gets as the target of links."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", text):
        if link.startswith("https://"):
            continue
        file, _, target = link.partition("#")
        place = (page.parent / file).resolve() if file else page
        assert place.exists(), f"{page}: {link}"
        if target:
            headings = re.findall(r"^#+ (.*)$", place.read_text(encoding="utf-8"), re.MULTILINE)
            assert target in map(anchor, headings), f"{page}: {link}"


def test_the_index_has_every_page() -> None:
    index = text_of("index.md")
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).as_posix()
        assert name == "index.md" or name.startswith("decisions/") or f"({name})" in index, name


def test_decisions_are_numbered() -> None:
    pages = sorted((DOCS / "decisions").iterdir())
    for number, page in enumerate(pages, 1):
        assert page.name.startswith(f"{number:04}-"), f"{page.name} should be number {number}"
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. "), page.name
        parts = re.findall(r"^## (Context|Decision|Consequences)$", text, re.MULTILINE)
        assert parts == ["Context", "Decision", "Consequences"], page.name


def packages() -> list[Path]:
    found = [path.parent for top in ("mapper", "training") for path in (ROOT / top).rglob("__init__.py")]
    return sorted(path for path in found if path != ROOT / "mapper")


@pytest.mark.parametrize("package", packages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_package_lists_what_is_in_it(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")))
    assert docstring is not None
    named = re.findall(r"^- `(\w+(?:\.py|/))`: \S", docstring, re.MULTILINE)
    files = {path.name for path in package.glob("*.py")} - {"__init__.py"}
    folders = {
        f"{path.parent.name}/" for pattern in ("__init__.py", "mrt_*.h") for path in package.glob(f"*/{pattern}")
    }
    assert sorted(named) == sorted(files | folders)


def test_the_map_has_every_package_and_names_files_that_exist() -> None:
    page = (ROOT / "mapper" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    found = [path for path in (ROOT / "mapper").iterdir() if path.suffix in ("", ".py") and path.name[0] != "_"]
    assert found
    for each in found:
        assert f"`{each.name}{'/' if each.is_dir() else ''}`" in page, each.name
    files = [f"/{path.relative_to(ROOT)}" for path in ROOT.glob("*")]
    files += [
        f"/{path.relative_to(ROOT)}"
        for folder in ("mapper", "training", "docs", "examples")
        for path in (ROOT / folder).rglob("*")
    ]
    for name in re.findall(r"`([\w./]+\.(?:py|c|h|toml|lark|md))`", page):
        assert any(file.endswith(f"/{name}") for file in files), name


def test_paths_in_pages_and_in_code_exist() -> None:
    """Of files in packages: `transforms/order.py`, `runtime/memory/small.c`."""
    tops = "|".join(path.name for path in (ROOT / "mapper").iterdir() if path.is_dir() and path.name[0] != "_")
    texts = [*PAGES, *(path for end in ("*.py", "*.c", "*.h") for path in (ROOT / "mapper").rglob(end))]
    named = {
        name
        for path in texts
        for name in re.findall(rf"`(?:mapper/)?((?:{tops})/[\w/]+\.(?:py|c|h))`", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 100
    assert not {name for name in named if not (ROOT / "mapper" / name).exists()}
