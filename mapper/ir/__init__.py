"""The data that flows between the stages: frozen values, no behaviour beyond questions about themselves.

- `trees/`: C trees of one unit, and helpers over them.
- `expressions/`: What expressions compute: polynomials, updates, choices; and substitution in them.
- `program/`: What becomes of the source: regions, their kernels, and the plan of host accesses.
- `forms/`: Further forms of a kernel's body, as records that a pass makes and the printer writes.
- `builtins/`: Names that kernels use and that the printer gives a definition: atomics, stops, tables, layouts,
  vectors.
"""
