/* `a` would be better as [5][400][400], but a part of `a` is used as a pointer */
static double a[400][400][5], b[400][400];

static double ends(const double *p) { return p[0] + *(p + 4); }

void f(void)
{
#pragma omp parallel for
  for (int k = 0; k < 400; k++)
    for (int i = 0; i < 400; i++)
      b[k][i] += ends(a[k][i]);
}
