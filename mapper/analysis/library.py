"""What the C library's functions do to the caller's memory, as far as pointers and effects are concerned.

A function's line in the table holds words: `r1` reads what argument 1 points to, `w0` writes it, `r1+` reads
what argument 1 and all later ones point to; `=0` returns argument 0 (or a pointer into it), `=new` memory that
is allocated by the call, `=out` memory of the library's own, `=kept` whatever it was ever given; `c01` copies
the contents of argument 1 to argument 0, pointers included; `s10` stores argument 0 through argument 1; `n0`
stores new memory through argument 0; `k0` keeps argument 0 for later calls; `f3` calls argument 3; the other
words are names of `Flags`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from functools import cache
from typing import Final

from mapper.ir.atomicwords import atomic_update


class Flags(Flag):
    """What else a call may do."""

    NONE = 0
    ALLOCATES = auto()
    FREES = auto()
    NO_RETURN = auto()  # the call may not come back
    THREADS = auto()  # starts threads or processes
    SIGNALS = auto()  # installs a signal handler
    JUMPS = auto()  # setjmp, longjmp and their like
    AT_EXIT = auto()  # registers a function that runs after main
    IO = auto()


@dataclass(frozen=True, slots=True)
class Library:
    """The effects of one library function; numbers are positions of arguments."""

    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    reads_from: int | None = None  # this argument and all later ones
    writes_from: int | None = None
    returns: int | None = None
    fresh: bool = False
    outside: bool = False
    kept: bool = False
    copies: tuple[tuple[int, int], ...] = ()
    stores: tuple[tuple[int, int], ...] = ()
    fresh_through: tuple[int, ...] = ()
    keeps: tuple[int, ...] = ()
    calls: tuple[int, ...] = ()
    flags: Flags = Flags.NONE

    def read_positions(self, count: int) -> frozenset[int]:
        """Of `count` arguments, those whose targets are read."""
        more = range(self.reads_from, count) if self.reads_from is not None else ()
        return frozenset(self.reads) | frozenset(more)

    def write_positions(self, count: int) -> frozenset[int]:
        """Of `count` arguments, those whose targets are written."""
        more = range(self.writes_from, count) if self.writes_from is not None else ()
        return frozenset(self.writes) | frozenset(more)


_FLAG_WORDS: Final = {
    "alloc": Flags.ALLOCATES,
    "free": Flags.FREES,
    "noreturn": Flags.NO_RETURN,
    "threads": Flags.THREADS,
    "signals": Flags.SIGNALS,
    "jumps": Flags.JUMPS,
    "atexit": Flags.AT_EXIT,
    "io": Flags.IO,
}

# Functions that touch no memory of the caller and return no pointer; math.h functions also come with f and l.
_MATH: Final = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim
floor fma fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint
lround nearbyint nextafter nexttoward pow remainder rint round scalbln scalbn significand sin sinh sqrt tan
tanh tgamma trunc y0 y1 yn drem gamma pow10 huge_val inf nans isnan isinf finite isfinite isnormal signbit
cabs carg cexp cimag clog conj cpow cproj creal csqrt csin ccos ctan csinh ccosh ctanh cacos casin catan
""".split()
_PURE: Final = """
abs labs llabs div ldiv lldiv isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace
isupper isxdigit tolower toupper toascii iswalpha iswdigit iswspace towlower towupper btowc wctob rand random
lrand48 mrand48 drand48 srand srandom srand48 clock sleep usleep getpid getppid getuid geteuid getgid
sched_yield sysconf alarm umask omp_get_wtime omp_get_wtick omp_get_num_threads omp_get_max_threads
omp_get_thread_num omp_get_num_procs omp_set_num_threads omp_in_parallel omp_get_dynamic omp_set_dynamic
omp_get_nested omp_set_nested omp_set_schedule omp_get_thread_limit omp_get_max_active_levels
omp_set_max_active_levels omp_get_level omp_get_active_level omp_get_team_size omp_get_ancestor_thread_num
omp_in_final omp_get_num_teams omp_get_team_num omp_get_num_devices omp_get_default_device
omp_set_default_device omp_get_initial_device omp_is_initial_device omp_get_cancellation omp_get_proc_bind
isatty close expect constant_p object_size clz clzl clzll ctz ctzl ctzll popcount popcountl popcountll ffs
ffsl ffsll parity bswap16 bswap32 bswap64 prefetch fpclassify isgreater isgreaterequal isless islessequal
islessgreater isunordered offsetof types_compatible_p feclearexcept feraiseexcept fetestexcept fegetround
fesetround getpagesize get_nprocs htons htonl ntohs ntohl difftime __fpclassify __fpclassifyf __fpclassifyl
__signbit __signbitf __signbitl __isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef
__finitel __finitel _mm_pause unreachable
""".split()

