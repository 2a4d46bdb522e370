/* Threads in grids of two and three dimensions, with rectangles of their own: even ones, cut at the end, of sizes in a
 * structure; grids that leave something out, or overlap, run on the CPU.  expect: offloaded=5 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif
#include <stdio.h>

#define NY 60
#define NX 84
#define NZ 12
#define MIN(a, b) ((a) < (b) ? (a) : (b))

struct grid {
  int rows, columns, across, down;
};

static double a[NY][NX], b[NY][NX], c[NZ][NY][NX];

static double sum(void)
{
  double all = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      all += a[y][x] * ((x + y) % 7) + b[y][x];
      for (int z = 0; z < NZ; z++)
        all += c[z][y][x] * (z + 1);
    }
  return all;
}

static void even(int across, int down)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    int px = me % across, py = me / across;
    int high = NY / down, wide = NX / across;
    int y0 = py * high, x0 = px * wide;
    for (int y = y0; y < y0 + high; y++)
      for (int x = x0; x < x0 + wide; x++)
        a[y][x] = b[y][x] + y * 0.5 - x;
  }
}

static void cut(const struct grid *g)
{
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    const int px = me % g->across, py = me / g->across;
    const int high = (g->rows + g->down - 1) / g->down, wide = (g->columns + g->across - 1) / g->across;
    const int y0 = 1 + py * high, y1 = MIN(y0 + high, g->rows + 1);
    const int x0 = 1 + px * wide, x1 = MIN(x0 + wide, g->columns + 1);
    for (int y = y0; y < y1; y++) {
      for (int x = x0; x <= x1 - 1; x++)
        b[y][x] = 0.25 * (a[y - 1][x] + a[y + 1][x] + a[y][x - 1] + a[y][x + 1]);
    }
#pragma omp barrier
    for (int y = y0; y < y1; y++)
      for (int x = x0; x < x1; x++)
        a[y][x] -= b[y][x];
  }
}

/* With fewer columns of threads than threads, some have the same columns. */
static void columns(int across, int threads)
{
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    const int wide = (NX + across - 1) / across, x0 = me % across * wide, y0 = me / threads * NY;
    for (int y = y0; y < y0 + NY; y++)
      for (int x = x0; x < MIN(x0 + wide, NX); x++)
        a[y][x] = b[y][x] + x % 3;
  }
}

static void boxes(int across, int down)
{
  int me, px, py, pz, x, y, z;
#pragma omp parallel private(me, px, py, pz, x, y, z)
  {
    me = omp_get_thread_num();
    px = me % across;
    py = me / across % down;
    pz = me / (across * down);
    for (z = pz * NZ; z < (pz + 1) * NZ; z++)
      for (y = NY * py / down; y < NY * (py + 1) / down; y++)
        for (x = NX * px / across; x < NX * (px + 1) / across; x++)
          c[z][y][x] = a[y][x] * (z % 5) + b[y][x];
  }
}

int main(void)
{
  const int threads = omp_get_max_threads(), across = threads % 3 == 0 ? 3 : threads % 2 == 0 ? 2 : 1;
  struct grid g = {NY - 2, NX - 2, across, threads / across};
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      b[y][x] = (x * 7 + y * 3) % 11;
  if (NY % (threads / across) == 0)
    even(across, threads / across);
  else
    even(threads % 7 == 0 ? threads : 1, threads % 7 == 0 ? 1 : threads);
  printf("even %.10g\n", sum());
  cut(&g);
  printf("cut %.10g\n", sum());
  boxes(across, threads / across);
  printf("boxes %.10g\n", sum());

  columns(threads, threads);
  printf("columns %.10g\n", sum());
  cut(&g);
  columns(1, threads); /* all threads have all columns */
  printf("columns %.10g\n", sum());
  cut(&g);
  printf("cut %.10g\n", sum());
  boxes(1, 2 * threads); /* the boxes of the second half are nobody's */
  double missing = 0;
  for (int y = 0; y < NY / 2; y++)
    for (int x = 0; x < NX; x++)
      missing += c[1][y][x] != a[y][x] + b[y][x];
  printf("missing in the first half: %g\n", missing);
  return 0;
}
