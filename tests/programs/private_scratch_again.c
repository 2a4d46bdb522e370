/* Scratch memory of the threads that several loops use, in a sequential loop: each iteration fills what it reads.
 * expect: offloaded=3 */
#include <stdio.h>

#define N 90

struct point {
  double x, y;
};

static double a[N], b[N], c[N];

int main(void)
{
  int i, k, step;
  const int n = 17;
  double line[24], flux[24][3];
  struct point p;

#pragma omp parallel private(i, k, step, line, flux, p)
  {
    for (step = 0; step < 3; step++) {
#pragma omp for
      for (i = 0; i < N; i++) {
        for (k = 0; k < n; k++)
          line[k] = i + 0.5 * k + b[i];
        a[i] = 0;
        for (k = n - 1; k >= 0; k--)
          a[i] += line[k] / (k + 1);
      }
#pragma omp for
      for (i = 0; i < N; i++) {
        int m;

        for (k = 0; k < 24; k++)
          for (m = 0; m < 3; m++)
            flux[k][m] = a[i] * (m + 1) - k;
        for (k = 0; k < n; k++)
          line[k] = flux[k][0] + flux[(k * 7 + i) % 24][i % 3];
        b[i] = 0;
        for (k = 1; k < n; k++)
          b[i] += line[k - 1] - flux[k][2];
        p.x = flux[0][1];
        p.y = b[i];
        c[i] = p.x - p.y;
      }
#pragma omp for
      for (i = 0; i < N; i++) {
        struct point q;

        p.x = a[i];
        p.y = b[i] / 100;
        q = p;
        c[i] += q.x + q.y;
        b[i] /= 1000;
      }
    }
  }
  printf("%.6f %.6f %.6f\n", a[3], b[N - 1], c[40]);
  return 0;
}
