/* A transposition, and a copy back. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 6000
static double A[N][N], B[N][N];
int main(int argc, char **argv) {
  int it = argc > 1 ? atoi(argv[1]) : 10;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = i * 3 + j;
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        B[j][i] = A[i][j] + k;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        A[i][j] = B[i][j] * .5;
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < N; i++)
    s += A[i][(i * 7) % N];
  printf("%.12g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
