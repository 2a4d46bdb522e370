/* NPB FT: a three-dimensional partial differential equation, solved by forward and inverse fast Fourier transforms.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, section 2.4, and NAS-95-020).  A random
 * field is transformed once; each of NITER time steps multiplies the spectrum by exp(-4 alpha pi^2 |wave number|^2),
 * transforms it back and adds up 1024 elements.  One parallel region holds all of it; a three-dimensional transform
 * is one work-shared loop over lines for each dimension, and each line is transformed in the thread's own buffers.
 */
#include <math.h>
#include <stdio.h>

#include "npb.h"
#include "npbparams.h"

#define POINTS ((double)NX * NY * NZ)
#define ROW (NX + 1) /* a row of the arrays is longer than NX, to keep points of a column apart in the caches */
#define LONGER(a, b) ((a) > (b) ? (a) : (b))
#define LINE LONGER(NX, LONGER(NY, NZ))
#define FORWARD (-1)
#define BACKWARD 1
#define SUMMANDS 1024 /* elements of a checksum */
#define ALPHA 1e-6
#define PI 3.14159265358979323846
#define SEED 314159265.0

struct complex {
  double re, im;
};

static const double reference[NITER][2] = CHECKSUMS;

static struct complex spectrum[NZ][NY][ROW];
static struct complex field[NZ][NY][ROW];
static double decay[NZ][NY][ROW];      /* what one time step multiplies the spectrum by */
static struct complex roots[LINE / 2]; /* roots[k] = exp(2 pi i k / LINE) */

static double sum_re, sum_im;          /* the checksum that is being added up */
static struct complex checksum[NITER];

/* The square of the wave number at `index` of n: indices from n / 2 on stand for negative ones. */
static int wave_number_squared(int index, int n)
{
  int wave_number = index < n / 2 ? index : index - n;

  return wave_number * wave_number;
}

static void make_decay(void)
{
  int i, j, k, squares;

#pragma omp for
  for (k = 0; k < NZ; k++)
    for (j = 0; j < NY; j++)
      for (i = 0; i < NX; i++) {
        squares = wave_number_squared(i, NX) + wave_number_squared(j, NY) + wave_number_squared(k, NZ);
        decay[k][j][i] = exp(-4.0 * ALPHA * PI * PI * squares);
      }
}

/* Real and imaginary parts are successive random numbers; each plane jumps to its place in their sequence. */
static void make_field(struct complex u[NZ][NY][ROW])
{
  int i, j, k;
  double state, row[2 * NX];

#pragma omp for
  for (k = 0; k < NZ; k++) {
    state = SEED;
    randlc(&state, randlc_power(NPB_A, 2L * NX * NY * k));
    for (j = 0; j < NY; j++) {
      vranlc(2 * NX, &state, NPB_A, row);
      for (i = 0; i < NX; i++) {
        u[k][j][i].re = row[2 * i];
        u[k][j][i].im = row[2 * i + 1];
      }
    }
  }
}

static void make_roots(void)
{
  int k;

#pragma omp for
  for (k = 0; k < LINE / 2; k++) {
    roots[k].re = cos(2.0 * PI * k / LINE);
    roots[k].im = sin(2.0 * PI * k / LINE);
  }
}

/* Transforms the n points of line[0], n a power of two, by Stockham's radix-2 method, which leaves them in order.
 *
 * Each stage reads one side of `line` and writes the other; returns the side of the last.  A stage halves `stride`
 * interleaved sequences of 2 * half points into twice as many of half the length.
 */
static int fft_line(int sign, int n, struct complex line[2][LINE])
{
  int half, stride = 1, p, q, from = 0;
  struct complex root, a, b, difference;

  for (half = n / 2; half > 0; half /= 2) {
    for (p = 0; p < half; p++) {
      root = roots[p * (LINE / (2 * half))];
      root.im *= sign;
      for (q = 0; q < stride; q++) {
        a = line[from][q + stride * p];
        b = line[from][q + stride * (p + half)];
        difference.re = a.re - b.re;
        difference.im = a.im - b.im;
        line[1 - from][q + stride * 2 * p].re = a.re + b.re;
        line[1 - from][q + stride * 2 * p].im = a.im + b.im;
        line[1 - from][q + stride * (2 * p + 1)].re = difference.re * root.re - difference.im * root.im;
        line[1 - from][q + stride * (2 * p + 1)].im = difference.re * root.im + difference.im * root.re;
      }
    }
    stride *= 2;
    from = 1 - from;
  }
  return from;
}

