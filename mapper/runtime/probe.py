"""What a mapped program would find on this machine: the OpenCL loader, platforms and devices.

The look-up goes through the same steps as the run-time library's loader (see docs/environment.md), and runs in a
process of its own, so that a driver that crashes can't take the compiler with it.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_PLATFORM_NAME = 0x0902
_DEVICE_TYPE, _UNITS, _MEMORY, _NAME = 0x1000, 0x1002, 0x101F, 0x102B
_DRIVER, _DOUBLE = 0x102D, 0x1032
VENDORS = "/etc/OpenCL/vendors"
_ALL, _GPU, _CPU = 0xFFFFFFFF, 1 << 2, 1 << 1


@dataclass(frozen=True, slots=True)
class Device:
    """One OpenCL device; `kind` is `gpu`, `cpu` or `other`, `memory` its global memory in bytes."""

    name: str
    platform: str
    driver: str
    kind: str
    units: int
    memory: int
    fp64: bool


@dataclass(frozen=True, slots=True)
class Driver:
    """What a file of the vendors folder names, and why that can't be loaded (empty where it can)."""

    file: str
    library: str
    problem: str


@dataclass(frozen=True, slots=True)
class Probe:
    """The loader that was found (None: none), the devices behind it, and what went wrong, if anything.

    `drivers` are those that the vendors folder names.
    """

    loader: str | None
    devices: tuple[Device, ...]
    problem: str | None = None
    drivers: tuple[Driver, ...] = ()


def probe(fallback: tuple[str, str] | None = None) -> Probe:
    """Look for OpenCL as a mapped program does; `fallback` is (loader, vendors folder) for bare systems."""
    command = [sys.executable, "-m", "mapper.runtime.probe", *(fallback or ())]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        found = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return Probe(None, (), "the OpenCL driver did not answer within 60 seconds")
    except json.JSONDecodeError:
        return Probe(None, (), f"the OpenCL driver crashed (exit status {done.returncode})")
    return Probe(
        found["loader"],
        tuple(Device(**device) for device in found["devices"]),
        found["problem"],
        tuple(Driver(**driver) for driver in found["drivers"]),
    )


def opencl_word(word: str) -> str:
    """A value of `MAPPER_DEVICE` that sends all loops to the device which such a value asks for."""
    return "opencl" if word.lower() in ("", "auto", "cpu") else word


def choose(devices: tuple[Device, ...], word: str = "opencl") -> Device | None:
    """The device that a program takes under such a `MAPPER_DEVICE`: the first GPU, otherwise the first one."""
    part = word[len("opencl:") :] if word.lower().startswith("opencl:") else word
    fitting = [device for device in devices if _fits(device, part.lower(), word.lower())]
    return next((d for d in fitting if d.kind == "gpu"), fitting[0] if fitting else None)


def _fits(device: Device, part: str, word: str) -> bool:
    if part in ("", "auto") or word in ("cpu", "opencl"):
        return True
    if part in ("gpu", "cpu"):
        return device.kind == part
    return part in device.name.lower() or part in device.platform.lower()


def _look(fallback: tuple[str, str] | None) -> Probe:
    chosen = os.environ.get("MAPPER_OPENCL_LIBRARY")
    names = [chosen] if chosen else ["libOpenCL.so.1", "libOpenCL.so", *(fallback[:1] if fallback else ())]
    for name in names:
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            if chosen:
                return Probe(None, (), f"MAPPER_OPENCL_LIBRARY={chosen} can't be loaded: {error}")
            continue
        if not hasattr(library, "clGetPlatformIDs"):
            return Probe(None, (), f"{name} is no OpenCL library")
        os.environ.setdefault("PYOPENCL_HOME", "")  # the wheel's loader reads it without a check
        if fallback and "OCL_ICD_VENDORS" not in os.environ and not _system_vendors():
            os.environ["OCL_ICD_VENDORS"] = fallback[1]
        devices = _devices(library)
        return Probe(name, devices, None if devices else "the loader finds no device", _drivers())
    return Probe(None, (), "no OpenCL loader (libOpenCL.so.1) is installed")


def _drivers() -> tuple[Driver, ...]:
    """What the files in the vendors folder name, and whether that can be loaded."""
    found = []
    folder = Path(os.environ.get("OCL_ICD_VENDORS") or VENDORS)
    for file in sorted(folder.glob("*.icd")) if folder.is_dir() else [folder] if folder.suffix == ".icd" else []:
        library, problem = "", ""
        try:
            library = file.read_text(encoding="utf-8", errors="replace").strip().partition("\n")[0]
            if library:
                ctypes.CDLL(library)
            else:
                problem = "it is empty"
        except OSError as error:
            problem = str(error)
        found.append(Driver(str(file), library, problem))
    return tuple(found)


def _system_vendors() -> bool:
    try:
        return any(name.endswith(".icd") for name in os.listdir(VENDORS))
    except OSError:
        return False


def _devices(library: Any) -> tuple[Device, ...]:
    found = []
    for platform in _handles(library.clGetPlatformIDs):
        for device in _handles(library.clGetDeviceIDs, ctypes.c_void_p(platform), ctypes.c_ulong(_ALL)):
            info = library.clGetDeviceInfo
            kind = _number(info, device, _DEVICE_TYPE)
            found.append(
                Device(
                    name=_text(info, device, _NAME),
                    platform=_text(library.clGetPlatformInfo, platform, _PLATFORM_NAME),
                    driver=_text(info, device, _DRIVER),
                    kind="cpu" if kind & _CPU else "gpu" if kind & _GPU else "other",
                    units=_number(info, device, _UNITS),
                    memory=_number(info, device, _MEMORY),
                    fp64=_number(info, device, _DOUBLE) != 0,
                )
            )
    return tuple(found)


def _handles(function: Any, *arguments: Any) -> list[int]:
    count = ctypes.c_uint(0)
    if function(*arguments, 0, None, ctypes.byref(count)) != 0 or not count.value:
        return []
    handles = (ctypes.c_void_p * count.value)()
    function(*arguments, count.value, handles, None)
    return [handle for handle in handles if handle]


def _text(function: Any, handle: int, what: int) -> str:
    buffer = ctypes.create_string_buffer(1024)
    if function(ctypes.c_void_p(handle), what, ctypes.c_size_t(len(buffer)), buffer, None) != 0:
        return ""
    return buffer.value.decode(errors="replace").strip()


def _number(function: Any, handle: int, what: int) -> int:
    value = ctypes.c_ulong(0)
    function(ctypes.c_void_p(handle), what, ctypes.c_size_t(ctypes.sizeof(value)), ctypes.byref(value), None)
    return value.value


if __name__ == "__main__":
    arguments = sys.argv[1:3]
    print(json.dumps(asdict(_look((arguments[0], arguments[1]) if len(arguments) == 2 else None))))
