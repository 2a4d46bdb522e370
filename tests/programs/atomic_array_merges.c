/* Threads' own arrays of constant length that `omp atomic` adds to shared ones in loops behind a work-shared loop; an
   array that iterations add to, too; arrays that are private by a clause; `critical` for each element; and what each
   thread adds for itself, which is no merge.
   expect: offloaded=8 kept=K014 */
#include <stdio.h>

enum { N = 6000, BINS = 48, ROWS = 3 };

static int key[N];
static double x[N], y[N];

/* Values of which any two sums are the same in any order. */
static void fill(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    key[i] = i * 7919 % BINS;
    x[i] = i % 32 * 0.25;
  }
}

static void histogram(void)
{
  long count[BINS] = {0};
  double sum[BINS] = {0};

#pragma omp parallel
  {
    long mine[BINS] = {0};
    double own[BINS] = {0};

#pragma omp for
    for (int i = 0; i < N; i++) {
      mine[key[i]]++;
      own[key[i]] += x[i];
    }
    for (int b = 0; b < BINS; b++) {
#pragma omp atomic
      count[b] += mine[b];
#pragma omp atomic update
      sum[b] = sum[b] + own[b];
    }
  }
  printf("%ld %ld %g %g\n", count[0], count[BINS - 1], sum[3], sum[BINS - 1]);
}

static void rows(void)
{
  long all[ROWS][BINS] = {{0}};

#pragma omp parallel
  {
    long mine[ROWS][BINS] = {{0}};

#pragma omp for nowait
    for (int i = 0; i < N; i++)
      mine[i % ROWS][key[i]] += i;
    for (int r = 0; r < ROWS; r++)
      for (int b = 0; b < BINS; b++)
#pragma omp atomic
        all[r][b] += mine[r][b];
  }
  printf("%ld %ld\n", all[0][5], all[ROWS - 1][BINS - 2]);
}

/* Iterations add to the shared array, too. */
static void both(void)
{
  long all[BINS] = {0};

#pragma omp parallel
  {
    long mine[BINS] = {0};

#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      mine[key[i]] += 2;
      if (i % 100 == 0) {
#pragma omp atomic
        all[key[i]]++;
      }
    }
    for (int b = 0; b < BINS; b++) {
#pragma omp atomic
      all[b] += mine[b];
    }
  }
  printf("%ld %ld\n", all[0], all[7]);
}

/* The array and the counters are private by a clause. */
static void by_clause(double norm[4])
{
  double own[4], term;
  int i, m;

  for (m = 0; m < 4; m++)
    norm[m] = 0;
#pragma omp parallel default(shared) private(i, m, term, own) shared(norm)
  {
    for (m = 0; m < 4; m++)
      own[m] = 0;
#pragma omp for nowait
    for (i = 0; i < N; i++)
      for (m = 0; m < 4; m++) {
        term = x[i] - m;
        own[m] = own[m] + term * term;
      }
    for (m = 0; m < 4; m++) {
#pragma omp atomic
      norm[m] += own[m];
    }
  }
  printf("%g %g\n", norm[0], norm[3]);
}

static void one_by_one(void)
{
  double least[BINS];
  long all[BINS] = {0}, mine[BINS];
  int i, b;

  for (b = 0; b < BINS; b++)
    least[b] = 0;
#pragma omp parallel private(mine, b)
  {
    for (b = 0; b < BINS; b++)
      mine[b] = 0;
#pragma omp for
    for (i = 0; i < N; i++)
      mine[key[i]] += i;
    for (b = 0; b < BINS; b++) {
#pragma omp critical
      {
        all[b] += mine[b];
        least[b] -= 2.0 * mine[b];
      }
    }
  }
  printf("%ld %ld %g\n", all[0], all[BINS - 1], least[5]);
}

/* No merge: each thread counts itself. */
static void threads(void)
{
  long seen[4] = {0};

#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = 2 * x[i];
    for (int k = 0; k < 4; k++) {
#pragma omp atomic
      seen[k] += 1;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
  printf("%d %g\n", seen[0] > 0 && seen[0] == seen[3], y[77]);
}

/* Kept: the array is read once more behind the merges. */
static void read_behind(void)
{
  long all[BINS] = {0}, largest = 0;

#pragma omp parallel
  {
    long mine[BINS] = {0};

#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]]++;
    for (int b = 0; b < BINS; b++) {
#pragma omp atomic
      all[b] += mine[b];
    }
#pragma omp barrier
#pragma omp single
    largest = mine[0] >= 0;
  }
  printf("%ld %ld\n", all[9], largest);
}

int main(void)
{
  fill();
  histogram();
  rows();
  both();
  by_clause((double[4]){0});
  one_by_one();
  threads();
  read_behind();
  return 0;
}
