"""Small programs in the styles of old scientific codes, as they stand in `codes`, built with `make CC=mapper-cc`.

`finite_volume` has a static library, a generated header, `-include` and `-D`, its own allocator, pointers to
functions and structures handed down; `molecular_dynamics` is in K&R C with bit-fields and cell lists; `image` in
C90, with unions, bytes and histograms.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cc.project import Project

pytestmark = pytest.mark.opencl

CODES = Path(__file__).parent / "codes"


@pytest.mark.parametrize(
    ("name", "program", "regions"),
    [
        (
            "finite_volume",
            "fv",
            {"mesh_mesh_make_1", "mesh_mesh_make_2", "step_flow_init_1", "step_flow_step_1", "step_flow_step_2",
             "step_gradients_1", "step_residual_1", "step_residual_2"},
        ),
        (
            "molecular_dynamics",
            "md",
            {"cells_build_cells_1", "cells_build_cells_2", "cells_build_lists_1", "force_forces_1", "md_moved_1",
             "md_remember_1", "md_verlet1_1", "md_verlet2_1"},
        ),
        (
            "image",
            "pipe",
            {"pipe_synth_1", "filter_blur_1", "filter_sharpen_1", "colour_gamma_adjust_1", "filter_median3_1",
             "histo_equalise_1", "colour_grey_1", "filter_sobel_1", "histo_checksum_1"},
        ),
    ],
)  # fmt: skip
def test_codes(project: Project, name: str, program: str, regions: set[str]) -> None:
    for folder, compiler in (("plain", "cc"), ("mapped", "mapper-cc")):
        shutil.copytree(CODES / name, project.folder / folder)
        done = project.run("make", f"CC={compiler}", folder=folder)
        assert done.status == 0, done.err
        assert "mapper" not in done.err
    says = project.run(f"./{program}", folder="plain").out
    assert says
    for device in ("cpu", "opencl"):
        done = project.run(f"./{program}", folder="mapped", MAPPER_DEVICE=device, MAPPER_INFO="1")
        assert (done.status, done.out) == (0, says), done.err
    rows = [line.split() for line in done.err.splitlines()]
    assert {row[0] for row in rows if len(row) > 2 and row[1] == "OpenCL"} == regions
