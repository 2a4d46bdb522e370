"""The commands as data, and what is made of that: the manual page, and completions for shells.

- `described.py`: The commands of `mapper` with their options, as their help has them: for shells, and for the
  manual page.
- `completion.py`: `mapper completion`: scripts that let shells complete commands and options.
- `manual.py`: `mapper man`: the manual page of all commands, as text for man(1).
"""
