/* emitted.h: what a hand-written "emitted program" of these tests consists of: a few kernels in the calling
 * convention of mapper_rt.h, their descriptors, and short words to launch them. */
#ifndef EMITTED_H
#define EMITTED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mapper_rt.h"

#define CHECK(condition)                                                                                     \
  ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition), exit(1)))

static const char *const kernels[] = {
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define AT(name) __global double *name = (__global double *)((__global char *)name##_base + name##_offset)\n",
    /* a[i] += k * b[i] */
    "__kernel void add(__global char *a_base, long a_offset, __global char *b_base, long b_offset, double k,\n"
    "                  ulong n) {\n"
    "  AT(a); AT(b);\n"
    "  ulong i = get_global_id(0);\n"
    "  if (i < n) a[i] += k * b[i];\n"
    "}\n",
    /* a[i] = i */
    "__kernel void number(__global char *a_base, long a_offset, ulong n) {\n"
    "  AT(a);\n"
    "  ulong i = get_global_id(0);\n"
    "  if (i < n) a[i] = (double)i;\n"
    "}\n",
    /* a[(k * ny + j) * nx + i] += 100 * k + 10 * j + i */
    "__kernel void grid2(__global char *a_base, long a_offset, ulong nx, ulong ny) {\n"
    "  AT(a);\n"
    "  ulong i = get_global_id(0), j = get_global_id(1);\n"
    "  if (i < nx && j < ny) a[j * nx + i] += 10.0 * j + i;\n"
    "}\n"
    "__kernel void grid3(__global char *a_base, long a_offset, ulong nx, ulong ny, ulong nz) {\n"
    "  AT(a);\n"
    "  ulong i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);\n"
    "  if (i < nx && j < ny && k < nz) a[(k * ny + j) * nx + i] += 100.0 * k + 10.0 * j + i;\n"
    "}\n",
    /* a[(j + 1) * nx + i + 1] = j + i, within a border */
    "__kernel void inner(__global char *a_base, long a_offset, ulong nx, ulong ni, ulong nj) {\n"
    "  AT(a);\n"
    "  ulong i = get_global_id(0), j = get_global_id(1);\n"
    "  if (i < ni && j < nj) a[(j + 1) * nx + i + 1] = j + i;\n"
    "}\n",
    /* sum of a, and its maximum; `flip` also negates a */
    "#define TREE(op, s) \\\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "  for (uint half_size = MRT_GROUP_SIZE / 2; half_size > 0; half_size /= 2) { \\\n"
    "    if (get_local_id(0) < half_size) \\\n"
    "      s[get_local_id(0)] = op(s[get_local_id(0)], s[get_local_id(0) + half_size]); \\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "  }\n"
    "#define PLUS(x, y) ((x) + (y))\n"
    "__kernel void total(__global char *a_base, long a_offset, ulong n, __global ulong *partials) {\n"
    "  AT(a);\n"
    "  __local double s[MRT_GROUP_SIZE], t[MRT_GROUP_SIZE];\n"
    "  double sum = 0, top = -INFINITY;\n"
    "  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) { sum += a[i]; top = fmax(top, a[i]); }\n"
    "  s[get_local_id(0)] = sum; t[get_local_id(0)] = top;\n"
    "  TREE(PLUS, s) TREE(fmax, t)\n"
    "  if (get_local_id(0) == 0) {\n"
    "    *(__global double *)&partials[get_group_id(0)] = s[0];\n"
    "    *(__global double *)&partials[get_num_groups(0) + get_group_id(0)] = t[0];\n"
    "  }\n"
    "}\n",
    "__kernel void flip(__global char *a_base, long a_offset, ulong n, __global ulong *partials) {\n"
    "  AT(a);\n"
    "  __local double s[MRT_GROUP_SIZE];\n"
    "  double sum = 0;\n"
    "  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) { sum += a[i]; a[i] = -a[i]; }\n"
    "  s[get_local_id(0)] = sum;\n"
    "  TREE(PLUS, s)\n"
    "  if (get_local_id(0) == 0) *(__global double *)&partials[get_group_id(0)] = s[0];\n"
    "}\n",
    /* b[0] += the sum of a, by the last work-group */
    "__kernel void gather(__global char *a_base, long a_offset, __global char *b_base, long b_offset, ulong n,\n"
    "                     __global ulong *partials) {\n"
    "  AT(a); AT(b);\n"
    "  volatile __global uint *ticket = (volatile __global uint *)partials++, *words = (volatile __global uint *)partials;\n"
    "  __local double s[MRT_GROUP_SIZE];\n"
    "  __local uint last;\n"
    "  double sum = 0;\n"
    "  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i];\n"
    "  s[get_local_id(0)] = sum;\n"
    "  TREE(PLUS, s)\n"
    "  if (get_local_id(0) == 0) {\n"
    "    atomic_xchg(&words[2 * get_group_id(0)], as_uint2(s[0]).x);\n"
    "    atomic_xchg(&words[2 * get_group_id(0) + 1], as_uint2(s[0]).y);\n"
    "    mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "    last = atomic_inc(ticket) == get_num_groups(0) - 1;\n"
    "    if (last) {\n"
    "      sum = 0;\n"
    "      for (uint g = 0; g < get_num_groups(0); g++)\n"
    "        sum += as_double((uint2)(atomic_or(&words[2 * g], 0), atomic_or(&words[2 * g + 1], 0)));\n"
    "      b[0] += sum;\n"
    "      atomic_xchg(ticket, 0);\n"
    "    }\n"
    "  }\n"
    "}\n",
    /* a[i] += 1, but a work-item with a[i] == bad stops */
    "__kernel void careful(__global char *a_base, long a_offset, double bad, ulong n, __global ulong *partials) {\n"
    "  AT(a);\n"
    "  ulong i = get_global_id(0);\n"
    "  if (i >= n) return;\n"
    "  if (a[i] == bad) { *(__global int *)partials = 1; return; }\n"
    "  a[i] += 1;\n"
    "}\n"
    /* the same for a[i] = -a[i], with the sum of what was there */
    "__kernel void strict(__global char *a_base, long a_offset, double bad, ulong n, __global ulong *partials) {\n"
    "  AT(a);\n"
    "  __global int *stop = (__global int *)partials++;\n"
    "  __local double s[MRT_GROUP_SIZE];\n"
    "  double sum = 0;\n"
    "  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {\n"
    "    if (a[i] == bad) { *stop = 1; break; }\n"
    "    sum += a[i]; a[i] = -a[i];\n"
    "  }\n"
    "  s[get_local_id(0)] = sum;\n"
    "  TREE(PLUS, s)\n"
    "  if (get_local_id(0) == 0) *(__global double *)&partials[get_group_id(0)] = s[0];\n"
    "}\n",
    /* a[m][r][c] += its index, for matrices of `rows` x `columns` elements that may be transposed on the device; a work-item
     * with a == bad stops */
    "#if MRT_LAYOUT\n"
    "#define CELL(m, r, c) ((m * columns + c) * rows + r)\n"
    "#else\n"
    "#define CELL(m, r, c) ((m * rows + r) * columns + c)\n"
    "#endif\n"
    "#define CELLS(name, type) \\\n"
    "__kernel void name(__global char *a_base, long a_offset, ulong rows, ulong columns, double bad, ulong n, \\\n"
    "                   __global ulong *partials) { \\\n"
    "  __global type *a = (__global type *)(a_base + a_offset); \\\n"
    "  ulong i = get_global_id(0), m = i / (rows * columns), r = i / columns % rows, c = i % columns; \\\n"
    "  if (i >= n) return; \\\n"
    "  if (a[CELL(m, r, c)] == bad) { *(__global int *)partials = 1; return; } \\\n"
    "  a[CELL(m, r, c)] += i; \\\n"
    "}\n"
    "CELLS(cells8, double) CELLS(cells4, float) CELLS(cells2, ushort) CELLS(cells1, uchar)\n",
    NULL};

static int asked; /* how often the tree was walked */

static double score(const double *features, char *path, mrt_size size) {
  __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
  mrt_path(path, size, features[0] > 10 ? "items >" : "items <=", features[0], 10);
  return features[0] > 10 ? 1 : -1;
}

static void combine(double *features, const double *weights) { features[5] = features[0] * 2 * weights[0]; }

static const char *const feature_names[] = {"items", "calls", "up", "down", "startup", "twice", NULL};
static double static_array[1000], other_array[500];
static const struct mrt_static statics[] = {
    {static_array, sizeof static_array}, {other_array, sizeof other_array}, {NULL, 0}};
static struct mrt_model models[] = {{"hand-written", score, {MRT_BY_REGION, 0.2, 0}, "", "", NULL, 0, {1, 1, 1, 1}}};
static struct mrt_program program = {MRT_ABI, "emitted.c", kernels, MRT_NEEDS_FP64, statics, feature_names, 1, 6, 1,
                                     models, 1, combine, NULL, NULL, NULL, NULL};
static const char *const loops[] = {"main_add", "main_number", "main_grid2", "main_grid3", "main_inner", "main_total", "main_flip", "main_gather", "main_careful", "main_strict", "main_cells1", "main_cells2", "main_cells4", "main_cells8", NULL};
static struct mrt_region region = {"main_1", "emitted.c", 10, 3, &program, NULL, loops};

#define KERNEL(name, dimensions, reductions) ANY_KERNEL(name, name, dimensions, reductions, 0, NULL)
#define STOPPING_KERNEL(name, dimensions, reductions, stops) ANY_KERNEL(name, name, dimensions, reductions, stops, NULL)
#define ANY_KERNEL(variable, name_, dimensions_, reductions_, stops_, distinct_)                                                                 \
  __attribute__((unused)) static struct mrt_kernel variable = {                                              \
      .id = "main_" #variable, .name = #name_, .file = "emitted.c", .line = __LINE__, .column = 5,           \
      .region = &region, .dimensions = dimensions_, .reductions = reductions_, .stops = stops_, .distinct = distinct_};
KERNEL(add, 1, 0)
static const struct mrt_pair different[] = {{0, 1, 0}, {0, 0, 0}}, alike[] = {{0, 1, 1}, {0, 0, 0}};
ANY_KERNEL(add_different, add, 1, 0, 0, different)
ANY_KERNEL(add_alike, add, 1, 0, 0, alike)
KERNEL(number, 1, 0)
KERNEL(grid2, 2, 0)
KERNEL(grid3, 3, 0)
KERNEL(inner, 2, 0)
KERNEL(total, 1, 2)
KERNEL(flip, 1, 1)
__attribute__((unused)) static struct mrt_kernel gather = {
    .id = "main_gather", .name = "gather", .file = "emitted.c", .line = __LINE__, .column = 5, .region = &region,
    .dimensions = 1, .reductions = 1, .folds = 1};
STOPPING_KERNEL(careful, 1, 0, 1)
STOPPING_KERNEL(strict, 1, 1, 1)
STOPPING_KERNEL(cells1, 1, 0, 1)
STOPPING_KERNEL(cells2, 1, 0, 1)
STOPPING_KERNEL(cells4, 1, 0, 1)
STOPPING_KERNEL(cells8, 1, 0, 1)

static struct mrt_run run;
static double items = 1000;

/* Enters and begins the region; 1 when it runs on the device. */
static inline int begin(void) {
  mrt_enter(&run, &region, &items, NULL);
  return run.device && mrt_begin(&run);
}

static inline int launch_an_add(struct mrt_kernel *kernel, double *a, double *b, double k, mrt_u64 n, mrt_size size,
                                unsigned flags) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | flags, a, size, 0, "a", "d", NULL, NULL},
                           {MRT_ARG_BUFFER, MRT_READ | flags, b, size, 0, "b", NULL, NULL, NULL},
                           {MRT_ARG_VALUE, 0, &k, sizeof k, 0, "k", NULL, NULL, NULL}};
  return mrt_launch(&run, kernel, &n, args, 3);
}

