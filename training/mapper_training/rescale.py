"""A model for a platform of which only micro-benchmarks are known: another platform's prices, rescaled.

The price of each feature is multiplied by what the part of the machine that it represents costs here over what it
costs there.  Which side a ratio of expected seconds calls for is taken to be the same on devices of one type, so
the trees stay as they are.  A device of another type is judged by the expected seconds alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import exp, log
from typing import Any, Final

from mapper.diagnostics import fail
from mapper.features import schema
from mapper.model.tree import Leaf, Model, Sums
from mapper_training.weights import BLOCK, OPERATIONS, weights_of

TRAINER: Final = "rescale-1"

CPU: Final = {
    **{f"cpu_{kind}": f"cpu {kind}" for kind in OPERATIONS},
    **dict.fromkeys(
        ("cpu_mem", "cpu_near", "cpu_branches", "cpu_chain", "updates", "contended", "stepped"), "cpu int_ops"
    ),
    **dict.fromkeys(("cpu_far", "cpu_far_near", "fresh"), "cpu stream"),
    "cpu_loops": "cpu loop",
    **dict.fromkeys(("calls", "startup"), "cpu region"),
    "down": "download",
}
"""The part of a machine whose cost a feature's price on the CPU follows; those of `OPENCL` on the device.

Accesses that caches hold are as fast as the processor; those beyond them are as fast as memory.
"""

OPENCL: Final = {
    **{kind: f"opencl {kind}" for kind in OPERATIONS},
    **dict.fromkeys(
        ("branches", "int_atomics", "float_atomics", "local_int_atomics", "local_float_atomics"), "opencl int_ops"
    ),
    **dict.fromkeys(("mem", "coalesced", "work_items"), "opencl stream"),
    **dict.fromkeys(("launches", "steps"), "opencl loop"),
    "calls": "opencl region",
    "startup": "open",
    "up": "upload",
    "moving": "block",
}

COPIES: Final = ("upload", "download", "block")

LIMIT: Final = (
    "No program was run on this platform: the prices are those of {like}, rescaled by micro-benchmarks of both."
)


def rescaled(
    model: Model, there: Mapping[str, Any], here: Mapping[str, Any], platform: Mapping[str, str]
) -> Model:
    """`model`, which was trained where the micro-benchmarks `there` were measured, for the platform of `here`.

    Of costs that either of them lacks nothing changes.  Raises `MapperError` E023 where the model has no prices.
    """
    if model.prices is None and model.sums is None:
        fail("E023", f"the model {model.name} has no prices that micro-benchmarks could rescale")
    changes, known = dict(ratios(there, here)), dict(costs(here))
    copies = changes.get("upload", 1.0)
    if model.prices is not None and platform.get("type") != model.device_type:
        model = replace(model, kind="sums", trees=(Leaf(0.0),), base=0.0, sums=model.prices, prices=None)
    return replace(
        model,
        startup=model.startup * changes.get("open", 1.0),
        bandwidth=model.bandwidth / copies,
        platform=platform,
        weights=weights_of(here),
        data="",
        trainer=TRAINER,
        scores={},
        confusion={},
        limits=(LIMIT.format(like=model.name), *model.limits),
        sums=_rescaled(model.sums, changes, known),
        prices=_rescaled(model.prices, changes, known),
    )


def ratios(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """What each part that both have costs here, over what it costs there."""
    old = dict(costs(there))
    for part, seconds in costs(here):
        if part in old:
            yield part, seconds / old[part]


def costs(document: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Seconds that each part of a machine takes, as its `micro.json` says: for an operation, a byte, a launch."""
    for side in ("cpu", "opencl"):
        measured = document.get("operations", {}).get(side, {})
        launch = document.get("launch", {}).get(side, {})
        for kind, names in OPERATIONS.items():
            found = [measured.get(name) for name in names]
            if "float_add_seconds" in measured and all(found):
                mean = exp(sum(map(log, found)) / len(found))
                yield f"{side} {kind}", mean * measured["float_add_seconds"]
        stream = document.get("stream_bytes_per_second", {}).get(side)
        if stream:
            yield f"{side} stream", 1.0 / stream
        for part in ("loop", "region"):
            if launch.get(f"{part}_seconds"):
                yield f"{side} {part}", launch[f"{part}_seconds"]
    for direction in ("upload", "download"):
        copy = document.get("copy", {}).get(direction)
        if copy:
            yield direction, 1.0 / copy["bytes_per_second"]
    block = document.get("copy", {}).get(BLOCK)
    if block:
        yield "block", block
    opening = document.get("open", {}).get("seconds")
    if opening:
        yield "open", opening + document.get("build", {}).get("cached_seconds", 0.0)


def _rescaled(sums: Sums | None, changes: Mapping[str, float], known: Mapping[str, float]) -> Sums | None:
    """The prices times what the parts' costs change by.

    A copied byte or block, which has no cost there if memory is shared there, takes what is `known` of it here.
    """
    if sums is None:
        return None

    def priced(number: int, price: float, parts: Mapping[str, str]) -> float:
        part = parts.get(schema.NAMES[number], "")
        cost = known[part] if part in COPIES and part in known and part not in changes else price
        return float(f"{cost * changes.get(part, 1.0):.4g}")

    return replace(
        sums,
        cpu=tuple((number, priced(number, price, CPU)) for number, price in sums.cpu),
        opencl=tuple((number, priced(number, price, OPENCL)) for number, price in sums.opencl),
    )
