"""Benchmarks: programs, and scripts that build and time them.  Nothing here is part of the compiler."""
