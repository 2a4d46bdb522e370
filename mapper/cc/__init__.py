"""The drop-in compiler `mapper-cc`: takes gcc's command lines, and translates the whole program when linking.

- `main.py`: `mapper-cc` and `mapper-c++`: look at a command line, and leave all that is not theirs to the
  compiler.
- `words.py`: gcc's command line: which words belong together, and what the command is for.
- `flags.py`: Which words of a command line matter when one of its sources is preprocessed and compiled again.
- `wrapped.py`: The compiler that `mapper-cc` replaces: its name, how to become it, how to run it.
- `settings.py`: What the environment, and mapper's own words on a command line, ask of the translation at
  link time.
- `compile.py`: `mapper-cc -c`: the object is the wrapped compiler's; a section with a record for the link
  step is added.
- `link.py`: `mapper-cc` as the linker: first the program as the wrapped compiler links it, then the
  translated one over it.
- `kept.py`: The translation of a program, kept from an earlier link that was the same, or made now.
- `translate.py`: The units of a program through all stages of the compiler: records in, objects out.
- `program/`: What a program that is linked is made of, and its link line once more with the translated units
  in it.
"""
