/* mapper_rt_launch.h: a loop on the device: its arguments, what its kernel promises, and what is checked.  Part of
 * mapper_rt.h. */
#ifndef MAPPER_RT_LAUNCH_H
#define MAPPER_RT_LAUNCH_H

/* mrt_arg.kind. */
enum {
  MRT_ARG_BUFFER = 1, /* memory: becomes two kernel arguments, the cl_mem and a byte offset (long) */
  MRT_ARG_VALUE,      /* passed by value */
  MRT_ARG_REDUCTION,  /* a result: see mrt_launch */
  MRT_ARG_TABLE,      /* a table of pointers: becomes four kernel arguments, see below */
  MRT_ARG_SUBTABLE,   /* the tables that the entries of the table before it point into */
  MRT_ARG_ROWS,       /* the memory that the entries of the table before it point into: cl_mem, byte offset */
  MRT_ARG_EXPANDED    /* an array that each work-item has of its own, in global memory: three arguments, see below */
};

/* mrt_arg.flags of a buffer. */
enum {
  MRT_READ = 1,
  MRT_WRITE = 2,
  MRT_STATIC = 4,      /* storage: the program's life */
  MRT_STACK = 8,       /* storage: a scope's life, see mrt_scope */
  MRT_EAGER = 16,      /* copy in before this launch, out after it if MRT_WRITE, keep nothing on the device */
  MRT_WHOLE = 32,      /* TABLE: the size is that of the array, not of the part that is reached */
  MRT_OVERWRITES = 64, /* all `size` bytes are written, none before that is read through this pointer */
  MRT_ARRAY = 256,     /* mrt_host_access: the pointer is where a segment begins, or inside of it */
  MRT_APART = 128,     /* ROWS: the kernel is only right where they don't overlap, nor those of other tables */
  MRT_ALIGN_8 = 512,   /* BUFFER: the kernel is only right where the pointer is a multiple of 8, ... */
  MRT_ALIGN_16 = 1024, /* ... or of 16.  Otherwise the launch is refused */
  MRT_COMPARED =
      4096,       /* BUFFER: the kernel compares the pointer with those of other buffers that have this flag, ... */
  MRT_END = 8192, /* ... or the next, which says that it does nothing else with it */
  MRT_REWRITES = 65536, /* BUFFER, ROWS: the kernel may copy pointers into it */
  MRT_AT_MOST = 131072, /* TABLE, SUBTABLE, BUFFER that is SHIFTED: size and low may hold more than is reached, also
                         * beyond the memory */
  MRT_SHIFTED = 262144, /* BUFFER: the pointer was computed, and may lie outside of its memory; `low` may be positive */
  MRT_NULLS = 32768,    /* TABLE, SUBTABLE: the kernel asks which entries are null: see below */
  MRT_BELOW = 16384,    /* BUFFER: the kernel may reach memory before the pointer */
  MRT_ESCAPED = 2048 /* BUFFER, ROWS: code that mapper does not see may hold the address, and write at any time: what
                      * comes back of it are the elements alone that kernels wrote */
};

/* mrt_arg.flags of a reduction: an operation and a type. */
enum {
  MRT_SUM = 1, /* `+` and `-` */
  MRT_PRODUCT,
  MRT_MIN,
  MRT_MAX,
  MRT_AND, /* bit by bit, as the next two */
  MRT_OR,
  MRT_XOR,
  MRT_ALL, /* `&&` */
  MRT_ANY, /* `||` */
  MRT_TYPE_SHIFT = 4,
  MRT_I8 = 0,
  MRT_U8 = 1 << MRT_TYPE_SHIFT,
  MRT_I16 = 2 << MRT_TYPE_SHIFT,
  MRT_U16 = 3 << MRT_TYPE_SHIFT,
  MRT_I32 = 4 << MRT_TYPE_SHIFT,
  MRT_U32 = 5 << MRT_TYPE_SHIFT,
  MRT_I64 = 6 << MRT_TYPE_SHIFT,
  MRT_U64 = 7 << MRT_TYPE_SHIFT,
  MRT_FLOAT = 8 << MRT_TYPE_SHIFT,
  MRT_DOUBLE = 9 << MRT_TYPE_SHIFT
};

