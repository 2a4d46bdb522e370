/* A parallel region: several loops, code between them that every thread repeats, single and barrier. */
void steps(int n, double *a, double *b, double *sum)
{
  int i;
  double total = 0;
#pragma omp parallel private(i) default(shared)
  {
    double scale = 0.5;
    double weights[2] = {1, 2};
#pragma omp for nowait
    for (i = 0; i < n; i++)
      a[i] = scale * i;
    scale *= 2;
#pragma omp for schedule(static, 4)
    for (i = 1; i < n; i++)
      b[i] = weights[i % 2] * scale;
#pragma omp barrier
#pragma omp single
    b[0] = a[0];
#pragma omp for reduction(+ : total)
    for (i = 0; i < n; i++)
      total += a[i] * b[i];
  }
  *sum = total;
}
