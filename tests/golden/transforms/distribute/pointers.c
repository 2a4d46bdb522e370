/* Rows that an iteration points to: loops over one range become one, whose subscripts begin at the arrays. */
#include <string.h>

void weights(int outputs, int inputs, int samples, double *sums, const double *delta, const double *in)
{
#pragma omp parallel for
  for (int o = 0; o < outputs; o++) {
    double *row = sums + (long)o * inputs;
    memset(row, 0, inputs * sizeof *row);
    for (int s = 0; s < samples; s++) {
      const double *x = in + (long)s * inputs;
      for (int i = 0; i < inputs; i++)
        row[i] += delta[s * outputs + o] * x[i];
    }
  }
}
