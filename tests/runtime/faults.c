/* faults.c: a program that uses every part of the library and prints what it computed.
 *
 * Each loop stands twice, as in emitted programs, so that whatever OpenCL call fails, the output is the same; or
 * the program ends with exit code 70 where results can't be read any more.
 */
#include "emitted.h"

enum { N = 1000 };

static void host_add(double *a, const double *b, double k, int n) {
  for (int i = 0; i < n; i++)
    a[i] += k * b[i];
}

static void run_add(double *a, double *b, double k, int n, mrt_size size, unsigned flags) {
  if (begin()) {
    if (!launch_add(a, b, k, (mrt_u64)n, size, flags))
      host_add(a, b, k, n);
  } else {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    MRT_HOST(b, MRT_READ);
    host_add(a, b, k, n);
  }
  mrt_leave(&run);
}

static void host_number(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}

static void run_number(double *a, int n, mrt_size size, unsigned flags) {
  if (begin()) {
    if (!launch_number(a, (mrt_u64)n, size, flags))
      host_number(a, n);
  } else {
    MRT_HOST(a, MRT_WRITE);
    host_number(a, n);
  }
  mrt_leave(&run);
}

static double host_total(const double *a, int n, double *top) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    *top = a[i] > *top ? a[i] : *top;
  }
  return sum;
}

static void run_total(double *a, int n) {
  double sum = 0, top = -1e300;
  if (begin()) {
    if (!launch_total(a, (mrt_u64)n, &sum, &top))
      sum = host_total(a, n, &top);
  } else {
    MRT_HOST(a, MRT_READ);
    sum = host_total(a, n, &top);
  }
  mrt_leave(&run);
  printf("total %g %g\n", sum, top);
}

static double host_flip(double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    a[i] = -a[i];
  }
  return sum;
}

static double host_sum(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

/* A sum that stays on the device, twice, with a launch that needs it behind. */
static void run_gather(double *a, double *b, int n) {
  if (begin()) {
    for (int i = 0; i < 2; i++)
      if (!launch_gather(a, b, (mrt_u64)n))
        b[0] += host_sum(a, n);
    if (!launch_add(b, b, 2, 8, 0, 0))
      host_add(b, b, 2, 8);
  } else {
    MRT_HOST(a, MRT_READ);
    MRT_HOST(b, MRT_READ | MRT_WRITE);
    b[0] += 2 * host_sum(a, n);
    host_add(b, b, 2, 8);
  }
  mrt_leave(&run);
  MRT_HOST(b, MRT_READ);
  printf("gather %g\n", b[0]);
}

static void run_flip(double *a, int n) {
  double sum = 0;
  if (begin()) {
    if (!launch_flip(a, (mrt_u64)n, &sum))
      sum = host_flip(a, n);
  } else {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    sum = host_flip(a, n);
  }
  mrt_leave(&run);
  printf("flip %g\n", sum);
}

static double host_careful(double *a, double bad, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] == bad)
      printf("%g at %d\n", bad, i);
    sum += a[i];
    a[i] = -a[i];
  }
  return sum;
}

static void run_strict(double *a, double bad, int n) {
  double sum = 0;
  if (begin()) {
    if (!launch_strict(a, bad, (mrt_u64)n, &sum))
      sum = host_careful(a, bad, n);
  } else {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    sum = host_careful(a, bad, n);
  }
  mrt_leave(&run);
  printf("strict %g\n", sum);
}

static void print(const char *name, double *a, int n) {
  double sum = 0;
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < n; i++)
    sum += a[i] * (i % 7 + 1);
  printf("%s %g\n", name, sum);
}

static void run_cells(double *a, const struct mrt_transposition *shape) {
  mrt_size n = shape->matrices * shape->rows * shape->columns;
  if (!begin())
    MRT_HOST(a, MRT_READ | MRT_WRITE);
  if (!run.began || !launch_cells(a, shape, -1))
    for (mrt_size i = 0; i < n; i++)
      a[i] += (double)i;
  mrt_leave(&run);
}

