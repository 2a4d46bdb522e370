/* The plainest loop: pointers become buffers, the scalar and the step go by value. */
void saxpy(int n, float a, const float *x, float *y, int step)
{
#pragma omp parallel for
  for (int i = 0; i < n; i += step)
    y[i] = a * x[i] + y[i];
}
