/* Threadprivate arrays that each region fills first and merges at its end, and others whose values live on, or that a
   region in another one may use.
   expect: offloaded=4 kept=K013,K013,K014,K014,K014
   with: support/called_back.c */
#include <stdio.h>
#include <string.h>

enum { N = 3000, BINS = 10 };

double called_back(double x);
double tallied(double x);

static double count[BINS], sums[BINS];
static long table[3][4];
static double part[BINS], lent[BINS], inner[BINS], kept[BINS];
#pragma omp threadprivate(count, sums, table, part, lent, inner, kept)
static __thread int bits[32];

static double a[N], total[BINS];
static long tables[3][4];
static int ones[32];

static void show(const char *name, const double *x)
{
  double s = 0;

  for (int b = 0; b < BINS; b++)
    s += x[b] * (b + 1);
  printf("%s %.1f\n", name, s);
}

static void filled(void)
{
  int b;

#pragma omp parallel private(b)
  {
    for (b = 0; b < BINS; b++)
      count[b] = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      count[i % BINS] += a[i];
    for (b = 0; b < BINS; b++) {
#pragma omp atomic
      total[b] += count[b];
    }
  }
  show("filled", total);
#pragma omp parallel private(b)
  {
    memset(sums, 0, sizeof sums);
#pragma omp for
    for (int i = 0; i < N; i++)
      sums[i * 7 % BINS] += a[i];
#pragma omp critical
    for (b = 0; b < BINS; b++)
      total[b] += sums[b];
  }
  show("cleared", total);
#pragma omp parallel
  {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        table[i][j] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      table[i % 3][(int)a[i] % 4] += i;
#pragma omp critical
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        tables[i][j] += table[i][j];
  }
#pragma omp parallel
  {
    memset(bits, 0, 32 * sizeof(int));
#pragma omp for
    for (int i = 0; i < N; i++)
      bits[i & 31] += (int)a[i] & 1;
    for (int i = 0; i < 32; i++)
#pragma omp atomic
      ones[i] += bits[i];
  }
  printf("%ld %ld %d %d\n", tables[0][1], tables[2][3], ones[0], ones[31]);
}

/* Only a part of the array is set, its address goes elsewhere, and its values are read when the region has ended. */
static double *of_thread(double *x) { return x; }

static void living(void)
{
#pragma omp parallel num_threads(2)
  {
    for (int b = 0; b < BINS - 1; b++)
      part[b] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      part[i % BINS] += a[i];
#pragma omp critical
    for (int b = 0; b < BINS; b++)
      total[b] += part[b];
  }
  show("part", total);
#pragma omp parallel num_threads(2)
  {
    for (int b = 0; b < BINS; b++)
      lent[b] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      lent[i % BINS] += a[i];
#pragma omp critical
    total[2] += *of_thread(lent);
  }
  show("lent", total);
#pragma omp parallel num_threads(2)
  {
    for (int b = 0; b < BINS; b++)
      kept[b] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      kept[i % BINS] += a[i];
#pragma omp critical
    total[1] += kept[3];
  }
  show("kept", total);
  printf("%d\n", kept[5] > 0 && kept[BINS - 1] > 0);
}

/* In the loop each thread comes to a region of one thread, which has the same array. */
double tallied(double x)
{
  double s = 0;

#pragma omp parallel
  {
    for (int b = 0; b < BINS; b++)
      inner[b] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      inner[i % BINS] += x;
#pragma omp critical
    for (int b = 0; b < BINS; b++)
      s += inner[b];
  }
  return s;
}

static void nested(void)
{
  double merged = 0, plain = 0;

#pragma omp parallel num_threads(2)
  {
    for (int b = 0; b < BINS; b++)
      inner[b] = 0;
#pragma omp for schedule(static) reduction(+ : plain)
    for (int i = 0; i < 40; i++) {
      const double value = called_back(a[i]);

      inner[i % BINS] += value;
      plain += value;
    }
#pragma omp critical
    for (int b = 0; b < BINS; b++)
      merged += inner[b];
  }
  printf("nested %d\n", merged < plain || merged > plain);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = i % 17;
  filled();
  living();
  nested();
  printf("%d\n", tallied(1) > 0);
  return 0;
}
