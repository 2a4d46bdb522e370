/* `a` may be used by another iteration than the one that writes it */
static double a[900], b[900];

void f(void)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 900; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 900; i++)
      b[i] = a[899 - i];
  }
}
