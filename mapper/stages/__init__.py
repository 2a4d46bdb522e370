"""The order of the stages, from source files to emitted text, and what is read from files beside the sources.

- `pipeline.py`: The order of the stages, and nothing else: source files in; verdicts, features and emitted
  text out.
- `mapping.py`: The stages for programs with kernels: transformations, features and emitted text.
- `mapped.py`: What the pipeline has made of a program: before its kernels are transformed, and after all
  stages.
- `reading.py`: One source file as a checked unit with its names resolved; what can't be understood costs a
  function at most.
- `directives.py`: Directives for mapper in a file beside the sources: the clauses of `#pragma mapper`, each
  line with its place.
- `place_lists.py`: Text files with a place a line, `FILE:LINE` or `FILE:FUNCTION`, and words about it:
  waivers and directives.
"""
