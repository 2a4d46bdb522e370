"""Kernel -> faster kernel: one optimisation a file, in the order of `order.py`."""
