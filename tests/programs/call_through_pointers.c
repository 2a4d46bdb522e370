/* Functions called through pointers that stay the same while the loop runs: a member of a structure, a variable, an
   entry of a table; one that each iteration chooses, and one that is compared.
   expect: offloaded=5 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 200

typedef double (*limiter_t)(double, double);

struct solver {
  void (*flux)(const double *, const double *, double *);
  limiter_t limit[2];
  double left[N][2], right[N][2], out[N][2];
};

static int calls[2];
static struct solver s;

static double minmod(double a, double b)
{
  return a * b <= 0 ? 0 : fabs(a) < fabs(b) ? a : b;
}

static double average(double a, double b)
{
  return 0.5 * (a + b);
}

static double larger(double a, double b)
{
  return fmax(a, b);
}

static void central(const double *l, const double *r, double *f)
{
  for (int k = 0; k < 2; k++)
    f[k] = average(l[k], r[k]);
}

static void upwind(const double *l, const double *r, double *f)
{
#pragma omp atomic
  calls[1]++;
  f[0] = l[0];
  f[1] = r[1];
}

static limiter_t limiter = minmod;

static double limited(const struct solver *p, int i)
{
  return p->limit[1](p->left[i][0], p->right[i][1]);
}

int main(void)
{
  static const limiter_t table[3] = {minmod, average, larger};
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 2; k++) {
      s.left[i][k] = sin(i + k);
      s.right[i][k] = cos(3 * i - k);
    }
  for (int t = 0; t < 6; t++) {
    s.flux = t % 2 ? central : upwind;
    s.limit[1] = table[t / 2];
    limiter = t < 3 ? minmod : average;
    struct solver *p = &s;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p->flux(p->left[i], p->right[i], p->out[i]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      s.left[i][0] += (*limiter)(s.out[i][0], s.out[i][1]);
    int which = t % 3;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += table[which](s.left[i][0], 1) + limited(p, i);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      s.right[i][1] -= table[i % 3](s.left[i][1], s.right[i][0]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      s.right[i][0] = s.flux == upwind ? s.right[i][0] : s.left[i][0];
    printf("%.10g %.10g %d\n", sum, s.left[N / 3][0] + s.right[5][0], calls[1]);
  }
  return 0;
}