/* In which order a device with memory of its own is to hold an array.  It is seen as `matrices` of `rows` x `columns`
 * elements, one behind the other, and each of these is transposed: one matrix with 5 columns makes [k][j][i][5] an
 * array [5][k][j][i].  An element has 1, 2, 4 or 8 bytes.  Matrices, or the rows of the only one, are 0 where they
 * are as many as fill the block that the pointer begins.  Where a block can't have the order, all copies keep the
 * host's from then on. */
struct mrt_transposition {
  mrt_size element, matrices, rows, columns;
};

/* Bytes of an array: `planes` times `rows` runs of `bytes`; `pitch` from one row to the next, `far` from one plane to
 * the next.  None where one of the three numbers is not positive. */
struct mrt_area {
  long offset; /* of the first run, from the pointer */
  long bytes, rows, pitch, planes, far;
};

/* A copy of an array in another order, which a second version of the kernel expects: see relayout.c. */
struct mrt_relaid {
  struct mrt_transposition order; /* matrices or rows 0: as many as the memory has */
  double accesses;                /* that are not coalesced in the array and are in the copy */
  double runs;                    /* the share of accesses in which a work-item goes on to the array's next element */
};

/* What decides whether such copies pay. */
enum {
  MRT_RELAY_BYTES,   /* how many are transposed, before and behind the launch */
  MRT_RELAY_USES,    /* accesses expected before the array is written again, for each element transposed */
  MRT_RELAY_ELEMENT, /* of the largest array: bytes of an element, */
  MRT_RELAY_ROWS,    /* rows and columns of the matrices, */
  MRT_RELAY_COLUMNS,
  MRT_RELAY_PITCH, /* bytes of a row, */
  MRT_RELAY_RUNS,  /* and what mrt_relaid.runs says */
  MRT_RELAY_FEATURES
};

struct mrt_arg {
  unsigned kind;
  unsigned flags;
  void *pointer; /* BUFFER: the host address, NULL for memory that is never touched; VALUE, REDUCTION: where the
                  * value is, or the result goes */
  mrt_size size; /* VALUE, REDUCTION: bytes.  BUFFER: bytes from pointer on, 0 if only the registry knows */
  long low; /* EXPANDED: bytes of an element, or 0.  BUFFER: byte offset (<= 0) of the lowest access relative to pointer;
               those of a TABLE, a SUBTABLE and ROWS may be positive */
  const char *name; /* memory: the array's name in the user's source, for MAPPER_INFO */
  /* BUFFER with MRT_WRITE: the scalars of an element, in the letters of Python's module struct (b h i q, capital ones
   * unsigned, f d, x for padding, each after a count), for MAPPER_VERIFY. */
  const char *layout;
  const struct mrt_transposition *transposed; /* BUFFER: the order that the kernel expects under MRT_LAYOUT; NULL: the
                                               * host's.  The pointer is then that of the whole segment */
  /* BUFFER: where not NULL, the launch writes all of it, and reads none of it before that; it touches nothing else of
   * the memory. */
  const struct mrt_area *area;
  const struct mrt_relaid *relaid; /* BUFFER: for the second version of the kernel; NULL: it uses the array itself */
  /* TABLE: where not 0, pointers are in the first `span` of each `stride` bytes alone, counted from `pointer` on:
   * they are members of the elements of an array of structures.  Where `times` is not 0, they are so many times in
   * each, `pitch` bytes apart. */
  mrt_size stride, span, pitch, times;
  unsigned
      within; /* TABLE: where not 0, the structures are those that argument number `within` - 1 leads to, ROWS, */
  mrt_size member; /* and this is where the first pointer stands in each; there is no `pointer` */
  mrt_size part; /* BUFFER of a kernel with checks, not 0: no two iterations may write the same `part` bytes of it */
};

