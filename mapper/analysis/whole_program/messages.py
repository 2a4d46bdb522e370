"""Calls of MPI that leave messages under way, those that end them, and those that wait for their own.

What they may touch, the program says itself at run time: each of them goes to a function of its own
(`runtime/mapper_rt_messages.h`), which announces the bytes that a message is made of.  So nothing is
announced around them, and their buffers are not taken for memory that others may write at any time.  For this,
code that may end a message by other calls must know no request.

Calls that wait for their own message know no request (see `waiting_calls.py`).
"""

from __future__ import annotations

from typing import Final

from mapper.analysis.whole_program.objects import Key

SENDS: Final = frozenset(["MPI_Isend", "MPI_Issend", "MPI_Irsend", "MPI_Ibsend"])
PERSISTENT: Final = frozenset(
    ["MPI_Send_init", "MPI_Ssend_init", "MPI_Rsend_init", "MPI_Bsend_init", "MPI_Recv_init"]
)
BEGINNING: Final = SENDS | PERSISTENT | {"MPI_Irecv"}
"""Their last argument gets the request."""
ENDING: Final = frozenset(
    [
        *("MPI_Wait", "MPI_Waitall", "MPI_Waitany", "MPI_Waitsome"),
        *("MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Testsome"),
        *("MPI_Start", "MPI_Startall", "MPI_Request_free", "MPI_Request_get_status", "MPI_Cancel"),
    ]
)
_ATTRIBUTES: Final = ("MPI_Comm_create_keyval", "MPI_Type_create_keyval", "MPI_Keyval_create")
MAKERS: Final = {
    **dict.fromkeys(("MPI_Reduce", "MPI_Allreduce", "MPI_Scan", "MPI_Exscan"), ("MPI_Op_create",)),
    **dict.fromkeys(("MPI_Type_dup", "MPI_Type_free", "MPI_Comm_dup", "MPI_Comm_free"), _ATTRIBUTES),
}
"""Functions that may call functions of the program's, where it uses those by which it gives them to MPI."""
MESSAGES: Final = BEGINNING | ENDING
BLOCKING: Final = {
    **dict.fromkeys(("MPI_Send", "MPI_Ssend", "MPI_Rsend"), 6),
    **{"MPI_Recv": 7, "MPI_Sendrecv": 12, "MPI_Sendrecv_replace": 9, "MPI_Bcast": 5},
}
"""Calls that wait for their message, and how many parameters they have."""


def is_message(key: Key) -> bool:
    """Whether a function that no unit defines has one of these names."""
    return key[0] == "external" and key[1] in MESSAGES
