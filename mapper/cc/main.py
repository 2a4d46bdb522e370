"""`mapper-cc` and `mapper-c++`: look at a command line, and leave all that is not theirs to the compiler.

Compilations and probes that have nothing to do with OpenMP must not notice that we are there: the wrapped
compiler takes this process over, and nothing heavy is imported before it is known that there is work.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

from mapper.cc import words, wrapped


def cplusplus() -> NoReturn:
    """Compile or link as `MAPPER_CXX` would: what is translated are the objects of C that `mapper-cc` made."""
    wrapped.REPLACED = wrapped.CPLUSPLUS
    main()


def main() -> NoReturn:
    """Compile or link as `MAPPER_CC` would, and leave with its exit status."""
    own, arguments = words.without_own(sys.argv[1:])
    if os.environ.get("MAPPER") == "off":
        wrapped.become(arguments)
    command = words.read(arguments, cplusplus=wrapped.REPLACED == wrapped.CPLUSPLUS)
    if command.purpose == words.PLAIN:
        if option := words.hindrance(command):
            from mapper.cc.link import refuse_plain

            refuse_plain(command, own, option)
            output = command.output or "a.out"
            wrapped.warn(f"{output} is not translated: with {option} all loops stay on the CPU, as OpenMP")
            from mapper.cc.program.trace import link_alone

            sys.exit(link_alone(arguments))
        wrapped.become(arguments)
    from mapper.process import signals

    signals.leave_cleanly()
    try:
        if command.purpose == words.COMPILE:
            from mapper.cc.compile import compile_objects

            sys.exit(compile_objects(command, arguments))
        from mapper.process import late_methods, start_image

        start_image.use()
        late_methods.compile_when_called()
        late_methods.leave_unfrozen()
        late_methods.leave_out_release()
        gc.set_threshold(4_000_000, 20, 20)  # trees stay: looking for cycles often would take a tenth of the time
        from mapper.cc.link import link

        sys.exit(link(command, arguments, own))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
