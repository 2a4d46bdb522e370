/* mapper_rt_blocks.h: blocks that libraries allocate.
 *
 * A program's calls of the functions below go to others of its own (by `#pragma redefine_extname` above its first
 * line), which are here: a block is registered after it was allocated, and taken out of the registry before it is
 * freed.  They call the library's functions from here, so that a program needs no library but those that it names.
 * The emitted program includes this below its last line, and defines MRT_strdup and so on for those that it needs.
 */
#ifndef MAPPER_RT_BLOCKS_H
#define MAPPER_RT_BLOCKS_H

/* The library's function, and the program's. */
#define MRT_BLOCK_FUNCTION(type, name, parameters)                                                                   \
  extern type mrt_real_##name parameters __asm__(#name);                                                             \
  type mrt_own_##name parameters __asm__("__mrt_" #name) __attribute__((weak, visibility("hidden")));                \
  type mrt_own_##name parameters

/* Allocates the product of some numbers of bytes, as the library computes it. */
#define MRT_BLOCK_SIZED(name, parameters, given, bytes)                                                              \
  MRT_BLOCK_FUNCTION(void *, name, parameters) { return mrt_block_add(mrt_real_##name given, (bytes)); }
#define MRT_BLOCK_FREED(name)                                                                                        \
  MRT_BLOCK_FUNCTION(void, name, (void *block)) {                                                                    \
    mrt_block_remove(block, 0);                                                                                      \
    mrt_real_##name(block);                                                                                          \
  }
/* Moves a block; where that fails, it stays as it was. */
#define MRT_BLOCK_MOVED(name, parameters, given, bytes)                                                              \
  MRT_BLOCK_FUNCTION(void *, name, parameters) {                                                                     \
    mrt_size old = mrt_block_remove(block, 1);                                                                       \
    void *moved = mrt_real_##name given;                                                                             \
    if (moved)                                                                                                       \
      return mrt_block_add(moved, (bytes));                                                                          \
    if (bytes)                                                                                                       \
      mrt_block_add(block, old);                                                                                     \
    return moved;                                                                                                    \
  }

/* ---- the C library's ------------------------------------------------------------------------------------- */

#ifdef MRT_strdup
MRT_BLOCK_FUNCTION(char *, strdup, (const char *text)) {
  char *made = mrt_real_strdup(text);
  return (char *)mrt_block_add(made, made ? __builtin_strlen(made) + 1 : 0);
}
#endif
#ifdef MRT_strndup
MRT_BLOCK_FUNCTION(char *, strndup, (const char *text, mrt_size most)) {
  char *made = mrt_real_strndup(text, most);
  return (char *)mrt_block_add(made, made ? __builtin_strlen(made) + 1 : 0);
}
#endif
#if defined MRT_asprintf || defined MRT_vasprintf
MRT_BLOCK_FUNCTION(int, vasprintf, (char **made, const char *format, __builtin_va_list values)) {
  int count = mrt_real_vasprintf(made, format, values);
  if (count >= 0)
    mrt_block_add(*made, (mrt_size)count + 1);
  return count;
}
#endif
#ifdef MRT_asprintf
int mrt_own_asprintf(char **made, const char *format, ...) __asm__("__mrt_asprintf")
    __attribute__((weak, visibility("hidden")));
int mrt_own_asprintf(char **made, const char *format, ...) {
  __builtin_va_list values;
  int count;
  __builtin_va_start(values, format);
  count = mrt_own_vasprintf(made, format, values);
  __builtin_va_end(values);
  return count;
}
#endif
#if defined MRT___asprintf_chk || defined MRT___vasprintf_chk
MRT_BLOCK_FUNCTION(int, __vasprintf_chk, (char **made, int checks, const char *format, __builtin_va_list values)) {
  int count = mrt_real___vasprintf_chk(made, checks, format, values);
  if (count >= 0)
    mrt_block_add(*made, (mrt_size)count + 1);
  return count;
}
#endif
#ifdef MRT___asprintf_chk
int mrt_own___asprintf_chk(char **made, int checks, const char *format, ...) __asm__("__mrt___asprintf_chk")
    __attribute__((weak, visibility("hidden")));
int mrt_own___asprintf_chk(char **made, int checks, const char *format, ...) {
  __builtin_va_list values;
  int count;
  __builtin_va_start(values, format);
  count = mrt_own___vasprintf_chk(made, checks, format, values);
  __builtin_va_end(values);
  return count;
}
#endif
/* The line is in a block that may be moved.  Without room it is a new one, whatever the pointer is. */
#define MRT_BLOCK_LINE(name, parameters, given)                                                                      \
  MRT_BLOCK_FUNCTION(long, name, parameters) {                                                                       \
    char *before = line ? *line : 0;                                                                                 \
    mrt_size size = room ? *room : 0, old = before && size ? mrt_block_remove(before, 1) : 0;                        \
    long count = mrt_real_##name given;                                                                              \
    if (line && room)                                                                                                \
      mrt_block_add(*line, *line == before && *room == size ? old : *room);                                          \
    return count;                                                                                                    \
  }
#ifdef MRT_getline
MRT_BLOCK_LINE(getline, (char **line, mrt_size *room, void *file), (line, room, file))
#endif
#ifdef MRT_getdelim
MRT_BLOCK_LINE(getdelim, (char **line, mrt_size *room, int end, void *file), (line, room, end, file))
#endif
#ifdef MRT___getdelim
MRT_BLOCK_LINE(__getdelim, (char **line, mrt_size *room, int end, void *file), (line, room, end, file))
#endif
#ifdef MRT_pvalloc
MRT_BLOCK_SIZED(pvalloc, (mrt_size size), (size), size)
#endif

/* ---- MPI's ------------------------------------------------------------------------------------------------ */

#ifdef MRT_MPI_Alloc_mem
MRT_BLOCK_FUNCTION(int, MPI_Alloc_mem, (MPI_Aint size, MPI_Info hints, void *made)) {
  int error = mrt_real_MPI_Alloc_mem(size, hints, made);
  if (!error && size > 0)
    mrt_block_add(*(void **)made, (mrt_size)size);
  return error;
}
#endif
#ifdef MRT_MPI_Free_mem
MRT_BLOCK_FUNCTION(int, MPI_Free_mem, (void *block)) {
  mrt_block_remove(block, 0);
  return mrt_real_MPI_Free_mem(block);
}
#endif

/* ---- FFTW's ----------------------------------------------------------------------------------------------- */

#ifdef MRT_fftw_malloc
MRT_BLOCK_SIZED(fftw_malloc, (mrt_size size), (size), size)
#endif
#ifdef MRT_fftw_alloc_real
MRT_BLOCK_SIZED(fftw_alloc_real, (mrt_size count), (count), count * sizeof(double))
#endif
#ifdef MRT_fftw_alloc_complex
MRT_BLOCK_SIZED(fftw_alloc_complex, (mrt_size count), (count), count * 2 * sizeof(double))
#endif
#ifdef MRT_fftw_free
MRT_BLOCK_FREED(fftw_free)
#endif
#ifdef MRT_fftwf_malloc
MRT_BLOCK_SIZED(fftwf_malloc, (mrt_size size), (size), size)
#endif
#ifdef MRT_fftwf_alloc_real
MRT_BLOCK_SIZED(fftwf_alloc_real, (mrt_size count), (count), count * sizeof(float))
#endif
#ifdef MRT_fftwf_alloc_complex
MRT_BLOCK_SIZED(fftwf_alloc_complex, (mrt_size count), (count), count * 2 * sizeof(float))
#endif
#ifdef MRT_fftwf_free
MRT_BLOCK_FREED(fftwf_free)
#endif
#ifdef MRT_fftwl_malloc
MRT_BLOCK_SIZED(fftwl_malloc, (mrt_size size), (size), size)
#endif
#ifdef MRT_fftwl_alloc_real
MRT_BLOCK_SIZED(fftwl_alloc_real, (mrt_size count), (count), count * sizeof(long double))
#endif
#ifdef MRT_fftwl_alloc_complex
MRT_BLOCK_SIZED(fftwl_alloc_complex, (mrt_size count), (count), count * 2 * sizeof(long double))
#endif
#ifdef MRT_fftwl_free
MRT_BLOCK_FREED(fftwl_free)
#endif

/* ---- libnuma's: a part of a block may be freed -------------------------------------------------------------- */

#ifdef MRT_numa_alloc
MRT_BLOCK_SIZED(numa_alloc, (mrt_size size), (size), size)
#endif
#ifdef MRT_numa_alloc_local
MRT_BLOCK_SIZED(numa_alloc_local, (mrt_size size), (size), size)
#endif
#ifdef MRT_numa_alloc_onnode
MRT_BLOCK_SIZED(numa_alloc_onnode, (mrt_size size, int node), (size, node), size)
#endif
#ifdef MRT_numa_alloc_interleaved
MRT_BLOCK_SIZED(numa_alloc_interleaved, (mrt_size size), (size), size)
#endif
#ifdef MRT_numa_realloc
MRT_BLOCK_MOVED(numa_realloc, (void *block, mrt_size size, mrt_size wanted), (block, size, wanted), wanted)
#endif
#ifdef MRT_numa_free
MRT_BLOCK_FUNCTION(void, numa_free, (void *block, mrt_size size)) {
  mrt_block_cut(block, size);
  mrt_real_numa_free(block, size);
}
#endif

/* ---- MKL's, by both of their names ------------------------------------------------------------------------ */

#define MRT_BLOCK_MALLOC(name) MRT_BLOCK_SIZED(name, (mrt_size size, int alignment), (size, alignment), size)
#define MRT_BLOCK_CALLOC(name)                                                                                       \
  MRT_BLOCK_SIZED(name, (mrt_size count, mrt_size size, int alignment), (count, size, alignment), count *size)
#define MRT_BLOCK_REALLOC(name) MRT_BLOCK_MOVED(name, (void *block, mrt_size size), (block, size), size)
#ifdef MRT_mkl_malloc
MRT_BLOCK_MALLOC(mkl_malloc)
#endif
#ifdef MRT_mkl_calloc
MRT_BLOCK_CALLOC(mkl_calloc)
#endif
#ifdef MRT_mkl_realloc
MRT_BLOCK_REALLOC(mkl_realloc)
#endif
#ifdef MRT_mkl_free
MRT_BLOCK_FREED(mkl_free)
#endif
#ifdef MRT_MKL_malloc
MRT_BLOCK_MALLOC(MKL_malloc)
#endif
#ifdef MRT_MKL_calloc
MRT_BLOCK_CALLOC(MKL_calloc)
#endif
#ifdef MRT_MKL_realloc
MRT_BLOCK_REALLOC(MKL_realloc)
#endif
#ifdef MRT_MKL_free
MRT_BLOCK_FREED(MKL_free)
#endif

#endif