/* An array that has two orders on the device, and the host's in between. */
static void in_some_order(double *from) {
  static const struct mrt_transposition one = {8, 1, 200, 5}, other = {8, 4, 10, 25};
  double *a = mrt_malloc(N * sizeof *a);
  for (int i = 0; i < N; i++)
    a[i] = i % 11;
  run_cells(a, &one);
  run_cells(a, &other);
  print("ordered", a, N);
  run_add(a, from, 1, N, 0, 0);
  run_cells(a, &one);
  print("ordered", a, N);
  mrt_free(a);
}

static void automatic(double *a) {
  double local[N];
  MRT_SCOPE(1, local, sizeof local);
  MRT_HOST(local, MRT_WRITE);
  for (int i = 0; i < N; i++)
    local[i] = 2;
  run_add(local, a, 1, N, sizeof local, MRT_STACK);
  print("automatic", local, N);
}

/* Large enough that only what is written within the border moves. */
static void run_inner(double *a, int n, int rows) {
  struct mrt_area area = inside(n, rows);
  if (begin()) {
    if (launch_inner(a, (mrt_u64)n, (mrt_u64)rows, &area)) {
      mrt_leave(&run);
      return;
    }
  } else {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
  }
  for (int j = 1; j < rows - 1; j++)
    for (int i = 1; i < n - 1; i++)
      a[j * n + i] = j + i - 2;
  mrt_leave(&run);
}

static void within_border(void) {
  int n = 300, rows = 500;
  double *a = mrt_malloc((size_t)(n * rows) * sizeof *a);
  for (int i = 0; i < n * rows; i++)
    a[i] = i % 11;
  run_inner(a, n, rows);
  print("inner", a, n * rows);
  run_inner(a, n, rows);
  run_total(a, n * rows);
  run_inner(a, n, rows);
  print("inner", a, n * rows);
  mrt_free(a);
}

/* Elements that the host writes and reads alone, and rows that the device clears. */
static void single_elements(double *b) {
  enum { MANY = 10000 };
  double *a = mrt_calloc(MANY, sizeof *a);
  run_number(a, MANY, 0, 0);
  MRT_HOST_PART(a[5000], MRT_READ | MRT_WRITE);
  a[5000] *= 3;
  run_add(a, b, 1, N, 0, 0);
  MRT_HOST_PART(a[7], MRT_WRITE);
  MRT_HOST_PART(a[9000], MRT_WRITE);
  a[7] = a[9000] = 4;
  print("parts", a, MANY);
  run_add(a, b, 1, N, 0, 0);
  mrt_enter(&run, &region, &items, NULL);
  if (!mrt_clear(&run, a + 10, 2 * N * sizeof *a)) {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    memset(a + 10, 0, 2 * N * sizeof *a);
  }
  mrt_leave(&run);
  MRT_HOST_PART(a[8000], MRT_WRITE);
  a[8000] = 1;
  run_add(a, b, 1, 5, 0, 0);
  MRT_HOST_PART(a[8001], MRT_WRITE);
  a[8001] = 2;
  print("cleared", a, MANY);
  mrt_free(a);
}

int main(void) {
  double *a = mrt_malloc(N * sizeof *a), *b = mrt_calloc(N, sizeof *b), *unknown = malloc(N * sizeof *unknown);
  for (int i = 0; i < N; i++) {
    a[i] = 1;
    unknown[i] = i % 3;
  }
  run_number(b, N - 1, 0, 0);
  run_add(a, b, 2, N, 0, 0);
  print("a", a, N);
  run_flip(a, N);
  run_total(a, N);
  run_strict(a, 1000, N);
  print("a", a, N);
  run_strict(a, 1000, N);
  run_strict(a, -(1 + 2 * 500), N);
  print("a", a, N);
  MRT_HOST(b, MRT_WRITE);
  b[3] = 50;
  run_add(static_array, b, 1, N, sizeof static_array, MRT_STATIC);
  automatic(b);
  in_some_order(b);
  within_border();
  single_elements(b);
  run_add(unknown, static_array, 1, 900, 900 * sizeof *unknown, 0);
  printf("eager %g\n", unknown[899]);
  run_add(a, static_array, 1, N, 0, 0);
  a = mrt_realloc(a, 2 * N * sizeof *a);
  print("moved", a, N);
  run_flip(static_array, N);
  print("static", static_array, N);
  double *c = mrt_calloc(8, sizeof *c);
  run_gather(static_array, c, N);
  mrt_free(c);
  mrt_free(a);
  mrt_free(b);
  free(unknown);
  return 0;
}
