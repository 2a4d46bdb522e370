"""Neighbouring elements that a work-item loads or stores together: the names of the functions that do it."""

from __future__ import annotations

LOAD, STORE = "mrt_load_", "mrt_store_"
"""Such a name ends with the vector's type, as in `mrt_load_float4`."""
