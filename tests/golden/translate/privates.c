/* private, firstprivate and lastprivate, scalars and arrays. */
void mix(int n, double *a, double scale, int *where)
{
  int last = -1, i;
  double work[4], start[4] = {1, 2, 3, 4}, t;
#pragma omp parallel for private(work, t) firstprivate(scale, start) lastprivate(last, i)
  for (i = 0; i < n; i++) {
    if (a[i] < 0)
      continue;
    start[0] = 9;
    for (int k = 0; k < 4; k++)
      work[k] = start[k] * a[i];
    t = work[0] + work[3];
    last = i;
    a[i] = scale * t;
  }
  *where = last + i;
}
