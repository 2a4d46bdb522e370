/* Gravitation between n bodies, every pair of them: `nbody [n [steps]]`.
 *
 * Much arithmetic for its memory traffic.  The time is that of all steps and of reading the result, after an
 * untimed step of no length.
 */
#include <math.h>

#include "clock.h"

static double *x, *y, *z, *vx, *vy, *vz, *mass;

static void start(int n)
{
  int i;

  x = doubles((size_t)n);
  y = doubles((size_t)n);
  z = doubles((size_t)n);
  vx = doubles((size_t)n);
  vy = doubles((size_t)n);
  vz = doubles((size_t)n);
  mass = doubles((size_t)n);
  for (i = 0; i < n; i++) {
    x[i] = cos(0.7 * i) * (1 + i % 5);
    y[i] = sin(0.7 * i) * (1 + i % 3);
    z[i] = 0.01 * (i % 101);
    vx[i] = vy[i] = vz[i] = 0.0;
    mass[i] = 1.0 / (1 + i % 4);
  }
}

static void step(int n, double dt)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++) {
    double ax = 0.0, ay = 0.0, az = 0.0;

    for (j = 0; j < n; j++) {
      double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      double distance = dx * dx + dy * dy + dz * dz + 0.01;
      double force = mass[j] / (distance * sqrt(distance));

      ax += force * dx;
      ay += force * dy;
      az += force * dz;
    }
    vx[i] += dt * ax;
    vy[i] += dt * ay;
    vz[i] += dt * az;
  }
#pragma omp parallel for
  for (i = 0; i < n; i++) {
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
  }
}

int main(int count, char **arguments)
{
  int n = size_argument(count, arguments, 1, 1000);
  int steps = size_argument(count, arguments, 2, 10);
  int i, k;
  double begin, sum = 0.0;

  start(n);
  step(n, 0.0);

  begin = seconds_now();
  for (k = 0; k < steps; k++)
    step(n, 1e-5);
  for (i = 0; i < n; i++)
    sum += fabs(vx[i]) + fabs(vy[i]) + fabs(vz[i]);
  print_result("nbody", n, sum, seconds_now() - begin);
  free(x);
  free(y);
  free(z);
  free(vx);
  free(vy);
  free(vz);
  free(mass);
  return 0;
}
