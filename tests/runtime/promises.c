/* promises.c: what mapper_rt.h promises, one function a promise; the first argument names it.
 *
 * Run with MAPPER_DEVICE=opencl and MAPPER_INFO=1.  Most promises hold on shared and on separate device memory;
 * those that count bytes want separate memory.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <omp.h>

#include "emitted.h"
#include "mrt_internal.h"

enum { N = 1000 };

static mrt_u64 bytes_up(void) { return region.state->cost[COMMAND_UPLOAD].bytes; }
static mrt_u64 bytes_down(void) { return region.state->cost[COMMAND_DOWNLOAD].bytes; }

/* Waits for the device, so that all bytes are counted. */
static void settle(void) {
  pthread_mutex_lock(&mrt_memory_lock);
  mrt_pending_wait_all();
  pthread_mutex_unlock(&mrt_memory_lock);
}

static double *new_array(size_t n, double value) {
  double *array = mrt_malloc(n * sizeof *array);
  CHECK(array != NULL);
  for (size_t i = 0; i < n; i++)
    array[i] = value;
  return array;
}

static void vector(void) {
  double *a = new_array(N, 1), *b = new_array(N, 2);
  CHECK(begin());
  CHECK(launch_add(a, b, 3, N - 1, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 7 && a[N - 2] == 7 && a[N - 1] == 1 && b[5] == 2);
  mrt_free(a);
  mrt_free(b);
}

static void reductions(void) {
  double *a = new_array(100003, 1), sum = -1, top = -1;
  a[77777] = 5;
  CHECK(begin());
  CHECK(launch_total(a, 100003, &sum, &top));
  CHECK(sum == 100007 && top == 5);
  CHECK(launch_total(a, 1, &sum, &top));
  CHECK(sum == 1 && top == 1);
  CHECK(launch_flip(a, 100003, &sum));
  CHECK(sum == 100007);
  sum = 42;
  CHECK(launch_flip(a, 0, &sum));
  CHECK(sum == 42);
  mrt_leave(&run);
  MRT_HOST(a + 5, MRT_READ);
  CHECK(a[77777] == -5 && a[100002] == -1);
  mrt_free(a);
}

/* What a kernel folds itself goes into memory, and nothing is read before the host asks. */
static void folded(void) {
  double *a = new_array(100003, 1), *b = new_array(8, 0);
  a[77777] = 5;
  CHECK(begin());
  for (int i = 1; i <= 3; i++)
    CHECK(launch_gather(a, b, 100003));
  CHECK(launch_gather(a, b, 2) && launch_gather(a, b, 0));
  mrt_leave(&run);
  CHECK(gather.state->launches == 4);
  MRT_HOST(b, MRT_READ);
  CHECK(b[0] == 3 * 100007 + 2 && b[1] == 0);
  mrt_free(a);
  mrt_free(b);
}

static void grids(void) {
  enum { X = 37, Y = 19, Z = 5 };
  double *a = mrt_calloc(X * Y * Z, sizeof *a), *b = mrt_calloc(X * Y, sizeof *b);
  struct mrt_arg args3[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL}};
  struct mrt_arg args2[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, b, 0, 0, "b", NULL, NULL, NULL}};
  CHECK(begin());
  CHECK(mrt_launch(&run, &grid3, (mrt_u64[]){X, Y, Z}, args3, 1));
  CHECK(mrt_launch(&run, &grid2, (mrt_u64[]){X, Y}, args2, 1));
  CHECK(mrt_launch(&run, &grid2, (mrt_u64[]){0, Y}, args2, 1));
  CHECK(mrt_launch(&run, &grid2, (mrt_u64[]){X, 0}, args2, 1));
  mrt_leave(&run);
  MRT_HOST_ALL(MRT_READ);
  for (int k = 0; k < Z; k++)
    for (int j = 0; j < Y; j++)
      for (int i = 0; i < X; i++) {
        CHECK(a[(k * Y + j) * X + i] == 100.0 * k + 10.0 * j + i);
        CHECK(b[j * X + i] == 10.0 * j + i);
      }
  mrt_free(a);
  mrt_free(b);
}

/* Two pointers into one block share its copy. */
static void interior(void) {
  double *a = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_add(a + 500, a + 100, 1, 100, 0, 0));
  CHECK(launch_add(a, a + 500, 1, 100, 0, 0));
  mrt_leave(&run);
  settle();
  CHECK(bytes_up() == (mrt_device.unified ? 0 : N * sizeof *a));
  MRT_HOST(&a[N - 1], MRT_READ);
  CHECK(a[499] == 1 && a[500] == 2 && a[599] == 2 && a[600] == 1 && a[0] == 3 && a[100] == 1);
  mrt_free(a);
}

/* Pointers and negative offsets: the lowest access is what counts. */
static void low(void) {
  double *a = new_array(N, 1);
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_WRITE, a + N, 0, -(long)(N * sizeof *a), "end", NULL, NULL, NULL}};
  CHECK(begin());
  mrt_u64 none[] = {0};
  CHECK(mrt_launch(&run, &number, none, args, 1));
  args[0].pointer = a + 10;
  args[0].low = -80;
  CHECK(mrt_launch(&run, &number, (mrt_u64[]){5}, args, 1));
  mrt_leave(&run);
  MRT_HOST(a + N, MRT_READ); /* just behind the array */
  CHECK(a[9] == 1 && a[10] == 0 && a[14] == 4 && a[15] == 1);
  mrt_free(a);
}

