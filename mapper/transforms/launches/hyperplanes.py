"""`hyperplanes`: a sequential loop over planes with a pipeline in each is one over hyperplanes of all three loops.

The loops change in the tree of the source (`mapper.openmp.idioms.pipelines.hyperplanes`), and the translation
proves that they may; here the kernels are told apart.
"""

from __future__ import annotations

from mapper.ir.program.region import Program
from mapper.transforms.frame.base import Skewing
from mapper.transforms.names import HYPERPLANES as NAME

DONE = "it runs the points of a hyperplane of planes, rows and columns"
TRANSFORM = Skewing(NAME, "sweeps over planes with a pipeline in each go by hyperplanes")


def over_planes(program: Program) -> list[str]:
    """The loops that are over the points of hyperplanes, by id."""
    loops = (loop for region in program.regions for loop in region.loops)
    return sorted({each.id for each in loops if each.construct.directive.over_planes})
