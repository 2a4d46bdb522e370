"""The table of the C library's functions and of GCC's built-in ones: a row a function, as the manual pages say.

`mapper.analysis.whole_program.library` reads the rows, and explains their words.  Functions without a row may do
anything.  Sources: C11 7, POSIX.1-2017, the Linux manual pages (sections 2 and 3), GCC 12's manual (6.59), MPI
3.1.  Of MPI there are the calls that leave nothing behind: what they were given is not touched after they have
returned.
"""

from __future__ import annotations

from typing import Final

# Functions that touch no memory of the caller and return no pointer; math.h functions also come with f and l.
MATH: Final = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim
floor fma fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint
lround nearbyint nextafter nexttoward pow remainder rint round scalbln scalbn significand sin sinh sqrt tan
tanh tgamma trunc y0 y1 yn drem gamma pow10 isnan isinf finite
cabs carg cexp cimag clog conj cpow cproj creal csqrt csin ccos ctan csinh ccosh ctanh cacos casin catan
"""
PURE: Final = """
abs labs llabs div ldiv lldiv isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace
isupper isxdigit tolower toupper toascii iswalpha iswdigit iswspace towlower towupper btowc wctob rand random
lrand48 mrand48 drand48 srand srandom srand48 clock sleep usleep getpid getppid getuid geteuid getgid
sched_yield sysconf alarm umask omp_get_wtime omp_get_wtick omp_get_num_threads omp_get_max_threads
omp_get_thread_num omp_get_num_procs omp_set_num_threads omp_in_parallel omp_get_dynamic omp_set_dynamic
omp_get_nested omp_set_nested omp_set_schedule omp_get_thread_limit omp_get_max_active_levels
omp_set_max_active_levels omp_get_level omp_get_active_level omp_get_team_size omp_get_ancestor_thread_num
omp_in_final omp_get_num_teams omp_get_team_num omp_get_num_devices omp_get_default_device
omp_set_default_device omp_get_initial_device omp_is_initial_device omp_get_cancellation omp_get_proc_bind
isatty close ffs ffsl ffsll feclearexcept feraiseexcept fetestexcept fegetround
fesetround getpagesize get_nprocs htons htonl ntohs ntohl difftime __fpclassify __fpclassifyf __fpclassifyl
__signbit __signbitf __signbitl __isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef
__finitel
__bswap_16 __bswap_32 __bswap_64 __uint16_identity __uint32_identity __uint64_identity
_mm_pause __mrt_team_threads __mrt_never_ends
"""

# What is GCC's own has this meaning only with `__builtin_` before the name; those of math.h also with f and l.
BUILTIN_MATH: Final = "huge_val inf nans isfinite isnormal signbit"
BUILTIN_PURE: Final = """
expect expect_with_probability constant_p object_size clz clzl clzll ctz ctzl ctzll popcount popcountl popcountll
parity parityl parityll bswap16 bswap32 bswap64 prefetch fpclassify isgreater isgreaterequal isless islessequal
islessgreater isunordered isinf_sign offsetof types_compatible_p unreachable complex powi powif powil clrsb clrsbl
clrsbll add_overflow_p sub_overflow_p mul_overflow_p
"""
BUILTIN_TABLE: Final = """
trap: noreturn
assume_aligned: =0
va_start: w0
va_arg: r0 w0 r0*
va_end: w0
va_copy: w0 r1 c0,1
add_overflow: w2
sadd_overflow: w2
saddl_overflow: w2
saddll_overflow: w2
uadd_overflow: w2
uaddl_overflow: w2
uaddll_overflow: w2
sub_overflow: w2
ssub_overflow: w2
ssubl_overflow: w2
ssubll_overflow: w2
usub_overflow: w2
usubl_overflow: w2
usubll_overflow: w2
mul_overflow: w2
smul_overflow: w2
smull_overflow: w2
smulll_overflow: w2
umul_overflow: w2
umull_overflow: w2
umulll_overflow: w2
__memcpy_chk: w0 r1 c0,1 =0
__memmove_chk: w0 r1 c0,1 =0
__mempcpy_chk: w0 r1 c0,1 >0
__memset_chk: w0 =0
__strcpy_chk: w0 r1 =0
__strncpy_chk: w0 r1 =0
__stpcpy_chk: w0 r1 >0
__stpncpy_chk: w0 r1 >0
__strcat_chk: w0 r0 r1 =0
__strncat_chk: w0 r0 r1 =0
__sprintf_chk: %3 w0 r3 r4+ w4+:n t4+:a
__snprintf_chk: %4 w0 r4 r5+ w5+:n t5+:a
__vsprintf_chk: %3 w0 r3 r4 w4 r4** w4**:n t4**:a
__vsnprintf_chk: %4 w0 r4 r5 w5 r5** w5**:n t5**:a
"""

TABLE: Final = """
abort: noreturn
exit: noreturn
_exit: noreturn
_Exit: noreturn
quick_exit: noreturn
__assert_fail: r0 r1 r3 noreturn
__assert: r0 r1 noreturn
malloc: =new alloc
calloc: =new alloc
valloc: =new alloc
pvalloc: =new alloc
memalign: =new alloc
aligned_alloc: =new alloc
_mm_malloc: =new alloc
alloca: =new alloc
mmap: w0 =new =0 =out alloc
mmap64: w0 =new =0 =out alloc
mmap private: w0 =new alloc
mremap: r0 w0 w4 =new =0 alloc free
munmap: w0 free
madvise: r0 w0
posix_madvise: r0 w0
mprotect: r0 w0
remap_file_pages: w0
msync: r0
mincore: w2
posix_memalign: w0 n0 alloc
realloc: =new =0 alloc free
reallocarray: =new =0 alloc free
free: free
cfree: free
_mm_free: free
MPI_Alloc_mem: w2 n2 alloc
MPI_Free_mem: free
MPI_Send: r0 b0<1@2
MPI_Ssend: r0 b0<1@2
MPI_Rsend: r0 b0<1@2
MPI_Recv: w0 w6 b0<1@2
MPI_Sendrecv: r0 w5 w11 b0<1@2 b5<6@7
MPI_Sendrecv_replace: r0 w0 w8 b0<1@2
MPI_Bcast: r0 w0 b0<1@2
MPI_Reduce: r0 r1 w1 b0<2@3 b1<2@3
MPI_Allreduce: r0 r1 w1 b0<2@3 b1<2@3
MPI_Scan: r0 r1 w1 b0<2@3 b1<2@3
MPI_Exscan: r0 r1 w1 b0<2@3 b1<2@3
MPI_Gather: r0 r3 w3 b0<1@2
MPI_Gatherv: r0 r3 w3 r4 r5 b0<1@2
MPI_Scatter: r0 r3 w3 b3<4@5
MPI_Scatterv: r0 r1 r2 r4 w4 b4<5@6
MPI_Allgather: r0 r3 w3 b0<1@2
MPI_Allgatherv: r0 r3 w3 r4 r5 b0<1@2
MPI_Alltoall: r0 r3 w3
MPI_Alltoallv: r0 r1 r2 r4 w4 r5 r6
MPI_Type_contiguous: w2
MPI_Type_vector: w4
MPI_Type_create_hvector: w4
MPI_Type_indexed: r1 r2 w4
MPI_Type_create_hindexed: r1 r2 w4
MPI_Type_create_indexed_block: r2 w4
MPI_Type_create_struct: r1 r2 r3 w4
MPI_Type_create_subarray: r1 r2 r3 w6
MPI_Type_create_resized: w3
MPI_Type_dup: w1
MPI_Type_commit: r0 w0
MPI_Type_free: r0 w0
MPI_Type_size: w1
MPI_Type_get_extent: w1 w2
MPI_Comm_rank: w1
MPI_Comm_size: w1
MPI_Comm_dup: w1
MPI_Comm_split: w3
MPI_Comm_free: r0 w0
MPI_Dims_create: r2 w2
MPI_Cart_create: r2 r3 w5
MPI_Cart_shift: w3 w4
MPI_Cart_coords: w3
MPI_Cart_rank: r1 w2
MPI_Get_count: r0 w2
memcpy: w0 r1 c0,1 =0 b0=2 b1=2
memmove: w0 r1 c0,1 =0 b0=2 b1=2
mempcpy: w0 r1 c0,1 >0
memccpy: w0 r1 c0,1 >0
bcopy: r0 w1 c1,0
memset: w0 =0 b0=2
bzero: w0
explicit_bzero: w0
memcmp: r0 r1 b0=2 b1=2
bcmp: r0 r1
memchr: r0 >0
memrchr: r0 >0
rawmemchr: r0 >0
memmem: r0 r2 >0
strlen: r0
strnlen: r0
strcpy: w0 r1 =0
strncpy: w0 r1 =0
stpcpy: w0 r1 >0
stpncpy: w0 r1 >0
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
strchr: r0 >0
strrchr: r0 >0
strchrnul: r0 >0
index: r0 >0
rindex: r0 >0
strstr: r0 r1 >0
strcasestr: r0 r1 >0
strpbrk: r0 r1 >0
strspn: r0 r1
strcspn: r0 r1
strtok: r0 w0 r1 k0 =kept
strtok_r: r0 w0 r1 r2 w2 r2* w2* s2,0 s2,2* >0 >2*
strsep: r0 w0 r0* w0* r1 s0,0* >0*
strdup: r0 =new alloc
strndup: r0 =new alloc
strerror: =out
strsignal: =out
atoi: r0
atol: r0 =text
atoll: r0 =text
atof: r0
strtol: r0 w1 s1,0 =text
strtoll: r0 w1 s1,0 =text
strtoul: r0 w1 s1,0 =text
strtoull: r0 w1 s1,0 =text
strtoimax: r0 w1 s1,0 =text
strtoumax: r0 w1 s1,0 =text
strtod: r0 w1 s1,0
strtof: r0 w1 s1,0
strtold: r0 w1 s1,0
printf: %0 r0 r1+ w1+:n t1+:a io
vprintf: %0 r0 r1 w1 r1** w1**:n t1**:a io
fprintf: %1 r1 r2+ w2+:n t2+:a io
vfprintf: %1 r1 r2 w2 r2** w2**:n t2**:a io
dprintf: %1 r1 r2+ w2+:n t2+:a io
vdprintf: %1 r1 r2 w2 r2** w2**:n t2**:a io
sprintf: %1 w0 r1 r2+ w2+:n t2+:a
vsprintf: %1 w0 r1 r2 w2 r2** w2**:n t2**:a
snprintf: %2 w0 r2 r3+ w3+:n t3+:a
vsnprintf: %2 w0 r2 r3 w3 r3** w3**:n t3**:a
asprintf: %1 w0 n0 r1 r2+ w2+:n t2+:a alloc
vasprintf: %1 w0 n0 r1 r2 w2 r2** w2**:n t2**:a alloc
__printf_chk: %1 r1 r2+ w2+:n t2+:a io
__vprintf_chk: %1 r1 r2 w2 r2** w2**:n t2**:a io
__fprintf_chk: %2 r2 r3+ w3+:n t3+:a io
__vfprintf_chk: %2 r2 r3 w3 r3** w3**:n t3**:a io
__dprintf_chk: %2 r2 r3+ w3+:n t3+:a io
__vdprintf_chk: %2 r2 r3 w3 r3** w3**:n t3**:a io
__asprintf_chk: %2 w0 n0 r2 r3+ w3+:n t3+:a alloc
__vasprintf_chk: %2 w0 n0 r2 r3 w3 r3** w3**:n t3**:a alloc
scanf: %0 r0 w1+ n1+:m u1+:a io
fscanf: %1 r1 w2+ n2+:m u2+:a io
sscanf: %1 r0 r1 w2+ n2+:m u2+:a
vscanf: %0 r0 r1 w1 w1** n1**:m u1**:a io
vfscanf: %1 r1 r2 w2 w2** n2**:m u2**:a io
vsscanf: %1 r0 r1 r2 w2 w2** n2**:m u2**:a
puts: r0 io
fputs: r0 io
perror: r0 io
err: %1 r1 r2+ w2+:n t2+:a io noreturn
errx: %1 r1 r2+ w2+:n t2+:a io noreturn
verr: %1 r1 r2 w2 r2** w2**:n t2**:a io noreturn
verrx: %1 r1 r2 w2 r2** w2**:n t2**:a io noreturn
warn: %0 r0 r1+ w1+:n t1+:a io
warnx: %0 r0 r1+ w1+:n t1+:a io
vwarn: %0 r0 r1 w1 r1** w1**:n t1**:a io
vwarnx: %0 r0 r1 w1 r1** w1**:n t1**:a io
putchar: p0 io
putc: p0 io
fputc: p0 io
putchar_unlocked: p0 io
getchar: =file io
getc: =file io
fgetc: =file io
getc_unlocked: =file io
ungetc: p0 io
fgets: w0 =0 io
gets: w0 =0 io
getline: r0 w0 r0* w0* n0 k0* w1 r1 io alloc free
getdelim: r0 w0 r0* w0* n0 k0* w1 r1 io alloc free
__getdelim: r0 w0 r0* w0* n0 k0* w1 r1 io alloc free
fread: w0 i0 io b0<1*2
fwrite: r0 o0 io b0=1*2
read: w1 i1 io b1<2
write: r1 o1 io b1=2
pread: w1 i1 io
pwrite: r1 o1 io
readv: r1 w1* i1* io
writev: r1 r1* o1* io
preadv: r1 w1* i1* io
pwritev: r1 r1* o1* io
recv: w1 i1 io b1<2
send: r1 o1 io b1=2
recvfrom: w1 i1 w4 r5 w5 io
sendto: r1 o1 r4 io
recvmsg: r1 w1 r1* w1* w1** i1** io
sendmsg: r1 r1* r1** o1** io
open: r0 io
creat: r0 io
lseek: io
fopen: r0 r1 =out io
fdopen: r1 =out io
freopen: r0 r1 =out io
popen: r0 r1 =out io threads
pclose: io
tmpfile: =out io
fmemopen: i0 o0 k0 r2 =out io
open_memstream: w0 w1 k0 k1 n0 i0* =out io alloc
setbuffer: k1 io
fclose: io
fflush: io
setbuf: k1 io
setvbuf: k1 io
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
getcwd: w0 =0 =new io
getenv: r0 =out =kept
secure_getenv: r0 =out =kept
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
strftime: w0 r2 r3 r3*
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
initstate_r: w1 w3 s3,1
random_r: r0 w0 r0* w0* w1
srandom_r: r1 w1 r1* w1*
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
bsearch: r0 r1 f4 >1
lfind: r0 r1 r2 f4 >1
setlocale: r1 =out
localeconv: =out
getopt: r1 w1 r1* r2 k1
getopt_long: r1 w1 r1* r2 r3 r3* w3* w4 k1
getrlimit: w1
setrlimit: r1
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
clone: threads f0 k0 k1 k3
signal: f1 k1 =kept signals
sigaction: r1 w2 k1 signals
sigset: f1 k1 =kept signals
bsd_signal: f1 k1 =kept signals
timer_create: r1 k1 w2 signals threads
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

