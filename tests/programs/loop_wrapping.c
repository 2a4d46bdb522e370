/* Inner loops whose unsigned counters wrap round at their end.  expect: offloaded=4 */
#include <stdio.h>

#define N 40
#define M 64

static double a[N][M], b[N][M], c[N][M], s[N], z[N];

int main(int argc, char **argv)
{
  unsigned n = M + (unsigned)argc - 1;
  double total = 0.0;

  (void)argv;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++) {
      a[j][i] = j * 3 + i % 7;
      c[j][i] = i;
    }
#pragma omp parallel for
  for (int j = 0; j < N; j++) {
    double t = 0.0;
    for (unsigned i = n - 1; i != -1u; i--)
      t += a[j][i];
    s[j] = t;
  }
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (unsigned i = n - 1; i != (unsigned)-1; i--)
      b[j][i] = a[j][i] * 2;
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (unsigned char i = (unsigned char)(n - 2); i != 255; i--)
      c[j][i] += c[j][i + 1];
#pragma omp parallel for
  for (int j = 0; j < N; j++) {
    double t = 0.0;
    for (unsigned i = 0; i != n; i++)
      t += a[j][i];
    z[j] = t;
  }
  for (int j = 0; j < N; j++) {
    total += s[j] * (j + 1) + z[j];
    for (int i = 0; i < M; i++)
      total += b[j][i] * i + c[j][i];
  }
  printf("%.12g\n", total);
  return 0;
}
