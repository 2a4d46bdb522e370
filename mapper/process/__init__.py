"""mapper as a process: what it runs, how it ends, its stack, its start, and the files that it keeps between runs.

- `children.py`: Commands that run at the same time as others, and end with the work that they are for.
- `signals.py`: A signal that ends the process leaves by way of all that cleans up, and its exit status is
  what a shell gives.
- `depth.py`: Stack space for deeply nested programs: stages walk trees by recursion, and gcc takes thousands
  of levels.
- `late_methods.py`: What imports need not do at once, so that a command starts sooner: methods of
  dataclasses, and a release's name.
- `start_image.py`: The start image: what Python makes of modules before they can run, in one file of the
  user's cache.
- `caches.py`: The user's cache folder, and files in it that are believed and replaced as a whole.
"""
