/* Functions as f2c writes them: what parameters lead to begins at 1, so that they are moved to before it.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

typedef int integer;
typedef double doublereal;

static integer c__1 = 1;

/* y := y + A x */
static int dgemv_(integer *m, integer *n, doublereal *a, integer *lda, doublereal *x, integer *incx, doublereal *y) {
  integer a_dim1, a_offset, i__1, i__2;
  static integer i__;
  integer j;
  doublereal temp;

  /* Parameter adjustments */
  a_dim1 = *lda;
  a_offset = 1 + a_dim1;
  a -= a_offset;
  --x;
  --y;

  /* Function Body */
  i__1 = *m;
#pragma omp parallel for private(j, i__2, temp)
  for (i__ = 1; i__ <= i__1; ++i__) {
    temp = 0.;
    i__2 = *n;
    for (j = 1; j <= i__2; ++j) {
      temp += a[i__ + j * a_dim1] * x[(j - 1) * *incx + 1];
    }
    y[i__] += temp;
  }
  return 0;
}

/* A := A + x y' */
static int dger_(integer *m, integer *n, doublereal *x, doublereal *y, doublereal *a, integer *lda) {
  integer a_dim1, a_offset, i__1;
  integer i__, j;

  --x;
  --y;
  a_dim1 = *lda;
  a_offset = 1 + a_dim1;
  a -= a_offset;

  i__1 = *n;
#pragma omp parallel for private(i__)
  for (j = 1; j <= i__1; ++j) {
    for (i__ = 1; i__ <= *m; ++i__) {
      a[i__ + j * a_dim1] += x[i__] * y[j];
    }
  }
  return 0;
}

/* sparse product: rows begin at 1, columns are counted from 1 */
static int amux_(integer *n, doublereal *x, doublereal *y, doublereal *a, integer *ja, integer *ia) {
  integer i__1, i__2, i__, k;
  doublereal t;

  --ia;
  --ja;
  --a;
  --y;
  --x;

  i__1 = *n;
#pragma omp parallel for private(t, k, i__2)
  for (i__ = 1; i__ <= i__1; ++i__) {
    t = 0.;
    i__2 = ia[i__ + 1] - 1;
    for (k = ia[i__]; k <= i__2; ++k) {
      t += a[k] * x[ja[k]];
    }
    y[i__] = t;
  }
  return 0;
}

/* LU without pivots, with a serial part between the loops */
static int dgetf2_(integer *n, doublereal *a, integer *lda, integer *info) {
  integer a_dim1, a_offset, i__1, i__, j, k;
  doublereal d__1;

  a_dim1 = *lda;
  a_offset = 1 + a_dim1;
  a -= a_offset;

  *info = 0;
  i__1 = *n;
  for (k = 1; k < i__1; ++k) {
    if (a[k + k * a_dim1] == 0.) {
      *info = k;
      return 0;
    }
    d__1 = 1. / a[k + k * a_dim1];
#pragma omp parallel for
    for (i__ = k + 1; i__ <= i__1; ++i__)
      a[i__ + k * a_dim1] *= d__1;
#pragma omp parallel for private(i__)
    for (j = k + 1; j <= i__1; ++j)
      for (i__ = k + 1; i__ <= i__1; ++i__)
        a[i__ + j * a_dim1] -= a[i__ + k * a_dim1] * a[k + j * a_dim1];
  }
  return 0;
}

static doublereal work_(integer *n, doublereal *x, integer *order) {
  static doublereal cells[512];
  doublereal *w = cells;
  integer i__, i__1;
  doublereal sum = 0;
  --x;
  --order;
  --w;
  i__1 = *n;
#pragma omp parallel for
  for (i__ = 1; i__ <= i__1; ++i__)
    w[order[i__]] = x[i__] + w[order[i__]];
  for (i__ = 1; i__ <= i__1; ++i__)
    sum += w[i__] * i__;
  ++w;
  ++x;
  return sum + w[0] + x[0];
}

int main(void) {
  enum { N = 180, LDA = 183 };
  integer n = N, lda = LDA, info, i, j;
  doublereal *a = malloc(sizeof(doublereal) * LDA * N), *x = malloc(sizeof(doublereal) * N);
  doublereal *y = malloc(sizeof(doublereal) * N), sum = 0;
  doublereal *sparse = malloc(sizeof(doublereal) * 3 * N);
  integer *ja = malloc(sizeof(integer) * 3 * N), *ia = malloc(sizeof(integer) * (N + 1));
  integer order[N];
  for (j = 0; j < N; j++)
    for (i = 0; i < LDA; i++)
      a[i + j * LDA] = i == j ? 4 * N : (i * 3 + j) % 7;
  for (i = 0; i < N; i++) {
    x[i] = i % 11;
    y[i] = 1;
    ia[i] = 3 * i + 1;
    order[i] = (i * 7) % N + 1;
    for (j = 0; j < 3; j++) {
      sparse[3 * i + j] = j + 1;
      ja[3 * i + j] = (i + j * 5) % N + 1;
    }
  }
  ia[N] = 3 * N + 1;
  for (i = 0; i < 3; i++) {
    dgemv_(&n, &n, a, &lda, x, &c__1, y);
    dger_(&n, &n, x, x, a, &lda);
    amux_(&n, y, x, sparse, ja, ia);
    for (j = 0; j < N; j++)
      x[j] = x[j] / (1 + 1e3 * N) + j % 3;
    sum += work_(&n, x, order);
    y[i] = x[i + 1];
  }
  { /* part of the matrix */
    integer k = N / 2;
    dgetf2_(&k, &a[3 + 5 * LDA], &lda, &info);
  }
  for (i = 0; i < LDA * N; i++)
    sum += a[i] * (i % 5);
  for (i = 0; i < N; i++)
    sum += y[i] * (i % 3) + x[i];
  printf("%.9g %d\n", sum, info);
  free(a);
  free(x);
  free(y);
  free(sparse);
  free(ja);
  free(ia);
  return 0;
}
