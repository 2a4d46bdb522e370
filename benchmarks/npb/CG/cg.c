/* NPB CG: the smallest eigenvalue of a sparse symmetric matrix, by inverse iteration with conjugate gradients.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, section 2.3, and NAS-95-020).  The
 * matrix is the sum of weighted outer products of random sparse vectors, shifted on its diagonal; it is kept by
 * rows.  Each of NITER outer iterations solves A z = x with 25 steps of conjugate gradients and yields
 * zeta = SHIFT + 1 / (x . z).
 */
#include <math.h>
#include <stdio.h>

#include "npb.h"
#include "npbparams.h"

#define VECTOR_MAX (NONZER + 1)             /* elements of one generating vector */
#define NZ (NA * VECTOR_MAX * VECTOR_MAX)   /* matrix elements, before equal places are added up */
#define CG_STEPS 25

/* The matrix: row j has the elements a[k] in columns colidx[k], rowstr[j] <= k < rowstr[j + 1]. */
static int rowstr[NA + 1];
static int colidx[NZ];
static double a[NZ];

/* The generating vectors. */
static int vector_length[NA];
static int vector_index[NA][VECTOR_MAX];
static double vector_value[NA][VECTOR_MAX];

static double x[NA], z[NA], p[NA], q[NA], r[NA];

static double random_state = 314159265.0;

/* A sparse vector with `wanted` random elements at distinct random places below n; returns its length. */
static int random_vector(int n, int wanted, double value[], int place[])
{
  int power = 1, length = 0, candidate, k, seen;
  double element, where;

  while (power < n)
    power *= 2;
  while (length < wanted) {
    element = randlc(&random_state, NPB_A);
    where = randlc(&random_state, NPB_A);
    candidate = (int)(power * where);
    if (candidate >= n)
      continue;
    seen = 0;
    for (k = 0; k < length; k++)
      if (place[k] == candidate)
        seen = 1;
    if (!seen) {
      value[length] = element;
      place[length] = candidate;
      length++;
    }
  }
  return length;
}

/* Sets the element at `where` of a sparse vector, which gets longer if it had none there. */
static int set_element(int length, double value[], int place[], int where, double element)
{
  int k;

  for (k = 0; k < length; k++)
    if (place[k] == where) {
      value[k] = element;
      return length;
    }
  value[length] = element;
  place[length] = where;
  return length + 1;
}

static void make_vectors(void)
{
  int i, length;

  for (i = 0; i < NA; i++) {
    length = random_vector(NA, NONZER, vector_value[i], vector_index[i]);
    vector_length[i] = set_element(length, vector_value[i], vector_index[i], i, 0.5);
  }
}

/* The elements of all outer products, sorted by rows; places that several vectors hit are still apart. */
static void scatter_products(void)
{
  int i, j, k, l, row, at;
  double weight = 1.0, ratio = pow(RCOND, 1.0 / NA), element;
  static int fill[NA];

  for (j = 0; j < NA; j++)
    fill[j] = 0;
  for (i = 0; i < NA; i++)
    for (k = 0; k < vector_length[i]; k++)
      fill[vector_index[i][k]] += vector_length[i];
  rowstr[0] = 0;
  for (j = 0; j < NA; j++) {
    rowstr[j + 1] = rowstr[j] + fill[j];
    fill[j] = rowstr[j];
  }

  for (i = 0; i < NA; i++) {
    for (k = 0; k < vector_length[i]; k++) {
      row = vector_index[i][k];
      for (l = 0; l < vector_length[i]; l++) {
        element = weight * vector_value[i][k] * vector_value[i][l];
        if (row == i && vector_index[i][l] == i)
          element += RCOND - SHIFT;
        at = fill[row]++;
        colidx[at] = vector_index[i][l];
        a[at] = element;
      }
    }
    weight *= ratio;
  }
}

/* Adds up the elements at equal places and closes the gaps, row by row and in place. */
static void merge_rows(void)
{
  int j, k, column, first, begin = 0, end, out = 0;
  static int last_seen[NA];

  for (j = 0; j < NA; j++)
    last_seen[j] = -1;
  for (j = 0; j < NA; j++) {
    first = out;
    end = rowstr[j + 1];
    for (k = begin; k < end; k++) {
      column = colidx[k];
      if (last_seen[column] >= first) {
        a[last_seen[column]] += a[k];
      } else {
        last_seen[column] = out;
        colidx[out] = column;
        a[out] = a[k];
        out++;
      }
    }
    begin = end;
    rowstr[j + 1] = out;
  }
}

