"""What each extra of the package installs is known to the command that misses it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from mapper import cli

ROOT = Path(__file__).parents[3]
MODULES = {"scikit-learn": "sklearn"}


def packages(requirements: list[str]) -> set[str]:
    """The modules that requirements are for."""
    names = {re.split(r"[\[<>=!~ ]", each)[0] for each in requirements} - {"mapper-openmp"}
    return {MODULES.get(name, name) for name in names}


def test_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cli.EXTRAS.keys() == project["optional-dependencies"].keys() - {"all", "dev", "site"}
    for name, modules in cli.EXTRAS.items():
        assert set(modules) == packages(project["optional-dependencies"][name])
        assert not set(modules) & packages(project["dependencies"])


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("pandas", "pip install 'mapper-openmp[train]'"),
        ("sklearn.tree", "pip install 'mapper-openmp[train]'"),
        ("distributed", "pip install 'mapper-openmp[dask]'"),
        ("islpy", "pip install mapper-openmp"),
    ],
)
def test_missing_packages_are_told_with_the_command_that_installs_them(
    module: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_: list[str]) -> int:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr(cli, "_run", missing)
    assert cli.exit_code(["train"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("mapper: error: this Python (")
    assert told.endswith(f"has no package {module.partition('.')[0]}: {command}\n")