static void static_arrays(void) {
  for (int i = 0; i < 500; i++)
    static_array[i] = other_array[i] = i;
  CHECK(begin());
  CHECK(launch_add(static_array + 1, other_array, 1, 400, 0, MRT_STATIC));
  mrt_leave(&run);
  MRT_HOST(static_array, MRT_READ);
  CHECK(static_array[0] == 0 && static_array[1] == 1 && static_array[400] == 400 + 399 && static_array[401] == 401);
}

static void use_stack(double start) {
  double a[N], b[N];
  MRT_SCOPE(1, a, sizeof a);
  MRT_SCOPE(2, b, sizeof b);
  for (int i = 0; i < N; i++) {
    a[i] = start;
    b[i] = i;
  }
  CHECK(begin());
  CHECK(launch_add(a, b, 1, N, sizeof a, MRT_STACK));
  CHECK(launch_add(a, b, 1, N / 2, sizeof a / 2, MRT_STACK));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == start && a[499] == start + 2 * 499 && a[999] == start + 999);
}

static void stack(void) {
  for (int i = 0; i < 3; i++)
    use_stack(i);
  CHECK(mrt_active == 0);
}

/* A smaller range first, a larger one later: the same array. */
static void growing_stack(void) {
  double a[N];
  MRT_SCOPE(1, a, sizeof a);
  for (int i = 0; i < N; i++)
    a[i] = 1;
  CHECK(begin());
  CHECK(launch_add(a, a, 1, 10, 10 * sizeof *a, MRT_STACK));
  CHECK(launch_add(a + 5, a + 5, 1, 100, 100 * sizeof *a, MRT_STACK));
  mrt_leave(&run);
  MRT_HOST(a + 104, MRT_READ);
  CHECK(a[0] == 2 && a[4] == 2 && a[5] == 4 && a[9] == 4 && a[10] == 2 && a[104] == 2 && a[105] == 1);
}

static jmp_buf jump;

__attribute__((noinline)) static void jump_out(void) {
  double a[N];
  CHECK(begin());
  CHECK(launch_number(a, N, sizeof a, MRT_STACK));
  mrt_leave(&run);
  longjmp(jump, 1); /* no mrt_scope_end */
}

__attribute__((noinline)) static void reuse_frame(void) {
  double fresh[2 * N];
  for (int i = 0; i < 2 * N; i++)
    *(volatile double *)&fresh[i] = 3;
  for (int i = 0; i < 2 * N; i++)
    CHECK(fresh[i] == 3);
}

/* Results for a frame that was left by longjmp are never written back. */
static void left_by_longjmp(void) {
  if (setjmp(jump) == 0)
    jump_out();
  MRT_HOST(static_array, MRT_READ);
  CHECK(mrt_active == 0);
  reuse_frame();
}

static void eager(void) {
  double a[N], *unknown = malloc(N * sizeof *unknown); /* the C library's: not in the registry */
  for (int i = 0; i < N; i++)
    a[i] = unknown[i] = 1;
  CHECK(begin());
  for (int round = 1; round <= 3; round++) {
    CHECK(launch_add(a, unknown, 1, N, sizeof a, MRT_EAGER));
    CHECK(a[3] == 1 + round && mrt_active == 0);
    CHECK(launch_add(unknown, unknown, 0, N, sizeof a, 0));
    CHECK(mrt_active == 0);
  }
  a[3] = 100;
  CHECK(launch_add(a, unknown, 1, N, sizeof a, MRT_EAGER | MRT_STACK));
  CHECK(a[3] == 101);
  mrt_leave(&run);
  free(unknown);
}

/* A registered array that is used eagerly and otherwise. */
static void eager_static(void) {
  for (int i = 0; i < N; i++)
    static_array[i] = 1;
  CHECK(begin());
  CHECK(launch_add(static_array, other_array, 1, 500, 500 * sizeof(double), 0));
  CHECK(launch_number(static_array, 500, 500 * sizeof(double), MRT_EAGER));
  CHECK(static_array[499] == 499 && static_array[500] == 1);
  static_array[0] = 17;
  CHECK(launch_add(static_array, other_array, 1, 500, 500 * sizeof(double), MRT_EAGER));
  CHECK(static_array[0] == 17);
  mrt_leave(&run);
}

/* Overlapping memory that the registry does not know is merged into one copy. */
static void aliases(void) {
  double *unknown = malloc(N * sizeof *unknown);
  for (int i = 0; i < N; i++)
    unknown[i] = 1;
  CHECK(begin());
  CHECK(launch_add(unknown, unknown + 500, 1, 400, 400 * sizeof *unknown, 0));
  CHECK(launch_add(unknown, unknown + 300, 1, 400, 400 * sizeof *unknown, 0));
  mrt_leave(&run);
  CHECK(unknown[0] == 4 && unknown[99] == 4 && unknown[399] >= 3);
  free(unknown);
}

