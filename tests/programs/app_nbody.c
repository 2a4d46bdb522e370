/* Gravitation between bodies in an array of structs.  expect: offloaded=2  small: -DN=20 */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 64
#endif

struct body {
  double x, y, z, vx, vy, vz, mass;
};

static struct body bodies[N];

static void step(double dt)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    double ax = 0.0, ay = 0.0, az = 0.0;

    for (j = 0; j < N; j++) {
      double dx = bodies[j].x - bodies[i].x;
      double dy = bodies[j].y - bodies[i].y;
      double dz = bodies[j].z - bodies[i].z;
      double distance = dx * dx + dy * dy + dz * dz + 0.01;
      double force = bodies[j].mass / (distance * sqrt(distance));

      ax += force * dx;
      ay += force * dy;
      az += force * dz;
    }
    bodies[i].vx += dt * ax;
    bodies[i].vy += dt * ay;
    bodies[i].vz += dt * az;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    bodies[i].x += dt * bodies[i].vx;
    bodies[i].y += dt * bodies[i].vy;
    bodies[i].z += dt * bodies[i].vz;
  }
}

int main(void)
{
  int i, round;

  for (i = 0; i < N; i++) {
    bodies[i].x = cos(0.7 * i) * (1 + i % 5);
    bodies[i].y = sin(0.7 * i) * (1 + i % 3);
    bodies[i].z = 0.1 * (i % 11);
    bodies[i].mass = 1.0 / (1 + i % 4);
  }
  for (round = 0; round < 5; round++)
    step(0.001);
  for (i = 0; i < N; i += 9)
    printf("%.10g %.10g %.10g\n", bodies[i].x, bodies[i].y, bodies[i].vz);
  return 0;
}
