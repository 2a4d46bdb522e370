"""Idiom recognition: work that threads share by hand becomes the OpenMP constructs that say so.

- `constructs.py`: Constructs that idioms find and make: regions that may change, work-shared loops, and merges
  behind these.
- `declared_types.py`: Types as declarations write them: idioms are recognised before names have types.
- `elsewhere.py`: Functions of other files whose calls in regions become what these functions do, as calls of a
  unit's own do.
- `calls/`: Calls of the unit's functions that become the statements of these functions.
- `shares/`: Loops whose iterations the threads of a region deal out by their numbers.
- `memory/`: Memory of each thread's own in a region: sums in it, and scratch memory.
- `structures/`: Structures of each thread's own in a region, member by member.
- `merges/`: Results of threads that are merged behind a loop.
- `pipelines/`: Pipelines: loops whose threads wait for each other by flags.
- `forward_jumps.py`: `goto` that leads forward out of nested loops, inside one iteration, becomes `break` and a
  condition.
- `backward_jumps.py`: `goto` that leads back to a label in a block around it becomes a loop, which forward jumps
  go on with.
- `pointed_calls.py`: Calls through pointers to known functions, between the loops of a team, become calls by name.
- `ordered_clauses.py`: `ordered` clauses without effect are left out: no iteration of the loop comes to an
  `ordered` construct.
- `ordered_blocks.py`: Loops with `ordered` whose iterations don't depend on each other run in any order.
- `task_loops.py`: Loops whose iterations are tasks of one thread become work-shared loops of its team.
- `target_loops.py`: Loops for a target device become parallel loops: what runs of them where the C compiler has
  no device.
"""
