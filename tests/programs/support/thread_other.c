/* Threadprivate scratch memory of another file. */
double other_work(int i);

static double table[2][3];
#pragma omp threadprivate(table)

double other_work(int i)
{
  int j, k;
  double s = 0;

  for (j = 0; j < 2; j++)
    for (k = 0; k < 3; k++)
      table[j][k] = (i % 5) * j - k;
  for (k = 0; k < 3; k++)
    s += table[k % 2][k] * 1e-3;
  return s;
}
