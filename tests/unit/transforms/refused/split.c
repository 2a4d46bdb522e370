/* the loop over `p` may be left early */
static double a[900][90];

void f(int n)
{
#pragma omp parallel for
  for (int k = 0; k < 900; k++)
    for (int p = 0; p < n; p++) {
      if (p > 0)
        a[k][p] += a[k][p - 1];
      if (a[k][p] > 100.0)
        break;
    }
}
