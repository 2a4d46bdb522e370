"""The part of `mapper train` that predicts a platform by micro-benchmarks alone."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from pathlib import Path

from rich.console import Console

from mapper.diagnostics import Location, fail
from mapper.model import store
from mapper.model.document import load
from mapper.model.tree import Model
from mapper_training.evaluate import DATA
from mapper_training.micro import FILE
from mapper_training.rescale import ratios, rescaled
from mapper_training.tablefile import read_json

MINUTES = 10.0
"""What building and running the micro-benchmarks takes at most."""


def like(name: str | None, platform: Mapping[str, str]) -> Model:
    """The model of this name; without one, the shipped one of the same type of device and nearest in threads.

    Raises `MapperError` E022 where there is no such model, E023 where none that is shipped has this type.
    """
    if name is not None:
        return load(store.find(name))
    shipped = [load(path) for path in sorted(store.SHIPPED.glob("*.json"))]
    alike = [model for model in shipped if model.device_type == platform["type"]]
    if not alike:
        fail(
            "E023", f"no model that is shipped is of a device of the type {platform['type']!r}; name one by --like"
        )
    threads = int(platform["threads"])
    return min(alike, key=lambda model: abs(log(max(model.threads, 1) / threads)))


def predicted(model: Model, platform: Mapping[str, str], folder: Path, console: Console) -> Model:
    """`model` for the platform whose micro-benchmarks are in `folder`; prints what costs more or less here.

    Raises `MapperError` E023 where those of either platform are not there.
    """
    there, here = _read(_folder_of(model.name)), _read(folder)
    for part, ratio in ratios(there, here):
        console.print(f"  {part:<18} {ratio:10.4g} times what it costs on {model.name}", highlight=False)
    return rescaled(model, there, here, platform)


def _folder_of(name: str) -> Path:
    """Where the measured data of a model are: the user's own, or those that come with mapper."""
    own = store.user_folder().parent / "data" / name
    return own if (own / FILE).is_file() else DATA / name


def _read(folder: Path) -> Mapping[str, object]:
    path = folder / FILE
    if not path.is_file():
        fail("E023", "there are no micro-benchmarks to rescale prices by", Location(str(path)))
    return read_json(path, "E023")
