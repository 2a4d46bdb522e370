"""Sequential loops inside kernels: unrolling, index-set splitting, hoisting, and questions about loops.

- `unroll.py`: Says how far the device's compiler may unroll each loop.
- `split.py`: A loop whose first and last iterations differ becomes three, so that most have no conditions.
- `full_unroll.py`: Replaces short loops between constants by copies of their bodies.  A step of other
  transformations.
- `hoist.py`: The positions of rows that stay the same while a loop runs are found before it.
- `induction.py`: Variables that step along with a loop are computed from its counter.
- `bodies.py`: Bodies of functions that hold long loops, or only compute a value, are in the places of their calls.
- `inline.py`: Puts the bodies of device functions in the places of their calls.  A step of other transformations.
- `forwarded.py`: Forward substitution: values of variables that an iteration sets once, in their places.
- `loops.py`: Questions about loops in kernels that several transformations ask.
- `linear.py`: Where elements of arrays are, from the text of their subscripts: sums of products, plus a constant.
- `trips.py`: How often loops run at most, and how much work code is: estimates from constants.
- `accumulation.py`: Whether code does nothing with the accumulator of a reduction but to accumulate.
"""