_TABLE: Final = """
abort: noreturn
exit: noreturn
_exit: noreturn
_Exit: noreturn
quick_exit: noreturn
trap: noreturn
__assert_fail: r0 r1 r3 noreturn
__assert: r0 r1 noreturn
malloc: =new alloc
calloc: =new alloc
assume_aligned: =0
valloc: =new alloc
memalign: =new alloc
aligned_alloc: =new alloc
alloca: =new alloc
mmap: =new alloc
munmap: free
posix_memalign: w0 n0 alloc
realloc: =new =0 alloc free
reallocarray: =new =0 alloc free
free: free
cfree: free
memcpy: w0 r1 c01 =0
memmove: w0 r1 c01 =0
mempcpy: w0 r1 c01 =0
memccpy: w0 r1 c01 =0
bcopy: r0 w1 c10
memset: w0 =0
bzero: w0
explicit_bzero: w0
memcmp: r0 r1
bcmp: r0 r1
memchr: r0 =0
memrchr: r0 =0
memmem: r0 r2 =0
strlen: r0
strnlen: r0
strcpy: w0 r1 =0
strncpy: w0 r1 =0
stpcpy: w0 r1 =0
stpncpy: w0 r1 =0
strlcpy: w0 r1
strlcat: w0 r0 r1
strcat: w0 r0 r1 =0
strncat: w0 r0 r1 =0
strcmp: r0 r1
strncmp: r0 r1
strcasecmp: r0 r1
strncasecmp: r0 r1
strcoll: r0 r1
strxfrm: w0 r1
strchr: r0 =0
strrchr: r0 =0
strchrnul: r0 =0
index: r0 =0
rindex: r0 =0
strstr: r0 r1 =0
strcasestr: r0 r1 =0
strpbrk: r0 r1 =0
strspn: r0 r1
strcspn: r0 r1
strtok: r0 w0 r1 k0 =kept
strtok_r: r0 w0 r1 w2 r2 s20 =0
strsep: r0 w0 r1 k0 =kept
strdup: r0 =new alloc
strndup: r0 =new alloc
strerror: =out
strsignal: =out
atoi: r0
atol: r0
atoll: r0
atof: r0
strtol: r0 w1 s10
strtoll: r0 w1 s10
strtoul: r0 w1 s10
strtoull: r0 w1 s10
strtoimax: r0 w1 s10
strtoumax: r0 w1 s10
strtod: r0 w1 s10
strtof: r0 w1 s10
strtold: r0 w1 s10
printf: r0+ io
vprintf: r0+ io
fprintf: r1+ io
vfprintf: r1+ io
dprintf: r1+ io
sprintf: w0 r1+
vsprintf: w0 r1+
snprintf: w0 r2+
vsnprintf: w0 r2+
asprintf: w0 n0 r1+ alloc
scanf: r0 w1+ io
fscanf: r1 w2+ io
sscanf: r0 r1 w2+
vscanf: r0 r1+ w1+ io
vfscanf: r1+ w2+ io
vsscanf: r0+ w2+
puts: r0 io
fputs: r0 io
perror: r0 io
putchar: io
putc: io
fputc: io
putchar_unlocked: io
getchar: io
getc: io
fgetc: io
getc_unlocked: io
ungetc: io
fgets: w0 =0 io
gets: w0 =0 io
getline: r0 w0 n0 w1 r1 io alloc
getdelim: r0 w0 n0 w1 r1 io alloc
fread: w0 io
fwrite: r0 io
read: w1 io
write: r1 io
pread: w1 io
pwrite: r1 io
open: r0 io
creat: r0 io
lseek: io
fopen: r0 r1 =out io
fdopen: r1 =out io
freopen: r0 r1 =out io
popen: r0 r1 =out io threads
pclose: io
tmpfile: =out io
fmemopen: k0 r2 =out io
open_memstream: w0 w1 k0 k1 n0 =out io alloc
setbuffer: k1
fclose: io
fflush: io
setbuf: k1
setvbuf: k1
setlinebuf: io
fseek: io
ftell: io
fseeko: io
ftello: io
rewind: io
feof: io
ferror: io
clearerr: io
fileno: io
remove: r0 io
rename: r0 r1 io
unlink: r0 io
mkdir: r0 io
rmdir: r0 io
chdir: r0 io
access: r0 io
stat: r0 w1 io
fstat: w1 io
lstat: r0 w1 io
getcwd: w0 =0 io
getenv: r0 =out
secure_getenv: r0 =out
setenv: r0 r1
unsetenv: r0
putenv: r0 k0
system: r0 threads
time: w0
gettimeofday: w0 w1
clock_gettime: w1
clock_getres: w1
nanosleep: r0 w1
times: w0
getrusage: w1
localtime: r0 =out
gmtime: r0 =out
localtime_r: r0 w1 =1
gmtime_r: r0 w1 =1
ctime: r0 =out
asctime: r0 =out
ctime_r: r0 w1 =1
asctime_r: r0 w1 =1
mktime: r0 w0
strftime: w0 r2 r3
uname: w0
gethostname: w0
getloadavg: w0
sched_getaffinity: w2
sched_setaffinity: r2
rand_r: r0 w0
erand48: r0 w0
nrand48: r0 w0
jrand48: r0 w0
seed48: r0 =out
initstate: w1 k1 =kept
setstate: k0 =kept
random_r: r0 w0 w1
srandom_r: w1
drand48_r: r0 w0 w1
srand48_r: w1
modf: w1
modff: w1
modfl: w1
frexp: w1
frexpf: w1
frexpl: w1
remquo: w2
remquof: w2
remquol: w2
sincos: w1 w2
sincosf: w1 w2
sincosl: w1 w2
lgamma_r: w1
nan: r0
nanf: r0
nanl: r0
qsort: r0 w0 f3
qsort_r: r0 w0 f3
bsearch: r0 r1 f4 =1
lfind: r0 r1 r2 f4 =1
setlocale: r1 =out
localeconv: =out
getopt: r1 r2 w1 k1
getopt_long: r1 r2 r3 w1 k1 w4
getrlimit: w1
setrlimit: r1
va_start: w0
va_arg: r0 w0
va_end: w0
va_copy: w0 r1 c01
__errno_location: =out
__ctype_b_loc: =out
__ctype_tolower_loc: =out
__ctype_toupper_loc: =out
omp_init_lock: w0
omp_destroy_lock: w0
omp_set_lock: r0 w0
omp_unset_lock: r0 w0
omp_test_lock: r0 w0
omp_init_nest_lock: w0
omp_destroy_nest_lock: w0
omp_set_nest_lock: r0 w0
omp_unset_nest_lock: r0 w0
omp_test_nest_lock: r0 w0
omp_get_schedule: w0 w1
pthread_create: w0 r1 f2 k2 k3 threads
thrd_create: w0 f1 k1 k2 threads
fork: threads
vfork: threads jumps
clone: threads f0 k0 k3
signal: f1 k1 =kept signals
sigaction: r1 w2 k1 signals
sigset: f1 k1 =kept signals
bsd_signal: f1 k1 =kept signals
timer_create: signals threads
setitimer: r1 w2
raise: signals
setjmp: w0 jumps
_setjmp: w0 jumps
sigsetjmp: w0 jumps
__sigsetjmp: w0 jumps
longjmp: r0 jumps noreturn
_longjmp: r0 jumps noreturn
siglongjmp: r0 jumps noreturn
getcontext: w0 jumps
setcontext: r0 jumps noreturn
swapcontext: w0 r1 jumps
makecontext: w0 f1 k1 jumps
atexit: f0 k0 atexit
on_exit: f0 k0 k1 atexit
at_quick_exit: f0 k0 atexit
"""


