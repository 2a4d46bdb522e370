/* Fourier transforms of lines: stages that all lanes run in step, with two loops in each.  expect: offloaded=3 */
#include <math.h>
#include <stdio.h>

#define LINES 13
#define LENGTH 32

struct complex { double re, im; };

static struct complex root[LENGTH], field[LINES][LENGTH];
static double heat[LINES][LENGTH];

static int transform(int sign, int n, struct complex line[2][LENGTH])
{
  int half, stride = 1, p, q, from = 0;
  struct complex turn, a, b, d;

  for (half = n / 2; half > 0; half /= 2) {
    for (p = 0; p < half; p++) {
      turn = root[p * (LENGTH / (2 * half))];
      turn.im *= sign;
      for (q = 0; q < stride; q++) {
        a = line[from][q + stride * p];
        b = line[from][q + stride * (p + half)];
        d.re = a.re - b.re;
        d.im = a.im - b.im;
        line[1 - from][q + stride * 2 * p].re = a.re + b.re;
        line[1 - from][q + stride * 2 * p].im = a.im + b.im;
        line[1 - from][q + stride * (2 * p + 1)].re = d.re * turn.re - d.im * turn.im;
        line[1 - from][q + stride * (2 * p + 1)].im = d.re * turn.im + d.im * turn.re;
      }
    }
    stride *= 2;
    from = 1 - from;
  }
  return from;
}

static void all_lines(int sign, int n)
{
  int i, j, side;
  struct complex line[2][LENGTH];

#pragma omp parallel for private(i, side, line)
  for (j = 0; j < LINES; j++) {
    for (i = 0; i < LENGTH; i++)
      line[0][i] = field[j][i];
    side = transform(sign, n, line);
    for (i = 0; i < LENGTH; i++)
      field[j][i] = line[side][i];
  }
}

/* Sweeps over a line in turn from one array to the other; the number of sweeps is a parameter. */
static void relax(int sweeps)
{
  int i, j, s;
  double now[LENGTH], next[LENGTH];

#pragma omp parallel for private(i, s, now, next)
  for (j = 0; j < LINES; j++) {
    for (i = 0; i < LENGTH; i++)
      now[i] = heat[j][i];
    for (s = 0; s < sweeps; s++) {
      for (i = 1; i < LENGTH - 1; i++)
        next[i] = 0.25 * now[i - 1] + 0.5 * now[i] + 0.25 * now[i + 1];
      next[0] = now[0];
      next[LENGTH - 1] = now[LENGTH - 1] + j;
      for (i = 0; i < LENGTH; i++)
        now[i] = next[i];
    }
    for (i = 0; i < LENGTH; i++)
      heat[j][i] = now[i];
  }
}

int main(void)
{
  int i, j;

  for (i = 0; i < LENGTH; i++) {
    root[i].re = cos(6.283185307179586 * i / LENGTH);
    root[i].im = sin(6.283185307179586 * i / LENGTH);
  }
  for (j = 0; j < LINES; j++)
    for (i = 0; i < LENGTH; i++) {
      field[j][i].re = (j * 5 + i * 3) % 11 - 5;
      field[j][i].im = (j * 7 + i) % 5 - 2;
      heat[j][i] = (j + i * i) % 13;
    }
  all_lines(-1, LENGTH);
  for (j = 0; j < LINES; j++)
    printf("%.8g %.8g\n", field[j][j].re, field[j][LENGTH - 1 - j].im);
  all_lines(1, LENGTH / 2);
  relax(7);
  relax(0);
#pragma omp parallel for private(i)
  for (j = 0; j < LINES; j++)
    for (i = 0; i < LENGTH; i++)
      heat[j][i] += field[j][i].re + field[j][i].im;
  for (j = 0; j < LINES; j++)
    printf("%.8g %.8g\n", heat[j][0], heat[j][LENGTH - 1 - j]);
  return 0;
}
