/* Arrays of variable length and blocks from malloc in which each thread adds up for itself, cleared by loops, chains and
 * memset; what is merged with them is in the same critical section.  In the last function they are kept: some elements
 * are not cleared, a second use of the shared array is in the section, a break leaves the loop that adds, the sum is of
 * another type.  expect: offloaded=5 kept=K014,K014,K014,K020 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 2003

static int key[N], part[N];
static float place[N][2];

/* centres of clusters by their members' sums: is each point where it was? */
static int assign(float (*centre)[2], int *count, int n, int k)
{
  float sum[k][2];
  int same = 1;

  memset(count, 0, k * sizeof *count);
  for (int c = 0; c < k; c++)
    sum[c][0] = sum[c][1] = 0;
#pragma omp parallel
  {
    float x[k], y[k];
    int many[k], still = 1;
    for (int c = 0; c < k; c++) {
      x[c] = y[c] = 0.0f;
      many[c] = 0;
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      int best = 0;
      float least = 1e30f;
      for (int c = 0; c < k; c++) {
        float dx = place[i][0] - centre[c][0], dy = place[i][1] - centre[c][1];
        if (dx * dx + dy * dy < least) {
          least = dx * dx + dy * dy;
          best = c;
        }
      }
      many[best]++;
      x[best] += place[i][0];
      y[best] += place[i][1];
      still = still && best == part[i];
      part[i] = best;
    }
#pragma omp critical
    {
      for (int c = 0; c < k; c++)
        count[c] += many[c];
      same = same && still;
    }
#pragma omp critical
    for (int c = 0; c < k; c++) {
      sum[c][0] += x[c];
      sum[c][1] += y[c];
    }
  }
  for (int c = 0; c < k; c++)
    for (int d = 0; d < 2; d++)
      centre[c][d] = count[c] > 0 ? sum[c][d] / count[c] : 0;
  return same;
}

static long tables(int rows, int columns, int n)
{
  long all[rows][columns], bins[columns], other[rows], largest = 0, s = 0;

  memset(all, 0, sizeof all);
  memset(bins, 0, sizeof bins);
  memset(other, 0, sizeof other);
#pragma omp parallel
  {
    long mine[rows][columns], top = 0;
    memset(mine, 0, sizeof(mine));
#pragma omp for
    for (int i = 0; i < n; i++) {
      mine[key[i] % rows][i % columns] += i;
      if (key[i] > top)
        top = key[i];
    }
#pragma omp critical
    {
      for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
          all[r][c] = mine[r][c] + all[r][c];
      if (top > largest)
        largest = top;
    }
  }
#pragma omp parallel
  {
    long *one = malloc(columns * sizeof(long)), *two = malloc(sizeof(*two) * rows);
    memset(one, 0, sizeof(long) * columns);
    for (int r = 0; r < rows; r++)
      two[r] = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      one[key[i] % columns]++;
      two[i % rows] -= key[i];
    }
    for (int c = 0; c < columns; c++) {
#pragma omp atomic
      bins[c] += one[c];
    }
    for (int r = 0; r < rows; r++)
#pragma omp atomic
      other[r] += two[r];
    free(one);
    free(two);
  }
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      s += (r + 2 * c + 1) * all[r][c] + bins[c] * c + other[r];
  return s + largest;
}

struct cell {
  double mean, sum;
  long many;
};

/* members of structures, which the loop reads and adds to */
static double cells(int m, int n)
{
  struct cell *cell = calloc(m, sizeof *cell);
  double s = 0;

  for (int b = 0; b < m; b++)
    cell[b].mean = 0.5 * b;
#pragma omp parallel
  {
    double *sum = calloc(m, sizeof *sum);
    long *many = calloc(m, sizeof *many);
#pragma omp for
    for (int i = 0; i < n; i++) {
      int b = key[i] % m;
      sum[b] += cell[b].mean - i % 5;
      many[b]++;
    }
#pragma omp critical
    for (int b = 0; b < m; b++) {
      cell[b].sum += sum[b];
      cell[b].many += many[b];
    }
    free(sum);
    free(many);
  }
  for (int b = 0; b < m; b++)
    s += cell[b].sum * (b + 1) + cell[b].many;
  free(cell);
  return s;
}

static long counts(int m, int n)
{
  long all[m], s = 0;

  memset(all, 0, sizeof all);
#pragma omp parallel
  {
    long mine[m];
    for (int b = 0; b < m; b++)
      mine[b] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % m] = mine[key[i] % m] + (i & 3);
#pragma omp critical
    for (int b = 0; b < m; b++)
      all[b] += mine[b];
  }
  for (int b = 0; b < m; b++)
    s += all[b] * (b + 1);
  return s;
}

static long others(int m, int n)
{
  long all[m], most = 0, s = 0;

  memset(all, 0, sizeof all);
#pragma omp parallel
  {
    long mine[m];
    mine[m - 1] = 0;
    for (int b = 0; b < m - 1; b++)
      mine[b] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % m]++;
#pragma omp critical
    for (int b = 0; b < m; b++)
      all[b] += mine[b];
  }
#pragma omp parallel
  {
    long mine[m];
    for (int b = 0; b < m; b++)
      mine[b] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % m]++;
#pragma omp critical
    {
      for (int b = 0; b < m; b++)
        all[b] += mine[b];
      most = all[0] > most ? all[0] : most;
    }
  }
#pragma omp parallel
  {
    long *mine = malloc(m * sizeof *mine);
    for (int b = 0; b < m; b++)
      mine[b] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % m]++;
#pragma omp critical
    for (int b = 0; b < m; b++) {
      if (all[b] < 0)
        break;
      all[b] += mine[b];
    }
    free(mine);
  }
#pragma omp parallel
  {
    int mine[m];
    for (int b = 0; b < m; b++)
      mine[b] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine[key[i] % m]++;
#pragma omp critical
    for (int b = 0; b < m; b++)
      all[b] += mine[b];
  }
  for (int b = 0; b < m; b++)
    s += all[b] * (b + 1);
  return s + (most > 0);
}

int main(void)
{
  float centre[5][2];
  int count[5], rounds = 0;

  for (int i = 0; i < N; i++) {
    key[i] = i * 7919 % 1009;
    place[i][0] = (float)(i * 37 % 101);
    place[i][1] = (float)(i * 53 % 97);
  }
  for (int c = 0; c < 5; c++)
    for (int d = 0; d < 2; d++)
      centre[c][d] = place[c * 11 + 3][d];
  while (rounds < 30 && !assign(centre, count, N, 5))
    rounds++;
  for (int c = 0; c < 5; c++)
    printf("%.3f %.3f %d\n", centre[c][0], centre[c][1], count[c]);
  printf("%ld %ld\n", tables(7, 5, N), tables(3, 11, N / 2));
  printf("%ld %ld %ld\n", counts(31, N), counts(1, 100), others(13, N));
  printf("%.9g\n", cells(17, N));
  return 0;
}
