"""Twenty kernels in the manner of PolyBench, as plain OpenMP C, and the command that builds and runs them."""
