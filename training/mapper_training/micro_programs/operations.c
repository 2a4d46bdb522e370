/* What operations cost: each loop does operations of one kind, four in a chain in each step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void int_add(int n, int steps, unsigned *x, unsigned c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned v = x[i];
    for (unsigned k = 1; k <= (unsigned)steps; k++) {
      v = (v ^ k) + c;
      v = (v ^ c) + k;
    }
    x[i] = v;
  }
}

static void int_multiply(int n, int steps, unsigned *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned v = x[i];
    for (unsigned k = 1; k <= (unsigned)steps; k++) {
      v *= v;
      v *= v;
      v *= v;
      v *= v;
    }
    x[i] = v;
  }
}

static void int_divide(int n, int steps, unsigned *x, unsigned c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned v = x[i];
    for (unsigned k = 1; k <= (unsigned)steps; k++) {
      v = c / (v | 1) + k;
      v = c / (v | 1) + k;
      v = c / (v | 1) + k;
      v = c / (v | 1) + k;
    }
    x[i] = v;
  }
}

static void float_add(int n, int steps, float *x, float c, float d)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float v = x[i];
    for (int k = 0; k < steps; k++) {
      v += c;
      v -= d;
      v += c;
      v -= d;
    }
    x[i] = v;
  }
}

static void float_multiply(int n, int steps, float *x, float c, float d)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float v = x[i];
    for (int k = 0; k < steps; k++) {
      v *= c;
      v *= d;
      v *= c;
      v *= d;
    }
    x[i] = v;
  }
}

static void float_divide(int n, int steps, float *x, float c, float d)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float v = x[i];
    for (int k = 0; k < steps; k++) {
      v = c / v;
      v = d / v;
      v = c / v;
      v = d / v;
    }
    x[i] = v;
  }
}

static void float_sqrt(int n, int steps, float *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float v = x[i];
    for (int k = 0; k < steps; k++) {
      v = sqrtf(v);
      v = sqrtf(v);
      v = sqrtf(v);
      v = sqrtf(v);
    }
    x[i] = v;
  }
}

static void float_exp(int n, int steps, float *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float v = x[i];
    for (int k = 0; k < steps; k++) {
      v = expf(-v);
      v = expf(-v);
      v = expf(-v);
      v = expf(-v);
    }
    x[i] = v;
  }
}

static void float_sin(int n, int steps, float *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float v = x[i];
    for (int k = 0; k < steps; k++) {
      v = sinf(v);
      v = sinf(v);
      v = sinf(v);
      v = sinf(v);
    }
    x[i] = v;
  }
}

static void double_add(int n, int steps, double *x, double c, double d)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < steps; k++) {
      v += c;
      v -= d;
      v += c;
      v -= d;
    }
    x[i] = v;
  }
}

static void double_multiply(int n, int steps, double *x, double c, double d)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < steps; k++) {
      v *= c;
      v *= d;
      v *= c;
      v *= d;
    }
    x[i] = v;
  }
}

static void double_divide(int n, int steps, double *x, double c, double d)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < steps; k++) {
      v = c / v;
      v = d / v;
      v = c / v;
      v = d / v;
    }
    x[i] = v;
  }
}

static void double_sqrt(int n, int steps, double *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < steps; k++) {
      v = sqrt(v);
      v = sqrt(v);
      v = sqrt(v);
      v = sqrt(v);
    }
    x[i] = v;
  }
}

static void double_exp(int n, int steps, double *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < steps; k++) {
      v = exp(-v);
      v = exp(-v);
      v = exp(-v);
      v = exp(-v);
    }
    x[i] = v;
  }
}

static void double_sin(int n, int steps, double *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < steps; k++) {
      v = sin(v);
      v = sin(v);
      v = sin(v);
      v = sin(v);
    }
    x[i] = v;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1024;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int steps = argc > 3 ? atoi(argv[3]) : 16;
  unsigned *u = malloc((size_t)n * sizeof *u);
  float *f = malloc((size_t)n * sizeof *f);
  double *d = malloc((size_t)n * sizeof *d);
  if (u == NULL || f == NULL || d == NULL) return 1;
  for (int i = 0; i < n; i++) {
    u[i] = (unsigned)i + 1;
    f[i] = 1.0f + (float)(i % 16) / 16.0f;
    d[i] = 1.0 + (i % 16) / 16.0;
  }
  for (int r = 0; r < repeats; r++) {
    int_add(n, steps, u, 3);
    int_multiply(n, steps, u);
    int_divide(n, steps, u, 1000000007u);
    float_add(n, steps, f, 1.5f, 1.25f);
    float_multiply(n, steps, f, 1.25f, 0.8f);
    float_divide(n, steps, f, 1.5f, 1.25f);
    float_sqrt(n, steps, f);
    float_exp(n, steps, f);
    float_sin(n, steps, f);
    double_add(n, steps, d, 1.5, 1.25);
    double_multiply(n, steps, d, 1.25, 0.8);
    double_divide(n, steps, d, 1.5, 1.25);
    double_sqrt(n, steps, d);
    double_exp(n, steps, d);
    double_sin(n, steps, d);
  }
  printf("%u %.3g %.6g\n", u[n / 2], (double)f[n / 2], d[n / 2]);
  free(u);
  free(f);
  free(d);
  return 0;
}
