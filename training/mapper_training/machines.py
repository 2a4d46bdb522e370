"""The machines that measure: this one, or the workers of a Dask scheduler, called through joblib.

Workers get programs as bytes and give results, so that they need mapper and a compiler, and no folder in common.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from joblib import Parallel, delayed, parallel_config

import mapper
from mapper.diagnostics import MapperError, fail
from mapper.runtime import fallback_loader
from mapper.runtime.machine import default_compiler, describe_machine
from mapper.runtime.probe import choose, probe
from mapper_training import gates
from mapper_training.building import FLAGS
from mapper_training.device import setting
from mapper_training.measure import LateError, RunError

ANSWER = 60.0
"""Seconds that a worker has for its answer beyond those that a call may take."""

CONNECT = 20.0
"""Seconds in which a scheduler must answer, and have a worker."""

MEMORY_SHARE = 0.6
"""The most of the host's or the device's memory that a program is expected to take."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_EXPECTED = (LateError, MapperError, RunError)


class LostError(Exception):
    """A worker gives no answer; the text names it and says why."""


@dataclass(frozen=True, slots=True)
class About:
    """What a machine says of itself.

    `boot` is the same for all workers of one machine (random(4), `boot_id`).  `platform` is all that decides how
    fast a loop runs there, `memory` the most bytes that a program may take, `busy` the reason why nothing may be
    measured there now, or empty.
    """

    boot: str
    version: str
    platform: dict[str, str]
    memory: float
    busy: str


def about() -> About:
    """This machine; raises `MapperError` E023 where it has no OpenCL device as `MAPPER_DEVICE` names it."""
    found = probe(fallback_loader())
    wanted = setting("opencl")
    device = choose(found.devices, wanted)
    if device is None:
        problem = found.problem or f"there is no OpenCL device for {wanted.removeprefix('opencl:')!r}"
        fail("E023", f"{problem}; `mapper doctor` says what there is")
    host = float(os.sysconf("SC_PAGE_SIZE")) * float(os.sysconf("SC_PHYS_PAGES"))
    return About(
        boot=_BOOT.read_text(encoding="ascii").strip() if _BOOT.exists() else "",
        version=mapper.__version__,
        platform={**describe_machine(found, default_compiler(), device), "flags": " ".join(FLAGS)},
        memory=MEMORY_SHARE * min(host, float(device.memory) or host),
        busy=gates.too_busy(gates.busy_processors(), os.cpu_count() or 1),
    )


@dataclass(frozen=True, slots=True)
class Machine:
    """`call(seconds, function, *arguments)` calls a function there that takes so many seconds at most.

    It raises what the function raises, and `LostError` where there is no answer.  `name` is empty for this
    machine.  `measuring` is held while something is measured there; workers of one machine share it.
    """

    name: str
    call: Callable[..., Any]
    measuring: Lock = field(default_factory=Lock)


@dataclass(frozen=True, slots=True)
class Machines:
    """Machines of one platform, in a fixed order."""

    all: tuple[Machine, ...]
    platform: dict[str, str]
    memory: float


@contextmanager
def machines(scheduler: str | None, *, busy: bool) -> Iterator[Machines]:
    """This machine, or those of the workers that a Dask scheduler has: an address, or its scheduler file.

    In the context joblib spreads its work over them.  Raises `MapperError` E023 where no scheduler or worker
    answers, where the machines are of different platforms, and, without `busy`, where one is busy.
    """
    if scheduler is None:
        yield _agreeing([Machine("", _here)], busy)
        return
    from distributed import Client  # an extra of its own

    try:
        name = {"scheduler_file" if Path(scheduler).is_file() else "address": scheduler}
        client = Client(**name, timeout=CONNECT, set_as_default=False)
        client.wait_for_workers(1, timeout=CONNECT)
    except (OSError, ValueError) as error:
        fail("E023", f"no Dask scheduler with workers answers at {scheduler}: {error}")
    with client, parallel_config(backend="dask", client=client):
        workers = [Machine(address, _caller(client, address)) for address in sorted(client.ncores())]
        yield _agreeing(workers, busy)


def _here(_: float, function: Callable[..., Any], *arguments: object) -> Any:
    return function(*arguments)


def _caller(client: Any, address: str) -> Callable[..., Any]:
    """`Machine.call` for one worker."""
    device = os.environ.get("MAPPER_DEVICE")
    environment = {} if device is None else {"MAPPER_DEVICE": device}

    def call(seconds: float, function: Callable[..., Any], *arguments: object) -> Any:
        task = delayed(_there)(environment, function, *arguments)
        try:
            with parallel_config(backend="dask", client=client, workers=[address], allow_other_workers=False):
                ((result, error),) = Parallel(timeout=seconds + ANSWER)([task])
        except Exception as lost:
            raise LostError(
                f"the Dask worker {address} gives no answer: {str(lost) or type(lost).__name__}"
            ) from lost
        if error is not None:
            raise error
        return result

    return call


def _there(
    environment: Mapping[str, str], function: Callable[..., Any], *arguments: object
) -> tuple[Any, Exception | None]:
    """Runs on the worker: what a function gives, or what it raises."""
    os.environ.update(environment)
    try:
        with parallel_config(backend="threading"):  # what it builds is built there
            return function(*arguments), None
    except _EXPECTED as error:
        return None, error


def _agreeing(found: Sequence[Machine], busy: bool) -> Machines:
    """The machines, if they are of one platform and run the same mapper."""
    answers = [_asked(machine) for machine in found]
    first = {"mapper": answers[0].version, **answers[0].platform}
    for machine, answer in zip(found, answers, strict=True):
        other = {"mapper": answer.version, **answer.platform}
        if differing := sorted(key for key in first if first[key] != other.get(key)):
            what = ", ".join(f"{key} {other.get(key)!r}, not {first[key]!r}" for key in differing)
            fail(
                "E023",
                f"the Dask worker {machine.name} is of another platform than {found[0].name}: {what}; train each "
                "platform by itself",
            )
        if answer.busy and not busy:
            fail("E023", f"{machine.name}: {answer.busy}" if machine.name else answer.busy)
    locks = {answer.boot: Lock() for answer in answers}
    return Machines(
        tuple(
            Machine(machine.name, machine.call, locks[answer.boot])
            for machine, answer in zip(found, answers, strict=True)
        ),
        answers[0].platform,
        min(answer.memory for answer in answers),
    )


def _asked(machine: Machine) -> About:
    try:
        answer: About = machine.call(0.0, about)
    except LostError as error:
        fail(
            "E023",
            f"{error}; scheduler and workers need the same mapper, Python and distributed as this machine: "
            f"pip install 'mapper-openmp[dask]=={mapper.__version__}'",
        )
    except MapperError as error:
        if not machine.name:
            raise
        fail("E023", f"the Dask worker {machine.name}: {error}")
    return answer
