/* mapper_rt_memory.h: the host's memory: accesses, automatic arrays, allocation; and clocks.  Part of mapper_rt.h. */
#ifndef MAPPER_RT_MEMORY_H
#define MAPPER_RT_MEMORY_H

/* ---- host accesses ------------------------------------------------------------------------------------- */

/* Not zero while any segment has a device copy; read without a lock by the macros below. */
extern int mrt_active;
#define MRT_ACTIVE __atomic_load_n(&mrt_active, __ATOMIC_RELAXED)

/* The host is about to read (MRT_READ), write (MRT_WRITE) or read and write the segment that `pointer` points
 * into, anywhere inside or just behind its end; pointers into no segment are ignored.  Reading brings the host copy
 * up to date, writing makes the device copy invalid (after bringing the host copy up to date, for partial
 * writes). */
void mrt_host_access(void *pointer, unsigned mode);

/* The same for all segments. */
void mrt_host_access_all(unsigned mode);

/* The host is about to run a loop: it reads and writes what the arguments of its launch lead to, and nothing else
 * that other announcements don't name.  Where nothing is known of that, it is all memory. */
void mrt_host_arguments(const mrt_u64 *counts, unsigned dimensions, struct mrt_arg *args, unsigned n);

/* The host is about to read or write rows that a table of pointers leads to, through so many levels of tables. */
void mrt_host_rows(const void *table, unsigned levels, unsigned mode);

/* ... `bytes` of each row, `offset` behind its beginning, to which the entries lead that are from `first` to `last`
 * bytes behind the table's beginning.  Nothing where there are no such entries or bytes.  What is written was announced
 * to be read before, unless all of it is written. */
void mrt_host_row_parts(const void *table, long first, long last, long offset, long bytes, unsigned mode);

/* The host is about to read or write some bytes of a segment, all of them where it writes.  In large segments only
 * they move: the device's copy stays valid, and gets what was written before the next launch that uses it. */
void mrt_host_part(void *pointer, mrt_size bytes, unsigned mode);

/* The same for bytes that are at distances: `repeats` holds `n` pairs, a distance in bytes and a count.  All
 * combinations of them are meant; where any count or `bytes` is not positive, there are none.  Bytes that are not
 * read must all be written. */
void mrt_host_area(void *pointer, long bytes, unsigned mode, unsigned n, const long *repeats);

/* The pointer that is so many bytes behind another one, if the library knows that memory.  Otherwise the host
 * accesses all segments, and it is NULL. */
void *mrt_entry(const void *table, long bytes);

/* Sets bytes of a segment to zero where the device has them, and 1; else 0, and the host is to do it. */
int mrt_clear(const struct mrt_run *run, void *pointer, mrt_size bytes);

/* Copies bytes from one segment to another, or sets bytes of a segment to zero, where the device has them, and 1; else
 * 0, and the host is to announce and do it. */
int mrt_moved(void *to, const void *from, long bytes);
int mrt_zeroed(void *pointer, long bytes);

/* Not zero where arrays are sent to the device before a region asks for them. */
extern int mrt_sends;

/* The host has written the segment that `pointer` points into, and a region is to read it next: its copy to the
 * device may begin, beside the program.  Later host accesses are announced as ever. */
void mrt_send(void *pointer);

/* The pointer `to` was computed from `from`, and may lie outside of the memory that this one leads to. */
void mrt_shifted(const void *from, const void *to);
#define MRT_SHIFT(from, to)                                                                                          \
  mrt_shifted((const void *)(__UINTPTR_TYPE__)(from), (const void *)(__UINTPTR_TYPE__)(to))

/* Adds to each of `count` integers behind the first one the sum of all before it where the device has them, and 1;
 * else 0, and the host is to do it. */
int mrt_running_sums(const struct mrt_run *run, void *first, mrt_u64 count, mrt_size element);

/* The parameter is not const, and the cast goes over an integer, so that compilers neither warn of arrays without
 * values yet nor of qualifiers that are cast away. */
#define MRT_HOST(pointer, mode)                                                                                      \
  (MRT_ACTIVE ? mrt_host_access((void *)(__UINTPTR_TYPE__)(pointer), (mode) | MRT_IF_ARRAY(pointer)) : (void)0)
#define MRT_HOST_PART(object, mode)                                                                                  \
  (MRT_ACTIVE ? mrt_host_part((void *)(__UINTPTR_TYPE__)(&(object)), sizeof(object), (mode)) : (void)0)
#define MRT_HOST_BYTES(pointer, bytes, mode)                                                                         \
  (MRT_ACTIVE ? mrt_host_part((void *)(__UINTPTR_TYPE__)(pointer), (bytes), (mode)) : (void)0)
#define MRT_HOST_ROWS(table, levels, mode)                                                                           \
  (MRT_ACTIVE ? mrt_host_rows((const void *)(__UINTPTR_TYPE__)(table), (levels), (mode)) : (void)0)
