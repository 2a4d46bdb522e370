/* Subscripts and elements by functions; arguments with side effects, or that are needed twice, keep their calls. */
static double a[40 * 40], b[40 * 40], c[40 * 40];

static int at(int n, int i, int j) { return i * n + j; }

static double element(const double *of, int n, int i, int j) { return of[at(n, i, j)]; }

static double square(double x) { return x * x; }

static float halved(double x) { return x / 2; }

void multiplied(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += element(a, n, i, k) * b[at(n, k, j)];
      c[at(n, i, j)] = sum;
    }
}

void squared(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int next = i;
    c[i] = square(a[i] + 1) + square(n) + halved(b[next++]);
  }
}