/* Tables of pointers.  `double ***x` is a TABLE, a SUBTABLE and ROWS, in this order, beside each other.  The TABLE's
 * pointer, size and low are those of a buffer; a SUBTABLE's size and low say which entries are reached from the
 * ones that the level before points to, size 0 if that is unknown.  The size of ROWS is that of an element; how many
 * bytes are reached from the beginning of a row is in their pointer, 0 if that is unknown, and in low.  For a
 * table the kernel gets a cl_mem of `long` positions, a byte offset into it, and two longs `first` and `step`.  Entry
 * i leads to position `first + i * step` of the next level where step is not 0, else to the position that is in
 * the table: counted in entries for a SUBTABLE, in elements for ROWS. Positions are those of the host's pointers when
 * the loop is launched.  The tables themselves are read by the host, and only as far as the registry knows them; a
 * loop whose entries lead to memory that is not registered is refused, null pointers are not followed.  Kernels don't
 * write tables that they follow; those with MRT_REWRITES may write tables that others do.
 *
 * The position of a null pointer is the least `long`, in the table; with MRT_NULLS, no step stands for null pointers.
 *
 * `item[i]->data[j]` is a TABLE and ROWS for the structures, and behind them a TABLE `within` these ROWS and ROWS for
 * `data`.  Of all structures in the memory of the first ROWS, entry i * span / 8 is the first pointer of number i, or
 * entry i * times * span / 8.
 *
 * ROWS with MRT_APART: as far as sizes and lows say that they are reached, those that are written must not overlap
 * each other, nor the rows of another table with MRT_APART, unless both are the same table.  Otherwise the launch is
 * refused. */

/* Enqueue one loop: work-items for counts[0] x counts[1] x counts[2] iterations (dimension 0 has neighbouring
 * work-items).  Any count may be 0 (then nothing runs and no result is written) and may exceed the device's limits
 * (the library splits the launch; kernels get their index by get_global_id, which includes the launch's offset,
 * and must ignore indices at or beyond the count).
 *
 * Kernel arguments, in order: for each mrt_arg in order (buffers: `__global T *base, long offset`; values: the
 * value); then `ulong` counts, one for each dimension; then, if there are reductions or the kernel may stop,
 * `__global ulong *partials`.
 *
 * A kernel's second version (mrt_kernel.relaid) has the same arguments, and behind them a `ulong` for each buffer
 * with a `relaid` order of 0 rows, their number.
 *
 * Kernels with reductions are launched one-dimensionally over min(total, limit) work-items in groups of
 * MRT_GROUP_SIZE (a macro that the library defines when it builds the program; a power of two), loop over the
 * linear index themselves, each over its share, and leave one partial result of reduction number r for
 * each work-group at the beginning of partials[r * get_num_groups(0) + get_group_id(0)].  The library reads them,
 * blocking, and folds them into args[i].pointer.
 *
 * Kernels with reductions and `folds` have one more partial result before the others, a counter of work-groups that
 * is 0 between launches, and no MRT_ARG_REDUCTION: they write what becomes of their results into memory, and nothing
 * is read.
 *
 * Kernels with `stops` have one more partial result, before the others, whose first 4 bytes are not 0 after a
 * work-item stopped: it came to where only the host can go on, as to print or to end the program.  The library saves
 * what such a kernel may write, reads that flag, blocking, and if it is set undoes what the kernel wrote and returns
 * 0, so that the program runs the loop on the CPU, from its beginning.  Then the kernel is not launched again.
 *
 * Kernels with `sites` check what they do, and stop where a check fails: their flag is then the number of the check,
 * from 2 on, and the library says so with its message.  Behind all other arguments they get `__global uint *spare`,
 * memory that any work-item may overwrite, and for each BUFFER `long from, long to, ulong owners`: where its memory
 * begins and ends, in bytes from that of the cl_mem, and which element of `spare` is the owner of its first part.  An
 * owner is 0 before the launch; it is 0 itself where the buffer has no `part`.
 *
 * The kernels of a form with shares of rows (mrt_kernel.collapse) have two more arguments, `__global ulong *` memory
 * of the library's own.  The third kernel leaves in the first one whether the rows' bounds fall anywhere, the longest
 * row, and the number of elements; the fourth leaves in the second one in which row each share begins, and how many
 * rows there are. The first two, which groups of 256 and of `carrying` work-items run, read that, and use the other
 * to hand sums on.
 *
 * Kernels with MRT_ARG_EXPANDED, of `size` bytes for each work-item and `low` bytes an element, are launched
 * one-dimensionally over W work-items, loop over the linear index themselves, and find their own element 0 at
 * `base + offset + get_global_id(0) * step` bytes, by the arguments `__global T *base, long offset, long step`.  The
 * next element lies W elements behind it where MRT_LANES is more than one and `low` is not 0, otherwise it is the
 * next in memory.
 * Without memory for enough of them to be worth it, the launch is refused.
 *
 * Kernels with `ordered` have four more arguments: `__global uint *tiles`, and three `uint`: the pass, the number of
 * threads, and in how many parts the iterations of each are cut.  A group, whose size the kernel requires, takes a
 * part, or a work-item one counter of one thread.  The library launches the passes, reads the flags at the beginning
 * of the tiles, blocking, before the last one, and returns 0 where these say that the loop is not right in any order.
 *
 * Which segment a buffer uses: the registered one that holds pointer + low and, where the size is known, all of the
 * range.  A pointer with MRT_END uses the segment of one with MRT_COMPARED that it points into, or to the end of;
 * where that may be either of two, the launch is refused.  So it is where a pointer of unknown size with MRT_BELOW
 * may be the end of what lies before its segment.  Otherwise with a known size, automatic and static memory
 * (MRT_STACK, MRT_STATIC) is registered, and other memory is treated as MRT_EAGER; overlapping ones are merged.
 * Otherwise, and for a range that leaves its segment, the launch is refused. Segments are uploaded whole when the
 * device copy is not valid, also for kernels that only write, but where MRT_OVERWRITES or an area says what they
 * write: then the host keeps what is outside of it.  Device addresses equal host addresses modulo 128, so that
 * alignment is kept.
 *
 * Returns 1 when the loop was enqueued, also for empty loops.  Returns 0 when it was refused or failed, and nothing
 * has been changed: host copies of all its buffers are then valid, and the device copies of those with MRT_WRITE
 * are not, so the caller runs the loop on the CPU at once, without announcing its accesses.  So it is with all memory
 * where the kernel may stop. A reduction's result is written only by a loop that ran at least one iteration.
 *
 * On devices with memory of their own, kernels are built with MRT_LAYOUT=1 (else 0), and a device copy has the order
 * of the last launch that used it: one that expects another has it changed on the device, and the copies to and from
 * the host's memory change it, too.  All arguments that lead to one segment must expect the same, otherwise the
 * launch is refused. */
