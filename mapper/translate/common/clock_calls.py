"""Functions of the C and OpenMP libraries that ask for the time, which devices do not have."""

from __future__ import annotations

CLOCKS = {
    **{"clock": 0, "clock_gettime": 2, "getrusage": 2, "gettimeofday": 2},
    **{"omp_get_wtime": 0, "time": 1, "times": 1, "timespec_get": 2},
}
"""How many parameters they have.  The run-time library has each of them with `__mrt_` before its name."""
