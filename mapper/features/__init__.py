"""Kernel -> features: what a parallel region costs, as expressions of values known when it is entered."""
