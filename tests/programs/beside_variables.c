/* Variables of the whole program beside pointers that may lead to them, as in libraries: most do not, some launches'
   do, and what an iteration reads is then what it wrote.  expect: offloaded=6 kept=K009
*/
#include <stdio.h>
#include <stdlib.h>

#define N 1000

struct image {
  int n;
  float *data;
};

float gain = 2.0f;
int shift = 3, hits;
struct {
  double eps;
  int n;
} limits = {0.5, 4};

void scale(const struct image *in, struct image *out)
{
#pragma omp parallel for
  for (int i = 0; i < in->n; i++)
    out->data[i] = in->data[i] * gain;
}

void shift_all(int *a, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += shift;
}

void change(float *p, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    p[i] = 5.0f;
    p[i] += gain;
  }
}

void before(float *end, int n)
{
#pragma omp parallel for
  for (int i = 1; i <= n; i++)
    end[-i] = end[-i] * 2.0f + gain;
}

void raise_all(double *p, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < limits.n; j++)
      p[i] += limits.eps;
}

void count(int *a, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    a[i] = i;
    if (i % 3 == 0) {
#pragma omp atomic
      hits++;
    }
  }
}

void rows(float **r, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    r[i][0] += gain;
}

int main(int argc, char **argv)
{
  int many = argc > 100; /* never */
  struct image a = {N, malloc(N * sizeof(float))}, b = {N, many ? &gain : malloc(N * sizeof(float))};
  int *k = many ? &shift : calloc(N, sizeof *k), *h = many ? &hits : k;
  double *d = many ? &limits.eps : calloc(N, sizeof *d);
  float *r[3] = {b.data, b.data + 100, many ? &gain : b.data + 200};
  (void)argv;
  for (int i = 0; i < N; i++)
    a.data[i] = (float)i;
  scale(&a, &b);
  shift_all(k, N);
  printf("%g %g %d\n", b.data[7], b.data[N - 1], k[9]);
  change(many ? b.data : &gain, 1);
  printf("%g\n", gain);
  change(b.data, N);
  before(b.data + N, N);
  printf("%g %g\n", b.data[3], b.data[N - 1]);
  before(many ? b.data : &gain + 1, 1);
  printf("%g\n", gain);
  raise_all(d, N);
  raise_all(many ? d : &limits.eps, 1);
  printf("%g %g\n", d[9], limits.eps);
  count(h, N);
  shift_all(many ? k : &shift, 1);
  printf("%d %d %d\n", hits, k[5], shift);
  rows(r, 3);
  printf("%g %g\n", r[0][0], r[2][0]);
  return 0;
}
