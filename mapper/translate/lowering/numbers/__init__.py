"""Numbers that OpenCL C writes in another way: literals, conversions, bit-fields, _Bool, complex numbers.

- `literals.py`: Constants, strings, compound literals and lists of initial values of the source, as OpenCL C
  has them.
- `conversions.py`: Casts of the source, as OpenCL C allows them: between numbers, pointers, and the bits of
  numbers.
- `bits.py`: Bit-fields, which OpenCL C does not have: their values out of the bytes of the structure, and
  into them.
- `booleans.py`: `_Bool` on the device: a byte, which must hold 0 or 1.
- `complex_numbers.py`: Complex numbers: their operators and functions as calls of the device's own
  (`ir/builtins/complex_numbers.py`).
- `wide_integers.py`: Integers of 128 bits, which OpenCL C does not have: two halves of 64 bits.
- `overflow.py`: `__builtin_add_overflow` and its like: a result in the type of a variable, and whether the true
  one is another.
- `long_double.py`: Constants of type `long double` that become `double`: GCC's `DBL_MAX` is
  `((double)1.797...e+308L)`.
"""
