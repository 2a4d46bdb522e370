"""Checked kernels, for `--safe`: subscripts, divisions, and writes that collide.

- `checked.py`: A kernel with the checks of `--safe` in its code.
- `provenance.py`: Into which buffers the pointers of a kernel may lead.
- `owners.py`: For which buffers a checked kernel notes the iterations that wrote them, and in which parts.
"""
