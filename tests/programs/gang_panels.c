/* Panels of factorizations and other loops whose lanes run a sequential loop in step, with counters of its own.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
/* Rows of a panel; its leading dimension says whether they are apart. */
static void panel_rows(double *a, int lda, int rows, int width) {
#pragma omp parallel for
  for (int r = width; r < rows; r++) {
    double *row = a + (size_t)r * lda;
    for (int p = 0; p < width; p++) {
      row[p] /= a[(size_t)p * lda + p];
      for (int q = p + 1; q < width; q++) row[q] -= row[p] * a[(size_t)p * lda + q];
    }
  }
}
/* Each right-hand side waits for its own elements. */
static void forward(const float *l, float *x, int n, int count) {
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++) {
      float s = x[c * n + i];
      for (int j = 0; j < i; j++) s -= l[i * n + j] * x[c * n + j];
      x[c * n + i] = s / l[i * n + i];
    }
}
/* Red and black elements of lines. */
static void relax(double *g, int m, int n, int sweeps) {
#pragma omp parallel for
  for (int r = 0; r < m; r++)
    for (int t = 0; t < sweeps; t++) {
      for (int c = 1; c < n - 1; c += 2) g[r * n + c] = .5 * (g[r * n + c - 1] + g[r * n + c + 1]);
      for (int c = 2; c < n - 1; c += 2) g[r * n + c] = .5 * (g[r * n + c - 1] + g[r * n + c + 1]);
    }
}
/* Stages of a transform. */
static void walsh(float *v, int lines, int n) {
#pragma omp parallel for
  for (int l = 0; l < lines; l++)
    for (int h = 1; h < n; h *= 2)
      for (int p = 0; p < n / 2; p++) {
        int at = l * n + p / h * 2 * h + p % h;
        float x = v[at], y = v[at + h];
        v[at] = x + y;
        v[at + h] = x - y;
      }
}
int main(void) {
  int n = 96, lda = 100;
  double *a = malloc(sizeof *a * n * lda), h = 0;
  if (!a) return 1;
  for (int i = 0; i < n * lda; i++) a[i] = (i % (lda + 1) == 0 ? 200 : 0) + i * 37 % 101 / 101.0;
  panel_rows(a, lda, n, 33);
  for (int i = 0; i < n * lda; i++) h += a[i] * (i % 7);
  printf("%.10g\n", h);
  for (int ld = 24; ld >= 20; ld -= 4) { /* one row behind the panel; then rows are longer than apart: the CPU runs it */
    for (int i = 0; i < n * lda; i++) a[i] = (i % (ld + 1) == 0 ? 50 : 0) + i % 5;
    panel_rows(a, ld, 25, 24);
    printf("%.10g %.10g\n", a[24 * ld + 2], a[24 * ld + 23]);
  }
  float *l = malloc(sizeof *l * 40 * 40), *x = malloc(sizeof *x * 40 * 70), g = 0;
  for (int i = 0; i < 1600; i++) l[i] = i % 41 == 0 ? 30 : i * 13 % 17 / 16.0f;
  for (int i = 0; i < 2800; i++) x[i] = i % 23;
  forward(l, x, 40, 70);
  for (int i = 0; i < 2800; i++) g += x[i] * (i % 5);
  printf("%.3f\n", g);
  double *r = malloc(sizeof *r * 30 * 77);
  for (int i = 0; i < 30 * 77; i++) r[i] = i * 29 % 31;
  relax(r, 30, 77, 9);
  h = 0;
  for (int i = 0; i < 30 * 77; i++) h += r[i] * (i % 3);
  printf("%.10g\n", h);
  float *v = malloc(sizeof *v * 20 * 128);
  for (int i = 0; i < 2560; i++) v[i] = i * 7 % 13;
  walsh(v, 20, 128);
  g = 0;
  for (int i = 0; i < 2560; i++) g += v[i] * (i % 3);
  printf("%.0f\n", g);
}
