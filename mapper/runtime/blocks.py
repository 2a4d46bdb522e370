"""The functions that `mapper_rt_blocks.h` has: libraries' that allocate, and those that free their blocks."""

from __future__ import annotations

from typing import Final

_FAMILIES: Final = {
    "": "strdup strndup asprintf vasprintf getline getdelim pvalloc __asprintf_chk __vasprintf_chk __getdelim",
    "MPI_Free_mem": "MPI_Alloc_mem",
    **{
        f"fftw{kind}_free": " ".join(f"fftw{kind}_{each}" for each in ("malloc", "alloc_real", "alloc_complex"))
        for kind in ("", "f", "l")
    },
    "numa_free": "numa_alloc numa_alloc_local numa_alloc_onnode numa_alloc_interleaved numa_realloc",
    **{f"{kind}_free": f"{kind}_malloc {kind}_calloc {kind}_realloc" for kind in ("mkl", "MKL")},
}
"""Functions that allocate, by the one that frees their blocks; the C library's `free` is replaced anyway."""

FREES: Final = {name: free for free, names in _FAMILIES.items() for name in (*names.split(), free) if name}
"""The functions that the run-time library's header has, and what frees the blocks of each."""
