"""The fixture of all tests of `mapper-cc`: an empty project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cc.project import MAPPER_CC, Project
from tests.harness.opencl import Environment


@pytest.fixture
def project(tmp_path: Path, environment: Environment) -> Project:
    """An empty folder whose name has a blank, as users' folders do."""
    assert MAPPER_CC.exists(), "the script mapper-cc is missing: install the project again"
    folder = tmp_path / "a project"
    folder.mkdir()
    return Project(folder, environment)
