"""What a program consists of: functions and objects of all units, abstract memory, and the C library.

- `program.py`: The functions and objects of all units of a program together, as linking joins them.
- `definitions.py`: Which functions a program defines where other units can see them.
- `addresses.py`: Names for variables of the file scope that hold everywhere: in other files, and where a local
  name hides theirs.
- `incomplete_types.py`: Structures that are incomplete in one unit and complete in another one: `typedef struct
  stream stream;`.
- `bodies.py`: Bodies of functions: their nodes by kind, and where gotos and case labels lead into the middle
  of statements.
- `objects.py`: Abstract memory: the objects of points-to analysis and effects.
- `inclusion.py`: A solver for inclusion constraints over sets of small integers (Andersen's points-to analysis).
- `scc.py`: Strongly connected components of a directed graph.
- `library.py`: What the C library's functions do to the caller's memory, as far as pointers and effects are
  concerned.
- `library_rows.py`: The table of the C library's functions and of GCC's built-in ones: a row a function, as the
  manual pages say.
- `messages.py`: Calls of MPI that leave messages under way, those that end them, and those that wait for
  their own.
- `waiting_calls.py`: Calls of MPI that wait for their message, where the program announces them itself.
"""
