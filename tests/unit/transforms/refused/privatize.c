/* `c` is used in other ways, too */
static int c[90], k[9000];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    c[k[i]]++;
    if (c[3] > 9)
      k[i] = 0;
  }
}
