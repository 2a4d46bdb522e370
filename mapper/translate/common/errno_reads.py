"""Whether a program reads `errno` behind a construct, whose mathematical functions may have set it.

A read counts if a way leads to it from the construct on which nothing sets `errno`: no assignment, and no call
whose failure a program asks `errno` about (`fopen`).  What such a call leaves there when it succeeds is not
specified (POSIX.1-2017, System Interfaces, 2.3).  This does not hold of `strtol`, which leaves it alone, nor of
`fgets`, which may fail without setting it.  The ways are those of the statements' structure, through the functions
that are called and back into all callers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.ir.trees.nodes import children, walk
from mapper.ir.trees.unit import Unit

if TYPE_CHECKING:
    from mapper.analysis.names.symbols import Symbols
    from mapper.translate.common.context import Context, Definition

_SETS = frozenset(
    """
    acos acosh asin atan2 atanh cabs carg cos cosh erfc exp exp10 exp2 expm1 fdim fmod hypot ldexp lgamma log log10
    log1p log2 logb nextafter pow remainder remquo scalbn sin sinh sqrt tan tgamma
    """.split()
)
_PLACES = frozenset(["__errno_location", "__errno", "__error"])
_REPORTS = frozenset(["perror", "err", "errx", "warn", "verr", "vwarn", "error"])
_ASKED = frozenset(
    """
    accept access aligned_alloc bind calloc chdir chmod clock_gettime clock_nanosleep close closedir
    connect creat dup dup2 execv execve execvp fclose fcntl fdopen fflush fileno fopen fork freopen fseek
    fstat fsync ftell ftruncate fwrite getaddrinfo getcwd getrlimit gettimeofday ioctl kill listen lseek
    lstat malloc memalign mkdir mkstemp mlock mmap mprotect munmap nanosleep open opendir pclose pipe poll
    popen posix_memalign pread pwrite read readlink realloc realpath recv remove rename rmdir
    sched_setaffinity select sem_init sem_open send setrlimit shm_open sigaction socket stat system
    tmpfile truncate unlink wait waitpid write
    """.split()
)
_ENDS = frozenset(["exit", "_exit", "_Exit", "abort", "quick_exit"])

_WITHOUT_ERRNO = frozenset(["-fno-math-errno", "-ffast-math"])
_WITH_ERRNO = frozenset(["-fmath-errno", "-fno-fast-math"])
_READ, _ON, _BACK, _AWAY = "read", "goes on", "returns", "jumps"
_JUMPS = (c_ast.Break, c_ast.Continue, c_ast.Goto)
_SEVERAL_TIMES = (c_ast.For, c_ast.While)
Outcomes = frozenset[str]
THROUGH: Outcomes = frozenset([_ON])


def sets_errno(name: str) -> bool:
    """Whether C's function of this name, or GCC's built-in one, may set `errno`."""
    plain = name.removeprefix("__builtin_")
    return plain in _SETS or plain.removesuffix("f") in _SETS


def is_without_math_errno(unit: Unit) -> bool:
    """Whether a unit's flags, the last of which counts, say that mathematical functions leave `errno` alone."""
    said = [flag for flag in unit.flags if flag in _WITH_ERRNO or flag in _WITHOUT_ERRNO]
    return bool(said) and said[-1] in _WITHOUT_ERRNO