static void moved(void) { /* separate memory: every byte counted */
  size_t size = N * sizeof(double);
  size_t partial_results = 2 * ((N + 255) / 256) * sizeof(mrt_u64); /* of two reductions, from groups of 256 */
  double *a = new_array(N, 1), *b = new_array(N, 2), sum = 0, top = 0;
  CHECK(begin());
  CHECK(!mrt_device.unified);
  CHECK(launch_add(a, b, 1, N, 0, 0));
  CHECK(launch_add(a, b, 1, N, 0, 0));
  mrt_leave(&run);
  settle();
  CHECK(bytes_up() == 2 * size && bytes_down() == 0);
  MRT_HOST(a, MRT_READ);
  MRT_HOST(a, MRT_READ);
  MRT_HOST(b, MRT_READ); /* never written there */
  settle();
  CHECK(a[1] == 5 && bytes_up() == 2 * size && bytes_down() == size);
  CHECK(begin());
  CHECK(launch_total(a, N, &sum, &top)); /* read only: both copies stay valid */
  mrt_leave(&run);
  CHECK(sum == 5 * N);
  MRT_HOST(a, MRT_WRITE);
  a[1] = 0;
  settle();
  CHECK(bytes_up() == 2 * size && bytes_down() == size + partial_results);
  CHECK(begin());
  CHECK(launch_total(a, N, &sum, &top));
  mrt_leave(&run);
  settle();
  CHECK(sum == 5 * N - 5 && bytes_up() == 3 * size && bytes_down() == size + 2 * partial_results);
  mrt_free(a);
  mrt_free(b);
  CHECK(mrt_active == 0);
}

static void overwritten(void) { /* separate memory: nothing moves that is overwritten whole */
  size_t size = N * sizeof(double);
  double *a = new_array(N, 1), *b = new_array(N, 2);
  CHECK(begin());
  CHECK(launch_number(a, N, size, MRT_OVERWRITES));
  CHECK(launch_add(a, a, 1, N, 0, 0));
  settle();
  CHECK(bytes_up() == 0);
  CHECK(launch_number(b, N / 2, size / 2, MRT_OVERWRITES)); /* not the rest */
  settle();
  CHECK(bytes_up() == size);
  CHECK(launch_number(b + N / 2, N / 2, size, MRT_OVERWRITES) == 0); /* reaches too far */
  mrt_leave(&run);
  MRT_HOST_ALL(MRT_WRITE);
  CHECK(a[7] == 14 && a[N - 1] == 2 * (N - 1) && b[N / 2 - 1] == N / 2 - 1 && b[N / 2] == 2);
  CHECK(begin());
  CHECK(launch_add(a, a, 1, N, size, MRT_OVERWRITES)); /* another pointer reads it */
  mrt_leave(&run);
  settle();
  CHECK(bytes_up() == 2 * size);
  mrt_free(a);
  mrt_free(b);
}

/* The array within its border, and its border. */
static int is_inside(const double *a, size_t n, size_t rows, double border) {
  for (size_t j = 0; j < rows; j++)
    for (size_t i = 0; i < n; i++) {
      int in = j > 0 && j < rows - 1 && i > 0 && i < n - 1;
      if (a[j * n + i] != (in ? (double)(j + i - 2) : border))
        return 0;
    }
  return 1;
}

/* Separate memory: an area that a launch writes moves alone, and only back; the host keeps the rest. */
static void areas(void) {
  size_t n = 700, rows = 2001, size = n * rows * sizeof(double); /* more than one piece of any kind */
  double *a = new_array(n * rows, 7), *b = new_array(n * rows, 2);
  struct mrt_area area = inside((long)n, (long)rows), wrong = area;
  CHECK(begin());
  CHECK(launch_inner(a, n, rows, &area));
  CHECK(launch_inner(a, n, rows, &area));
  settle();
  CHECK(bytes_up() == 0);
  MRT_HOST(a + 5, MRT_READ);
  CHECK(is_inside(a, n, rows, 7) && bytes_down() < size);
  MRT_HOST(a, MRT_WRITE);
  for (size_t i = 0; i < n * rows; i++)
    a[i] = 3;
  CHECK(launch_inner(a, n, rows, &area));
  mrt_host_part(&a[2], sizeof *a, MRT_WRITE);
  CHECK(is_inside(a, n, rows, 3));
  settle();
  CHECK(bytes_up() == 0);
  mrt_free(a);
  a = new_array(n * rows, 1);
  wrong.rows = 0;
  CHECK(launch_inner(a, n, rows, &wrong));
  MRT_HOST(a, MRT_WRITE);
  wrong.rows = (long)rows + 1; /* beyond the end */
  CHECK(launch_inner(a, n, rows, &wrong));
  MRT_HOST(a, MRT_WRITE);
  wrong = inside((long)n, 20);
  CHECK(launch_inner(a, n, 20, &wrong)); /* too small */
  settle();
  CHECK(bytes_up() == 3 * size);
  MRT_HOST(a, MRT_WRITE);
  CHECK(is_inside(a, n, rows, 1));
  double *unknown = malloc(size);
  CHECK(unknown != NULL);
  for (size_t i = 0; i < n * rows; i++)
    unknown[i] = 5;
  CHECK(launch_inner(unknown, n, rows, &area)); /* comes home at once */
  CHECK(is_inside(unknown, n, rows, 5));
  settle();
  CHECK(bytes_up() == 3 * size);
  free(unknown);
  mrt_u64 down = bytes_down();
  CHECK(launch_inner(a, n, rows, &area));
  CHECK(launch_add(a, b, 1, n * rows, 0, 0)); /* needs the whole */
  settle();
  CHECK(bytes_up() == 5 * size && bytes_down() - down < size);
  CHECK(launch_add(a, b, -1, n * rows, 0, 0));
  MRT_HOST(a, MRT_WRITE);
  CHECK(is_inside(a, n, rows, 1));
  CHECK(launch_inner(a, n, rows, &area)); /* is uploaded from now on */
  settle();
  CHECK(bytes_up() == 6 * size);
  MRT_HOST(a, MRT_READ);
  CHECK(is_inside(a, n, rows, 1));
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
}

