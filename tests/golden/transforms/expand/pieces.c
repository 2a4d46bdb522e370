struct place {
  double at[2], weight;
};

static double product(const double *p) { return p[0] * p[1]; }

/* Pointers lead into structures, and one block holds arrays of two types. */
void pieces(int n, int m, double a[n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    struct place own[m];
    char cut[m * 12];
    double *value = (double *)cut, *weight;
    int *index = (int *)(cut + m * 8);

    for (int k = 0; k < m; k++) {
      weight = &own[k].weight;
      own[k].at[0] = own[k].at[1] = i + k;
      *weight = k;
      value[k] = product(own[k].at);
      index[m - 1 - k] = k;
    }
    a[i] = value[index[i % m]] + own[m - 1].weight;
  }
}
