/* Host code in statement expressions: it calls functions that touch what the loops use, and allocates their arrays.
   expect: offloaded=4
   flags: -std=gnu11 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define NEW(n) ({ double *new_ = malloc((n) * sizeof(double)); if (!new_) perror("malloc"), exit(3); new_; })

struct vector {
  int n;
  double *v;
};

static int a[N], b[N];

static void more(int k)
{
  for (int i = 0; i < N; i++)
    a[i] += k;
}

int main(void)
{
  struct vector *x = malloc(sizeof *x);
  x->n = N;
  x->v = NEW(x->n);
  double *y = NEW(x->n);
#pragma omp parallel for
  for (int i = 0; i < x->n; i++) {
    x->v[i] = i;
    y[i] = x->v[i] / 2;
  }
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += i;
    int k = ({ int q = 3; more(t); q++; q; });
    if (t == 2)
      ({ a[5] = k; });
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += a[i] * k;
    int sum = ({ int s = 0; for (int i = 0; i < N; i++) s += b[i]; s; });
#pragma omp parallel for
    for (int i = 0; i < x->n; i++)
      x->v[i] += y[i] * sum;
    printf("%d %d %.10g\n", b[t], sum, ({ double s = 0; for (int i = 0; i < x->n; i++) s += x->v[i]; s; }));
  }
  free(x->v);
  free(y);
  free(x);
  return 0;
}
