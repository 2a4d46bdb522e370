"""What is kept of a translation: messages, texts and objects, as bytes with a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

_MAGIC = b"mapper translation 1\n"
_DIGEST = 32
_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """A translation that succeeded.

    `messages` is what it said on standard error.  `texts` are those that were asked for, by what they are.
    `objects` are the compiled units, in the order of the sources.  With `library` these need the run-time library.
    `lasting` is false where a fault of mapper's own costs loops their device versions.
    """

    messages: str
    texts: Mapping[str, str] = field(default_factory=dict)
    objects: tuple[bytes, ...] = ()
    library: bool = False
    lasting: bool = True


def encode(key: str, entry: Entry) -> bytes:
    """The entry of a key as the bytes of a file."""
    head = {
        "key": key,
        "messages": entry.messages,
        "texts": dict(entry.texts),
        "sizes": [len(each) for each in entry.objects],
        "library": entry.library,
    }
    text = json.dumps(head).encode("ascii")
    body = b"".join([len(text).to_bytes(_LENGTH, "little"), text, *entry.objects])
    return _MAGIC + hashlib.sha256(body).digest() + body


def decode(key: str, data: bytes) -> Entry | None:
    """The entry in a file; None where that is damaged, or another key's."""
    start = len(_MAGIC) + _DIGEST
    body = memoryview(data)[start:]
    if not data.startswith(_MAGIC) or hashlib.sha256(body).digest() != data[len(_MAGIC) : start]:
        return None
    position = _LENGTH + int.from_bytes(body[:_LENGTH], "little")
    head = json.loads(bytes(body[_LENGTH:position]))
    if head["key"] != key:
        return None
    objects = []
    for size in head["sizes"]:
        objects.append(bytes(body[position : position + size]))
        position += size
    return Entry(head["messages"], head["texts"], tuple(objects), head["library"])
