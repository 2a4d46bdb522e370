"""Expressions and statements of the source as OpenCL C.

- `atomics.py`: `#pragma omp atomic` inside kernels: calls of the functions that `mapper.ir.builtins.atomics`
  names.
- `named_lists.py`: Lists of values for structures that have more members on the device than in the source.
- `list_items.py`: Which parts of an object the values of a list initialise, of types that need more than their
  value's text.
- `expressions.py`: Expressions of the source -> expressions of OpenCL C.
- `order.py`: In which order the parts of an expression are evaluated, where that shows: as in programs that GCC
  compiles.
- `numbers/`: Numbers that OpenCL C writes in another way: literals, conversions, bit-fields, _Bool, complex
  numbers.
- `statements.py`: Statements of the source -> statements of OpenCL C, and the body of a function as a whole.
- `switches.py`: Labels of `switch` statements, as values of the type in which these select.
- `variable_length.py`: Arrays of variable size: OpenCL C has none, so their memory is a row of scalars and
  subscripts are spelled out.
- `inner_loops.py`: `simd` and `parallel for` loops inside kernels: their iterations run in order.
- `loop_heads.py`: Heads of loops with commas, whose parts are put before the loop or behind its body, and with
  several bounds.
- `statics.py`: Static variables of functions and regions: those that each version, or each work-item, may have for
  itself.
- `pointer_values/`: What pointers of the source are in kernels: addresses in a memory, positions in tables,
  numbers.
- `called/`: Calls inside kernels, and the functions that they lead to.
"""
