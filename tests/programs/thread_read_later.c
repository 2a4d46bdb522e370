/* Serial code, or a region that begins with `copyin`, may read what a region leaves in the initial thread's copy of a
 * threadprivate variable: through a pointer, in the next round of a loop, in the caller, where only a part has been
 * written again, also by a function that writes fewer elements than it reads later, or where a jump leaves out the
 * writing. Each of these regions stays.
 * expect: offloaded=2 kept=K014,K014,K014,K014,K014,K014,K014,K014 */
#include <stdio.h>

#define N 40
#define M 8

static int last, around, given, copied, left, row[M], part[M], end[M];
#pragma omp threadprivate(last, around, given, copied, left, row, part, end)

static int a[N], b[N];

static int behind(const int *p)
{
  return *p + 1;
}

static void leave(int scale)
{
  int i;

#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    given = scale + 2;
    a[i] = given * i;
  }
}

static int leaves_out(int odd)
{
  int i;

  left = 3;
  for (;;) {
#pragma omp parallel for schedule(static)
    for (i = 0; i < N; i++) {
      left = 8;
      a[i] = left + i;
    }
    if (odd)
      break;
    left = 2;
    return a[3];
  }
  return left;
}

/* Writes elements, or adds them up. */
static int ends(int n, int reads)
{
  int k, sum = 0;

  if (reads) {
    for (k = 0; k < n; k++)
      sum += end[k];
  } else {
    for (k = 0; k < n; k++)
      end[k] = k;
  }
  return sum;
}

int main(void)
{
  int i, k, round, sum = 0;
  int *alias = &last;

#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    last = 7;
    a[i] = last + i;
  }
  printf("%d\n", behind(alias));
  around = 1;
  for (round = 0; round < 3; round++) {
    sum += around;
    around = 0;
#pragma omp parallel for schedule(static)
    for (i = 0; i < N; i++) {
      around = 4;
      b[i] = a[i] * around;
    }
  }
  leave(round);
  sum += given;
  given = 0;
#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    int j;

    for (j = 0; j < M; j++)
      row[j] = 5;
    b[i] += row[i % M];
  }
  for (k = 0; k < M - 1; k++)
    row[k] = 1;
  for (k = 0; k < M; k++)
    sum += row[k];
#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    int j;

    for (j = 0; j < M; j++)
      part[j] = 6;
    b[i] -= part[i % M];
  }
  for (k = 0; k < sum % M; k++)
    part[k] = 2;
  sum += part[M - 1];
#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    int j;

    for (j = 0; j < M; j++)
      end[j] = 3;
    b[i] -= end[i % M];
  }
  ends(2, 0);
  sum += ends(M, 1);
#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    copied = 9;
    a[i] += copied;
  }
#pragma omp parallel for copyin(copied)
  for (i = 0; i < N; i++)
    b[i] += copied;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] += a[i] % 3;
  printf("%d %d %d\n", sum, leaves_out(1), leaves_out(0));
  for (i = 0; i < N; i += 9)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
