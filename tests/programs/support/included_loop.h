/* A whole loop, in the midst of a function. */
#pragma omp parallel for
for (k = 0; k < N; k++)
  a[k] = a[k] * FACTOR + COUNTED;
