/* Lanes that share a loop over small structures which all iterations read: bodies, charges, a nearest point.
 * expect: offloaded=4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
  float x, y, z, m;
};

typedef struct {
  double at[2], charge;
  int kind;
} charge;

static void nearest(const charge *restrict c, int n, const double *restrict px, const double *restrict py,
                    int *where, int m)
{
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    double best = 1e30;
    for (int j = 0; j < n; j++) {
      double dx = c[j].at[0] - px[i], dy = c[j].at[1] - py[i], d = dx * dx + dy * dy;
      if (c[j].kind != 2 && d < best)
        best = d;
    }
    where[i] = (int)(best * 1000);
  }
}

int main(void)
{
  int n = 300, m = 77;
  struct body *b = malloc(n * sizeof *b);
  charge *c = malloc(n * sizeof *c);
  float *ax = malloc(n * sizeof *ax);
  double *px = malloc(m * sizeof *px), *py = malloc(m * sizeof *py), *v = malloc(m * sizeof *v), energy = 0;
  int *where = malloc(m * sizeof *where);

  for (int i = 0; i < n; i++) {
    b[i] = (struct body){ i % 7, i % 11, i % 13, 1 + i % 2 };
    c[i] = (charge){ { i % 17 + 0.25, i % 19 }, i % 3 - 1, i % 4 };
  }
  for (int i = 0; i < m; i++) {
    px[i] = 0.5 * i;
    py[i] = 20 - 0.25 * i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++) {
      float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
      sum += b[j].m * dx / (dx * dx + dy * dy + dz * dz + 1);
    }
    ax[i] = sum;
  }
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      if (c[j].kind)
        sum += c[j].charge / sqrt((c[j].at[0] - px[i]) * (c[j].at[0] - px[i]) + fabs(c[j].at[1] - py[i]) + 1);
    v[i] = sum;
  }
  nearest(c, n, px, py, where, m);
#pragma omp parallel for reduction(+ : energy)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += c[j].charge * c[i].charge * fabs(c[j].at[0] - c[i].at[0]);
    energy += sum;
  }
  for (int i = 0; i < n; i += 23)
    printf("%.4f ", ax[i]);
  for (int i = 0; i < m; i += 6)
    printf("%.9f %d\n", v[i], where[i]);
  printf("%.6f\n", energy);
  return 0;
}