#define MRT_HOST_ROW_PARTS(table, first, last, offset, bytes, mode)                                                  \
  (MRT_ACTIVE ? mrt_host_row_parts((const void *)(__UINTPTR_TYPE__)(table), (long)(first), (long)(last),             \
                                   (long)(offset), (long)(bytes), (mode))                                            \
              : (void)0)
#define MRT_HOST_AREA(pointer, offset, bytes, mode, n, ...)                                                          \
  (MRT_ACTIVE ? mrt_host_area((void *)((__UINTPTR_TYPE__)(pointer) + (__UINTPTR_TYPE__)(offset)),                    \
                              (long)(bytes), (mode), (n), __extension__(const long[]){__VA_ARGS__})              \
              : (void)0)

#define MRT_MOVED(to, to_at, from, from_at, bytes)                                                                   \
  (MRT_ACTIVE && mrt_moved((void *)((__UINTPTR_TYPE__)(to) + (__UINTPTR_TYPE__)(to_at)),                             \
                           (const void *)((__UINTPTR_TYPE__)(from) + (__UINTPTR_TYPE__)(from_at)), (long)(bytes)))
#define MRT_ZEROED(pointer, offset, bytes)                                                                           \
  (MRT_ACTIVE &&                                                                                                     \
   mrt_zeroed((void *)((__UINTPTR_TYPE__)(pointer) + (__UINTPTR_TYPE__)(offset)), (long)(bytes)))

/* The bytes from a buffer on in which `count` elements of an MPI data type lie; 0 where some may be before it, or
 * there is no such number.  Data types with gaps reach over these. */
static __inline__ mrt_size mrt_mpi_span(mrt_size count, long low, long length, long extent) {
  if (count == 0 || count > (mrt_size)__INT_MAX__ || low < 0 || length < 0 || extent < 0)
    return 0;
  return (count - 1) * (mrt_size)extent + (mrt_size)low + (mrt_size)length;
}
#define MRT_MPI_BYTES(count, type)                                                                                   \
  __extension__({                                                                                                    \
    MPI_Aint mrt_mpi_low = 0, mrt_mpi_length = -1, mrt_mpi_first = 0, mrt_mpi_extent = -1;                           \
    MPI_Type_get_true_extent((type), &mrt_mpi_low, &mrt_mpi_length);                                                 \
    MPI_Type_get_extent((type), &mrt_mpi_first, &mrt_mpi_extent);                                                    \
    mrt_mpi_span((count), (long)mrt_mpi_low, (long)mrt_mpi_length, (long)mrt_mpi_extent);                            \
  })
#define MRT_SEND(pointer)                                                                                            \
  (__atomic_load_n(&mrt_sends, __ATOMIC_RELAXED) ? mrt_send((void *)(__UINTPTR_TYPE__)(pointer)) : (void)0)
#define MRT_HOST_ALL(mode) (MRT_ACTIVE ? mrt_host_access_all(mode) : (void)0)

/* An array's name can only mean the array: not what is before or behind it, as a pointer may. */
#define MRT_IF_ARRAY(pointer)                                                                                        \
  (__builtin_types_compatible_p(__typeof__(pointer), __typeof__(((void)0, (pointer)))) ? 0u : (unsigned)MRT_ARRAY)

/* The smaller and the larger of two values, in the sizes of buffers that follow from loop bounds. */
static __inline__ long mrt_least(long one, long other) { return one < other ? one : other; }
static __inline__ long mrt_greatest(long one, long other) { return one > other ? one : other; }

/* Whether elements a * one + b * other + c * third + d are different ones for different numbers: rows of rows, whose
 * lengths may have any order.  The numbers are not negative, and `most_...` are the greatest.  A length that is only
 * taken 0 times does not count where it is 0 or less: where others take it more often, they are not apart. */
static __inline__ int mrt_rows_apart(long rest, long one, long most_one, long other, long most_other, long third,
                                     long most_third) {
  long lengths[3], most[3], reached;
  int left = 7, found = rest >= 0, step, each, least;
  lengths[0] = one, lengths[1] = other, lengths[2] = third;
  most[0] = most_one, most[1] = most_other, most[2] = most_third;
  for (step = 0; step < 3 && found; step++) {
    least = -1;
    for (each = 0; each < 3; each++)
      if ((left & 1 << each) && (least < 0 || lengths[each] < lengths[least]))
        least = each;
    left &= ~(1 << least);
    if (most[least] == 0 && lengths[least] <= 0)
      continue;
    found = lengths[least] > rest && most[least] >= 0 &&
            !__builtin_mul_overflow(lengths[least], most[least], &reached) &&
            !__builtin_add_overflow(rest, reached, &rest);
  }
  return found;
}

