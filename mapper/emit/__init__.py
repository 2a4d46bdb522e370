"""Program, features and tree -> C and OpenCL text.  The only package that prints programs.

- `opencl_printer.py`: Prints kernels as the OpenCL C 1.2 text of one program.
- `host_file/`: One unit of the program as C: the user's text with our pieces, and its static data.
- `regions/`: The C text around one region: decide, device path, otherwise the original.
- `opencl/`: Parts of OpenCL text: pragmas, reductions, stops, atomics, layouts, vectors, cells.
- `text/`: C text from trees and types, and pieces spliced into the user's text.
"""
