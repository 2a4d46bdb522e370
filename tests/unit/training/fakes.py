"""Made-up programs and profiles, so that collecting can be tested without running anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mapper.features import schema
from mapper_training.config import Config, Point
from mapper_training.measure import Result, RunError, Sample, measure
from mapper_training.profiles import Moved

PLATFORM = {"cpu": "a processor", "threads": "4", "device": "a device", "flags": "-O3"}


def config(*sizes: int, **changes: Any) -> Config:
    """A suite of the program `p`; `changes` replace what is set here."""
    values: dict[str, Any] = {
        "seed": 1,
        "depth": 3,
        "minutes": 60.0,
        "limit": 1e9,
        "calls": 2,
        "runs": 3,
        "precision": 0.1,
        "programs": {"p": sizes},
    }
    return Config(**{**values, **changes})


def raw(size: float) -> tuple[float, ...]:
    """A vector of raw features."""
    return (float(size),) * len(schema.RAW_NAMES)


class Machine:
    """Runs nothing: a call takes `seconds(point)` on the CPU and twice that with OpenCL; time passes as it runs.

    `noise` are factors of the seconds of successive runs with OpenCL, the last for ever.
    """

    def __init__(
        self,
        seconds: Callable[[Point], float] = lambda point: float(point.size),
        wrong: Sequence[int] = (),
        broken: Sequence[int] = (),
        noise: Sequence[float] = (1.0,),
        memory: Callable[[Point], int] = lambda point: 1000,
    ) -> None:
        self.seconds, self.wrong, self.broken, self.memory = seconds, wrong, broken, memory
        self.noise = list(noise)
        self.runs: list[tuple[str, str, int, str]] = []
        self.now = 0.0

    def clock(self) -> float:
        """Seconds that have passed."""
        return self.now

    def measuring(self, settings: Config) -> Callable[[Point, int], Result]:
        """Measures a point, for `collect`."""
        return lambda point, calls: measure(point, calls, settings, self)

    def __call__(self, point: Point, calls: int, device: str, clocks: bool) -> Sample:
        """Run one point; clocks make launches slower."""
        self.runs.append((point.program, point.arguments, calls, device))
        if point.size in self.broken:
            raise RunError("out of memory")
        seconds = self.seconds(point) * calls
        if device == "opencl":
            seconds *= 2 * (5.0 if clocks else self.noise[0])
            self.noise = self.noise if clocks else self.noise[1:] or self.noise
        self.now += seconds
        return Sample(
            output=f"{point.size + (device == 'opencl' and point.size in self.wrong)}",
            times={("r", raw(point.size)): (calls, seconds)},
            moved={"r": Moved(calls, 8.0, 0.5, 4.0, 0.25, 0.125)} if device == "opencl" else {},
            startup=0.25 if device == "opencl" else 0.0,
            whole=seconds,
            memory=self.memory(point),
        )


def profile(device: str, seconds: dict[tuple[str, str, float], float], startup: float = 0.2) -> dict[str, Any]:
    """A document of MAPPER_PROFILE: two calls for each (file, region, size), of so many seconds each."""
    regions: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for (file, region, size), each in seconds.items():
        calls = {name: {"calls": 0, "seconds": 0.0, "first": 0.0} for name in ("cpu", "opencl")}
        calls[device] = {"calls": 2, "seconds": 2 * each, "first": 0.0}
        values = [*raw(size), *[0.0] * (len(schema.NAMES) - len(schema.RAW_NAMES))]
        regions.setdefault((file, region), []).append({"values": values, **calls})
    cost = {"count": 2, "bytes": 16, "seconds": 1.0}
    return {
        "schema": 1,
        "device": {"name": "a device", "startup_seconds": startup} if device == "opencl" else None,
        "regions": [
            {
                "id": region,
                "file": file,
                "opencl": {"calls": 2 if device == "opencl" else 0, "seconds": 1.0},
                **{name: cost for name in ("kernel", "upload", "download")},
                "feature_names": list(schema.NAMES),
                "vectors": vectors,
            }
            for (file, region), vectors in regions.items()
        ],
    }
