/* The loops of data_statics_elsewhere.c. */
struct material {
  const char *name;
  double weight, factor;
};

void weigh(const struct material *materials, const int *kinds, double *out, int n);
double limited(const double *x, const int *kinds, const double *limits, int n);

void weigh(const struct material *materials, const int *kinds, double *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[i] = materials[kinds[i]].weight * (1 + materials[kinds[i]].factor * i);
}

double limited(const double *x, const int *kinds, const double *limits, int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] < limits[kinds[i]] ? x[i] : limits[kinds[i]];
  return sum;
}