static inline int launch_add(double *a, double *b, double k, mrt_u64 n, mrt_size size,
                                    unsigned flags) {
  return launch_an_add(&add, a, b, k, n, size, flags);
}

static inline int launch_number(double *a, mrt_u64 n, mrt_size size, unsigned flags) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_WRITE | flags, a, size, 0, "a", "d", NULL, NULL}};
  return mrt_launch(&run, &number, &n, args, 1);
}

/* An array of `rows` rows of n elements, but for its border; `area` may be NULL. */
static inline int launch_inner(double *a, mrt_u64 n, mrt_u64 rows, const struct mrt_area *area) {
  mrt_u64 counts[] = {n - 2, rows - 2};
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_WRITE, a, n * rows * sizeof *a, 0, "a", "d", NULL, area},
                           {MRT_ARG_VALUE, 0, &n, sizeof n, 0, "nx", NULL, NULL, NULL}};
  return mrt_launch(&run, &inner, counts, args, 2);
}

static inline struct mrt_area inside(long n, long rows) {
  long size = sizeof(double);
  return (struct mrt_area){(n + 1) * size, (n - 2) * size, rows - 2, n * size, 1, 0};
}

static inline int launch_total(double *a, mrt_u64 n, double *sum, double *top) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ, a, 0, 0, "a", NULL, NULL, NULL},
                           {MRT_ARG_REDUCTION, MRT_SUM | MRT_DOUBLE, sum, sizeof *sum, 0, "sum", NULL, NULL, NULL},
                           {MRT_ARG_REDUCTION, MRT_MAX | MRT_DOUBLE, top, sizeof *top, 0, "top", NULL, NULL, NULL}};
  return mrt_launch(&run, &total, &n, args, 3);
}

