"""Why an object can't stay on a device between launches, and what its author can do about it.

`docs/remarks.md` has a table of them.
"""

from __future__ import annotations

from mapper.ir.program.host_plan import Reason

REASONS: list[Reason] = []
"""All of them, with `{}` where a name belongs."""


def _reason(text: str, way_out: str = "") -> Reason:
    REASONS.append(Reason(text, way_out))
    return REASONS[-1]


BESIDE = _reason(
    "it is accessed in an expression that also calls a function that leads to a region",
    "call the function in a statement of its own",
)
UNPLACEABLE = _reason("it is accessed in code that comes out of a macro", "write the statement out")
JUMPED_INTO = _reason(
    "it is accessed in a statement into which a goto or case leads", "access it before or behind that statement"
)
IN_THREADS = _reason("it is accessed in an OpenMP construct that leads to a region")
IN_PARAMETERS = _reason(
    "the size of a parameter's type is read from it, in a function that leads to a region",
    "give the size as a parameter",
)
RESULT = _reason(
    "it takes the result of a reduction", "reduce into a local variable, and store that behind the loop"
)
SHARED_WITH_THREADS = _reason("the program uses threads, processes, signals or setjmp")
HIDDEN = _reason("the attribute '{}' lets code reach it that can't be seen", "do without the attribute")
OPAQUE = _reason("'{}' can't be followed", "keep the array out of the function, which the C compiler alone reads")
KEPT_BY_LIBRARY = _reason("a library function keeps its address", "give the function a buffer of its own")
OUTSIDE_FILES = _reason("code outside of the files given may use it", "give all files of the program together")
CALLED_FROM_OUTSIDE = _reason("'{}' is called from outside", "give all files of the program together")
FOREIGN = _reason("it belongs to code outside of the program", "give all files of the program together")
OF_THREAD = _reason("each thread has its own")
VARIABLE = _reason("it is a single variable")
NAMELESS = _reason("it has no name", "declare a variable for it")
RECURSIVE = _reason("'{}' may call itself", "allocate it, or declare it in a caller")
IN_PART = _reason("a loop uses only a part of it", "declare that part as an array of its own")
LABELS = _reason("its function has labels", "allocate it, or declare it in a caller")
IN_CONSTRUCT = _reason("it is declared inside an OpenMP construct", "declare it before the construct")
IN_SWITCH = _reason("it is declared in the body of a switch", "declare it before the switch")
NO_STATEMENT = _reason("its declaration is no statement of a block", "declare it before")
FROM_MACRO = _reason("its declaration comes out of a macro", "write the declaration out")


def named(reason: Reason, name: str) -> Reason:
    """A reason with the name that it needs."""
    return Reason(reason.text.format(name), reason.way_out)


def of_static(reason: Reason) -> Reason:
    """Why a static variable of a function can't be kept, as an automatic one could not."""
    return Reason(f"it is a static variable of a function, and {reason.text}", reason.way_out)
