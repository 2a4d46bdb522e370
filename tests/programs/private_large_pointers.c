/* Large private arrays that functions work on, and those of functions themselves.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 50
#define M 12000
#define ROW 130

static double out[N];
static double line[M];
#pragma omp threadprivate(line)

static void fill(double *to, int n, double first)
{
  while (n-- > 0)
    *to++ = first++;
}

static double *largest(double *from, double *end)
{
  double *found = from;

  for (; from < end; ++from)
    if (*from > *found)
      found = from;
  return found;
}

static void turn(double rows[][ROW], int n)
{
  int i;

  for (i = 0; i < n / 2; i++) {
    double *one = rows[i], *other = rows[n - 1 - i];
    int k;

    for (k = 0; k < ROW; k++) {
      double kept = one[k];

      one[k] = other[k];
      other[k] = kept;
    }
  }
}

static double scratch(int i, int n)
{
  double t[M], u[M / 2 * 3];
  double *middle = &t[n / 2], *p, s = 0;
  int k;

  fill(t, n, i);
  fill(u, n, -i);
  for (p = middle; p < t + n; p += 2)
    s += *p * p[-1];
  for (k = 0; k < n; k++)
    u[k] += t[n - 1 - k];
  return s + (double)(p - middle) + u[i] + *largest(u, u + n);
}

static void global_line(int i)
{
  int k;

  for (k = 0; k < M; k++)
    line[k] = i + k * 0.5;
  for (k = 1; k < M; k++)
    line[k] += line[k - 1] * 0.25;
}

int main(void)
{
  int i, round;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double t[M], rows[80][ROW];
    double(*row)[ROW] = rows + 3, *at;

    fill(t, M, i % 7);
    fill(rows[0], ROW, i);
    fill(*row, ROW, 2 * i);
    fill(&rows[79][0], ROW, -i);
    turn(rows, 80);
    at = i % 2 ? t : rows[76];
    row++;
    out[i] = *largest(t + 5, t + M - i) + rows[79][3] + rows[76][5] + rows[0][i] + at[4] + (*largest(t, t + 9));
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    out[i] += scratch(i, M - 2 * i) + scratch(N - i, 8000);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    global_line(i);
    out[i] += line[M - 1 - i] + line[i];
  }
  for (round = 0; round < 3; round++)
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      long counts[10000] = {0};
      long *c = counts + 1;
      int k;

      for (k = 0; k < 9000; k++)
        ++c[(k * (i + 1)) % 9999];
      --*c;
      out[i] += (double)counts[i + 1] * round + (double)(c - counts);
    }
  for (i = 0; i < N; i += 6)
    printf("%.10g\n", out[i]);
  return 0;
}
