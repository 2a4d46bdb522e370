"""Rows that tables lead to: launches find out whether they overlap, as far as the longest one reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.launches import launches
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def test_rows_of_triangles_in_blocks_of_their_own_are_apart(tmp_path: Path, environment: Environment) -> None:
    """Two launches each: those for rows that are packed in one block are refused."""
    assert launches("nest_triangle_rows", tmp_path, environment, environment.on("opencl")) == [(4, 2)]