int mrt_launch(struct mrt_run *run, struct mrt_kernel *kernel, const mrt_u64 *counts, struct mrt_arg *args,
               unsigned n);

/* The same for a loop whose results the program needs only later: `later` are the variables of its reductions, in the
 * order of their arguments.  Where it returns 2, MRT_RESULTS brings the variables up to date, which nobody must read
 * or write before, but for further such launches: results go into variables in the order of the launches.  Where it
 * returns 1, the results are where the arguments say, and those of launches before it are in their variables. */
int mrt_launch_later(struct mrt_run *run, struct mrt_kernel *kernel, const mrt_u64 *counts, struct mrt_arg *args,
                     unsigned n, void *const *later);
extern int mrt_later; /* launches whose results are on their way */
void mrt_results(void);
#define MRT_RESULTS (__atomic_load_n(&mrt_later, __ATOMIC_ACQUIRE) ? mrt_results() : (void)0)

/* How many iterations a dimension of a launch has.  MRT_UNCOUNTABLE where the counter's type, whose greatest value is
 * `most`, does not hold the first value or the bound, or where their distance with what compilers add to it to divide
 * by the stride does not fit that type: what such a loop does depends on the compiler, and the CPU runs it.  `low`
 * and `high` have the type in which the loop's condition compares them. */
#define MRT_UNCOUNTABLE (~(mrt_u64)0)
#define MRT_HOLDS(type, value) ((type)(value) == (value) && ((type)(value) < 0) == ((value) < 0))
#define MRT_COUNT(type, most, low, high, stride, inclusive)                                                          \
  (!MRT_HOLDS(type, low) || !MRT_HOLDS(type, high) ? MRT_UNCOUNTABLE                                                 \
   : ((inclusive) ? (low) <= (high) : (low) < (high))                                                                \
       ? mrt_count_of((mrt_u64)(high) - (mrt_u64)(low), (mrt_u64)(stride), (inclusive), (most))                      \
       : 0)
