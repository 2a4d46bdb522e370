/* `a` may change before all its neighbouring elements are read */
static float a[40000];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    a[16 * i] = 1.0f;
    a[16 * i + 1] = a[16 * i] * 2.0f;
    a[16 * i + 2] = a[16 * i + 1] * 2.0f;
    a[16 * i + 3] = a[16 * i + 2] * 2.0f;
  }
}