static void fft_x(int sign, struct complex u[NZ][NY][ROW])
{
  int i, j, k, side;
  struct complex line[2][LINE];

#pragma omp for collapse(2)
  for (k = 0; k < NZ; k++)
    for (j = 0; j < NY; j++) {
      for (i = 0; i < NX; i++)
        line[0][i] = u[k][j][i];
      side = fft_line(sign, NX, line);
      for (i = 0; i < NX; i++)
        u[k][j][i] = line[side][i];
    }
}

static void fft_y(int sign, struct complex u[NZ][NY][ROW])
{
  int i, j, k, side;
  struct complex line[2][LINE];

#pragma omp for collapse(2)
  for (k = 0; k < NZ; k++)
    for (i = 0; i < NX; i++) {
      for (j = 0; j < NY; j++)
        line[0][j] = u[k][j][i];
      side = fft_line(sign, NY, line);
      for (j = 0; j < NY; j++)
        u[k][j][i] = line[side][j];
    }
}

static void fft_z(int sign, struct complex u[NZ][NY][ROW])
{
  int i, j, k, side;
  struct complex line[2][LINE];

#pragma omp for collapse(2)
  for (j = 0; j < NY; j++)
    for (i = 0; i < NX; i++) {
      for (k = 0; k < NZ; k++)
        line[0][k] = u[k][j][i];
      side = fft_line(sign, NZ, line);
      for (k = 0; k < NZ; k++)
        u[k][j][i] = line[side][k];
    }
}

/* Transforms in place, without a factor; the caller divides by the number of points. */
static void fft_3d(int sign, struct complex u[NZ][NY][ROW])
{
  fft_x(sign, u);
  fft_y(sign, u);
  fft_z(sign, u);
}

/* One time step of the spectrum, which stays, and a copy in the field, to be transformed. */
static void evolve(void)
{
  int i, j, k;

#pragma omp for
  for (k = 0; k < NZ; k++)
    for (j = 0; j < NY; j++)
      for (i = 0; i < NX; i++) {
        spectrum[k][j][i].re *= decay[k][j][i];
        spectrum[k][j][i].im *= decay[k][j][i];
        field[k][j][i] = spectrum[k][j][i];
      }
}

static void add_checksum(int step)
{
  int n;

#pragma omp single
  {
    sum_re = 0.0;
    sum_im = 0.0;
  }

#pragma omp for reduction(+ : sum_re, sum_im)
  for (n = 1; n <= SUMMANDS; n++) {
    sum_re += field[5 * n % NZ][3 * n % NY][n % NX].re;
    sum_im += field[5 * n % NZ][3 * n % NY][n % NX].im;
  }

#pragma omp master
  {
    checksum[step].re = sum_re / POINTS;
    checksum[step].im = sum_im / POINTS;
    printf("%5d %20.12f %20.12f\n", step + 1, checksum[step].re, checksum[step].im);
  }
#pragma omp barrier
}

/* The whole computation, which is timed. */
static void solve(int steps)
{
  int step;

#pragma omp parallel default(shared) private(step)
  {
    make_roots();
    make_decay();
    make_field(spectrum);
    fft_3d(FORWARD, spectrum);
    for (step = 0; step < steps; step++) {
      evolve();
      fft_3d(BACKWARD, field);
      add_checksum(step);
    }
  }
}

static int verified(void)
{
  int step, good = 1;

  for (step = 0; step < NITER; step++) {
    good = good && npb_close_to(checksum[step].re, reference[step][0], 1e-12);
    good = good && npb_close_to(checksum[step].im, reference[step][1], 1e-12);
  }
  return good;
}

/* Operations of the timed part, as the reports count them. */
static double operations(void)
{
  double logarithm = log(POINTS);

  return POINTS * (14.8157 + 7.19641 * logarithm + NITER * (5.23518 + 7.21113 * logarithm));
}

int main(void)
{
  char size[48];
  struct npb_result result = {"FT", CLASS, size, NITER, 0.0, 0.0, 0};

  solve(0); /* the untimed forward transform touches all code and data */

  timer_clear(0);
  timer_start(0);
  solve(NITER);
  timer_stop(0);

  printf("Checksum = %.12f\n", checksum[NITER - 1].re);
  snprintf(size, sizeof size, "%d x %d x %d", NX, NY, NZ);
  result.seconds = timer_read(0);
  result.mops = operations() / result.seconds * 1e-6;
  result.verified = verified();
  return npb_report(&result);
}
