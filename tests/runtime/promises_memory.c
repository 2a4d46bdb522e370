/* promises_memory.c: promises about arrays: what moves, what memory may do meanwhile, and what is done where it is short. */
#include "promises.h"

#include <setjmp.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* A declared array has its ends; below it there may be frames that are in use. */
static void declared(void) {
  double a[N];
  volatile long two = 2;
  for (int i = 0; i < N; i++)
    a[i] = 1;
  struct mrt_scope scope = mrt_scope_begin(a, sizeof a);
  CHECK(begin());
  CHECK(launch_add(a, a, 1, N, sizeof a, MRT_STACK));
  CHECK(!launch_add(a - two, a, 1, N, sizeof a, MRT_STACK));
  CHECK(!launch_add(a + two, a, 1, N, sizeof a, MRT_STACK));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 2 && a[2] == 2 && a[N - 1] == 2);
  mrt_scope_end(&scope);
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
  CHECK(launch_add(unknown, unknown + 300, 1, 300, 400 * sizeof *unknown, 0)); /* ranges of 400 elements overlap, iterations don't */
  mrt_leave(&run);
  CHECK(unknown[0] == 4 && unknown[99] == 4 && unknown[100] == 3 && unknown[299] == 3 && unknown[300] == 2 && unknown[400] == 1);
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

/* Pages of large results are made beforehand, but for those that are there; no contents change. */
static void prefaulted(void) {
  size_t size = (size_t)12 << 20, first = (size_t)2 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  bool known = madvise(memory, page, 23) == 0; /* MADV_POPULATE_WRITE */
  size_t touched = size / 2 + 3 * page;
  memory[touched] = 7;
  mrt_prefault((uintptr_t)memory + 5, 100);
  mrt_prefault((uintptr_t)memory + 5, size - 10);
  unsigned char resident = 0;
  for (size_t at = first; known && at < size - first; at += page)
    CHECK(mincore(memory + at, page, &resident) == 0 && (resident & 1) != 0);
  for (size_t at = 0; at < size; at++)
    CHECK(memory[at] == (at == touched ? 7 : 0));
  mrt_prefault((uintptr_t)memory, size);
  CHECK(memory[touched] == 7);
  munmap(memory, size);
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

/* What a library would do that was given an array: write the first elements, without a word. */
static void arrives(double *a, double first) {
  for (int i = 0; i < 16; i++)
    a[i] = first + i;
}

static void check_escaped(double *a, double first, double rest) {
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < N; i++)
    CHECK(a[i] == (i < 16 ? first + i : rest));
}

/* Code that nobody sees writes an array while kernels write elsewhere in it. */
static void escaped(void) {
  double *a = new_array(N, 1), *b = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_add(a + 16, b, 1, N - 16, 0, MRT_ESCAPED));
  settle();
  arrives(a, 50);
  check_escaped(a, 50, 2);
  for (int i = 0; i < 2; i++) /* elements that get their old values again */
    CHECK(launch_add(a + 16, b, i == 0 ? 1 : -1, N - 16, 0, MRT_ESCAPED));
  check_escaped(a, 50, 2);
  CHECK(launch_add(a + 16, b, 1, N - 16, 0, MRT_ESCAPED));
  check_escaped(a, 50, 3);
  CHECK(launch_add(a + 16, b, -1, N - 16, 0, MRT_ESCAPED));
  settle();
  arrives(a, 60);
  MRT_HOST(a, MRT_READ | MRT_WRITE); /* around the call that tells of it */
  check_escaped(a, 60, 2);
  CHECK(launch_add(a, b, 1, N, 0, MRT_ESCAPED));
  check_escaped(a, 61, 3);
  CHECK(launch_number(a, N, N * sizeof *a, MRT_ESCAPED | MRT_OVERWRITES));
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 0 && a[999] == 999);
  CHECK(launch_add(a + 16, b, 1, N - 16, 0, MRT_ESCAPED));
  settle();
  arrives(a, 70);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 70 && a[15] == 85 && a[16] == 17 && a[999] == 1000);
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
}

/* The same for arrays that were on the device before, which the program sends around each launch, and which are large. */
static void escaped_later(void) {
  enum { LARGE = 700001 };
  double *a = new_array(LARGE, 1), *b = new_array(LARGE, 1);
  CHECK(begin());
  CHECK(launch_add(a, b, 1, LARGE, 0, 0));
  for (int round = 0; round < 3; round++) {
    CHECK(launch_add(a + 16, b, 1, LARGE - 16, 0, MRT_ESCAPED | (round == 1 ? MRT_EAGER : 0)));
    settle();
    arrives(a, round);
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    CHECK(a[0] == round && a[15] == round + 15 && a[16] == 3 + round && a[LARGE - 1] == 3 + round);
  }
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
}

