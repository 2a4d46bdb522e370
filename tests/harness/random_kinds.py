"""How each kind of random programs is run; `python -m tests.harness.random_kinds KIND SEED` prints one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from mapper.transforms.names import NAMES
from tests.harness.compare import RELATIVE
from tests.harness.examples import STRICT
from tests.harness.grammar import program

CPU = {"MAPPER_DEVICE": "cpu"}
OPENCL = {"MAPPER_DEVICE": "opencl"}
DISCRETE = {"MAPPER_DEVICE": "opencl", "SEPARATE": "1"}
"""`SEPARATE` is this table's own: the device is one with memory of its own."""

# Random expressions compare things with themselves, and not every name that is declared gets used.
_NEEDLESS = (
    "unused bool-compare tautological-compare sign-compare maybe-uninitialized type-limits memset-elt-size".split()
)
Options = Sequence[str]


def _none(seed: int) -> Sequence[Options]:
    return [()]


def _some(seed: int) -> Sequence[Options]:
    """No option for most seeds; otherwise only some transformations, or all but one."""
    random = Random(seed)
    some = f"--passes={','.join(random.sample(NAMES, random.randint(1, 3)))}"
    return [random.choice([(), (), (some,), (f"-fno-{random.choice(NAMES)}",)])]


def _groups(seed: int) -> Sequence[Options]:
    """All transformations, or groups of those that change inner loops."""
    groups = ((), ("--passes=gang,interleave,split,rotate,unroll,vload",), ("--passes=promote,tile,gang,layout",))
    return [groups[seed % len(groups)]]


Loops = Sequence[Mapping[str, Any]]


def _offloaded(loops: Loops) -> bool:
    """Some loop has a device version."""
    return any(loop["offloadable"] for loop in loops)


def _all_offloaded(loops: Loops) -> bool:
    return all(loop["offloadable"] for loop in loops)


def _did(name: str) -> Callable[[Loops], bool]:
    """A transformation was used somewhere."""
    return lambda loops: any(
        each["name"] == name and each["refused"] is None for loop in loops for each in loop.get("transforms", ())
    )


@dataclass(frozen=True)
class Kind:
    """How programs of a kind are built and run.

    `seeds` of them run by default, each with every one of `options(seed)`, in the environments `runs`.  `shows`
    says of the loops of a program's report whether the program has what the kind is about.  `launched` is a part
    of the name of a loop that the last run must have launched.
    """

    seeds: int
    runs: Sequence[Mapping[str, str]]
    options: Callable[[int], Sequence[Options]] = _none
    flags: Sequence[str] = ("-std=gnu11", "-w")
    relative: float = RELATIVE
    shows: Callable[[Loops], bool] = _offloaded
    launched: str | None = None


_LANES = ({**OPENCL, "MAPPER_LANES": "1"}, {**OPENCL, "MAPPER_LANES": "32"}, {**DISCRETE, "MAPPER_LANES": "32"})


def _for_pass(name: str) -> Kind:
    """Programs that are made for a transformation run with and without it."""
    return Kind(2, _LANES, lambda seed: [(), (f"-fno-{name}",)])


KINDS: Mapping[str, Kind] = {
    "areas": Kind(
        3,
        # 4.5 million bytes are not enough for all arrays at once.
        (
            {**DISCRETE, "MAPPER_STAGING": "1"},
            {**DISCRETE, "MAPPER_STAGING": "0"},
            {**DISCRETE, "FAKE_MEMORY": "4500000"},
        ),
        shows=lambda loops: "need not be uploaded" in json.dumps(loops),
    ),
    "arrays": _for_pass("expand"),
    "bodies": _for_pass("stage"),
    "calls": Kind(4, (CPU, DISCRETE, {**OPENCL, "MAPPER_VERIFY": "1"}, OPENCL), launched="_fused"),
    "chains": Kind(
        4, (OPENCL, DISCRETE, {**DISCRETE, "MAPPER_FORCE": "*_2:cpu"}, CPU), relative=1e-4, shows=_did("scalars")
    ),
    "cursors": Kind(2, ({**OPENCL, "MAPPER_LANES": "32"}, DISCRETE)),
    "effects": Kind(2, _LANES[:2], _groups),
    "graphs": Kind(2, ({**DISCRETE, "MAPPER_LANES": "4"},)),
    "inexact": Kind(3, (CPU, OPENCL, DISCRETE), _some, relative=1e-5),
    "integers": Kind(3, (CPU, OPENCL, DISCRETE), _some),
    "library": Kind(3, (CPU, OPENCL, DISCRETE)),
    "neighbours": Kind(4, (OPENCL, DISCRETE, CPU), shows=lambda loops: any("kernel" in loop for loop in loops)),
    "nests": Kind(6, ({**OPENCL, "MAPPER_LANES": "2"}, DISCRETE), _some),
    "privates": Kind(3, (CPU, OPENCL, DISCRETE), _some),
    "programs": Kind(
        12,
        (CPU, OPENCL, {**DISCRETE, "MAPPER_DEVICE": "auto"}),
        flags=(*STRICT, *(f"-Wno-{name}" for name in _NEEDLESS)),
    ),
    "regions": Kind(3, (CPU, OPENCL, DISCRETE), _some),
    "rows": Kind(3, ({**_LANES[1], "MAPPER_COLLAPSE": "0"}, {**_LANES[1], "MAPPER_COLLAPSE": "1"})),
    "structures": Kind(3, (CPU, OPENCL, DISCRETE), _some),
    "tables": Kind(3, (CPU, OPENCL, DISCRETE, {**DISCRETE, "MAPPER_DEVICE": "auto"}), _some),
    "teams": Kind(3, (CPU, OPENCL, DISCRETE), _some),
    "windows": _for_pass("halo"),
}


if __name__ == "__main__":
    print(program(sys.argv[1], int(sys.argv[2])), end="")
