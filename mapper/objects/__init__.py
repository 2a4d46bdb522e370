"""Objects, archives and libraries: what they define and refer to.

- `elf.py`: Reads ELF objects and shared libraries: the contents of a section, and the names in the symbol table.
- `archive.py`: Reads static libraries: the members of an `ar` archive, in order, under their full names.
- `linkline.py`: The words of a link line: the files among them, and options that change what names mean.
- `outside.py`: What the code of a program that is not in its sources defines and refers to.
- `system.py`: Which files of a link are the C library and the compiler's own: the functions in them are the
  standard ones.
"""
