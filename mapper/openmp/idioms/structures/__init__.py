"""Structures of each thread's own in a region, member by member.

- `members.py`: The numbers and arrays of numbers that a structure is made of, and what sets all of them at once.
- `own_structures.py`: Structures in which threads keep what they merge become a variable for each member.
"""