/* Separate memory, and room for one array only: an area comes home before it makes way. */
static void areas_evicted(void) {
  size_t n = 400, rows = 401;
  double *a = new_array(n * rows, 7), *b = new_array(n * rows, 8);
  struct mrt_area area = inside((long)n, (long)rows);
  CHECK(begin());
  CHECK(launch_inner(a, n, rows, &area) && launch_inner(b, n, rows, &area) && launch_inner(a, n, rows, &area));
  mrt_leave(&run);
  MRT_HOST_ALL(MRT_READ);
  CHECK(is_inside(a, n, rows, 7) && is_inside(b, n, rows, 8));
  mrt_free(a);
  mrt_free(b);
}

enum { LARGE = 300001 };
static double large[LARGE], written[LARGE];

/* Separate memory: large arrays that nobody has written are cleared, not copied, and hold what they should. */
static void untouched(void) {
  size_t size = sizeof large;
  double *heap = mrt_calloc(LARGE, sizeof *heap), *small = mrt_calloc(LARGE / 10, sizeof *small);
  written[LARGE / 2] = 5;
  CHECK(begin());
  CHECK(launch_add(heap, large, 1, LARGE, size, 0)); /* nothing else is known of `large` */
  settle();
  CHECK(bytes_up() == (getenv("FAKE_FAIL") != NULL ? 2 * size : 0));
  CHECK(launch_add(heap + 1, written, 1, LARGE - 1, size - sizeof *heap, 0));
  settle();
  CHECK(bytes_up() >= size - sizeof *heap);
  mrt_u64 before = bytes_up();
  CHECK(launch_number(heap, LARGE / 2, 0, 0));
  CHECK(launch_add(small, small, 1, LARGE / 10, 0, 0));
  mrt_leave(&run);
  settle();
  CHECK(bytes_up() == before + LARGE / 10 * sizeof *small);
  MRT_HOST_ALL(MRT_READ);
  CHECK(heap[LARGE / 2 + 1] == 5 && heap[7] == 7 && heap[LARGE - 1] == 0 && heap[LARGE / 2] == 0 && small[3] == 0);
  mrt_free(heap);
  mrt_free(small);
}

