/* Sizes of arrays that begin with a star, as in `double b[][*n]`; they are those at the declaration.  expect: offloaded=5 */
#include <stdio.h>
void f(int *n, int rows, double b[][*n]) {
  int was = *n;
  *n = 3;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < was; j++) b[i][j] = 10 * i + j;
  *n = was;
}
void g(int *n, int rows, double b[rows][*n]) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++) {
    double t[*n];
    for (int j = 0; j < *n; j++) t[j] = b[i][*n - 1 - j];
    for (int j = 0; j < *n; j++) b[i][j] += t[j];
  }
}
struct s { int n; };
void h(struct s *s, int rows, double b[][s->n]) {
  int was = s->n;
  s->n -= 2;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < was; j++) b[i][j] *= 2;
}
void k(int n, int rows, double b[][n]) {
  int was = n;
  n -= 2;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < was; j++) b[i][j] += j;
}
void m(int *n, int rows, double *b) {
  double (*p)[*n] = (double (*)[*n]) b;
  int was = *n;
  *n -= 2;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < was; j++) p[i][j] += 3 * j;
  *n = was;
}
int main(void) {
  int n = 7, rows = 20; static double b[20][7];
  f(&n, rows, b); g(&n, rows, b);
  struct s s = { 7 }; h(&s, rows, b); k(7, rows, b); m(&n, rows, b[0]);
  double sum = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < 7; j++) sum += b[i][j] * (i * 7 + j);
  printf("%.3f %g %g\n", sum, b[19][6], b[3][2]);
}
