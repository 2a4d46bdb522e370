"""Programs from strings for the tests of translation, through the whole front end and all analyses."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path

from mapper.analysis.host.plan import analyse
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.diagnostics import Location
from mapper.emit.opencl_printer import print_kernels
from mapper.frontend.load import load_unit
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import Kept, Program, WorkLoop
from mapper.openmp.bind import bind
from mapper.transforms.fusion import fuse
from mapper.transforms.run import Selection, finished, transform
from mapper.translate.program import translate


def translated(*texts: str, assume_private: bool = False) -> Program:
    """The program of some C texts; their files are called a.c, b.c, ...

    `assume_private` is the option of that name.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{letter}.c" for letter, _ in zip("abcdef", texts, strict=False)]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        units = [bind(load_unit(str(path), ("gcc",), ("-w",))) for path in paths]
    symbols = {unit.path: resolve(unit) for unit in units}
    return translate(units, symbols, assume_private=assume_private)


def kernels(*texts: str) -> list[Kernel]:
    """The kernels of a program, in source order; every loop must have one."""
    program = translated(*texts)
    found: list[Kernel] = []
    for region in program.regions:
        assert region.kept is None, region.kept
        for loop in region.loops:
            assert loop.kernel is not None, loop.kept
            found.append(loop.kernel)
    return found


def kernel(*texts: str) -> Kernel:
    """The one kernel of a program."""
    (found,) = kernels(*texts)
    return found


def kernel_and_symbols(text: str) -> tuple[Kernel, Symbols]:
    """The one kernel of a program, and the meaning of the names around it."""
    program = translated(text)
    loops = [loop for region in program.regions for loop in region.loops]
    found = [loop.kernel for loop in loops if loop.kernel is not None]
    assert len(found) == 1, [loop.kept for loop in loops]
    return found[0], resolve(program.units[0])


def fused_loops(*texts: str) -> tuple[WorkLoop, ...]:
    """The loops of a program's first region, with those that share kernels."""
    program = translated(*texts)
    symbols = {unit.path: resolve(unit) for unit in program.units}
    effects = analyse(list(symbols.values())).effects
    changed, _ = transform(program, symbols, Selection((fuse.TRANSFORM,)), effects)
    return tuple(changed.regions[0].loops)


def kept(*texts: str) -> Kept:
    """Why the first loop or region of a program that is kept is kept."""
    for region in translated(*texts).regions:
        if region.kept is not None:
            return region.kept
        for loop in region.loops:
            if loop.kept is not None:
                return loop.kept
    raise AssertionError("nothing is kept")


def noted_verdicts(path: Path) -> list[tuple[str, str]]:
    """The names and verdicts of a file's loops, as their comments say: `/* runs: a sum */`, `/* K015: ... */`."""
    found = re.findall(r"/\* (runs|K\d+): (.*?) \*/", path.read_text(encoding="utf-8"))
    return [(name.replace(" ", "-"), verdict) for verdict, name in found]


@cache
def verdicts(path: Path) -> list[str]:
    """What becomes of a file's loops: `runs`, or the code of a kept one."""
    loops = [loop for region in translated(path.read_text(encoding="utf-8")).regions for loop in region.loops]
    return ["runs" if loop.kept is None else loop.kept.code for loop in loops]


def marked(text: str) -> tuple[str, Location]:
    """A text without the `@` in it, and the place where that stood."""
    before, _, after = text.partition("@")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return before + after, Location("", line, column)


def printed(*kernels: Kernel) -> str:
    """The OpenCL text of kernels, lowered first."""
    return print_kernels([finished(each) for each in kernels])
