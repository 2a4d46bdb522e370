"""Expressions and statements of the source as OpenCL C.

- `atomics.py`: `#pragma omp atomic` inside kernels: calls of the functions that `mapper.ir.builtins.atomics`
  names.
- `tables.py`: Pointers to pointers: in kernels they are positions in tables (see `mapper.ir.builtins.tables`).
- `element_tables.py`: Tables of pointers in arrays of structures: `boxes[b].rows[j][i]`, `box->rows[j][i]` with
  `box = &boxes[b]`.
- `list_items.py`: Which parts of an object the values of a list initialise, of types that need more than their
  value's text.
- `number_texts.py`: `strtol`, `strtod` and their like: the number that a text begins with, and a pointer behind
  it.
- `own_pointers.py`: Pointers that are members of structures of an iteration's own: cursors of readers and writers,
  rows of a window.
- `cursors.py`: Pointers of an iteration's own that functions move for their caller: `next(&at)`, and in `next`
  `(*at)++`.
- `inner_structures.py`: Where in the elements of an array of structures a pointer to an inner structure leads.
- `expressions.py`: Expressions of the source -> expressions of OpenCL C.
- `order.py`: In which order the parts of an expression are evaluated, where that shows: as in programs that GCC
  compiles.
- `numbers/`: Numbers that OpenCL C writes in another way: literals, conversions, bit-fields, _Bool, complex
  numbers.
- `statements.py`: Statements of the source -> statements of OpenCL C, and the body of a function as a whole.
- `switches.py`: Labels of `switch` statements, as values of the type in which these select.
- `conditional_calls.py`: Calls that come before their statement, in operands that are evaluated under a condition.
- `calls.py`: Calls inside kernels: the device's own functions, device copies of the user's, and what can't be
  called.
- `function_tables.py`: The functions in a table that nothing changes, out of which each iteration takes another
  one.
- `function_values.py`: Pointers to functions that differ between iterations: in kernels they are the addresses on
  the host.
- `variable_length.py`: Arrays of variable size: OpenCL C has none, so their memory is a row of scalars and
  subscripts are spelled out.
- `inner_loops.py`: `simd` and `parallel for` loops inside kernels: their iterations run in order.
- `loop_heads.py`: Heads of loops with commas, whose parts are put before the loop or behind its body, and with
  several bounds.
- `statics.py`: Static variables of functions and regions: those that each version, or each work-item, may have for
  itself.
- `pointers.py`: Into which memories the pointers of one body may point.
"""
