"""Keeps the GPU open beside programs that are timed one after another.

Opening a device that another process has open takes an NVIDIA driver 0.15 s instead of 0.25, and closing it less,
too; the timed part of the programs does not change.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_GPU = 1 << 2


@contextmanager
def device() -> Iterator[None]:
    """While this is entered, a process of its own holds a context of each GPU and does nothing."""
    command = [sys.executable, "-m", "benchmarks.harness.hold"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as holder:
        try:
            yield
        finally:
            assert holder.stdin is not None
            holder.stdin.close()


def _open(library: ctypes.CDLL) -> None:
    library.clCreateContext.restype = ctypes.c_void_p
    platforms, count = (ctypes.c_void_p * 16)(), ctypes.c_uint(0)
    library.clGetPlatformIDs(16, platforms, ctypes.byref(count))
    for platform in platforms[: count.value]:
        devices, found = (ctypes.c_void_p * 16)(), ctypes.c_uint(0)
        kind = ctypes.c_ulong(_GPU)
        library.clGetDeviceIDs(ctypes.c_void_p(platform), kind, 16, devices, ctypes.byref(found))
        if found.value:
            library.clCreateContext(None, found.value, devices, None, None, None)


def main() -> int:
    """Hold until standard input ends."""
    for name in (os.environ.get("MAPPER_OPENCL_LIBRARY"), "libOpenCL.so.1", "libOpenCL.so"):
        try:
            library = ctypes.CDLL(name) if name else None
        except OSError:
            continue
        if library is not None:
            _open(library)
            break
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
