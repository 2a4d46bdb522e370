"""Work-shared and sequential loops as the source writes them: headers, schedules, parts of variables.

- `canonical.py`: Canonical loops (OpenMP 3.1, 2.5.1): from a `for` statement to its counter, bounds, relation and
  step.
- `counting.py`: Loops that count by one through a range: `for (k = low; k < high; k++)`, and down.
- `schedule.py`: What a schedule says about which iterations one thread runs, one after the other.
- `parts.py`: Parts of a variable: whether what is certainly written of an array or structure covers what is read
  of it.
"""
