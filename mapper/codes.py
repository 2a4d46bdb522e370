"""Every diagnostic code, with the sentence that the documentation prints for it.

Codes are stable: a code is never given another meaning.  `E` are errors (exit code 1), `W` warnings,
`K` the reasons why a loop is kept on the CPU, `I` internal faults.  Each code has a test.
"""

from __future__ import annotations

from typing import Final

ERRORS: Final[dict[str, str]] = {
    "E001": "a source file can't be read",
    "E002": "the C compiler can't be run",
    "E003": "the C compiler rejects the source (its own message is shown)",
    "E004": "the C source can't be parsed",
    "E005": "an output file can't be written",
    "E006": "linking the program failed",
    "E007": "a source file changes while it is being compiled",
    "E008": "the operating system refuses what mapper needs",
    "E010": "a malformed OpenMP directive",
    "E011": "an OpenMP clause that the directive does not take, or that is given twice",
    "E012": "an OpenMP directive without the statement that it needs, or before the wrong kind of statement",
    "E013": "OpenMP constructs nested in a way that the standard forbids",
    "E014": "a variable in an OpenMP clause that is not declared, or has the wrong kind",
    "E015": "a `#pragma mapper`, or a clause of `--directives`, that means nothing where it is",
    "E020": "a model that can't be read",
    "E021": "a model of another schema version",
    "E022": "no model of this name",
    "E023": "training failed",
    "E024": "no evaluation",
    "E025": "models that can't be used together",
    "E026": "a file of waivers that can't be read",
    "E027": "loops stay on the CPU that must not (`--require-offload`, `-Werror=K...`)",
    "E028": "a file of directives that can't be read, or that names a place which the program does not have",
}

WARNINGS: Final[dict[str, str]] = {
    "W001": "an unknown OpenMP directive is passed on to the C compiler",
    "W002": "an option of the C compiler's that leaves all loops on the CPU",
    "W003": "the program is built as plain OpenMP, because of a fault in mapper",
    "W004": "a fault in mapper costs a transformation, a loop or a function its device version",
    "W005": "a waiver that no loop needs",
    "W006": "an environment variable that looks like one of mapper's and is none",
    "W007": "a region or loop that the source requires on the device can't run there",
    "W008": "a line of a file of directives is about a source that the program does not have",
    "W020": "the model was trained on another platform than this one",
}

KEPT: Final[dict[str, str]] = {
    "K001": "the directive is not translated to the device",
    "K002": "a clause is not translated to the device",
    "K003": "the loop is not in OpenMP's canonical form, or its iteration count can't be computed beforehand",
    "K004": "a function is called that can't run on the device (input/output, random numbers, unknown source)",
    "K005": "a recursive function is called",
    "K006": "a function is called through a pointer",
    "K007": "a type that the device lacks (long double, vectors, __int128, packed structures)",
    "K008": "nothing explains how far a pointer reaches",
    "K009": "pointers into different memories may be mixed in one variable",
    "K010": "control leaves the loop body (goto, return, break out of the work-shared loop)",
    "K011": "volatile data, _Atomic data in unusual ways, inline assembly or setjmp",
    "K012": "the construct's text can't be replaced in the source (it ends in the midst of a macro, say)",
    "K013": "code in the region depends on the thread that runs it",
    "K014": "a private variable, or a chunk of a schedule, carries a value from one iteration or loop to the next",
    "K015": "a loop waits for another thread",
    "K016": "a pointer that changes inside the loop is itself loaded from memory",
    "K017": "a private array of variable or of too large a size",
    "K018": "a language extension inside the loop (statement expression, nested function, variable-length array)",
    "K019": "a reduction of a type or operator that the device version does not have",
    "K020": "memory is allocated or freed inside the loop",
    "K021": "a pointer converted to another type of pointer, in a way that the device can't follow",
    "K022": "OpenMP constructs in a called function, in a way that can't be followed, or in another region",
    "K023": "a variable is used that can't be named where the loop is (static in a function)",
    "K024": "a static variable of a function is changed inside the loop",
    "K025": "no loop of the region is shared out among its threads",
    "K026": "the program has threads or stacks of its own, whose memory may be used beside a region's",
    "K027": "the function can't be parsed, or is rejected by mapper alone, and is left to the C compiler",
    "K028": "one variable is used under two names",
    "K029": "the source wants the region or loop on the CPU",
    "K030": "the checks of `--safe` don't cover what the loop does",
    "K031": "iterations hand data to each other by way of atomic operations",
}

ALL: Final[dict[str, str]] = {**ERRORS, **WARNINGS, **KEPT, "I001": "a fault in mapper itself"}

REPORT: Final = "please report it, with the source that shows it"
"""What the user is asked for where mapper is to blame."""
