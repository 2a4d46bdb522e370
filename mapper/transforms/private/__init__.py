"""Private memory: scalar replacement, register rotation, large private arrays, stacks.

- `expand.py`: Private arrays that are too large for private memory are in global memory, element beside element.
- `recursion.py`: Functions that call themselves become loops with a stack of frames in private memory.
- `promote.py`: An element of an array that a work-item updates repeatedly is in a private variable meanwhile.
- `promote_rows.py`: A row of a few elements that a work-item updates by short loops is in a private array
  meanwhile.
- `rotate.py`: Elements that one iteration of a recurrence writes and the next ones read stay in private variables.
- `windows.py`: Which elements a loop should keep in variables from one iteration to the next.
- `elements.py`: Small questions and steps of transformations that keep elements of arrays in private variables.
- `straight_line.py`: Runs of plain statements, in which one follows the other: what they read and write, in order.
"""
