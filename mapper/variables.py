"""The environment variables that begin with `MAPPER_`, so that a misspelt one is reported.

`runtime/base/variables.c` has the same list.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from mapper.diagnostics import Diagnostic, Severity

PREFIX = "MAPPER_"
COMPILE_TIME = ("CC", "CXX", "DEBUG", "FLAGS", "MODEL", "PLATFORM", "REMARKS", "STRICT", "TRANSLATION_CACHE")
RUN_TIME = tuple(
    "AHEAD BATCH BLOCK CACHE_DIR CLOCKS COLLAPSE DEVICE DEVICE_INDEX EARLY EXPLORE FORCE GROUP_SIZE HISTORY INFO "
    "LANES LAYOUT MAX_ITEMS MOVES OPENCL_LIBRARY PROFILE RELAYOUT REVISE SEND SHAPES STAGING STATE_DIR TIMERS "
    "TUNE UNITS VERIFY".split()
)
_VALUES = {"MAPPER": ("off",)} | {
    PREFIX + name: ("0", "1") for name in ("DEBUG", "REMARKS", "STRICT", "TRANSLATION_CACHE")
}
KNOWN = tuple(sorted(PREFIX + name for name in (*COMPILE_TIME, *RUN_TIME)))


def unknown_variables(environment: Mapping[str, str]) -> list[Diagnostic]:
    """A warning for each variable that looks like one of mapper's and is none, or has a value of no meaning."""
    found = []
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in KNOWN:
            near = get_close_matches(name.removeprefix(PREFIX), (*COMPILE_TIME, *RUN_TIME), 1, 0.75)
            question = f" (did you mean {PREFIX}{near[0]}?)" if near else ""
            message = f"there is no variable {name}{question}; ignored"
            found.append(Diagnostic(Severity.WARNING, "W006", message))
    for name, values in _VALUES.items():
        if environment.get(name) and environment[name] not in values:
            message = f"{name}={environment[name]} means nothing (it takes {' or '.join(values)}); ignored"
            found.append(Diagnostic(Severity.WARNING, "W006", message))
    return found