static void parts_again(void) { /* parts that were looked at before come together */
  enum { COUNT = 20000, LOOKED = 3 };
  const int at[LOOKED] = {5, 9000, 15000};
  double *a = new_array(COUNT, 3), *b = new_array(COUNT, 1);
  CHECK(begin());
  for (int round = 1; round < 4; round++) {
    CHECK(launch_add(a, b, 1, COUNT, 0, 0));
    settle();
    size_t before = bytes_down();
    for (int i = 0; i < LOOKED; i++) {
      int k = at[(i + round) % LOOKED];
      MRT_HOST_PART(a[k], MRT_READ);
      CHECK(a[k] == 3 + round);
      settle();
      size_t come = (round > 1 ? LOOKED : (size_t)i + 1) * sizeof *a;
      CHECK(bytes_down() - before == (mrt_device.unified ? 0 : come));
    }
    MRT_HOST_PART(a[100], MRT_WRITE); /* one that is not read */
    a[100] = 3 + round;
  }
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < COUNT; i++)
    CHECK(a[i] == 6);
  mrt_free(a);
  mrt_free(b);
}

static void parts_overwritten(void) { /* what the host writes as a whole does not come; what is between parts does */
  enum { COUNT = 20000 };
  double *a = new_array(COUNT, 3), *b = new_array(COUNT, 1);
  CHECK(begin());
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  settle();
  size_t before = bytes_down(), size = mrt_device.unified ? 0 : COUNT * sizeof *a;
  MRT_HOST_AREA(a, 0, 800, MRT_WRITE, 1, 800L, 200L, 0);
  for (int i = 0; i < COUNT; i++)
    a[i] = i;
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  MRT_HOST_BYTES(b, COUNT * sizeof *b, MRT_WRITE); /* the device has only read it */
  for (int i = 0; i < COUNT; i++)
    b[i] = 2;
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  settle();
  CHECK(bytes_down() == before);
  MRT_HOST_BYTES(a, COUNT * sizeof *a, MRT_READ);
  settle();
  CHECK(a[0] == 4 && a[COUNT - 1] == COUNT + 3 && bytes_down() - before == size);
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  MRT_HOST_BYTES(a, (COUNT - 1) * sizeof *a, MRT_WRITE); /* the last one stays */
  settle();
  CHECK(a[COUNT - 1] == COUNT + 5 && bytes_down() - before == 2 * size);
  for (int i = 0; i < COUNT - 1; i++)
    a[i] = 0;
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  MRT_HOST_AREA(a, 0, 8, MRT_WRITE, 2, 16L, 5L, 16L, 3L, 0); /* a[0], a[2], ..., a[12] */
  for (int i = 0; i <= 12; i += 2)
    a[i] = 100;
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  MRT_HOST_AREA(a, 80000, 8, MRT_WRITE, 3, 40L, 4L, 96L, 8L, 240L, 6L, 0); /* every fifth one of four, and so on */
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 4; k++)
        a[10000 + 30 * i + 12 * j + 5 * k] = 100;
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 104 && a[12] == 104 && a[1] == 6 && a[11] == 6 && a[13] == 6 && a[14] == 6);
  CHECK(a[10000] == 102 && a[10005] == 102 && a[10001] == 6 && a[10004] == 6 && a[10006] == 6);
  mrt_free(a);
  mrt_free(b);
}

static void summed(void) { /* running sums, where the device has the array */
  enum { COUNT = 3000, SHORT = 1024 };
  double *a = new_array(COUNT, 3), *b = new_array(COUNT, 1);
  mrt_u64 *sums = (mrt_u64 *)(void *)a; /* of the numbers' bits */
  CHECK(begin());
  CHECK(!mrt_running_sums(&run, a, SHORT, sizeof *a)); /* it has nothing yet */
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  bool separate = !mrt_device.unified;
  CHECK(!mrt_running_sums(&run, a, COUNT, sizeof *a) && !mrt_running_sums(&run, a, 0, sizeof *a));
  CHECK(!mrt_running_sums(&run, a, SHORT, 2) && !mrt_running_sums(&run, &separate, 1, 4));
  CHECK(mrt_running_sums(&run, a + 5, SHORT, sizeof *a) == separate);
  MRT_HOST(a, MRT_READ);
  double four = 4;
  mrt_u64 bits, sum = 0;
  memcpy(&bits, &four, sizeof bits);
  for (int i = 0; i < COUNT; i++) {
    bool inside = separate && i >= 5 && i <= 5 + SHORT;
    sum += inside ? bits : 0;
    CHECK(sums[i] == (inside ? sum : bits));
  }
  MRT_HOST(a, MRT_READ | MRT_WRITE);
  CHECK(!mrt_running_sums(&run, a, SHORT, sizeof *a)); /* it is the host's again */
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
}

