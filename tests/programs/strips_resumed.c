/* Loops of which the CPU has run the first iterations in strips: the device goes on there, since what they change must
   not be changed twice.  The first argument says which one comes first.  expect: offloaded=17 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 6000, CASES = 17 };

struct walker {
  unsigned long place;
  int steps;
  float sum;
};

static int length(unsigned long x)
{
  int steps = 0;
  while (x != 1 && steps < 500) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  return steps;
}

static unsigned long sum(const int *values, int n)
{
  unsigned long total = 0;
  for (int i = 0; i < n; i++)
    total = total * 31 + (unsigned long)values[i];
  return total;
}

static int *numbers(void)
{
  int *values = malloc(N * sizeof *values);
  for (int i = 0; i < N; i++)
    values[i] = i;
  return values;
}

static void atomic(void)
{
  int *few = calloc(256, sizeof *few);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int at = length((unsigned long)i + 1) % 256;
#pragma omp atomic
    few[at]++;
  }
  printf("atomic %lu\n", sum(few, 256));
  free(few);
}

static void array(void)
{
  int counts[64] = {1, 2};
#pragma omp parallel for reduction(+ : counts)
  for (int i = 0; i < N; i++)
    counts[length((unsigned long)i + 5) % 64] += 2;
  printf("array %lu\n", sum(counts, 64));
}

static void section(void)
{
  int *few = calloc(256, sizeof *few);
#pragma omp parallel for reduction(+ : few[:64])
  for (int i = N; i > 0; i--)
    few[length((unsigned long)i) % 64] += i % 3;
  printf("section %lu\n", sum(few, 256));
  free(few);
}

static void in_place(void)
{
  int *out = numbers();
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += length((unsigned long)out[i] + 1);
  printf("in place %lu\n", sum(out, N));
  free(out);
}

static void strided(void)
{
  int *out = numbers();
#pragma omp parallel for
  for (int i = 2; i < N; i += 3)
    out[i] = 2 * out[i] + length((unsigned long)out[i] + 1);
  printf("strided %lu\n", sum(out, N));
  free(out);
}

static void structures(void)
{
  struct walker *walkers = malloc(N * sizeof *walkers);
  int *out = numbers(), most = 100, last = -1;
  long total = 1000;
  double mean = 0.5;
  for (int i = 0; i < N; i++)
    walkers[i] = (struct walker){(unsigned long)i + 1, i % 5, 0.5f};
#pragma omp parallel for reduction(+ : total, mean) reduction(max : most) lastprivate(last)
  for (int i = N - 1; i >= 0; i--) {
    int steps = length((unsigned long)i + 3);
    walkers[i].steps += steps;
    walkers[i].place += walkers[i].place % 2 ? 3 : 1;
    total += walkers[i].steps;
    mean += steps;
    most = steps > most ? steps : most;
    last = steps + i;
  }
  for (int i = 0; i < N; i++)
    out[i] += walkers[i].steps + (int)walkers[i].place;
  printf("structures %ld %g %d %d %lu\n", total, mean, most, last, sum(out, N));
  free(out);
  free(walkers);
}

static void scattered(void)
{
  int *out = numbers(), *order = numbers();
  for (int i = 0; i < N; i++)
    order[i] = i * 7 % N;
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* which elements it changes is in memory */
    int x = order[i], steps = 0;
    while (x > 2 && steps < 40) {
      x /= 2;
      steps++;
    }
    out[order[i]] += steps;
  }
  printf("scattered %lu\n", sum(out, N));
  free(out);
  free(order);
}

static void collapsed(void)
{
  int *out = numbers();
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N / 60; i++)
    for (int j = 0; j < 60; j++)
      out[60 * i + j] += length((unsigned long)(60 * i + j + out[60 * i + j] % 2 + 3));
  printf("collapsed %lu\n", sum(out, N));
  free(out);
}

static void nested(void)
{
  int *out = numbers();
  long seen = 7;
#pragma omp parallel for reduction(+ : seen)
  for (int i = 0; i < N / 50; i++)
    for (int j = 0; j < 50; j++) {
      if (out[50 * i + j] % 3 == 0)
        for (int k = 0; k < out[50 * i + j] % 7; k++)
          seen += k;
      out[50 * i + j] -= 1;
    }
  printf("nested %ld %lu\n", seen, sum(out, N));
  free(out);
}

