"""Translations that are kept in the cache folder, so that a program that did not change is not translated again.

- `entry.py`: What is kept of a translation: messages, texts and objects, as bytes with a checksum.
- `store.py`: The folder of entries: found by their keys, written in one step, and bounded in size.
- `key.py`: The key of a translation: a digest of all that it depends on.
- `own.py`: What mapper itself is made of: its files, and the versions of the packages that it imports.
"""
