"""Estimates by which passes choose: memory transactions and sectors.

- `transactions.py`: What accesses of global memory cost: transactions, of which neighbouring work-items share one
  where they can.
- `sectors.py`: What the accesses of an array cost in some order of its elements: 32-byte sectors that warps move
  and look up.
"""
