"""mapper: OpenMP C programs in, programs that choose OpenMP or OpenCL for each parallel loop out."""

__version__ = "0.2.0"