static void make_matrix(void)
{
  randlc(&random_state, NPB_A); /* the specification leaves out the first value */
  make_vectors();
  scatter_products();
  merge_rows();
}

/* 25 steps of conjugate gradients for A z = x; returns ||x - A z||. */
static double conj_grad(const double x[], double z[], double p[], double q[], double r[])
{
  int j, k, step;
  double product, alpha, beta, rho0, difference;
  double rho = 0.0, d = 0.0, sum = 0.0;

#pragma omp parallel default(shared) private(j, k, step, product, alpha, beta, rho0, difference)
  {
#pragma omp for
    for (j = 0; j < NA; j++) {
      q[j] = 0.0;
      z[j] = 0.0;
      r[j] = x[j];
      p[j] = x[j];
    }

#pragma omp for reduction(+ : rho)
    for (j = 0; j < NA; j++)
      rho += r[j] * r[j];

    for (step = 1; step <= CG_STEPS; step++) {
      rho0 = rho;
#pragma omp barrier
#pragma omp single
      {
        d = 0.0;
        rho = 0.0;
      }

#pragma omp for
      for (j = 0; j < NA; j++) {
        product = 0.0;
        for (k = rowstr[j]; k < rowstr[j + 1]; k++)
          product += a[k] * p[colidx[k]];
        q[j] = product;
      }

#pragma omp for reduction(+ : d)
      for (j = 0; j < NA; j++)
        d += p[j] * q[j];

      alpha = rho0 / d;
#pragma omp for reduction(+ : rho)
      for (j = 0; j < NA; j++) {
        z[j] += alpha * p[j];
        r[j] -= alpha * q[j];
        rho += r[j] * r[j];
      }

      beta = rho / rho0;
#pragma omp for
      for (j = 0; j < NA; j++)
        p[j] = r[j] + beta * p[j];
    }

#pragma omp for
    for (j = 0; j < NA; j++) {
      product = 0.0;
      for (k = rowstr[j]; k < rowstr[j + 1]; k++)
        product += a[k] * z[colidx[k]];
      r[j] = product;
    }

#pragma omp for reduction(+ : sum)
    for (j = 0; j < NA; j++) {
      difference = x[j] - r[j];
      sum += difference * difference;
    }
  }
  return sqrt(sum);
}

/* One inverse iteration: solves, normalises z into x and returns the new estimate; *residual gets ||x - A z||. */
static double iterate(double *residual)
{
  int j;
  double xz = 0.0, zz = 0.0, scale;

  *residual = conj_grad(x, z, p, q, r);

#pragma omp parallel for reduction(+ : xz, zz)
  for (j = 0; j < NA; j++) {
    xz += x[j] * z[j];
    zz += z[j] * z[j];
  }

  scale = 1.0 / sqrt(zz);
#pragma omp parallel for
  for (j = 0; j < NA; j++)
    x[j] = scale * z[j];
  return SHIFT + 1.0 / xz;
}

static void start_vector(void)
{
  int j;

#pragma omp parallel for
  for (j = 0; j < NA; j++)
    x[j] = 1.0;
}

/* Operations of the timed part, as the reports count them. */
static double operations(void)
{
  double row = NONZER * (NONZER + 1);

  return 2.0 * NITER * NA * (3.0 + row + CG_STEPS * (5.0 + row) + 3.0);
}

int main(void)
{
  int iteration;
  double zeta = 0.0, residual = 0.0;
  char size[32];
  struct npb_result result = {"CG", CLASS, size, NITER, 0.0, 0.0, 0};

  timer_clear(0);
  timer_clear(1);
  timer_start(0);
  make_matrix();
  start_vector();
  iterate(&residual); /* one untimed iteration touches all code and data */
  start_vector();
  timer_stop(0);

  timer_start(1);
  for (iteration = 1; iteration <= NITER; iteration++) {
    zeta = iterate(&residual);
    printf("%5d %20.14e %20.13f\n", iteration, residual, zeta);
  }
  timer_stop(1);

  snprintf(size, sizeof size, "%d", NA);
  result.seconds = timer_read(1);
  result.mops = operations() / result.seconds * 1e-6;
  result.verified = npb_close_to(zeta, ZETA, 1e-10);
  printf("Initialization = %.6f seconds\n", timer_read(0));
  printf("Zeta = %.13f\n", zeta);
  return npb_report(&result);
}
