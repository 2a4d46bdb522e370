/* promises_layouts.c: promises about copies on the device in another order. */
#include "promises.h"

static double cell(const void *array, size_t element, size_t at) {
  const char *where = (const char *)array + at * element;
  float narrow;
  double wide;
  unsigned short number;
  if (element == 8)
    return memcpy(&wide, where, sizeof wide), wide;
  if (element == 4)
    return memcpy(&narrow, where, sizeof narrow), (double)narrow;
  return element == 2 ? (memcpy(&number, where, sizeof number), (double)number) : (double)*(const unsigned char *)where;
}

static void layouts(void) { /* arrays of all shapes, transposed on the device */
  static const struct mrt_transposition shapes[] = {
      {8, 1, 200, 5},  {8, 1, 5, 200},  {8, 1, 2, 700},  {8, 1, 700, 2},  {8, 3, 31, 33}, {8, 2, 100, 64},
      {8, 40, 3, 11},  {4, 1, 999, 5},  {4, 2, 37, 41},  {2, 1, 64, 130}, {1, 3, 50, 32}, {1, 1, 3, 5},
      {8, 1, 40000, 5}, {8, 1, 5, 40000}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    const struct mrt_transposition *shape = &shapes[s];
    size_t count = shape->matrices * shape->rows * shape->columns, bytes = count * shape->element;
    unsigned wraps = shape->element < 4 ? 1u << (8 * shape->element) : 1u << 31;
    void *a = mrt_calloc(count, shape->element);
    CHECK(begin());
    CHECK(launch_cells(a, shape, -1) && launch_cells(a, shape, -1));
    mrt_leave(&run);
    MRT_HOST(a, MRT_READ);
    for (size_t i = 0; i < count; i++)
      CHECK(cell(a, shape->element, i) == (double)(2 * i % wraps));
    MRT_HOST(a, MRT_WRITE);
    memset(a, 0, count / 2 * shape->element);
    CHECK(begin());
    CHECK(launch_cells(a, shape, -1));
    mrt_leave(&run);
    a = mrt_realloc(a, 2 * bytes);
    for (size_t i = 0; i < count; i++)
      CHECK(cell(a, shape->element, i) == (double)((i < count / 2 ? i : 3 * i) % wraps));
    mrt_free(a);
  }
}

/* Small elements, and transposed ones, of which a launch leaves the first as it is. */
static void escaped_layouts(void) {
  static const struct mrt_transposition shapes[] = {{8, 1, 200, 5}, {4, 1, 999, 5}, {2, 1, 64, 130}, {1, 3, 50, 32}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    const struct mrt_transposition *shape = &shapes[s];
    size_t count = shape->matrices * shape->rows * shape->columns;
    unsigned char *a = mrt_calloc(count, shape->element);
    unsigned wraps = shape->element < 4 ? 1u << (8 * shape->element) : 1u << 31;
    mrt_lock_memory();
    mrt_small_promote((uintptr_t)a, (uintptr_t)a + 1);
    mrt_segment_at((uintptr_t)a)->escaped = true;
    mrt_unlock_memory();
    CHECK(begin());
    CHECK(launch_cells(a, shape, -1));
    settle();
    memset(a, 64, shape->element);
    CHECK(launch_cells(a, shape, -1));
    mrt_leave(&run);
    MRT_HOST(a, MRT_READ);
    for (size_t i = 0; i < shape->element; i++)
      CHECK(a[i] == 64);
    for (size_t i = 1; i < count; i++)
      CHECK(cell(a, shape->element, i) == (double)(2 * i % wraps));
    mrt_free(a);
  }
}

static void mixed_layouts(void) { /* kernels that expect other orders of the same array */
  static const struct mrt_transposition one = {8, 1, 200, 5}, other = {8, 10, 4, 25}, shorter = {8, 1, 190, 5};
  double *a = new_array(N, 0), *b = new_array(N, 1), largest = 0, sum = 0;
  CHECK(begin());
  CHECK(launch_cells(a, &one, -1) && launch_cells(a, &other, -1) && launch_add(a, b, 1, N, 0, 0));
  CHECK(launch_cells(a, &one, -1) && launch_total(a, N, &sum, &largest));
  CHECK(largest == 3 * (N - 1) + 1 && sum == 3.0 * (N - 1) * N / 2 + N);
  CHECK(launch_cells(static_array, &other, -1));
  bool separate = !mrt_device.unified;
  CHECK(launch_cells(a, &shorter, -1) == !separate); /* not the array: the CPU has to run the loop */
  MRT_HOST(a, MRT_READ);
  CHECK(a[949] == (separate ? 3 : 4) * 949 + 1);
  CHECK(launch_cells(a, &shorter, -1)); /* from now on all have the host's order */
  CHECK(launch_cells(static_array, &one, -1));
  mrt_leave(&run);
  MRT_HOST_ALL(MRT_READ);
  CHECK(a[949] == (separate ? 4 : 5) * 949 + 1 && a[999] == 3 * 999 + 1 && static_array[999] == 2 * 999);
  mrt_free(a);
  mrt_free(b);
}