class ErrnoReads:
    """Answers for one program."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._known: dict[int, bool] = {}
        self._bodies: dict[int, Outcomes] = {}

    def behind(self, construct: c_ast.Node) -> bool:
        """Whether the program may read what a construct has left in `errno`."""
        if not self._reads:
            return False
        if id(construct) not in self._known:
            self._known[id(construct)] = self._behind(construct, set())
        return self._known[id(construct)]

    @cached_property
    def _reads(self) -> bool:
        """Whether anything in the program reads `errno`."""
        return any(
            isinstance(node, c_ast.FuncCall) and _name(node) in _PLACES | _REPORTS
            for each in self.context.all()
            for node in walk(each.function)
        )

    @cached_property
    def _places(self) -> dict[int, tuple[Definition, c_ast.Node]]:
        """For each node in a function, that function and the node around it."""
        return {
            id(child): (definition, node)
            for definition in self.context.all()
            for node in walk(definition.function)
            for child in children(node)
        }

    @cached_property
    def _callers(self) -> dict[int, list[c_ast.Node]]:
        """Where each function is named, by the identifiers: in calls and elsewhere."""
        found: defaultdict[int, list[c_ast.Node]] = defaultdict(list)
        for unit in self.context.units:
            symbols = self.context.symbols[unit.path]
            for node in walk(unit.tree):
                called = self._definition(node, symbols)
                if called is not None:
                    found[id(called.function)].append(node)
        return found

    def _definition(self, node: c_ast.Node, symbols: Symbols) -> Definition | None:
        symbol = symbols.symbol(node) if isinstance(node, c_ast.ID) else None
        return self.context.definition(symbol) if symbol is not None else None

    def _behind(self, node: c_ast.Node, seen: set[int]) -> bool:
        """Whether a way leads from behind a node to a read; `seen` are the functions whose ends were looked at."""
        if id(node) not in self._places:
            return True  # in a tree that was made anew, or a table of functions
        definition, around = self._places[id(node)]
        outcomes, inner = THROUGH, node
        while inner is not definition.function:
            if _ON in outcomes:
                outcomes = (outcomes - THROUGH) | self._rest(inner, around, definition.symbols)
            if _READ in outcomes:
                return True
            inner, (_, around) = around, self._places.get(id(around), (definition, around))
        if not outcomes & {_ON, _BACK} or id(definition.function) in seen:
            return False
        seen.add(id(definition.function))
        return any(self._behind_call(name, seen) for name in self._callers.get(id(definition.function), ()))

    def _behind_call(self, name: c_ast.Node, seen: set[int]) -> bool:
        """The same for where a function is named; a pointer to it may be called anywhere."""
        _, around = self._places.get(id(name), (None, None))
        return not isinstance(around, c_ast.FuncCall) or around.name is not name or self._behind(around, seen)

    def _rest(self, inner: c_ast.Node, around: c_ast.Node, symbols: Symbols) -> Outcomes:
        """What comes behind a child of a node, in that node."""
        parts = children(around)
        at = next(number for number, part in enumerate(parts) if part is inner)
        if isinstance(around, (*_SEVERAL_TIMES, c_ast.DoWhile)):
            return self._together(parts, symbols) | THROUGH
        if isinstance(around, c_ast.If | c_ast.TernaryOp):
            return self._together(parts[1:], symbols) | THROUGH if at == 0 else THROUGH
        return self._sequence(parts[at + 1 :], symbols)

    def _together(self, parts: Sequence[c_ast.Node], symbols: Symbols) -> Outcomes:
        """What may come of any of some nodes."""
        return frozenset[str]().union(*(self._outcomes(part, symbols) for part in parts))

    def _sequence(self, parts: Sequence[c_ast.Node], symbols: Symbols) -> Outcomes:
        """What comes of nodes one after the other; nothing where `errno` is set."""
        outcomes = THROUGH
        for part in parts:
            if _ON not in outcomes:
                break
            outcomes = (outcomes - THROUGH) | self._outcomes(part, symbols)
        return outcomes

    def _outcomes(self, node: c_ast.Node, symbols: Symbols) -> Outcomes:
        """What may come of the execution of a node, as far as what was in `errno` before is concerned."""
        if isinstance(node, c_ast.FuncCall):
            return self._call(node, symbols)
        if isinstance(node, c_ast.Assignment) and node.op == "=" and _is_errno(node.lvalue):
            return self._outcomes(node.rvalue, symbols) - THROUGH
        if isinstance(node, _JUMPS):
            return frozenset([_AWAY])
        if isinstance(node, c_ast.Return):
            before = self._sequence(children(node), symbols)
            return (before - THROUGH) | {_BACK} if _ON in before else before
        return self._parts(node, symbols)

    def _parts(self, node: c_ast.Node, symbols: Symbols) -> Outcomes:
        """The same of a node that only consists of others."""
        parts = children(node)
        short = isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||")
        if isinstance(node, c_ast.If | c_ast.TernaryOp | c_ast.Switch) or short:
            first = self._outcomes(parts[0], symbols)
            both = isinstance(node, c_ast.If | c_ast.TernaryOp) and len(parts) == 3
            rest = self._together(parts[1:], symbols) | (frozenset() if both else THROUGH)
            found = (first - THROUGH) | rest if _ON in first else first
        elif isinstance(node, _SEVERAL_TIMES):
            found = self._together(parts, symbols) | THROUGH
        else:
            found = self._sequence(parts, symbols)
        return found | THROUGH if _AWAY in found else found

    def _call(self, node: c_ast.FuncCall, symbols: Symbols) -> Outcomes:
        given = self._sequence(children(node.args) if node.args is not None else (), symbols)
        name = _name(node)
        if _ON not in given:
            return given
        definition = self._definition(node.name, symbols)
        if definition is not None:
            return (given - THROUGH) | self._body(definition)
        if pointed := self.context.pointed(node, symbols):
            return (given - THROUGH).union(*map(self._body, pointed))
        if name in _PLACES or name in _REPORTS:
            return frozenset([_READ])
        return given - THROUGH if name in _ASKED or name in _ENDS else given

    def _body(self, definition: Definition) -> Outcomes:
        """What comes of a call of a user's function: its returns go on behind the call."""
        key = id(definition.function)
        if key not in self._bodies:
            self._bodies[key] = THROUGH  # of a call in itself
            found = self._outcomes(definition.function.body, definition.symbols)
            self._bodies[key] = (found - {_BACK, _AWAY}) | (THROUGH if found & {_BACK, _AWAY} else frozenset())
        return self._bodies[key]


def _name(call: c_ast.FuncCall) -> str:
    return str(call.name.name) if isinstance(call.name, c_ast.ID) else ""


def _is_errno(node: c_ast.Node) -> bool:
    """Whether an lvalue is `errno`: `*__errno_location()`."""
    return (
        isinstance(node, c_ast.UnaryOp)
        and node.op == "*"
        and isinstance(node.expr, c_ast.FuncCall)
        and _name(node.expr) in _PLACES
    )
