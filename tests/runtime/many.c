/* many.c: one launch of a kernel with as many arrays as the first argument says, each transposed on the device, and all
 * of them promised to be different; checks what the kernel wrote.
 */
#include "emitted.h"

enum { MOST = 60, ROWS = 20, COLUMNS = 5, CELLS = ROWS * COLUMNS };

/* a0[i] = i, a1[i] = i + 1, ... in the order of the device */
static const char *many_text(unsigned n) {
  static char text[1 << 15];
  char *at = text;
  at += sprintf(at, "#if MRT_LAYOUT\n#define AT(i) (i %% %d * %d + i / %d)\n#else\n#define AT(i) i\n#endif\n", COLUMNS,
                ROWS, COLUMNS);
  at += sprintf(at, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n__kernel void many(");
  for (unsigned a = 0; a < n; a++)
    at += sprintf(at, "__global char *a%u, long o%u, ", a, a);
  at += sprintf(at, "ulong n) {\n  ulong i = get_global_id(0);\n  if (i >= n) return;\n");
  for (unsigned a = 0; a < n; a++)
    at += sprintf(at, "  ((__global double *)(a%u + o%u))[AT(i)] = i + %u;\n", a, a, a);
  sprintf(at, "}\n");
  return text;
}

int main(int argc, char **argv) {
  static const struct mrt_transposition shape = {sizeof(double), 1, ROWS, COLUMNS};
  static struct mrt_pair pairs[MOST * MOST];
  static struct mrt_kernel many = {.id = "main_add", .name = "many", .file = "many.c", .region = &region, .dimensions = 1,
                                   .distinct = pairs};
  const char *source[] = {NULL, NULL};
  struct mrt_arg args[MOST];
  double *arrays[MOST];
  unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1, count = 0;
  CHECK(n <= MOST);
  source[0] = many_text(n);
  program.source = source;
  mrt_register(&program);
  for (unsigned a = 0; a < n; a++) {
    arrays[a] = mrt_malloc(CELLS * sizeof(double));
    args[a] = (struct mrt_arg){MRT_ARG_BUFFER, MRT_WRITE | MRT_OVERWRITES, arrays[a], CELLS * sizeof(double), 0, "a",
                               "d", &shape, NULL};
    for (unsigned b = 0; b < a; b++)
      pairs[count++] = (struct mrt_pair){a, b, 0};
  }
  CHECK(begin());
  CHECK(mrt_launch(&run, &many, &(mrt_u64){CELLS}, args, n));
  mrt_leave(&run);
  for (unsigned a = 0; a < n; a++) {
    MRT_HOST(arrays[a], MRT_READ);
    for (unsigned i = 0; i < CELLS; i++)
      CHECK(arrays[a][i] == i + a);
    mrt_free(arrays[a]);
  }
  return 0;
}