def _parse(words: list[str]) -> Library:
    numbers: dict[str, list[int]] = {"r": [], "w": [], "n": [], "k": [], "f": []}
    pairs: dict[str, list[tuple[int, int]]] = {"c": [], "s": []}
    since: dict[str, int] = {}
    flags, returns, results = Flags.NONE, None, set()
    for word in words:
        if word in _FLAG_WORDS:
            flags |= _FLAG_WORDS[word]
        elif word[0] == "=":
            if word[1:].isdigit():
                returns = int(word[1:])
            else:
                results.add(word[1:])
        elif word[0] in pairs:
            pairs[word[0]].append((int(word[1]), int(word[2])))
        elif word[-1] == "+":
            since[word[0]] = int(word[1:-1])
        else:
            numbers[word[0]].append(int(word[1:]))
    return Library(
        tuple(numbers["r"]),
        tuple(numbers["w"]),
        since.get("r"),
        since.get("w"),
        returns,
        "new" in results,
        "out" in results,
        "kept" in results,
        tuple(pairs["c"]),
        tuple(pairs["s"]),
        tuple(numbers["n"]),
        tuple(numbers["k"]),
        tuple(numbers["f"]),
        flags,
    )


_ATOMIC_UPDATE: Final = Library(reads=(0,), writes=(0,))


@cache
def _table() -> dict[str, Library]:
    nothing = Library()
    found = dict.fromkeys(_PURE, nothing)
    for name in _MATH:
        for suffix in ("", "f", "l"):
            found[name + suffix] = nothing
    for line in _TABLE.strip().splitlines():
        name, _, words = line.partition(":")
        found[name] = _parse(words.split())
    return found


@cache
def library(name: str) -> Library | None:
    """The effects of a library function or GCC built-in by name; None where it is not known."""
    table = _table()
    found = table.get(name)
    if found is None and atomic_update(name):
        return _ATOMIC_UPDATE
    if found is None:
        plain = name.removeprefix("__builtin_").removeprefix("__isoc99_").removeprefix("__isoc23_")
        found = table.get(plain)
    return found
