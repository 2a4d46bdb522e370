/* launch.c: what one launch costs on the device that MAPPER_DEVICE names, in microseconds.
 *
 *   make -C mapper/runtime BUILD=build
 *   gcc -O2 -Imapper/runtime $(printf ' -I%s' mapper/runtime/*/) -Itests/runtime benchmarks/runtime/launch.c mapper/runtime/build/libmapper_rt.a \
 *       -fopenmp -ldl -lm -o launch
 *   MAPPER_DEVICE=opencl ./launch
 */
#include <time.h>

#include "emitted.h"
#include "mrt_process.h"

enum { N = 1000, LARGE = 1 << 22, REPEATS = 500 };

static double *a, *b, *large, outside[N];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static void plain(void) { CHECK(launch_add(a, b, 1, N, 0, 0)); }

static void pure_reduction(void) {
  double sum = 0, top = 0;
  CHECK(launch_total(a, N, &sum, &top));
}

static void changing_reduction(void) {
  double sum = 0;
  CHECK(launch_flip(a, N, &sum));
}

static void large_reduction(void) {
  double sum = 0, top = 0;
  CHECK(launch_total(large, LARGE, &sum, &top));
}

static void eager(void) { CHECK(launch_add(outside, outside, 1, N, sizeof outside, MRT_EAGER)); }

static void automatic(void) {
  double local[N] = {0};
  MRT_SCOPE(1, local, sizeof local);
  CHECK(launch_add(local, local, 1, N, sizeof local, MRT_STACK));
}

static void ping_pong(void) {
  MRT_HOST(a, MRT_WRITE);
  a[0] += 1;
  CHECK(launch_add(a, b, 1, N, 0, 0));
}

/* ---- the library's own part: with calls that do nothing in place of the driver's ------------------------ */

static cl_int no_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  (void)kernel, (void)index, (void)size, (void)value;
  return CL_SUCCESS;
}

static cl_int no_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                        const size_t *global, const size_t *local, cl_uint n, const cl_event *after, cl_event *event) {
  (void)queue, (void)kernel, (void)dimensions, (void)offset, (void)global, (void)local, (void)n, (void)after;
  if (event != NULL)
    *event = NULL;
  return CL_SUCCESS;
}

static void changing_bound(void) {
  static mrt_u64 n = N;
  n = n > N / 2 ? n - 1 : N;
  CHECK(launch_add(a, b, 1, n, 0, 0));
}

static void measure(const char *name, void (*loop)(void)) {
  loop();
  MRT_HOST_ALL(MRT_READ);
  double start = now();
  for (int i = 0; i < REPEATS; i++)
    loop();
  MRT_HOST_ALL(MRT_READ);
  printf("%-44s %10.2f us\n", name, (now() - start) / REPEATS);
}

int main(void) {
  a = mrt_calloc(N, sizeof *a);
  b = mrt_calloc(N, sizeof *b);
  large = mrt_calloc(LARGE, sizeof *large);
  CHECK(begin());
  measure("a loop of 1000 iterations", plain);
  measure("two reductions over 1000", pure_reduction);
  measure("a reduction that changes its input, 1000", changing_reduction);
  measure("two reductions over 4 million", large_reduction);
  measure("an eager array of 8 kB", eager);
  measure("an automatic array of 8 kB", automatic);
  measure("host and device write in turn, 8 kB", ping_pong);
  struct mrt_cl real = mrt_device.cl;
  mrt_device.cl.SetKernelArg = no_argument;
  mrt_device.cl.EnqueueNDRangeKernel = no_kernel;
  measure("a launch without the driver's part", plain);
  measure("the same with another bound each time", changing_bound);
  mrt_device.cl = real;
  mrt_leave(&run);
  return 0;
}
