/* NPB LU: symmetric successive over-relaxation (SSOR) with the lower and the upper triangle of 5 x 5 blocks.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, chapter 3, and NAS-95-020).  One iteration
 * sweeps forth and back through the grid and corrects the solution.  One parallel region holds all iterations.  The
 * program is built twice: with pipelined sweeps (pipeline.c) and with sweeps by hyperplanes (hyperplane.c).
 */
#include <stdio.h>

#include "cfd/cfd.h"
#include "lu.h"
#include "npb.h"

static void iterate(int iterations)
{
  int iteration;

#pragma omp parallel default(shared) private(iteration)
  {
    balance();
    for (iteration = 1; iteration <= iterations; iteration++) {
      scale_residual(DT);
#pragma omp barrier
      lower_sweep();
      upper_sweep();
      correct(1.0 / (RELAXATION * (2.0 - RELAXATION)));
      balance();
#pragma omp master
      if (iteration % 20 == 0)
        printf("Iteration %d\n", iteration);
    }
  }
}

/* Operations of the timed part, as the reports count them. */
static double operations(void)
{
  return NITER * (((1984.77 * N - 10923.3) * N + 27770.9) * N - 144010.0);
}

int main(void)
{
  int verified;
  double surface;
  const double surface_reference = SURFACE_INTEGRAL;

  make_forcing();
  initial_field();
  iterate(1); /* one untimed iteration touches all code and data */
  initial_field();

  timer_clear(0);
  timer_start(0);
  iterate(NITER);
  timer_stop(0);

  verified = verify_fields();
  surface = surface_integral();
  verified &= verify_values("Surface integral", 1, &surface, &surface_reference);
  return print_result(lu_name, timer_read(0), operations(), verified);
}
