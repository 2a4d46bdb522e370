/* fold.c: the partial results of a reduction, one for each work-group, become one, in the order of the groups.
 *
 * Sums and products of integers are taken without sign, so that they wrap as the device's do.
 */
#include "mrt_base.h"

#include <string.h>

#define TAKE(T, at) (memcpy(&next, (at), sizeof(T)), next)

#define LOOP(T, expression)                                                                                          \
  for (size_t i = 1; i < count; i++) {                                                                               \
    (void)TAKE(T, &slots[i]);                                                                                        \
    result = (T)(expression);                                                                                        \
  }                                                                                                                  \
  break;

#define COMPARED(T)                                                                                                  \
  case MRT_MIN:                                                                                                      \
    LOOP(T, next < result ? next : result)                                                                           \
  case MRT_MAX:                                                                                                      \
    LOOP(T, next > result ? next : result)                                                                           \
  case MRT_ALL:                                                                                                      \
    LOOP(T, result != 0 && next != 0)                                                                                \
  case MRT_ANY:                                                                                                      \
    LOOP(T, result != 0 || next != 0)

#define FOLD_FLOATS(name, T)                                                                                         \
  static void name(unsigned operation, void *into, const cl_ulong *slots, size_t count) {                            \
    T next, result = TAKE(T, &slots[0]);                                                                             \
    switch (operation) {                                                                                             \
    case MRT_SUM:                                                                                                    \
      LOOP(T, result + next)                                                                                         \
    case MRT_PRODUCT:                                                                                                \
      LOOP(T, result *next)                                                                                          \
      COMPARED(T)                                                                                                    \
    }                                                                                                                \
    memcpy(into, &result, sizeof result);                                                                            \
  }

#define FOLD_INTEGERS(name, T)                                                                                       \
  static void name(unsigned operation, void *into, const cl_ulong *slots, size_t count) {                            \
    T next, result = TAKE(T, &slots[0]);                                                                             \
    switch (operation) {                                                                                             \
    case MRT_SUM:                                                                                                    \
      LOOP(T, (cl_ulong)result + (cl_ulong)next)                                                                     \
    case MRT_PRODUCT:                                                                                                \
      LOOP(T, (cl_ulong)result *(cl_ulong)next)                                                                      \
    case MRT_AND:                                                                                                    \
      LOOP(T, result &next)                                                                                          \
    case MRT_OR:                                                                                                     \
      LOOP(T, result | next)                                                                                         \
    case MRT_XOR:                                                                                                    \
      LOOP(T, result ^ next)                                                                                         \
      COMPARED(T)                                                                                                    \
    }                                                                                                                \
    memcpy(into, &result, sizeof result);                                                                            \
  }

FOLD_FLOATS(fold_float, float)
FOLD_FLOATS(fold_double, double)
FOLD_INTEGERS(fold_i8, int8_t)
FOLD_INTEGERS(fold_u8, uint8_t)
FOLD_INTEGERS(fold_i16, int16_t)
FOLD_INTEGERS(fold_u16, uint16_t)
FOLD_INTEGERS(fold_i32, int32_t)
FOLD_INTEGERS(fold_u32, uint32_t)
FOLD_INTEGERS(fold_i64, int64_t)
FOLD_INTEGERS(fold_u64, uint64_t)

void mrt_fold(unsigned flags, void *into, const cl_ulong *slots, size_t count) {
  static void (*const folds[])(unsigned, void *, const cl_ulong *, size_t) = {
      fold_i8, fold_u8, fold_i16, fold_u16, fold_i32, fold_u32, fold_i64, fold_u64, fold_float, fold_double};
  folds[(flags >> MRT_TYPE_SHIFT) & 15u](flags & 15u, into, slots, count);
}
