/* Structures with pointers that an iteration copies out of arrays: the pointers are those of the original.  Copies
 * that change, or whose original can't be named later, keep their loops.
 *
 * expect: offloaded=5 kept=K016,K016,K016,K016,K016
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 5 };

struct row {
  double *values;
  int n;
};
struct image {
  int width;
  float **lines;
  double *faces[3];
  struct row inner;
};

static void inner_loop(const struct row *rows, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = 0; k < M; k++) {
      struct row r = rows[k];
      for (int j = 0; j < r.n; j++)
        s += r.values[j] * (i + j);
    }
    out[i] = s;
  }
}

static void by_number(const struct image *images, const int *number, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct image m = images[number[i]];
    const struct row w = m.inner;
    m.width += i;
    out[i] += m.lines[i][1] + m.faces[i % 3][i] + m.inner.values[2] + w.values[i % w.n] + m.width;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct image *at = &images[i % M];
    struct image m = *at;
    float **lines = m.lines;
    out[i] += lines[i][2] + m.lines[i / 2][3];
  }
}

static void stored(const struct row *rows, struct row one, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < M; i++) {
    struct row r = rows[i];
    for (int j = 0; j < r.n; j++)
      r.values[j] += j;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct row r = one;
    out[i] += r.values[i] + r.n;
  }
}

static void changed(const struct row *rows, int *number, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int k = i % M;
    struct row r = rows[k];
    k = (k + 1) % M;
    out[i] += r.values[i] + k;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct row r = rows[i % M];
    if (i % 2)
      r = rows[0];
    out[i] += r.values[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct row r = rows[number[i]];
    number[i] = 0;
    out[i] += r.values[i];
  }
}

/* What chooses the row is stored as another type of the same size, and byte by byte. */
static void changed_as_another(const struct row *rows, int *number, double *out)
{
  unsigned *as_unsigned = (unsigned *)number;
  char *bytes = (char *)number;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct row r = rows[number[i]];
    as_unsigned[i] = i % 3;
    out[i] += r.values[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct row r = rows[number[i]];
    bytes[i * sizeof(int)] = 3;
    out[i] += r.values[i];
  }
}

int main(void)
{
  static double out[N];
  static int number[N];
  struct row *rows = malloc(M * sizeof *rows);
  struct image *images = malloc(M * sizeof *images);
  for (int k = 0; k < M; k++) {
    rows[k] = (struct row){malloc(N * sizeof(double)), N - k};
    for (int i = 0; i < N; i++)
      rows[k].values[i] = i * k;
    images[k].width = k;
    images[k].inner = rows[k];
    images[k].lines = malloc(N * sizeof *images[k].lines);
    for (int i = 0; i < N; i++) {
      images[k].lines[i] = malloc(N * sizeof(float));
      for (int j = 0; j < N; j++)
        images[k].lines[i][j] = i * j % 7 + k;
    }
    for (int f = 0; f < 3; f++) {
      images[k].faces[f] = malloc(N * sizeof(double));
      for (int i = 0; i < N; i++)
        images[k].faces[f][i] = f * i + k;
    }
  }
  for (int i = 0; i < N; i++)
    number[i] = i * 7 % M;
  inner_loop(rows, out);
  by_number(images, number, out);
  stored(rows, rows[2], out);
  changed(rows, number, out);
  changed_as_another(rows, number, out);
  for (int i = 0; i < N; i++)
    printf("%.17g %g\n", out[i], rows[i % M].values[i / 2]);
  return 0;
}
