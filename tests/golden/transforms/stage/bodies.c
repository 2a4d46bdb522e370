/* What all iterations read: positions of all bodies, and a table of a few coefficients. */
void forces(int n, const float *restrict x, const float *restrict y, float *restrict f)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i];
      sum += dx / (dx * dx + dy * dy + 0.01f);
    }
    f[i] = sum;
  }
}

static const double table[20][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

void series(int h, int w, const double *restrict at, double *restrict out)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      double x = at[i * w + j], power = 1.0;
      int k;
      out[i * w + j] = 0.0;
      for (k = 0; k < 20; k++) {
        out[i * w + j] += table[k][0] * power + table[k][2] + table[k][1] * k;
        power *= x;
      }
      out[i * w + j] += k;
    }
}
