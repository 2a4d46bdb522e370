"""Estimates by which passes choose: memory transactions and sectors.

- `transactions.py`: What accesses of global memory cost: transactions, of which neighbouring work-items share one
  where they can.
- `neighbours.py`: Which dimension's neighbours access global memory best, by the transactions that all accesses
  cost.
- `sectors.py`: What the accesses of an array cost in some order of its elements: 32-byte sectors that warps move
  and look up.
"""
