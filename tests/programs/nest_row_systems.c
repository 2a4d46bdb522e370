/* expect: offloaded=3 idle=1
   Elements of flat arrays that are counted in different lengths of rows: planes that a parameter chooses, every
   second plane, and one plane that holds the others. */
#include <stdio.h>

static double a[40000];

typedef struct {
  int plane, line, nx, ny, nz, chosen;
} grid;

static void through_chosen(const grid *g)
{
#pragma omp parallel for
  for (int x = 0; x < g->nx; x++)
    for (int z = g->nz - 1; z >= 0; z--)
      for (int y = 0; y < g->ny; y++)
        a[z * g->plane + y * g->line + x] += 1 + a[g->chosen * g->plane + (y + g->ny) * g->line + x];
}

static void every_second(const grid *g)
{
#pragma omp parallel for
  for (int x = 0; x < g->nx; x++)
    for (int z = 0; z < g->nz; z++)
      for (int y = 0; y < g->ny; y++)
        a[2 * z * g->plane + (y + g->ny) * g->line + x] += 1 + 0.5 * a[z * g->plane + y * g->line + x];
}

static void held(const grid *whole, const grid *g)
{
  const int plane = g->plane, line = g->line;
#pragma omp parallel for
  for (int x = 0; x < g->nx; x++) {
    for (int z = 0; z < whole->nz; z++)
      for (int y = 0; y < whole->ny; y++)
        a[z * plane + y * line + x] = a[z * plane + y * line + x] * 0.5 + x + y;
    for (int z = 0; z < g->nz; z++)
      for (int y = 0; y < g->ny; y++)
        a[z * plane + y * line + x] += 0.5 * a[z * plane + y * line + x] + z;
  }
}

int main(void)
{
  const grid high = {600, 30, 30, 20, 10, 0}, low = {300, 30, 30, 10, 10, 0}, whole = {600, 30, 30, 200, 1, 0};
  double sum = 0.0;
  for (int i = 0; i < 40000; i++)
    a[i] = i % 7;
  through_chosen(&high);
  every_second(&low);
  held(&whole, &high);
  for (int i = 0; i < 40000; i++)
    sum += a[i] * (1 + i % 31);
  printf("%.9g\n", sum);
  return 0;
}
