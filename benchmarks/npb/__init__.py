"""The NAS Parallel Benchmarks and the command that builds and runs sets of them."""