static void device_moved(void) { /* what the device copies and sets to zero in the host's place, where it has it */
  enum { COUNT = 10000, PART = 1200 };
  double *a = new_array(COUNT, 3), *b = new_array(COUNT, 1), *c = new_array(COUNT, 7);
  CHECK(begin());
  long bytes = COUNT * sizeof *a;
  CHECK(!MRT_MOVED(c, 0, a, 0, bytes) && !MRT_ZEROED(a, 0, bytes)); /* it has nothing yet */
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  bool separate = !mrt_device.unified;
  CHECK(!MRT_MOVED(c, 0, a, 0, bytes)); /* nor has it this array */
  CHECK(launch_add(c, b, 1, COUNT, 0, 0));
  CHECK(!MRT_MOVED(c, 8, a, 0, bytes) && !MRT_MOVED(c, 0, a, 0, 0) && !MRT_MOVED(a, 8, a, 0, 800)); /* too far */
  MRT_HOST_PART(c[2], MRT_WRITE);
  c[2] = 50; /* the device hears of it first */
  CHECK(MRT_MOVED(c, 8, a, 0, PART * sizeof *a) == separate);
  CHECK(MRT_ZEROED(c, 16 * PART, 8) == separate);
  CHECK(launch_add(c, b, 1, COUNT, 0, 0));
  MRT_HOST(c, MRT_READ);
  for (int i = 0; i < COUNT; i++)
    CHECK(!separate || c[i] == (i == 2 * PART ? 1 : i >= 1 && i <= PART ? 5 : 9));
  CHECK(MRT_ZEROED(c, 0, bytes) == separate); /* a launch has used it since */
  MRT_HOST(c, MRT_READ | MRT_WRITE);
  for (int i = 0; i < COUNT; i++)
    CHECK(!separate || c[i] == 0);
  CHECK(launch_add(c, b, 1, COUNT, 0, 0));
  CHECK(!MRT_MOVED(c, 0, a, 0, bytes) && !MRT_ZEROED(c, 0, 8)); /* the host was the first to look at it */
  CHECK(MRT_ZEROED(a, 0, bytes) == separate);
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
  mrt_free(c);
}

static void cleared(void) { /* rows that the device sets to zero, where it has them */
  enum { COUNT = 5000, PART = 1200 };
  double *a = new_array(COUNT, 3), *b = new_array(COUNT, 1);
  CHECK(begin());
  CHECK(!mrt_clear(&run, a, PART * sizeof *a)); /* it has nothing yet */
  CHECK(launch_add(a, b, 1, COUNT, 0, 0));
  bool separate = !mrt_device.unified;
  CHECK(!mrt_clear(&run, a + PART, COUNT * sizeof *a) && !mrt_clear(&run, a, 0) && !mrt_clear(&run, &separate, 4));
  CHECK(mrt_clear(&run, a + 7, PART * sizeof *a) == separate);
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < COUNT; i++)
    CHECK(a[i] == (separate && i >= 7 && i < PART + 7 ? 0 : 4));
  CHECK(mrt_clear(&run, a, COUNT * sizeof *a) == separate); /* both have it */
  CHECK(launch_add(a, b, 2, COUNT, 0, 0));
  MRT_HOST(a, MRT_READ | MRT_WRITE);
  for (int i = 0; i < COUNT; i++)
    CHECK(a[i] == (separate ? 2 : 6));
  CHECK(!mrt_clear(&run, a, COUNT * sizeof *a)); /* it is the host's again */
  mrt_leave(&run);
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
  double *rows[3] = {c, c + 20, c + 40}, **table = mrt_malloc(sizeof rows);
  memcpy(table, rows, sizeof rows);
  CHECK(mrt_rows_bytes(table, 1) == 640 && mrt_rows_pieces(table, 1) == 1);
  for (int i = 0; i < 3; i++)
    table[i] = mrt_malloc(160);
  CHECK(mrt_rows_bytes(table, 1) == 480 && mrt_rows_pieces(table, 1) == 3);
  for (int i = 0; i < 3; i++)
    mrt_free(table[i]);
  mrt_free(table);
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

