/* Functions that add to what is reduced, or to what threads have of their own, and functions that only look so: their
   variables have names of the caller's, they end early, take converted arguments, and read what they add to.
   expect: offloaded=10 kept=K014,K019
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wsizeof-array-argument"
#define N 1000

struct sums {
  double sum, square;
  int count;
};

static double weight = 3.0;
static double v[N + 4];

static void push(struct sums *s, double x)
{
  s->sum += x;
  s->square += x * x;
  s->count++;
}

static void join(struct sums *to, const struct sums *from)
{
  to->sum += from->sum;
  to->square += from->square;
  to->count += from->count;
}

static void push_two(struct sums *s, double x, double y)
{
  push(s, x);
  if (y < 3.0)
    return;
  push(s, y);
}

static void deposit(double *hist, int n, double x, double w)
{
  int c = (int)floor(x * n);
  double f = x * n - c;
  if (c < 0) {
    hist[0] += w;
    return;
  }
  hist[c % n] += w * (1.0 - f);
  hist[(c + 1) % n] += w * f;
}

static void add(double *s, double x)
{
  *s += x * weight;
}

static void add_whole(int *s, int x)
{
  *s += x;
}

static void add_two(double *s, double x)
{
  *s += x;
  *s += x;
}

static void add_row(double *row, int n, double w)
{
  for (int j = 0; j < n; j++)
    row[j] += w * j;
}

static void add_next(double *row, const double *x, int n)
{
  const double *end = x + n;
  for (; x < end; x++)
    row[(int)*x % 4] += *x;
}

static void add_and_tell(double *s, double *so_far, double x)
{
  *s += x;
  *so_far = *s;
}

typedef double vec[3];

static void add_vec(vec to, vec from, int k)
{
  to[k] += from[k];
  from++;
  to[0] += from[1];
}

static void add_size(double *to, const vec from, int k)
{
  to[k] += from[k] + sizeof(from);
}

static struct sums of_all(void)
{
  struct sums all = {0.0, 0.0, 0};
#pragma omp parallel
  {
    struct sums own = {0.0, 0.0, 0};
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      push(&own, v[i]);
#pragma omp critical
    join(&all, &own);
  }
#pragma omp parallel
  {
    struct sums own = {0.0, 0.0, 0};
#pragma omp for
    for (int i = 0; i < N; i++)
      push_two(&own, v[i] + 1.0, v[i + 1]);
#pragma omp critical
    join(&all, &own);
  }
  return all;
}

static void histogram(double *h, int n)
{
#pragma omp parallel for reduction(+ : h[:n])
  for (int i = 0; i < N; i++)
    deposit(h, n, v[i] / 10.0 - 0.05, 1.0);
}

static void own_histogram(double *all, int n)
{
#pragma omp parallel
  {
    double *own = calloc(n, sizeof *own);
#pragma omp for
    for (int i = 0; i < N; i++)
      deposit(own, n, v[i] / 10.0, 2.0);
#pragma omp critical
    for (int k = 0; k < n; k++)
      all[k] += own[k];
    free(own);
  }
}

static double rows(void)
{
  double g[5][8] = {{0}}, h[4] = {0}, z = 0;
#pragma omp parallel for reduction(+ : g, h)
  for (int i = 0; i < N; i++) {
    int k = i % 5;
    add_row(g[k], 8, v[i]);
    add_row(&g[(k + 1) % 5][2], 3, 1.0);
    add_next(h, &v[i], 3);
    add(h + i % 4, v[i]);
  }
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 8; j++)
      z += g[i][j] * (i + j);
  return z + h[0] + 2.0 * h[1] + 3.0 * h[2] + 4.0 * h[3];
}

static double hidden(void)
{
  double weight = 100.0, h[4] = {0}; /* not the one that `add` means */
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < N; i++)
    add(&h[i % 4], v[i] * weight);
  return h[0] + 2.0 * h[1] + 3.0 * h[2] + 4.0 * h[3];
}

static double converted(void)
{
  int c = 0, x = 7;
  double s = 0.0, t = 0.0;
#pragma omp parallel for reduction(+ : c, s, t)
  for (int i = 0; i < N; i++) {
    double n = v[i];
    add_whole(&c, v[i] * 0.7);
    add_two(&s, s * 0.0 + n);
    add(&t, x);
  }
  return c + s + t;
}

static double vectors(void)
{
  vec h = {0.0}, w = {1.0, 2.0, 3.0};
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < N; i++) {
    add_vec(h, w, i % 3);
    add_size(h, w, i % 3);
  }
  return h[0] + 10.0 * h[1] + 100.0 * h[2];
}

static double listed(void)
{
  double s = 0.0;
#pragma omp parallel for default(none) shared(v) reduction(+ : s)
  for (int i = 0; i < N; i++)
    add(&s, v[i]);
  return s;
}

static double told(void)
{
  double all = 0.0;
  static double w[N];
#pragma omp parallel
  {
    double own = 0.0, so_far = 0.0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      add_and_tell(&own, &so_far, v[i]);
      w[i] = so_far >= v[i];
    }
#pragma omp atomic
    all += own;
  }
  return all + w[5];
}

static double in_region(void)
{
  double s = 0.0;
#pragma omp parallel reduction(+ : s)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      add(&s, v[i]);
#pragma omp for
    for (int i = 0; i < N; i++)
      if (v[i] > 4.0)
        add_two(&s, v[i]);
  }
  return s;
}

int main(void)
{
  double h[16] = {0}, z = 0.0;
  for (int i = 0; i < N + 4; i++)
    v[i] = i * 7 % 10;
  struct sums all = of_all();
  histogram(h, 16);
  own_histogram(h, 16);
  for (int k = 0; k < 16; k++)
    z += h[k] * (k + 1);
  printf("%.6f %.6f %d\n", all.sum, all.square, all.count);
  printf("%.6f %.6f %.6f %.6f\n", z, rows(), hidden(), converted());
  printf("%.6f %.6f %.6f %.6f\n", listed(), told(), in_region(), vectors());
  return 0;
}