static __inline__ mrt_u64 mrt_count_of(mrt_u64 span, mrt_u64 stride, mrt_u64 inclusive, mrt_u64 most) {
  if (stride == 0 || stride > most || span > most - inclusive || stride - 1 > most - inclusive - span)
    return MRT_UNCOUNTABLE;
  return inclusive ? span / stride + 1 : (span - 1) / stride + 1;
}

/* The iterations of a launch whose loops had been cut into strips, where a strip ends behind the bound: the kernel
 * would leave that out. */
#define MRT_UNDIVIDED (MRT_UNCOUNTABLE - 1)
static __inline__ int mrt_divides(long low, long high, long step) {
  return low >= high || (step > 0 && ((mrt_u64)high - (mrt_u64)low) % (mrt_u64)step == 0);
}

/* The iterations of a launch in which a subscript may leave its row: the kernel's work-items would not be
 * independent. */
#define MRT_OUTSIDE (MRT_UNCOUNTABLE - 2)
/* The iterations of a launch in which one may read what another one left in a private variable. */
#define MRT_CARRIED (MRT_UNCOUNTABLE - 3)
/* The iterations of a launch that needs a number from memory of which nothing is known. */
#define MRT_UNREAD (MRT_UNCOUNTABLE - 4)
/* The iterations of a launch that changes, through a pointer, a variable of which the kernel has a copy. */
#define MRT_LED (MRT_UNCOUNTABLE - 5)
static __inline__ int mrt_beside(const volatile void *pointer, const volatile void *variable, mrt_u64 size) {
  return (mrt_u64)pointer - (mrt_u64)variable > size; /* pointers to its end may be moved into it */
}
/* Numbers of iterations that a launch can have are less than this. */
#define MRT_REFUSED MRT_LED

/* The iterations of several collapsed loops; MRT_UNCOUNTABLE where they are too many to be counted. */
static __inline__ mrt_u64 mrt_product(mrt_u64 one, mrt_u64 other) {
  mrt_u64 product = 0;
  if (one == 0 || other == 0)
    return 0;
  if (one == MRT_UNCOUNTABLE || other == MRT_UNCOUNTABLE || __builtin_mul_overflow(one, other, &product))
    return MRT_UNCOUNTABLE;
  return product;
}

/* ---- virtual threads ----------------------------------------------------------------------------------- */

/* A loop in which each thread carries a state of its own along is one work-item a virtual thread.  How many: at
 * least one, at most one an iteration, and as many as the device keeps busy and as fit into 64 MiB with `bytes` of
 * state each. */
mrt_u64 mrt_team_size(mrt_u64 iterations, mrt_size bytes) __attribute__((pure));

/* Memory for the states that a launch leaves, one for each virtual thread; NULL without memory. */
void *mrt_states(mrt_u64 team, mrt_size bytes);
void mrt_states_end(void *states);

/* Memory with an element of `size` bytes for each iteration of a loop that runs in parts, for what one part leaves to
 * later ones.  It stays for the next time that the loop is run; NULL without memory.  Zero a `kept` before. */
struct mrt_kept {
  void *memory;
  mrt_size bytes;
};
void *mrt_keep(struct mrt_kept *kept, mrt_u64 iterations, mrt_size size);

/* MAPPER_VERIFY.  mrt_launch then runs the loop on the device and returns 0 all the same, with the host's memory as
 * it was, so that the program runs the loop on the CPU.  What is behind the loop's end calls mrt_check, which
 * compares the results and reports the first difference; so does mrt_leave.  Of each reduction the program notes the
 * variable's value before and after. */
void mrt_note(struct mrt_run *run, unsigned reduction, const void *value);
void mrt_check(struct mrt_run *run);
#define MRT_NOTE(run, reduction, type, value) ((run)->check ? mrt_note((run), (reduction), &(type){value}) : (void)0)
#define MRT_CHECK(run) ((run)->check && (run)->parts == 0 ? mrt_check(run) : (void)0)

/* Around the loops of a kernel where its launch returned 0, and each of them is launched for itself.  If that was to
 * verify it, none of them is, and all are compared at the end. */
#define MRT_PARTS(run) ((void)((run)->parts += (run)->check != 0))
#define MRT_PARTS_END(run) ((run)->parts ? ((run)->parts--, MRT_CHECK(run)) : (void)0)

#endif
