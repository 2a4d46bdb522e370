"""`python -m tests.harness.build_server LIBRARY`: builds kernels into PoCL's cache, before programs need them.

What PoCL does for the first build of a process takes four times as long as all others: it reads its library of
built-in functions. This process has read it. It prints the name of its socket, an abstract one, takes options and
text, each with a zero byte behind it, and closes the connection when it has built them. What can't be built is
left to the program, which says why. `build_client.c` is the other side.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import socket
import sys
import threading

_PLATFORM_VERSION = 0x0901
_ALL = 0xFFFFFFFF
LAST_BAD_LLVM = 14
"""Up to this one the run-time library (device.c) names a way to make work-groups; PoCL's cache depends on it."""
_TRIVIAL = b"__kernel void trivial(__global int *a) { a[0] = 1; }"


class Builder:
    """PoCL's device, and a context that lives as long as the process."""

    def __init__(self, loader: str) -> None:
        self.cl = ctypes.CDLL(loader)
        for name in ("clCreateContext", "clCreateProgramWithSource"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        self.device = self._device()
        self.context = ctypes.c_void_p(
            self.cl.clCreateContext(None, 1, ctypes.byref(self.device), None, None, None)
        )

    def _device(self) -> ctypes.c_void_p:
        """The first device of PoCL; raises `LookupError` where there is none."""
        platforms, count = (ctypes.c_void_p * 16)(), ctypes.c_uint()
        self.cl.clGetPlatformIDs(16, platforms, ctypes.byref(count))
        for platform in platforms[: min(16, count.value)]:
            text, device = ctypes.create_string_buffer(1000), ctypes.c_void_p()
            self.cl.clGetPlatformInfo(ctypes.c_void_p(platform), _PLATFORM_VERSION, 1000, text, None)
            version = text.value.decode()
            if "PoCL" in version and not self.cl.clGetDeviceIDs(
                ctypes.c_void_p(platform), ctypes.c_uint64(_ALL), 1, ctypes.byref(device), None
            ):
                llvm = re.search(r"LLVM (\d+)", version)
                if llvm and int(llvm[1]) <= LAST_BAD_LLVM:
                    os.environ["POCL_WORK_GROUP_METHOD"] = "workitemloops"
                return device
        raise LookupError("no device of PoCL")

    def build(self, options: bytes, text: bytes) -> None:
        """Build a program, whatever comes of it."""
        source = ctypes.c_char_p(text)
        program = ctypes.c_void_p(
            self.cl.clCreateProgramWithSource(self.context, 1, ctypes.byref(source), None, None)
        )
        self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), options, None, None)
        self.cl.clReleaseProgram(program)


def main() -> None:
    """Answer requests until standard input ends."""
    builder = Builder(sys.argv[1])
    name = f"mapper-tests-{os.getpid()}"
    server = socket.socket(socket.AF_UNIX)
    server.bind(f"\0{name}")
    server.listen(100)
    print(name, flush=True)
    threading.Thread(target=_end_with_input, daemon=True).start()
    builder.build(b"", _TRIVIAL)
    while True:
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):  # the program may have been ended
            request = connection.makefile("rb").read().split(b"\0")
            if len(request) == 3:
                builder.build(request[0], request[1])


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
