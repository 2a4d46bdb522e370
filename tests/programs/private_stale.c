/* Private variables that may keep a value of an earlier iteration.  expect: offloaded=6 kept=K014,K014,K014,K014
 * flags: -Wno-maybe-uninitialized */
#include <stdio.h>

#define N 96

static double in[N], out[N];
static int mark[N];

/* Only the first iterations of each block of twelve set `rate`. */
static void blocks(void)
{
  double rate;

#pragma omp parallel for private(rate) schedule(static) num_threads(2)
  for (int i = 0; i < N; i++) {
    if (i % 12 == 0)
      rate = i + 0.5;
    out[i] += rate;
  }
}

/* The row of the array that is written hangs on the iteration, and another one is read. */
static void rows(void)
{
  double row[2][4];
  int k;

#pragma omp parallel for private(row, k) schedule(static) num_threads(2)
  for (int i = 0; i < N; i++) {
    if (i % 12 == 0)
      for (k = 0; k < 4; k++)
        row[0][k] = row[1][k] = i + k;
    for (k = 0; k < 4; k++)
      row[i % 2][k] += 1;
    out[i] += row[(i + 1) % 2][i % 4];
  }
}

/* The condition changes between the write and the read. */
static void changed(void)
{
  double left;

#pragma omp parallel for private(left) num_threads(2)
  for (int i = 0; i < N; i++) {
    double limit = in[i];
    if (limit > 3)
      left = limit;
    limit += 1 - mark[i];
    if (i % 48 == 0)
      left = 1;
    if (limit > 3)
      out[i] += left * mark[i];
  }
}

/* What the condition reads is overwritten. */
static void overwritten(void)
{
  double left;

#pragma omp parallel for private(left) num_threads(2)
  for (int i = 0; i < N; i++) {
    if (i % 48 == 0)
      left = 2;
    if (in[i] < 5)
      left = in[i];
    in[i] -= mark[i];
    if (in[i] < 5 - mark[i])
      out[i] += left;
  }
}

/* Values that are there only where they are used, by conditions on memory, numbers, and both. */
static void correlated(void)
{
  double root, most;
  int at;

#pragma omp parallel for private(root)
  for (int i = 0; i < N; i++) {
    if (in[i] > 4)
      root = in[i] * 0.5;
    out[i] += 1;
    if (in[i] > 4)
      out[i] += root;
  }
#pragma omp parallel for private(most, at)
  for (int i = 0; i < N; i++) {
    int found = 0;
    for (int k = 0; k < 3; k++)
      if (!found && mark[(i + k) % N]) {
        found = 1;
        out[i] += in[(i + k) % N];
      }
    at = found;
    most = at + found;
    out[i] += most;
  }
#pragma omp parallel for private(root, at)
  for (int i = 0; i < N; i++) {
    if (mark[i] && i > 5) {
      at = mark[i] + i;
      root = at;
    }
    if (i <= 5 || !mark[i])
      continue;
    out[i] += root + at;
  }
#pragma omp parallel for private(root)
  for (int i = 0; i < N; i++) {
    if (mark[i] != 0)
      root = 1;
    for (int k = 0; k < 3; k++)
      if (mark[i])
        out[i] += root;
  }
}

/* All iterations use the array alike: each other row in turn. */
static void in_turn(int sweeps)
{
  double line[2][5];
  int k, s, from;

#pragma omp parallel for private(line, k, s, from)
  for (int i = 0; i < N; i++) {
    from = 0;
    for (k = 0; k < 5; k++)
      line[0][k] = in[(i + k) % N];
    for (s = 0; s < sweeps; s++) {
      for (k = 0; k < 5; k++)
        line[1 - from][k] = line[from][(k + 1) % 5] + k;
      from = 1 - from;
    }
    out[i] += line[from][2];
  }
}

int main(void)
{
  double s = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    in[i] = i * 7 % 11;
    mark[i] = i % 3 != 1;
    out[i] = 0;
  }
  blocks();
  rows();
  changed();
  overwritten();
  correlated();
  in_turn(3);
  for (int i = 0; i < N; i++)
    s += out[i] * (i % 9 + 1);
  printf("%.6f\n", s);
  return 0;
}
