"""What a program that is linked is made of, and its link line once more with the translated units in it.

- `record.py`: What an object keeps for the link step: how it was compiled, and from which text.
- `trace.py`: Asks the linker which files it takes: objects, members of archives, shared libraries.
- `gather.py`: What a program is made of: the units that can be translated, and what all other code in it
  refers to.
- `units.py`: The units of a program for the stages: the user's sources, or in the places of some the recorded
  texts.
- `relink.py`: The link line of the translated program: the user's own, with other files in the places of the
  units.
- `allocations.py`: Memory that objects without a source allocate: copies of them call the run-time library,
  which keeps the blocks.
"""
