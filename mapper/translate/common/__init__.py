"""What all parts of the translation use: the program's context, refusals, uses and updates of variables.

- `context.py`: The whole program as the translation sees it: units, their symbols, and which unit defines
  which function.
- `null_tests.py`: Where code asks of pointers whether they are null.
- `refused.py`: How a stage of the translation says no: `Refused` carries the reason to the loop or region that it
  concerns.
- `blocking_calls.py`: Calls that keep a loop whatever memory it uses: of functions without source, or of any.
- `clock_calls.py`: Functions of the C and OpenMP libraries that ask for the time, which devices do not
  have.
- `stated.py`: What `#pragma mapper` states of constructs: memory that pointers do not share, and loops for the
  CPU.
- `errno_reads.py`: Whether a program reads `errno` behind a construct, whose mathematical functions may have set
  it.
- `uses.py`: Which variables a piece of code reads, writes, or takes the address of, by name (not through
  pointers).
- `updates.py`: Which updates (`mapper.ir.expressions.updates`) there are in the source, and in which order they
  may happen.
- `draws.py`: Numbers that iterations draw from a counter, and values that they exchange, while they exclude each
  other.
- `memory_calls.py`: Calls of library functions that set or copy a block of memory: `memset`, `bzero`, `memcpy` and
  `memmove`.
- `serial.py`: The code of a program that runs where no team of threads is.
"""
