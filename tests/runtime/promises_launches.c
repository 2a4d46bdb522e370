/* promises_launches.c: promises about launches: arguments, forms of loops, reductions, refusals, threads. */
#include "promises.h"

#include <unistd.h>

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
                                     6, 1, models, 1, combine, NULL, NULL, NULL, NULL, NULL};
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

/* FAKE_LIMIT: all kernels are built anew, for smaller groups, once a kernel can't have large ones. */
static void rebuilt(void) {
  double *a = new_array(N, 1), sum = 0, top = 0;
  CHECK(begin());
  CHECK(launch_total(a, N, &sum, &top) && sum == N);
  size_t before = program.state->group_size;
  CHECK(launch_flip(a, N, &sum) && sum == N);
  CHECK(program.state->group_size < before);
  CHECK(launch_total(a, N, &sum, &top) && sum == -N && top == -1);
  mrt_leave(&run);
  mrt_free(a);
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
  check_end(child);
  CHECK(begin());
  CHECK(launch_add(a, a, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[999] == 2 * 999);
  mrt_free(a);
}

/* FAKE_BAD=number: that kernel can't be built, all others can. */
static void apart(void) {
  double *a = new_array(N, 1), *b = new_array(N, 2);
  for (int round = 0; round < 2; round++) {
    double sum = 0, top = 0;
    CHECK(begin());
    CHECK(launch_add(a, b, 1, N, 0, 0));
    CHECK(!launch_number(b, N, 0, 0));
    for (int i = 0; i < N; i++)
      b[i] = i;
    CHECK(launch_total(b, N, &sum, &top));
    mrt_leave(&run);
    CHECK(sum == (double)N * (N - 1) / 2 && top == N - 1);
    MRT_HOST(a, MRT_READ);
    CHECK(a[N - 1] == (round == 0 ? 3 : 3 + N - 1));
  }
  CHECK(number.state->failure != NULL && number.state->refused == 2);
}

const struct promise launches_promises[] = {
    {"apart", apart},
    {"vector", vector},
    {"reductions", reductions},
    {"folded", folded},
    {"grids", grids},
    {"interior", interior},
    {"low", low},
    {"split", split},
    {"refused", refused},
    {"distinct", distinct},
    {"stopped", stopped},
    {"stopped_without_memory", stopped_without_memory},
    {"null_pointer", null_pointer},
    {"nested", nested},
    {"other_file", other_file},
    {"threads", threads},
    {"many_launches", many_launches},
    {"rebuilt", rebuilt},
    {"forked", forked},
    {NULL, NULL},
};