/* More than two pieces of pinned memory, both ways, and a size that no piece divides. */
static void staged(void) {
  size_t n = 5000003;
  double *a = new_array(n, 1), *b = new_array(n, 2);
  CHECK(begin());
  CHECK(launch_add(a, b, 3, n, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  for (size_t i = 0; i < n; i++)
    CHECK(a[i] == 7);
  mrt_free(a);
  mrt_free(b);
}

static void partial_write(void) {
  double *a = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_number(a, N / 2, 0, 0)); /* the rest must survive */
  mrt_leave(&run);
  MRT_HOST(a + 3, MRT_WRITE);
  a[3] = -1;
  CHECK(begin());
  CHECK(launch_add(a, a, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[2] == 4 && a[3] == -2 && a[499] == 998 && a[500] == 2);
  mrt_free(a);
}

static void blocks(void) {
  double *a = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_number(a, N, 0, 0));
  mrt_leave(&run);
  a = mrt_realloc(a, 2 * N * sizeof *a); /* the device's results move with it */
  CHECK(a != NULL && a[999] == 999 && mrt_active == 0);
  a[1999] = 1;
  CHECK(begin());
  CHECK(launch_number(a, 2 * N, 0, 0));
  mrt_free(a); /* with results on the device, while the kernel may run */
  CHECK(mrt_active == 0);
  double *b = new_array(2 * N, 7), *c = NULL;
  CHECK(launch_add(b, b, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(b, MRT_READ);
  CHECK(b[0] == 14 && b[1999] == 7);
  mrt_free(b);
  CHECK(mrt_posix_memalign((void **)&c, 256, N * sizeof *c) == 0 && (uintptr_t)c % 256 == 0);
  CHECK(begin());
  CHECK(launch_number(c, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(c, MRT_READ);
  CHECK(c[999] == 999);
  c = mrt_realloc(c, 10 * sizeof *c);
  CHECK(c[9] == 9);
  mrt_free(c);
  c = mrt_aligned_alloc(64, 640);
  CHECK(c != NULL && mrt_bytes(c + 79) == 640);
  mrt_free(c);
  mrt_free(NULL);
  c = mrt_realloc(NULL, 80);
  mrt_free(c);
  char *foreign = strdup("from elsewhere");
  foreign = mrt_realloc(foreign, 100);
  CHECK(strcmp(foreign, "from elsewhere") == 0);
  mrt_free(foreign);
  CHECK(mrt_calloc(SIZE_MAX, 2) == NULL);
}

/* An array that other code freed, so that the registry still has it: a small block in its place is a block of its own,
 * whether a loop begins with it or in the midst of it. */
static void replaced_blocks(void) {
  static double places[3][4 * N] __attribute__((aligned(64)));
  for (size_t i = 0; i < 3; i++) {
    double *large = places[i], *small = large + 16;
    size_t lead = i * 400;
    CHECK(mrt_segment_add((uintptr_t)large, sizeof places[i], SEGMENT_HEAP) != NULL);
    CHECK(begin());
    CHECK(launch_number(large, 4 * N, 0, 0));
    mrt_leave(&run);
    MRT_HOST(large, MRT_READ);
    CHECK(mrt_small_add((uintptr_t)small, N * sizeof *small));
    small[N - 1] = 7;
    CHECK(begin());
    CHECK(launch_number(small + lead, N - 1 - lead, 0, 0));
    mrt_leave(&run);
    MRT_HOST(small, MRT_READ);
    CHECK(small[lead] == 0 && small[N - 2] == (double)(N - 2 - lead) && small[N - 1] == 7);
    CHECK(mrt_segment_at((uintptr_t)small)->bytes == N * sizeof *small && mrt_segment_at((uintptr_t)large) == NULL);
  }
}

/* MAPPER_MAX_ITEMS=64: launches in many parts. */
static void split(void) {
  double *a = new_array(N, 1), sum = 0;
  CHECK(begin());
  CHECK(launch_add(a, a, 1, N, 0, 0));
  CHECK(launch_number(a, 333, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 0 && a[332] == 332 && a[333] == 2 && a[999] == 2);
  grids();
  CHECK(begin());
  CHECK(launch_flip(a, N, &sum));
  mrt_leave(&run);
  CHECK(sum == 332 * 333 / 2 + 667 * 2);
  mrt_free(a);
}

static void refused(void) {
  double *a = new_array(N, 1), *unknown = malloc(N * sizeof *unknown), *c = new_array(N, 1);
  unknown[0] = 1;
  CHECK(begin());
  CHECK(launch_number(a, N, 0, 0));
  CHECK(!launch_add(a, unknown, 1, 1, 0, 0)); /* nothing tells its size */
  CHECK(a[999] == 999);                       /* and the host can go on at once */
  a[0] = 5;
  CHECK(launch_add(c, a, 1, 1, 0, 0)); /* the device works on, and sees what the host wrote */
  CHECK(!launch_add(a + 990, c, 1, 20, 20 * sizeof *a, 0)); /* beyond the block's end */
  CHECK(add.state->refused == 2 && add.state->refusal != NULL);
  mrt_leave(&run);
  MRT_HOST(c, MRT_READ);
  CHECK(c[0] == 6);
  mrt_free(a);
  mrt_free(c);
  free(unknown);
}

static void distinct(void) { /* memory that a kernel takes for different */
  double *a = new_array(N, 1), *b = new_array(N, 1), *unknown = malloc(N * sizeof *unknown);
  const mrt_size half = 500 * sizeof *a;
  for (int i = 0; i < N; i++)
    unknown[i] = i;
  CHECK(begin());
  CHECK(launch_an_add(&add_different, a, b, 1, N, 0, 0)); /* a += b: two segments, whatever is reached in them */
  CHECK(!launch_an_add(&add_different, a, a, 1, N, 0, 0));
  CHECK(launch_an_add(&add_alike, a, a, 1, N, 0, 0));
  CHECK(launch_an_add(&add_different, a, a + 500, 1, 500, half, 0)); /* halves */
  CHECK(!launch_an_add(&add_different, a, a + 499, 1, 500, half, 0));
  CHECK(!launch_an_add(&add_alike, a + 1, a, 1, 500, half, 0));
  CHECK(!launch_an_add(&add_alike, a + 500, a, 1, 500, 0, 0)); /* nothing tells that these are halves */
  CHECK(launch_an_add(&add_different, unknown, unknown + 500, 1, 500, half, 0));
  CHECK(!launch_an_add(&add_different, unknown + 100, unknown, 1, 500, half, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[3] == 8 && a[503] == 4);
  CHECK(unknown[3] == 3 + 503 && unknown[503] == 503);
  CHECK(add_different.state->refused == 3 && add_alike.state->refused == 2);
  mrt_free(a);
  mrt_free(b);
  free(unknown);
}

/* A kernel that stops leaves everything as it was, wherever the valid copy is, and is not launched again. */
static void stopped(void) {
  double *a = new_array(N, 1), *b = new_array(N, 2), *other = new_array(N, 5), sum = 7;
  CHECK(begin());
  CHECK(launch_add(other, b, 1, N, 0, 0));
  CHECK(launch_careful(a, -1, N)); /* the host has it all */
  CHECK(launch_careful(a, -1, N)); /* only the device has it */
  CHECK(launch_strict(a, -1, N, &sum));
  CHECK(sum == 3 * N);
  CHECK(launch_strict(a, -1, N, &sum));
  CHECK(sum == -3 * N);
  CHECK(launch_add(a, b, 1, 10, 0, 0)); /* 5 to here, then 3 */
  sum = 7;
  CHECK(!launch_strict(a, 5, N, &sum));
  CHECK(sum == 7);
  for (int i = 0; i < N; i++)
    CHECK(a[i] == (i < 10 ? 5 : 3) && b[i] == 2 && other[i] == 7);
  a[500] = 9;
  CHECK(!launch_careful(a, 9, N)); /* the host has it again */
  for (int i = 0; i < N; i++)
    CHECK(a[i] == (i < 10 ? 5 : i == 500 ? 9 : 3));
  CHECK(!launch_careful(a, -1, N) && !launch_strict(a, -1, N, &sum));
  CHECK(careful.state->launches == 3 && careful.state->refused == 2);
  CHECK(strict.state->launches == 3 && strict.state->refused == 2);
  CHECK(launch_add(a, b, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 7 && a[N - 1] == 5);
  mrt_free(a);
  mrt_free(b);
  mrt_free(other);
}

/* Without memory to save what a kernel may overwrite, it is not launched; all else goes on. */
static void stopped_without_memory(void) {
  enum { MANY = 10000 };
  double *a = new_array(MANY, 1), *b = new_array(MANY, 2);
  CHECK(begin());
  CHECK(launch_careful(a, -1, MANY));
  CHECK(!launch_careful(a, -1, MANY));
  CHECK(a[0] == 2 && a[MANY - 1] == 2);
  CHECK(launch_careful(a, -1, MANY));
  CHECK(launch_add(b, b, 1, 1, 0, 0)); /* its copy takes the other's place */
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 3 && a[MANY - 1] == 3);
  mrt_free(a);
  mrt_free(b);
}

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

static void null_pointer(void) {
  double *a = new_array(N, 1);
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ, NULL, 0, 0, "nothing", NULL, NULL, NULL}};
  CHECK(begin());
  CHECK(mrt_launch(&run, &number, (mrt_u64[]){0}, args, 1));
  mrt_leave(&run);
  MRT_HOST((double *)NULL, MRT_READ | MRT_WRITE);
  mrt_free(a);
}

static void nested(void) {
  int on_device = 0;
#pragma omp parallel num_threads(2) reduction(+ : on_device)
  {
    struct mrt_run mine;
    double many = 1000;
    mrt_enter(&mine, &region, &many, NULL);
    on_device += mine.device;
    mrt_leave(&mine);
  }
  CHECK(on_device == 0);
  mrt_enter(&run, &region, &items, NULL);
  CHECK(run.device == MRT_OPENCL);
  mrt_leave(&run);
}

/* A function of another file launches its loop for the region that runs. */
static void other_file(void) {
  static const char *const source[] = {
      "__kernel void twice(__global char *base, long offset, ulong n) {\n"
      "  ulong i = get_global_id(0);\n"
      "  __global double *a = (__global double *)(base + offset);\n"
      "  if (i < n) a[i] *= 2;\n"
      "}\n",
      NULL};
  static struct mrt_program other = {MRT_ABI, "other.c", source, 0, NULL, feature_names, 1,
                                     6, models, 1, combine, NULL, NULL, NULL, NULL};
  static struct mrt_kernel twice = {.id = "other_1", .name = "twice", .file = "other.c", .line = 3, .column = 5,
                                    .dimensions = 1, .program = &other};
  double *a = new_array(N, 21), *b = new_array(N, 0);
  mrt_u64 n = N;
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL}};
  CHECK(begin());
  CHECK(mrt_running() == &run);
  CHECK(mrt_launch(mrt_running(), &twice, &n, args, 1));
  CHECK(launch_add(a, b, 1, N, 0, 0));
  CHECK(mrt_launch(mrt_running(), &twice, &n, args, 1));
  mrt_leave(&run);
  CHECK(mrt_running() == NULL);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 84 && a[N - 1] == 84);
  mrt_free(a);
  mrt_free(b);
}

static void *work(void *argument) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  for (int round = 0; round < 50; round++) {
    struct mrt_run mine;
    mrt_enter(&mine, &region, &items, NULL);
    CHECK(mine.device && mrt_begin(&mine));
    double k = 1;
    mrt_u64 n = N;
    struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL},
                             {MRT_ARG_BUFFER, MRT_READ, b, 0, 0, "b", NULL, NULL, NULL},
                             {MRT_ARG_VALUE, 0, &k, sizeof k, 0, "k", NULL, NULL, NULL}};
    CHECK(mrt_launch(&mine, &add, &n, args, 3));
    mrt_leave(&mine);
    if (round % 7 == 0) {
      MRT_HOST(a, MRT_READ);
      CHECK(a[round] == round + 1);
    }
    mrt_free(mrt_malloc((mrt_size)round + 1));
  }
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 50);
  mrt_free(a);
  mrt_free(b);
  return argument;
}