static inline int launch_flip(double *a, mrt_u64 n, double *sum) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL},
                           {MRT_ARG_REDUCTION, MRT_SUM | MRT_DOUBLE, sum, sizeof *sum, 0, "sum", NULL, NULL, NULL}};
  return mrt_launch(&run, &flip, &n, args, 2);
}

static inline int launch_gather(double *a, double *b, mrt_u64 n) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ, a, 0, 0, "a", NULL, NULL, NULL},
                           {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, b, 0, 0, "b", "d", NULL, NULL}};
  return mrt_launch(&run, &gather, &n, args, 2);
}

static inline int launch_careful(double *a, double bad, mrt_u64 n) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL},
                           {MRT_ARG_VALUE, 0, &bad, sizeof bad, 0, "bad", NULL, NULL, NULL}};
  return mrt_launch(&run, &careful, &n, args, 2);
}

static inline int launch_strict(double *a, double bad, mrt_u64 n, double *sum) {
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL},
                           {MRT_ARG_VALUE, 0, &bad, sizeof bad, 0, "bad", NULL, NULL, NULL},
                           {MRT_ARG_REDUCTION, MRT_SUM | MRT_DOUBLE, sum, sizeof *sum, 0, "sum", NULL, NULL, NULL}};
  return mrt_launch(&run, &strict, &n, args, 3);
}

/* Adds to each element its index; on devices with memory of their own, the array is transposed there. */
static inline int launch_cells(void *a, const struct mrt_transposition *shape, double bad) {
  mrt_u64 columns = shape->columns, line = shape->element * columns;
  mrt_u64 rows = shape->rows != 0 ? shape->rows : mrt_count(a, line);
  mrt_u64 n = (shape->matrices != 0 ? shape->matrices : mrt_count(a, line * rows)) * rows * columns;
  struct mrt_kernel *kernel = shape->element == 8   ? &cells8
                              : shape->element == 4 ? &cells4
                              : shape->element == 2 ? &cells2
                                                    : &cells1;
  static const char *const letters[] = {"", "B", "H", "", "f", "", "", "", "d"};
  struct mrt_arg args[] = {
      {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", letters[shape->element], shape, NULL},
      {MRT_ARG_VALUE, 0, &rows, sizeof rows, 0, "rows", NULL, NULL, NULL},
      {MRT_ARG_VALUE, 0, &columns, sizeof columns, 0, "columns", NULL, NULL, NULL},
      {MRT_ARG_VALUE, 0, &bad, sizeof bad, 0, "bad", NULL, NULL, NULL}};
  return mrt_launch(&run, kernel, &n, args, 4);
}

#endif
