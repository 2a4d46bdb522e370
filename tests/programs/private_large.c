/* Private arrays of more than private memory takes: rows, structures, clauses, a reduction.  expect: offloaded=6 */
#include <stdio.h>
#include <string.h>

#define N 60
#define M 9000

struct cell {
  double value;
  int count;
  short marks[2];
};

static double a[N];
static long b[N];

static void body_arrays(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double t[M], grid[96][128] = {{0}};
    float first[20000] = {1, 2.5f, i};
    double s = 0;
    int k;

    for (k = 0; k < M; k++)
      t[k] = (i + 1.0) / (k + 1);
    for (k = M - 1; k > 0; k--)
      t[k - 1] += 0.5 * t[k];
    for (k = 0; k < 96; k++)
      grid[k][(k * 7 + i) % 128] += t[k];
    for (k = 0; k < 96; k++)
      s += grid[k][(k * 7 + i) % 128] * grid[95 - k][k];
    a[i] = s + t[17] + first[0] + first[1] * first[2] + first[i + 3];
  }
}

static void structures(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    struct cell cells[5000], one;
    int k;

    for (k = 0; k < 5000; k++) {
      cells[k].value = k * 0.25 + i;
      cells[k].count = i - k;
      cells[k].marks[0] = cells[k].marks[1] = (short)k;
      cells[k].marks[k & 1] = (short)(k + 1);
    }
    one = cells[i * 3 + 1];
    cells[7] = one;
    cells[8].count += one.marks[1];
    a[i] += cells[7].value + cells[8].count + cells[9].marks[1];
  }
}

static void clauses(void)
{
  static int table[20000];
  int given[20000], scratch[20000], last[20000];
  int i, k;

  for (k = 0; k < 20000; k++) {
    given[k] = k % 97;
    table[k] = k % 11;
    last[k] = -1;
  }
#pragma omp parallel for private(scratch, k) firstprivate(given) lastprivate(last)
  for (i = 0; i < N; i++) {
    for (k = 0; k < 20000; k++)
      scratch[k] = given[k] + i;
    for (k = 0; k < 20000; k++)
      last[k] = scratch[19999 - k] * table[k];
    b[i] = last[i] + scratch[i * 5] - given[i];
  }
  for (k = 0; k < 20000; k++)
    b[0] += last[k];
  b[0] += given[3];
}

static double sum_up(void)
{
  double total = 0, most = -1e9;
  int i;

#pragma omp parallel for reduction(+ : total) reduction(max : most)
  for (i = 0; i < N; i++) {
    double t[3000], u[M];
    int k;

    memset(u, 0, sizeof u);
    for (k = 0; k < 3000; k++)
      t[k] = u[(k * 31 + i) % M] = (k * i) % 13;
    for (k = 0; k < 3000; k++)
      total += t[k] * u[(2999 - k) % M];
    if (t[i] > most)
      most = t[i];
  }
  return total + most;
}

/* Two loops of one region, and two dimensions. */
static void phases(int n, int m)
{
  double work[M];
  int i, j, k;

#pragma omp parallel private(work, k)
  {
#pragma omp for
    for (i = 0; i < n; i++) {
      for (k = 0; k < M; k++)
        work[k] = i + k % 5;
      a[i] += work[i];
    }
#pragma omp for collapse(2) private(j)
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++) {
        for (k = 0; k < M; k++)
          work[k] = i * j + k % 3;
        if (j == i % m)
          b[i] += (long)(work[j] + work[M - 1 - i]);
      }
  }
}

int main(void)
{
  int i;

  body_arrays();
  structures();
  clauses();
  phases(N, 7);
  printf("%.9g\n", sum_up());
  for (i = 0; i < N; i += 7)
    printf("%.9g %ld\n", a[i], b[i]);
  return 0;
}