static void threads(void) {
  pthread_t others[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&others[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(others[i], NULL);
}

static void *decide_much(void *argument) {
  for (int round = 0; round < 2000; round++) {
    double mine = round % 3 == 0 ? 5 : round % 17; /* equal and other features than the other threads' */
    struct mrt_run own;
    mrt_enter(&own, &region, &mine, NULL);
    CHECK(own.device == (mine > 10));
    mrt_leave(&own);
    char *small = mrt_malloc((mrt_size)round % 300 + 1), *large = mrt_malloc(20000);
    MRT_HOST(large, MRT_READ);
    mrt_free(small);
    mrt_free(large);
  }
  return argument;
}

static void deciding_threads(void) {
  pthread_t others[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&others[i], NULL, decide_much, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(others[i], NULL);
}

/* MAPPER_DEVICE=auto: the model decides, once for equal features: first whether to open the device at all, and as
 * long as it is not open also whether the region would run there. */
static void decisions(void) {
  static const double values[] = {5, 5, 50, 50, 5, 10, 11};
  static const int answers[] = {0, 0, 1, 1, 0, 0, 1};
  static const int walks[] = {2, 2, 4, 4, 5, 6, 7};
  for (int i = 0; i < 7; i++) {
    mrt_enter(&run, &region, &values[i], NULL);
    CHECK(run.device == answers[i] && asked == walks[i]);
    mrt_leave(&run);
  }
}

static double near_score(const double *features, char *path, mrt_size size) {
  (void)path;
  (void)size;
  return features[0] > 10 ? 0.1 : -0.1;
}

static int explore_once(double *a, double *b, const double *size) {
  mrt_enter(&run, &region, size, NULL);
  if (!(run.device && mrt_begin(&run) && launch_add(a, b, 1, N, 0, 0))) {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    MRT_HOST(b, MRT_READ);
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  int where = run.began;
  mrt_leave(&run);
  return where;
}

/* Under MAPPER_EXPLORE a region near the threshold runs on either side until both are known.  Prints where. */
static void explored(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1), size = 100, small = 5;
  models[0].score = near_score;
  region.program->expect = NULL;
  CHECK(explore_once(a, b, &size) == 1); /* opens the device */
  region.state->expected = 100;
  for (int i = 0; i < 10; i++)
    printf("%d", explore_once(a, b, &size));
  printf(" ");
  for (int i = 0; i < 10; i++)
    printf("%d", explore_once(a, b, &small));
  printf("\n");
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < N; i++)
    CHECK(a[i] == 21);
  mrt_free(a);
  mrt_free(b);
}

static void explore_much_by(int rounds) {
  double *a = new_array(N, 0), *b = new_array(N, 1), size = 100;
  for (int i = 0; i < rounds; i++) {
    struct mrt_run mine;
    mrt_enter(&mine, &region, &size, NULL);
    double k = 1;
    mrt_u64 n = N;
    struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL},
                             {MRT_ARG_BUFFER, MRT_READ, b, 0, 0, "b", NULL, NULL, NULL},
                             {MRT_ARG_VALUE, 0, &k, sizeof k, 0, "k", NULL, NULL, NULL}};
    if (!(mine.device && mrt_begin(&mine) && mrt_launch(&mine, &add, &n, args, 3))) {
      MRT_HOST(a, MRT_READ | MRT_WRITE);
      MRT_HOST(b, MRT_READ);
      for (int j = 0; j < N; j++)
        a[j] += b[j];
    }
    mrt_leave(&mine);
  }
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == rounds && a[N - 1] == rounds);
  mrt_free(a);
  mrt_free(b);
}