static void rows(void)
{
  int *out = numbers();
  double *real = malloc(N * sizeof *real), all = 0;
  for (int i = 0; i < N; i++)
    real[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N / 100; i++) { /* neighbouring work-items share a row */
    double added = 0;
    if (out[i] > -1)
      for (int j = 0; j < out[i] % 3 * 30 + 10; j++)
        added += real[100 * i + j];
    real[100 * i] = added;
  }
  for (int i = 0; i < N; i++)
    all += real[i];
  printf("rows %g\n", all);
  free(out);
  free(real);
}

static void overwritten(void)
{
  int *out = numbers();
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* overwrites all of it, the first part on the CPU */
    int steps = 0;
    for (unsigned long x = (unsigned long)i + 9; x > 1 && steps < 30; x /= 3)
      steps++;
    out[i] = steps + 1;
  }
  printf("overwritten %lu\n", sum(out, N));
  free(out);
}

static void fresh(void)
{
  int *out = calloc(N, sizeof *out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* memory that only strips have touched */
    int steps = out[i];
    while (steps * steps < i)
      steps++;
    out[i] = steps + 1;
  }
  printf("fresh %lu\n", sum(out, N));
  free(out);
}

static void halves(void)
{
  int *out = numbers();
#pragma omp parallel for
  for (unsigned i = 0; i < N / 2; i++) { /* writes a part, and reads another */
    int steps = 0;
    for (int x = out[N / 2 + i]; x > 0 && steps < 50; x -= 3)
      steps++;
    out[i] -= steps;
  }
  printf("halves %lu\n", sum(out, N));
  free(out);
}

static void inner(void)
{
  static int table[N / 60][N / 2];
  for (int i = 0; i < N / 60; i++)
    for (int j = 0; j < N / 2; j++)
      table[i][j] = i + j;
#pragma omp parallel for
  for (int i = 0; i < N / 60; i++) /* a part of each row is overwritten */
    for (int j = 3; j < N / 2 - 1; j++) {
      int steps = 0;
      for (int x = i + j; x > 1 && steps < 30; x /= 2)
        steps++;
      table[i][j] = steps;
    }
  printf("inner %lu\n", sum(&table[0][0], N / 60 * (N / 2)));
}

static int leaves(int n)
{
  return n < 2 ? 1 : leaves(n / 2) + leaves(n / 3);
}

static void recursive(void)
{
  int *out = numbers();
  long all = 3;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; i++) {
    out[i] += leaves(i % 500);
    all += out[i];
  }
  printf("recursive %ld %lu\n", all, sum(out, N));
  free(out);
}

static int depth(int n)
{
  return n > 0 ? 1 + depth(n - 1) : 0;
}

static void deep(void)
{
  int *out = numbers();
  long all = 5;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; i++) { /* too deep for the device near the end */
    out[i] += depth(i < N - 10 ? i % 9 : 4000);
    all += out[i];
  }
  printf("deep %ld %lu\n", all, sum(out, N));
  free(out);
}

static void reported(void)
{
  int *out = numbers();
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* only the host can print, in the first strip and in the last one */
    out[i] += length((unsigned long)out[i] + 1);
    if (i == 0 || i == N - 1)
      puts("reported");
  }
  printf("reported %lu\n", sum(out, N));
  free(out);
}

int main(int count, char **words)
{
  int first = count > 1 ? atoi(words[1]) : 0;
  for (int i = 0; i < CASES; i++)
    switch ((first + i) % CASES) {
    case 0:
      atomic();
      break;
    case 1:
      array();
      break;
    case 2:
      section();
      break;
    case 3:
      in_place();
      break;
    case 4:
      strided();
      break;
    case 5:
      structures();
      break;
    case 6:
      scattered();
      break;
    case 7:
      collapsed();
      break;
    case 8:
      nested();
      break;
    case 9:
      rows();
      break;
    case 10:
      overwritten();
      break;
    case 11:
      fresh();
      break;
    case 12:
      halves();
      break;
    case 13:
      inner();
      break;
    case 14:
      recursive();
      break;
    case 15:
      deep();
      break;
    case 16:
      reported();
      break;
    }
  return 0;
}
