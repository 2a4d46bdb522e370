"""Small programs in the styles of old scientific codes, as they are in `codes`, built with `make CC=mapper-cc`.

`finite_volume` has a static library, a generated header, `-include` and `-D`, its own allocator, pointers to
functions and structures handed down; `molecular_dynamics` is in K&R C with bit-fields and cell lists; `image` in
C90, with unions, bytes and histograms.  `lattice` has a configure script, lists of macros that are included
several times, and flags in unions; `waves` K&R C with matrices whose rows begin at 1 and pointers that walk along
them; `elements` tables of structures in a file without loops, colours of elements and pointers to functions;
`transport` counts particles in structures of bit-fields; `pixels` are unions, worked on by GNU macros.
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
             "histo_equalise_1", "colour_grey_1", "colour_pack_1", "filter_sobel_1", "histo_checksum_1"},
        ),
        (
            "lattice",
            "prog",
            {"lattice_lattice_census_1", "lattice_lattice_equilibrium_1", "lattice_lattice_geometry_1",
             "lattice_lattice_geometry_2", "lattice_lattice_macro_1", "lattice_lattice_mass_1",
             "lattice_lattice_speed_1", "lattice_stream_and_collide_1"},
        ),
        (
            "waves",
            "prog",
            {"seis_main_1", "seis_main_2", "update_energy_1", "update_update_s_1", "update_update_v_1"},
        ),
        (
            "elements",
            "prog",
            {"element_assemble_1", "element_assemble_2", "element_assemble_3", "element_stresses_1",
             "mesh_csr_pattern_1", "mesh_mesh_rectangle_1", "mesh_mesh_rectangle_2", "solver_axpy_1",
             "solver_cg_1", "solver_cg_3", "solver_cg_4", "solver_dot_1", "solver_jacobi_1", "solver_jacobi_2",
             "solver_multiply_1"},
        ),
        ("transport", "prog", {"mc_histories_1", "mc_integral_1"}),
        (
            "pixels",
            "prog",
            {"image_adler_1", "image_blur_1", "image_from_planes_1", "image_image_fill_1", "image_invert_1",
             "image_premultiply_1", "image_swap_channels_1", "image_to_planes_1", "image_tone_1",
             "image_transpose_1"},
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
    assert "on the CPU:" not in done.err
    rows = [line.split() for line in done.err.splitlines()]
    assert {row[0] for row in rows if len(row) > 2 and row[1] == "OpenCL"} == regions
