"""Which device the measured programs run on: the one that `MAPPER_DEVICE` names, as for any mapped program."""

from __future__ import annotations

import os

from mapper.runtime.probe import opencl_word


def setting(side: str) -> str:
    """The value of `MAPPER_DEVICE` for a run on one side, `cpu` or `opencl`."""
    return side if side == "cpu" else opencl_word(os.environ.get("MAPPER_DEVICE", ""))