/* An automatic array's scope: declared right after the array, it registers the array, so that pointers into it
 * find it, and drops its device copy when the scope is left.  MRT_SCOPE(n, a, sizeof a) declares one. */
struct mrt_scope {
  const void *address;
  mrt_size bytes;
};
struct mrt_scope mrt_scope_begin(void *address, mrt_size bytes);
void mrt_scope_end(struct mrt_scope *scope);
#define MRT_SCOPE(number, pointer, size)                                                                             \
  struct mrt_scope mrt_scope_##number __attribute__((cleanup(mrt_scope_end), unused)) =                              \
      mrt_scope_begin((void *)(pointer), (size))

/* A static array of a function: declared right after the array, it lets the library know of it, as a file's
 * mrt_statics do of arrays with names that hold in the whole file. */
#define MRT_KNOWN(number, pointer, size)                                                                             \
  static struct mrt_static mrt_known_##number __attribute__((section("__mrt_known"), used)) = {(pointer), (size)}

/* ---- messages ------------------------------------------------------------------------------------------ */

enum { MRT_MESSAGE_REPEATS = 4 };
struct mrt_message { /* `bytes` from `from` on, repeated as for mrt_host_area; with `gaps`, only some of them */
  void *from;
  long low, bytes, repeats[2 * MRT_MESSAGE_REPEATS];
  unsigned n;
  int gaps, receives;
};
/* The host's memory is made ready for a message: what is sent, or what bytes that don't come leave. */
void mrt_message_prepare(const struct mrt_message *message);
/* Bytes that mrt_message_prepare has made ready have been written. */
void mrt_message_came(const struct mrt_message *message);
/* A message is under way that a request stands for, or (`persistent`) will be when it starts. */
void mrt_message_note(const struct mrt_message *message, mrt_u64 request, int persistent);
void mrt_message_starts(mrt_u64 request);
/* It has come, or has been sent. */
void mrt_message_ends(mrt_u64 request);
/* The request is no longer known to the program. */
void mrt_message_free(mrt_u64 request);

/* ---- allocation ---------------------------------------------------------------------------------------- */

/* The C library's functions of the same name, which also keep the registry of segments.  The emitted program
 * declares the C library's own names with these as assembler names (MRT_TRACK_ALLOCATIONS below), so that the
 * user's text is untouched.  free of a block with a device copy drops it; realloc brings the host copy up to date
 * first. */
void *mrt_malloc(mrt_size size);
void *mrt_calloc(mrt_size count, mrt_size size);
void *mrt_realloc(void *pointer, mrt_size size);
void *mrt_aligned_alloc(mrt_size alignment, mrt_size size);
int mrt_posix_memalign(void **result, mrt_size alignment, mrt_size size);
void *mrt_reallocarray(void *pointer, mrt_size count, mrt_size size);
void *mrt_memalign(mrt_size alignment, mrt_size size);
void *mrt_valloc(mrt_size size);
void mrt_free(void *pointer);

/* For what libraries allocate, see mapper_rt_blocks.h.  Registers a block, and returns it. */
void *mrt_block_add(void *block, mrt_size size);
/* Forgets a block that is about to be freed, or, with `keep`, moved: its data come to the host then.  Returns its
 * size; 0 where it isn't known. */
mrt_size mrt_block_remove(void *block, int keep);
/* Forgets all blocks that have bytes in a range, which is about to be freed. */
void mrt_block_cut(void *from, mrt_size bytes);

#ifdef MRT_TRACK_ALLOCATIONS
#define MRT_NAME(function) #function
extern void *malloc(mrt_size) __asm__(MRT_NAME(mrt_malloc));
extern void *calloc(mrt_size, mrt_size) __asm__(MRT_NAME(mrt_calloc));
extern void *realloc(void *, mrt_size) __asm__(MRT_NAME(mrt_realloc));
extern void *aligned_alloc(mrt_size, mrt_size) __asm__(MRT_NAME(mrt_aligned_alloc));
extern int posix_memalign(void **, mrt_size, mrt_size) __asm__(MRT_NAME(mrt_posix_memalign));
extern void *reallocarray(void *, mrt_size, mrt_size) __asm__(MRT_NAME(mrt_reallocarray));
extern void *memalign(mrt_size, mrt_size) __asm__(MRT_NAME(mrt_memalign));
extern void *valloc(mrt_size) __asm__(MRT_NAME(mrt_valloc));
extern void free(void *) __asm__(MRT_NAME(mrt_free));
#endif

/* ---- the time ------------------------------------------------------------------------------------------ */

/* Calls of clock, clock_gettime, getrusage, gettimeofday, omp_get_wtime, time, times and timespec_get go to functions
 * of the library, mrt_clock and so on, by `#pragma redefine_extname` above the user's first line.  They wait for all
 * that was enqueued, so that no clock counts work that was started before it. */

#endif
