"""The C text of one launch: iteration counts, arguments, the call, and what comes back.

- `launch.py`: The C text that launches one kernel: iteration counts, arguments, the call, and what comes
  back.
- `null_pointers.py`: Pointers of a launch that are loaded through others, which may be null where the loop
  leaves them alone.
- `relaying.py`: What a launch says of arrays of which its kernel may use re-laid copies: the order, and what
  that gains.
"""
