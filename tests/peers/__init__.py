"""Runs the OpenMP tests of other compilers: as mapped, each must do what gcc's program does.

    make peers PEERS=FOLDER             # or: python -m tests.peers FOLDER...

The programs are not part of this project; `docs/peers.md` says where they come from, and what was found.

- `__main__.py`: The command: which programs there are, and the table of what became of them.
- `directives.py`: What the DejaGnu directives of a test ask for: options, files, variables, a kind of machine.
- `trial.py`: One program, built with gcc and with mapper-cc, and run on each device.
"""
