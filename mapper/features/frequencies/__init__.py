"""How often regions and launches are executed, and what regions cost before they are entered.

- `frequency.py`: How often one run of the program executes each region.
- `between.py`: What serial code does with memory between two executions of a region, in the loop that repeats it
  and before.
- `crossings.py`: What moves once more because serial code uses it between two regions, outside of all loops around
  regions.
- `launches.py`: How often one run of the program launches each kernel, as far as constants show.
- `forecast.py`: What a region's features are when asked from anywhere in its file, before the region was ever
  entered.
"""