/* FAKE_MEMORY holds one array only: the loop with two runs on the host, with right data, and later ones on the device. */
static void out_of_memory(void) {
  double *a = new_array(10000, 1), *b = new_array(10000, 2);
  CHECK(begin());
  CHECK(launch_number(a, 10000, 0, 0));
  CHECK(!launch_add(a, b, 1, 10000, 0, 0));
  CHECK(a[9999] == 9999 && b[0] == 2);
  a[0] = 1;
  CHECK(launch_number(a, 10000, 0, 0));
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 0 && a[9999] == 9999);
  CHECK(!launch_add(a, b, 1, 10000, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ | MRT_WRITE);
  a[1] = 5;
  CHECK(begin());
  CHECK(launch_number(b, 10000, 0, 0));
  CHECK(launch_number(a, 10000, 0, 0)); /* takes the place of b, which comes back */
  MRT_HOST(b, MRT_READ);
  CHECK(b[9999] == 9999);
  mrt_leave(&run);
  mrt_free(a);
  mrt_free(b);
}

/* A few bytes mostly, now and then more than the table of small blocks takes. */
static size_t size_of(int number) { return 8 * ((size_t)(number % 50) + 1) * (number % 50 == 7 ? 500 : 1); }

/* More than 4 GiB: what lies behind them is reached, and what is reserved but never touched takes no memory. */
static void huge(void) {
  size_t n = ((size_t)5 << 30) / sizeof(double), far = n - 3 * N;
  double *a = mrt_malloc(n * sizeof *a), *b = new_array(N, 1), sum = 0, top = 0;
  CHECK(a != NULL && mrt_bytes(a + far) == (double)(n * sizeof *a));
  CHECK(begin());
  if (!launch_number(a + far, N, 0, 0)) { /* it is left to the test whether the device takes such a buffer */
    puts("refused");
    mrt_leave(&run);
    mrt_free(a);
    mrt_free(b);
    return;
  }
  CHECK(launch_add(a + far, b, 2, N, 0, 0));
  CHECK(!launch_add(a + far, b, 2, 4 * N, 4 * N * sizeof *a, 0)); /* behind the end */
  CHECK(launch_total(b, N, &sum, &top) && sum == N);
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[far] == 2 && a[far + N - 1] == N + 1);
  mrt_free(a);
  mrt_free(b);
}

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

/* Small blocks in the place of others that were freed behind the library's back: each of those that are left is found,
 * from any of its bytes, and in any order. */
static void replaced_small_blocks(void) {
  enum { GRANULES = 4096, LONGEST = 40, ROUNDS = 4000 };
  static char memory[16 * GRANULES] __attribute__((aligned(64)));
  static size_t granules[GRANULES]; /* of the block that begins there; 0: none */
  unsigned random = 54321;
  mrt_lock_memory();
  for (int round = 0; round < ROUNDS; round++) {
    random = random * 1103515245u + 12345u;
    size_t at = (random >> 8) % (GRANULES - LONGEST), length = 1 + (random >> 20) % LONGEST;
    for (size_t other = at < LONGEST ? 0 : at - LONGEST; other < at + length; other++)
      if (other + granules[other] > at)
        granules[other] = 0;
    granules[at] = length;
    CHECK(mrt_small_add((uintptr_t)memory + 16 * at, 16 * length));
    for (size_t i = 0; i < 10; i++) { /* neighbours, and now and then all */
      size_t first = (at + i) % GRANULES, byte = (size_t)round % (16 * (granules[first] + 1));
      const struct mrt_segment *found = mrt_small_segment((uintptr_t)memory + 16 * first + byte);
      if (byte < 16 * granules[first])
        CHECK(found->base == (uintptr_t)memory + 16 * first && found->bytes == 16 * granules[first]);
      if (round % 500 == 499 && i == 9)
        for (size_t one = 0; one < GRANULES; one++)
          CHECK(granules[one] == 0 || mrt_small_segment((uintptr_t)memory + 16 * one)->bytes == 16 * granules[one]);
    }
  }
  mrt_segment_replace((uintptr_t)memory, (uintptr_t)memory + sizeof memory);
  CHECK(mrt_segment_in((uintptr_t)memory, (uintptr_t)memory + sizeof memory) == NULL);
  mrt_small_forget((uintptr_t)memory, (uintptr_t)memory + sizeof memory);
  mrt_unlock_memory();
}

