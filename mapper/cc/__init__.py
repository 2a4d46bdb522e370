"""The drop-in compiler `mapper-cc`: takes gcc's command lines, and translates the whole program when linking.

- `main.py`: `mapper-cc` and `mapper-c++`: look at a command line, and leave all that is not theirs to the
  compiler.
- `words.py`: Gcc's command line: which words belong together, and what the command is for.
- `wrapped.py`: The compiler that `mapper-cc` replaces: its name, how to become it, how to run it.
- `compile.py`: `mapper-cc -c`: the object is the wrapped compiler's; a section with a record for the link step is
  added.
- `flags.py`: Which words of a command line matter when one of its sources is preprocessed and compiled again.
- `record.py`: What an object keeps for the link step: how it was compiled, and from which text.
- `link.py`: `mapper-cc` as the linker: first the program as the wrapped compiler links it, then the translated one
  over it.
- `settings.py`: What the environment, and mapper's own words on a command line, ask of the translation at link
  time.
- `trace.py`: Asks the linker which files it takes: objects, members of archives, shared libraries.
- `gather.py`: What a program is made of: the units that can be translated, and what all other code in it refers
  to.
- `definitions.py`: Whether each function of a program has one definition, in all that is linked.
- `units.py`: The units of a program for the stages: the user's sources, or where these have changed the recorded
  texts.
- `kept.py`: The translation of a program, kept from an earlier link that was the same, or made now.
- `translate.py`: The units of a program through all stages of the compiler: records in, objects out.
- `relink.py`: The link line of the translated program: the user's own, with other files in the places of the
  units.
- `allocations.py`: Memory that objects without a source allocate: copies of them call the run-time library, which
  keeps the blocks.
"""