static void *explore_much(void *argument) {
  explore_much_by(50);
  return argument;
}

static void exploring_threads(void) {
  pthread_t others[4];
  models[0].score = near_score;
  explore_much_by(1);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&others[i], NULL, explore_much, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(others[i], NULL);
}

/* Prints what the environment makes of a big and of a small region. */
static void choice(void) {
  double few = 5;
  int big = begin();
  mrt_leave(&run);
  mrt_enter(&run, &region, &few, NULL);
  printf("%d %d\n", big, run.device);
  mrt_leave(&run);
}

/* Under MAPPER_VERIFY each loop runs on the CPU as well, here sometimes wrongly: MAPPER_INFO tells of the rest. */
static void verified(void) {
  double *a = new_array(N, 1), *b = new_array(N, 2), sum = 10, top = 0, before = sum;
  CHECK(begin());
  CHECK(!launch_add(a, b, 1, N, 0, 0) && a[0] == 1);
  for (int i = 0; i < N; i++)
    a[i] += b[i] * (1 + 1e-15);
  MRT_CHECK(&run);
  CHECK(!launch_total(a, N, &sum, &top));
  MRT_NOTE(&run, 0, double, before);
  MRT_NOTE(&run, 1, double, before);
  MRT_NOTE(&run, 0, double, before + 3 * N);
  MRT_NOTE(&run, 1, double, before + 1);
  MRT_CHECK(&run);
  CHECK(!launch_number(b, N, 0, 0));
  for (int i = 0; i < N; i++)
    b[i] = i == 17 ? 1 : i;
  mrt_leave(&run);
  CHECK(begin());
  CHECK(launch_number(b, N, 0, 0)); /* once is enough */
  mrt_leave(&run);
  MRT_HOST(b, MRT_READ);
  CHECK(b[17] == 17);
  mrt_free(a);
  mrt_free(b);
}

static void library(void) { /* MAPPER_DEVICE=cpu: no OpenCL library in the process */
  CHECK(!begin());
  mrt_leave(&run);
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps) != NULL)
    CHECK(strcasestr(line, "opencl") == NULL && strcasestr(line, "pocl") == NULL);
  fclose(maps);
}

