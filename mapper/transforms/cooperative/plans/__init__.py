"""Plans of kernels whose iterations several work-items share: which work-item runs which part of the body.

- `plan.py`: Which loops of an iteration several work-items can share, and which arrays they need in local
  memory for it.
- `plan_types.py`: The plan for an iteration that several work-items run together: values.
- `guards.py`: Conditions around loops of an iteration, and `if (c) continue;`: the statements under them, in
  one list.
- `scans.py`: Inner loops that carry a running sum along: `place[i] = sum; sum += count[i];`.
- `counted.py`: Inner loops that put elements behind each other by a counter: `out[n++] = x[i]`,
  `out[place[key[i]]++] = x[i]`.
- `reductions.py`: Which scalars the lanes of an iteration can have parts of, that are combined behind the
  loop.
- `sequential_outer.py`: Loops that the lanes of a gang run in step, around loops that they share.
- `statement_owners.py`: Which work-items run each statement of a shared iteration, and where they wait for
  each other.
"""
