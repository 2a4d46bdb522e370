"""Passes over the dimensions of the ND-range: loops tiled by hand, nested parallel loops, interchange.

- `untile.py`: Loops that were tiled by hand become the plain loops that they were.
- `perfect_nests.py`: Perfect nests of loops: what `untile` reads of a kernel before it looks for strips.
- `in_place.py`: Sums of one strip in a variable: what `untile` makes of them before it looks for strips.
- `strips.py`: Loops of a perfect nest that run over strips of others: what `untile` makes plain loops of.
- `nest.py`: A loop inside the parallel one that is parallel, too, becomes a further dimension of the ND-range.
- `spmd.py`: Inner loops over one range become a dimension, and each work-item runs the code between them.
- `early_stops.py`: Stops that do not depend on the iteration of a loop come before the loop: a step of `nest`.
- `last_values.py`: Stores of last values behind a loop, and which iterations assign what they store.
- `contention.py`: Inner loops whose iterations all add to one element: neighbouring work-items would wait for each
  other.
- `exchange.py`: Exchanges two nested loops: the inner one may then become a dimension, as far as it is parallel
  (`nest`).
- `interchange.py`: The dimension along which most accesses are side by side becomes dimension 0.
- `dimensions.py`: The dimensions of kernels: making host expressions of their bounds.
"""
