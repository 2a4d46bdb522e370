"""What distinguishes one platform from another: processor, threads, OpenCL device, driver, C compiler."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from mapper.runtime.probe import Device, Probe, choose

SAME_PLATFORM = ("cpu", "threads", "device")
"""The entries that must agree for a model to count as trained on this platform."""


def describe_machine(found: Probe, compiler: Sequence[str], device: Device | None = None) -> dict[str, str]:
    """Names and versions of what decides how fast a loop runs here; stable between runs on one machine.

    The OpenCL device is `device`, or the one that mapped programs take by default.
    """
    device = device or choose(found.devices)
    return {
        "cpu": processor_name(),
        "threads": str(len(os.sched_getaffinity(0))),
        "device": device.name if device else "none",
        "type": device.kind if device else "none",
        "driver": f"{device.platform} {device.driver}" if device else "none",
        "compiler": compiler_version(compiler) or "none",
        "system": f"{platform.system()} {platform.machine()}",
    }


def differences(model: Mapping[str, str], machine: Mapping[str, str]) -> list[str]:
    """In which of `SAME_PLATFORM` a model's platform differs from this machine, as phrases for a warning."""
    return [
        f"{key} {model.get(key, 'unknown')!r} there, {machine.get(key)!r} here"
        for key in SAME_PLATFORM
        if model.get(key) != machine.get(key)
    ]


def device_of(model: Mapping[str, str], found: Probe) -> Device | None:
    """The device here that a model's platform names, if there is one."""
    return next((device for device in found.devices if device.name == model.get("device")), None)


def default_compiler() -> list[str]:
    """The user's C compiler: $CC, else cc."""
    return shlex.split(os.environ.get("CC", "")) or ["cc"]


def processor_name() -> str:
    """The processor's model name, from /proc/cpuinfo."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    for line in text.splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def compiler_version(compiler: Sequence[str]) -> str | None:
    """The first line of `cc --version`, or None where it can't be run."""
    try:
        done = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.splitlines()[0].strip() if done.returncode == 0 and done.stdout else None
