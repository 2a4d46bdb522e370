"""All transformations, in the order in which they run: the one place that says so."""

from __future__ import annotations

from mapper.transforms import interchange, nest
from mapper.transforms.base import Transform
from mapper.transforms.unroll import UNROLL

ORDER: tuple[Transform, ...] = (nest.TRANSFORM, interchange.TRANSFORM, UNROLL)

NAMES = tuple(each.name for each in ORDER)
"""What `-fno-NAME`, `--passes` and `--dump-after` take."""
