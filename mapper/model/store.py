"""Where models live: those that the user trained, and those that come with mapper.

A trained model is `NAME.json` in `$XDG_DATA_HOME/mapper/models` (`~/.local/share/mapper/models`); the file
`default` beside it holds the name of the one that was trained last.  Shipped ones are in `mapper/model/trees`.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mapper.diagnostics import Location, fail
from mapper.model.document import dumps, load
from mapper.model.tree import Model

SHIPPED = Path(__file__).parent / "trees"
SHIPPED_GPU, SHIPPED_CPU = "nvidia-h200", "pocl-2core"
"""The general models: of a GPU and of a processor that runs OpenCL."""
GPU_FILES = (Path("/dev/nvidiactl"), Path("/dev/kfd"))
"""Files that the GPU drivers of Linux make."""

MOST_MODELS = 8
"""Of one program; MRT_MAX_MODELS in `runtime/mapper_rt_descriptors.h`."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def user_folder() -> Path:
    """The folder of the user's own models (it need not exist)."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(base) / "mapper" / "models"


def names() -> list[str]:
    """All models that `find` can give, sorted."""
    found = {path.stem for folder in (user_folder(), SHIPPED) if folder.is_dir() for path in folder.glob("*.json")}
    return sorted(found)


def find(name: str) -> Path:
    """The file of a model by name, the user's own first; raises `MapperError` E022 where there is none."""
    for folder in (user_folder(), SHIPPED):
        path = folder / f"{name}.json"
        if _NAME.fullmatch(name) and path.is_file():
            return path
    known = ", ".join(names()) or "none"
    fail("E022", f"there is no model {name!r} (known: {known}); `mapper train --platform {name}` makes it")


def default_name() -> str:
    """The name of the model of this machine when none is asked for: the one trained last, else a shipped one."""
    shipped = SHIPPED_GPU if any(file.exists() for file in GPU_FILES) else SHIPPED_CPU
    return _trained_last() or shipped


def _trained_last() -> str | None:
    try:
        name = (user_folder() / "default").read_text(encoding="utf-8").strip()
    except OSError:
        return None
    return name if _NAME.fullmatch(name) and (user_folder() / f"{name}.json").is_file() else None


def choose(file: Path | None, name: str | None) -> tuple[Model, Path]:
    """The model for a compilation: a file, or a name, or the default; with the file that it came from."""
    path = file or find(name or default_name())
    return load(path), path


def choose_all(files: Sequence[Path], names: Sequence[str]) -> list[tuple[Model, Path]]:
    """The models for a compilation: of files, or by name, or the default ones; each with its file.

    Raises `MapperError` E025 where several can't be distinguished by their devices.
    """
    if not files and not names:
        return _defaults()
    chosen = [choose(file, None) for file in files] + [choose(None, name) for name in names]
    devices: dict[tuple[str, str], Model] = {}
    for model, path in chosen if len(chosen) > 1 else ():
        if model.device in ("", "none"):
            fail("E025", f"the model '{model.name}' does not say of which device it is", Location(str(path)))
        if other := devices.get((model.device, model.device_type)):
            message = (
                f"the models '{other.name}' and '{model.name}' are of one device, {model.device}; give one of them"
            )
            fail("E025", message, Location(str(path)))
        devices[model.device, model.device_type] = model
    if len(chosen) > MOST_MODELS:
        fail("E025", f"a program holds at most {MOST_MODELS} models, not {len(chosen)}")
    return chosen


def _defaults() -> list[tuple[Model, Path]]:
    """The user's default model, then the general ones of other devices.

    The program asks at run time which devices are there, so these don't depend on the machine that compiles.
    """
    own = _trained_last()
    chosen = [] if own is None else [choose(None, own)]
    if any(model.device in ("", "none") for model, _ in chosen):  # it can't be distinguished from others
        return chosen
    for name in (SHIPPED_GPU, SHIPPED_CPU):
        path = SHIPPED / f"{name}.json"
        model = load(path)
        if all((model.device, model.device_type) != (other.device, other.device_type) for other, _ in chosen):
            chosen.append((model, path))
    return chosen


def check_name(name: str) -> None:
    """Raise `MapperError` E022 for a name that can't be a file's."""
    if not _NAME.fullmatch(name):
        fail("E022", f"{name!r} can't name a model: use letters, digits, '.', '_' and '-'")


def save(model: Model, output: Path | None = None) -> Path:
    """Write a model, atomically: to `output`, or into the user's folder, where it becomes the default."""
    check_name(model.name)
    path = output or user_folder() / f"{model.name}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, dumps(model))
        if output is None:
            _write(user_folder() / "default", model.name + "\n")
    except OSError as error:
        fail("E005", f"can't write the model: {error.strerror}", Location(str(path)))
    return path


def _write(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():  # a terminal, a pipe, /dev/null: stays what it is
        path.write_text(text, encoding="utf-8")
        return
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise
