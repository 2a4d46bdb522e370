"""Calls of the unit's functions that become the statements of these functions.

- `given.py`: What a call gives a function, in the places of the function's parameters.
- `called_places.py`: Calls of functions that only return a place of the thread's, which they find by its number,
  become that place.
- `called_updates.py`: Calls of functions that only update what they are given become the statements of these
  functions.
"""