/* FAKE_MEMORY holds three arrays: the one that was not used for longest makes room. */
static void eviction(void) {
  enum { ARRAYS = 8 };
  double *arrays[ARRAYS];
  for (int i = 0; i < ARRAYS; i++)
    arrays[i] = new_array(10000, i);
  CHECK(begin());
  for (int round = 0; round < 2; round++)
    for (int i = 0; i + 1 < ARRAYS; i++)
      CHECK(launch_add(arrays[i], arrays[i + 1], 1, 10000, 0, 0));
  mrt_leave(&run);
  MRT_HOST_ALL(MRT_READ);
  for (int i = 0; i + 2 < ARRAYS; i++)
    CHECK(arrays[i][9999] == 4 * i + 4);
  for (int i = 0; i < ARRAYS; i++)
    mrt_free(arrays[i]);
}

/* FAKE_MEMORY holds one array only: the loop runs on the host, with right data, and so do all later ones. */
static void out_of_memory(void) {
  double *a = new_array(10000, 1), *b = new_array(10000, 2);
  CHECK(begin());
  CHECK(launch_number(a, 10000, 0, 0));
  CHECK(!launch_add(a, b, 1, 10000, 0, 0));
  CHECK(a[9999] == 9999 && b[0] == 2);
  a[0] = 1;
  CHECK(!launch_number(a, 10000, 0, 0));
  mrt_leave(&run);
  CHECK(!begin());
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
}

/* A few bytes mostly, now and then more than the table of small blocks takes. */
static size_t size_of(int number) { return 8 * ((size_t)(number % 50) + 1) * (number % 50 == 7 ? 500 : 1); }

static void many_segments(void) { /* the registry under load, against what must be found */
  enum { MANY = 20000 };
  static double *kept[MANY];
  unsigned random = 12345;
  for (int i = 0; i < 3 * MANY; i++) {
    random = random * 1103515245u + 12345u;
    int at = (int)((random >> 8) % MANY);
    if (kept[at] != NULL) {
      mrt_free(kept[at]);
      kept[at] = NULL;
    } else {
      kept[at] = mrt_malloc(size_of(at));
    }
  }
  for (int i = 0; i < MANY; i++) {
    if (kept[i] == NULL)
      continue;
    size_t bytes = size_of(i);
    mrt_small_promote((uintptr_t)kept[i] + bytes - 1, (uintptr_t)kept[i] + bytes);
    const struct mrt_segment *found = mrt_segment_at((uintptr_t)kept[i] + bytes - 1);
    CHECK(found != NULL && found->base == (uintptr_t)kept[i] && found->bytes == bytes);
    CHECK(mrt_segment_at((uintptr_t)kept[i] + bytes) != found);
    mrt_free(kept[i]);
  }
  CHECK(mrt_segment_in(0, UINTPTR_MAX) == NULL);
}

static void many_launches(void) { /* more commands in flight than are kept */
  double *a = new_array(N, 0), *b = new_array(N, 1);
  CHECK(begin());
  for (int i = 0; i < 1000; i++)
    CHECK(launch_add(a, b, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 1000 && a[999] == 1000);
  mrt_free(a);
  mrt_free(b);
}

/* A child process sees the device's results and goes on without the device; the parent keeps it. */
static void forked(void) {
  double *a = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_number(a, N, 0, 0));
  mrt_leave(&run);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(mrt_active == 0 && a[999] == 999 && !begin());
    mrt_leave(&run);
    mrt_free(a);
    exit(0);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(begin());
  CHECK(launch_add(a, a, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[999] == 2 * 999);
  mrt_free(a);
}

static const struct {
  const char *name;
  void (*run)(void);
} promises[] = {
    {"vector", vector},       {"reductions", reductions}, {"folded", folded},       {"grids", grids},
    {"interior", interior},   {"low", low},                     {"static_arrays", static_arrays},
    {"stack", stack},         {"growing_stack", growing_stack}, {"left_by_longjmp", left_by_longjmp},
    {"eager", eager},         {"eager_static", eager_static},   {"aliases", aliases},
    {"distinct", distinct},
    {"staged", staged},       {"moved", moved},         {"overwritten", overwritten}, {"areas", areas}, {"areas_evicted", areas_evicted}, {"untouched", untouched}, {"partial_write", partial_write}, {"blocks", blocks},
    {"replaced_blocks", replaced_blocks},
    {"split", split},         {"refused", refused},             {"null_pointer", null_pointer},
    {"nested", nested},       {"threads", threads},             {"decisions", decisions},
    {"explored", explored},   {"exploring_threads", exploring_threads},
    {"choice", choice},       {"verified", verified},       {"library", library},             {"eviction", eviction},
    {"out_of_memory", out_of_memory}, {"many_segments", many_segments}, {"many_launches", many_launches},
    {"forked", forked},       {"other_file", other_file},
    {"deciding_threads", deciding_threads}, {"stopped", stopped},
    {"stopped_without_memory", stopped_without_memory},
    {"layouts", layouts},     {"mixed_layouts", mixed_layouts}, {"filled_layouts", filled_layouts}, {"stopped_layout", stopped_layout},
    {"layout_parts", layout_parts},
    {"layouts_evicted", layouts_evicted},
};

int main(int count, char **arguments) {
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    if (count == 2 && strcmp(arguments[1], promises[i].name) == 0) {
      promises[i].run();
      return 0;
    }
  fprintf(stderr, "no such promise\n");
  return 2;
}
