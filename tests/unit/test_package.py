"""What the wheel holds: packages with names of our own, every file that they read, and what compiling needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import mapper

ROOT = Path(__file__).parents[2]
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = {"mapper": ROOT, "mapper_training": ROOT / "training"}
"""Where each package's folder is."""
COMPILING = {"pycparser", "islpy", "jinja2", "typer", "rich"}


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[>=<]", requirement)[0] for requirement in requirements}


def test_no_package_has_a_general_name() -> None:
    patterns = PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {pattern.partition(".")[0] for pattern in patterns} == set(PACKAGES)


def _folder_of(package: Path) -> Path:
    """The folder in which a package's outermost one is."""
    return next(folder for folder in sorted(PACKAGES.values(), reverse=True) if package.is_relative_to(folder))


def _is_packed(package: Path, file: Path) -> bool:
    """Whether a pattern of the package, or of one around it, takes a file that is not Python's."""
    data = PROJECT["tool"]["setuptools"]["package-data"]
    while package not in PACKAGES.values():
        name = ".".join(package.relative_to(_folder_of(package)).parts)
        if any(file in package.glob(pattern) for pattern in data.get(name, ())):
            return True
        package = package.parent
    return False


def test_every_file_is_packed() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "mapper", "training", "data"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        file = ROOT / name
        if name.startswith("data/"):
            file = ROOT / "training" / "mapper_training" / name
        if file.suffix in (".py", ".md") or file.is_dir():
            continue
        assert _is_packed(file.parent, file), f"{name} is not in the wheel"


def test_compiling_needs_six_packages() -> None:
    project = PROJECT["project"]
    assert _names(project["dependencies"]) == COMPILING
    assert set(project["optional-dependencies"]) == {"train", "pocl", "evaluate", "dask", "all", "dev", "site"}
    code = (
        "import sys, mapper.cli, mapper.commands.app, mapper.commands.compile\n"
        "import mapper.cc.link, mapper.cc.translate\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"numpy", "scipy", "sklearn", "pandas", "joblib", "matplotlib", "networkx", "pyopencl", "distributed"}
    assert not heavy & set(done.stdout.split())


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == mapper.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", changes, re.MULTILINE)[0] == mapper.__version__
    assert f"version: {mapper.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_workflow_runs_the_commands_of_the_first_page() -> None:
    workflow = (ROOT / ".github" / "workflows" / "readme.yml").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ (?:\. \S+|(.+))$", readme, re.MULTILINE)
    commands = [command for command in shown if command]
    assert len(commands) >= 3
    for command in commands:
        assert command in workflow


def test_python_files_import_no_general_package() -> None:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
            assert not {name.partition(".")[0] for name in names} & {"training", "benchmarks", "tests"}, file