/* A table whose first entry was left behind: its block is found first, and is gone when that of the second one is. */
static void replaced_rows(void) {
  static char memory[2048] __attribute__((aligned(64))), *table[] = {memory, memory + 512, memory + 600};
  struct mrt_arg args[] = {{.kind = MRT_ARG_TABLE, .flags = MRT_READ | MRT_EAGER, .pointer = table},
                           {.kind = MRT_ARG_ROWS, .flags = MRT_READ, .size = 1}};
  struct mrt_slot slots[2] = {{.at = (uintptr_t)table}};
  struct mrt_launch launch = {.args = args, .n = 2, .slots = slots};
  size_t count = 0;
  mrt_lock_memory();
  CHECK(mrt_segment_add((uintptr_t)table, sizeof table, SEGMENT_STATIC) != NULL);
  CHECK(mrt_small_add((uintptr_t)memory, 1024));
  CHECK(mrt_find_view(&launch, 0) == NULL && mrt_rows_are_certain(&slots[1]));
  CHECK(mrt_rows(&slots[1], &count)[0]->base == (uintptr_t)memory && count == 1);
  CHECK(mrt_small_add((uintptr_t)memory + 512, 256));
  mrt_all_tables_written();
  mrt_segment_remove(mrt_segment_at((uintptr_t)memory)); /* so that the view is made anew */
  CHECK(mrt_segment_add((uintptr_t)memory, 1024, SEGMENT_HEAP) != NULL);
  CHECK(mrt_find_view(&launch, 0) == NULL && mrt_rows_are_certain(&slots[1]));
  CHECK(mrt_rows(&slots[1], &count)[0]->base == (uintptr_t)memory + 512 && count == 1);
  table[1] = NULL; /* a single pointer to the midst of its block: it may be before its own one */
  CHECK(mrt_find_view(&launch, 0) == NULL && !mrt_rows_are_certain(&slots[1]));
  mrt_drop_tables();
  mrt_segment_replace((uintptr_t)memory, (uintptr_t)memory + sizeof memory);
  mrt_segment_replace((uintptr_t)table, (uintptr_t)table + sizeof table);
  mrt_small_forget((uintptr_t)memory, (uintptr_t)memory + sizeof memory);
  mrt_unlock_memory();
}

/* What a launch looks for in a range takes no time that grows with the range's length. */
static void sparse(void) {
  size_t bytes = (size_t)1 << 45;
  double *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  char *block = mrt_malloc(100);
  CHECK(map != MAP_FAILED && block != NULL);
  double start = mrt_now();
  for (int i = 0; i < 8; i++) {
    mrt_lock_memory();
    mrt_small_promote((uintptr_t)map, (uintptr_t)map + bytes);
    CHECK(mrt_segment_in((uintptr_t)map, (uintptr_t)map + bytes) == NULL);
    mrt_unlock_memory();
  }
  uintptr_t from = (uintptr_t)block - ((uintptr_t)1 << 40), middle = (uintptr_t)block + 50;
  mrt_lock_memory();
  if ((uintptr_t)block > from)
    mrt_small_promote(from, middle);
  const struct mrt_segment *found = mrt_segment_in(from, middle);
  CHECK(found != NULL);
  mrt_small_promote((uintptr_t)block, middle);
  found = mrt_segment_at(middle);
  CHECK(found != NULL && found->base == (uintptr_t)block && found->bytes == 100);
  mrt_unlock_memory();
  CHECK(mrt_now() - start < 20);
  mrt_free(block);
  munmap(map, bytes);
}

const struct promise memory_promises[] = {
    {"static_arrays", static_arrays},
    {"stack", stack},
    {"growing_stack", growing_stack},
    {"declared", declared},
    {"left_by_longjmp", left_by_longjmp},
    {"eager", eager},
    {"eager_static", eager_static},
    {"aliases", aliases},
    {"moved", moved},
    {"overwritten", overwritten},
    {"areas", areas},
    {"areas_evicted", areas_evicted},
    {"untouched", untouched},
    {"prefaulted", prefaulted},
    {"staged", staged},
    {"cleared", cleared},
    {"device_moved", device_moved},
    {"summed", summed},
    {"escaped", escaped},
    {"escaped_later", escaped_later},
    {"parts_again", parts_again},
    {"parts_overwritten", parts_overwritten},
    {"partial_write", partial_write},
    {"blocks", blocks},
    {"replaced_blocks", replaced_blocks},
    {"replaced_small_blocks", replaced_small_blocks},
    {"replaced_rows", replaced_rows},
    {"eviction", eviction},
    {"out_of_memory", out_of_memory},
    {"huge", huge},
    {"many_segments", many_segments},
    {"sparse", sparse},
    {NULL, NULL},
};