OTHERS: Final = (
    (
        ("fftw_execute", "fftw_destroy_plan"),
        """
fftw_malloc: =new alloc
fftw_alloc_real: =new alloc
fftw_alloc_complex: =new alloc
fftw_free: free
""",
    ),
    (
        ("fftwf_execute", "fftwf_destroy_plan"),
        """
fftwf_malloc: =new alloc
fftwf_alloc_real: =new alloc
fftwf_alloc_complex: =new alloc
fftwf_free: free
""",
    ),
    (
        ("fftwl_execute", "fftwl_destroy_plan"),
        """
fftwl_malloc: =new alloc
fftwl_alloc_real: =new alloc
fftwl_alloc_complex: =new alloc
fftwl_free: free
""",
    ),
    (
        ("numa_available", "numa_max_node"),
        """
numa_alloc: =new alloc
numa_alloc_local: =new alloc
numa_alloc_onnode: =new alloc
numa_alloc_interleaved: =new alloc
numa_realloc: =new =0 alloc free
numa_free: free
""",
    ),
    (
        ("MKL_Get_Max_Threads", "MKL_Set_Num_Threads"),
        """
MKL_malloc: =new alloc
MKL_calloc: =new alloc
MKL_realloc: =new =0 alloc free
MKL_free: free
mkl_malloc: =new alloc
mkl_calloc: =new alloc
mkl_realloc: =new =0 alloc free
mkl_free: free
""",
    ),
)
"""Rows of other libraries, each with names by which the library is told.

Sources: FFTW 3.3's manual (4.1), numa(3), the reference of Intel oneMKL.
"""
