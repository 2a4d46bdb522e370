/* iterations may depend on each other through `x` */
static double x[2][90];

void f(int n)
{
#pragma omp parallel
  for (int t = 0; t < n; t++) {
#pragma omp for
    for (int i = 1; i < 89; i++)
      x[(t + 1) % 2][i] = 0.5 * (x[t % 2][i - 1] + x[t % 2][i + 1]);
  }
}
