"""Functions and variables of the program that have the names of system functions.

The C library's own calls don't meet them, but those of the run-time library and of drivers would: where a program
has a function `read`, a driver that reads a file would call that one.  So the linker gets to know them by other
names.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.whole_program.program import Whole
from mapper.emit.text.c_printer import CPrinter
from mapper.emit.text.splice import Insertion
from mapper.frontend.tokens.ranges import insertion_offset
from mapper.ir.trees.unit import Unit

SYSTEM = frozenset(
    """
    _exit abort access atexit atoi atol chdir chmod clock clock_gettime close closedir connect dirfd
    dl_iterate_phdr dladdr dlclose dlerror dlopen dlsym drand48 dup dup2 environ exit fchdir fclose fcntl
    fdopen feclearexcept fegetenv fegetround feholdexcept ferror fesetenv fesetround fetestexcept fflush
    fgets fileno flock fnmatch fopen fork fprintf fputc fputs fread frexp fseek fstat fstatat ftell fwrite
    getauxval getcwd getenv geteuid getline getpid getrlimit getrusage gettimeofday getuid glob globfree
    index initstate ioctl isatty kill lcong48 link lrand48 lseek lstat madvise mkdir mkostemp mkstemp mmap
    mprotect mrand48 munmap nanosleep newlocale open open64 open_memstream openat openat64 opendir pause
    pipe poll pread printf putc putenv puts pwrite qsort raise rand random read readdir readlink realpath
    recv remove rename rindex rmdir sched_yield secure_getenv seed48 select send setenv setlocale setstate
    sigaction sigaltstack sigdelset sigemptyset sigfillset signal sigprocmask sleep snprintf socket sprintf
    srand srand48 srandom stat stderr stdin stdout strtod strtol strtoul strtoull symlink sync syscall
    sysconf system time times timespec_get umask uname unlink unlinkat unsetenv uselocale usleep utimensat
    vfprintf vsnprintf wait waitpid write
    """.split()
)
"""What the run-time library and drivers call of the C library, but for memory: a program that has an allocator of
its own asks for it."""


def own_names(whole: Whole) -> tuple[str, ...]:
    """Those that a definition of the program's has, which other objects can see; sorted."""
    return tuple(
        sorted(
            key[1]
            for key, symbol in whole.defined.items()
            if key[0] == "external" and key[1] in SYSTEM and symbol.linked == symbol.name
        )
    )


def prototypes(unit: Unit, names: tuple[str, ...]) -> list[Insertion] | None:
    """Declarations before the definitions of functions with these names; None where one has no place in the text.

    GCC gives a function its other name where it is first declared, but not where that is its definition.
    """
    found = []
    declared = set()
    for function in unit.tree.ext:
        if isinstance(function, c_ast.Decl):
            declared.add(function.name)
        if not isinstance(function, c_ast.FuncDef) or function.decl.name not in set(names) - declared:
            continue
        extent = unit.extents.get(id(function))
        where = "" if extent is None else insertion_offset(unit, extent[0])
        if isinstance(where, str) or function.param_decls:
            return None
        reading, start = where
        found.append(Insertion(reading, start, f"{CPrinter().visit(function.decl)};\n", start))
    return found
