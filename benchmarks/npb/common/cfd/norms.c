/* Root mean squares of the residual and of the error, their verification, and the printed result. */
#include <math.h>
#include <stdio.h>

#include "cfd/cfd.h"
#include "npb.h"

#define TOLERANCE 1e-8
#define INTERIOR ((double)LAST * LAST * LAST) /* points */

static void residual_norm(double rms[COMPONENTS])
{
  int k, j, i, m;
  double density = 0.0, x = 0.0, y = 0.0, z = 0.0, energy = 0.0;

#pragma omp parallel for default(shared) private(j, i) reduction(+ : density, x, y, z, energy)
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        density += residual[k][j][i][0] * residual[k][j][i][0];
        x += residual[k][j][i][1] * residual[k][j][i][1];
        y += residual[k][j][i][2] * residual[k][j][i][2];
        z += residual[k][j][i][3] * residual[k][j][i][3];
        energy += residual[k][j][i][4] * residual[k][j][i][4];
      }
  rms[0] = density;
  rms[1] = x;
  rms[2] = y;
  rms[3] = z;
  rms[4] = energy;
  for (m = 0; m < COMPONENTS; m++)
    rms[m] = sqrt(rms[m] / INTERIOR);
}

static void error_norm(double rms[COMPONENTS])
{
  int k, j, i, m;
  double error, value[COMPONENTS], mine[COMPONENTS];

  for (m = 0; m < COMPONENTS; m++)
    rms[m] = 0.0;
#pragma omp parallel default(shared) private(k, j, i, m, error, value, mine)
  {
    for (m = 0; m < COMPONENTS; m++)
      mine[m] = 0.0;
#pragma omp for nowait
    for (k = 0; k < N; k++)
      for (j = 0; j < N; j++)
        for (i = 0; i < N; i++) {
          exact_solution(k, j, i, value);
          for (m = 0; m < COMPONENTS; m++) {
            error = u[k][j][i][m] - value[m];
            mine[m] += error * error;
          }
        }
#pragma omp critical
    for (m = 0; m < COMPONENTS; m++)
      rms[m] += mine[m];
  }
  for (m = 0; m < COMPONENTS; m++)
    rms[m] = sqrt(rms[m] / INTERIOR);
}

int verify_values(const char *name, int count, const double value[], const double reference[])
{
  int m, verified = 1;

  for (m = 0; m < count; m++) {
    printf("%s %d = %.13e (reference %.13e)\n", name, m + 1, value[m], reference[m]);
    verified &= npb_close_to(value[m], reference[m], TOLERANCE);
  }
  return verified;
}

int verify_fields(void)
{
  int verified;
  double value[COMPONENTS];
  static const double residual_reference[COMPONENTS] = RESIDUAL, error_reference[COMPONENTS] = ERROR;

#pragma omp parallel
  balance();
  residual_norm(value);
  verified = verify_values("Residual", COMPONENTS, value, residual_reference);
  error_norm(value);
  verified &= verify_values("Error", COMPONENTS, value, error_reference);
  printf("Checksum = %.13e\n", value[0]);
  return verified;
}

int print_result(const char *name, double seconds, double operations, int verified)
{
  char size[48];
  struct npb_result result = {name, CLASS, size, NITER, seconds, operations / seconds * 1e-6, verified};

  snprintf(size, sizeof size, "%d x %d x %d", N, N, N);
  return npb_report(&result);
}