/* Separate memory: what the library needs itself, to transpose and to undo, is not counted twice when it grows. */
static void held(void) {
  static const struct mrt_transposition small = {8, 1, 200, 5}, large = {8, 1, 2000, 5};
  double *a = new_array(N, 0), *b = new_array(10 * N, 0);
  size_t bytes = 10 * N * sizeof *b;
  CHECK(begin());
  for (int i = 0; i < 2; i++)
    CHECK(launch_cells(a, &small, -1));
  for (int i = 0; i < 2; i++)
    CHECK(launch_cells(b, &large, -1));
  mrt_leave(&run);
  struct mrt_held most = mrt_held_at_most();
  CHECK(most.bytes[HELD_OTHER] >= 2 * bytes && most.bytes[HELD_OTHER] < 2 * bytes + 1000);
  mrt_free(a);
  mrt_free(b);
}

static void filled_layouts(void) { /* as many rows or matrices as fill a block */
  static const struct mrt_transposition rows = {8, 1, 0, 5}, matrices = {8, 0, 4, 25};
  double *a = new_array(N, 0), *b = new_array(N, 1);
  CHECK(mrt_count(a, 40) == N / 5 && mrt_count(a + 5, 40) == 0 && mrt_count(NULL, 40) == 0);
  CHECK(begin());
  CHECK(launch_cells(a, &rows, -1) && launch_cells(a, &matrices, -1) && launch_add(a, b, 1, N, 0, 0));
  CHECK(launch_cells(a, &rows, -1));
  double factor = 1;
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", "d", &rows, NULL},
                           {MRT_ARG_BUFFER, MRT_READ, a, 0, 0, "b", NULL, NULL, NULL},
                           {MRT_ARG_VALUE, 0, &factor, sizeof factor, 0, "k", NULL, NULL, NULL}};
  mrt_u64 n = N;
  bool separate = !mrt_device.unified;
  CHECK(mrt_launch(&run, &add, &n, args, 3) == !separate); /* one array in two orders */
  CHECK(mrt_launch(&run, &add, &n, args, 3));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[999] == (separate ? 2 : 4) * (3 * 999 + 1));
  mrt_free(a);
  mrt_free(b);
}

static void layout_parts(void) { /* single elements of an array that has an order of its own */
  static const struct mrt_transposition one = {8, 2, 2000, 5}, other = {8, 1, 100, 200};
  enum { COUNT = 20000 };
  double *a = new_array(COUNT, 0), *b = new_array(COUNT, 1);
  CHECK(begin());
  CHECK(launch_cells(a, &one, -1));
  MRT_HOST_PART(a[12347], MRT_READ);
  CHECK(a[12347] == 12347);
  MRT_HOST_PART(a[12347], MRT_WRITE);
  MRT_HOST_PART(a[3], MRT_WRITE);
  a[12347] = a[3] = -5;
  CHECK(launch_cells(a, &one, -1));
  MRT_HOST_PART(a[3], MRT_READ | MRT_WRITE);
  CHECK(a[3] == -2);
  a[3] = 100;
  CHECK(launch_cells(a, &other, -1));
  MRT_HOST_PART(a[19999], MRT_WRITE);
  a[19999] = 7;
  mrt_host_part(&a[20], 4 * sizeof *a, MRT_READ); /* all of it comes */
  CHECK(a[20] == 60 && a[23] == 69 && a[19999] == 7);
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < COUNT; i++)
    CHECK(a[i] == (i == 3 ? 103 : i == 12347 ? 2 * i - 5 : i == 19999 ? 7 : 3 * i) + 1);
  mrt_free(a);
  mrt_free(b);
}

static void stopped_layout(void) { /* what is undone has an order, too */
  static const struct mrt_transposition shape = {8, 4, 50, 5};
  double *a = new_array(N, 0);
  CHECK(begin());
  CHECK(launch_cells(a, &shape, -1));
  CHECK(!launch_cells(a, &shape, 77));
  for (int i = 0; i < N; i++)
    CHECK(a[i] == i);
  CHECK(!launch_cells(a, &shape, -1)); /* never again */
  mrt_leave(&run);
  mrt_free(a);
}

static void layouts_evicted(void) { /* FAKE_MEMORY holds three arrays: there is not always room to transpose on the device */
  static const struct mrt_transposition shape = {8, 1, 2000, 5};
  enum { ARRAYS = 5 };
  double *arrays[ARRAYS];
  for (int i = 0; i < ARRAYS; i++)
    arrays[i] = new_array(10000, i);
  CHECK(begin());
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < ARRAYS; i++)
      CHECK(launch_cells(arrays[i], &shape, -1));
    for (int i = 0; i + 1 < ARRAYS; i++)
      CHECK(launch_add(arrays[i], arrays[i + 1], 1, 10000, 0, 0));
  }
  mrt_leave(&run);
  MRT_HOST_ALL(MRT_READ);
  CHECK(arrays[ARRAYS - 1][9999] == 4 + 2 * 9999);
  CHECK(arrays[ARRAYS - 2][9999] == (3 + 9999 + 4 + 9999) + 9999 + (4 + 2 * 9999));
  for (int i = 0; i < ARRAYS; i++)
    mrt_free(arrays[i]);
}

const struct promise layouts_promises[] = {
    {"held", held},
    {"layouts", layouts},
    {"escaped_layouts", escaped_layouts},
    {"mixed_layouts", mixed_layouts},
    {"filled_layouts", filled_layouts},
    {"layout_parts", layout_parts},
    {"stopped_layout", stopped_layout},
    {"layouts_evicted", layouts_evicted},
    {NULL, NULL},
};
