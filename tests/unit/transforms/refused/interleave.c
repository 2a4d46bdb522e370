/* lanes combine values in a tree */
static double a[400][90];

void f(void)
{
#pragma omp parallel for
  for (int k = 0; k < 400; k++) {
    double line[90], s = 0.0;
    for (int i = 0; i < 90; i++)
      line[i] = a[k][i];
    for (int i = 1; i < 90; i++)
      line[i] -= line[i - 1];
    for (int i = 0; i < 90; i++)
      s += line[i];
    for (int i = 0; i < 90; i++)
      a[k][i] = line[i] * s;
  }
}
