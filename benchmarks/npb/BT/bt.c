/* NPB BT: the alternating direction implicit scheme with block tridiagonal systems of 5 x 5 blocks.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, chapter 3, and NAS-95-020).  One time step
 * factors the implicit operator into one operator for each axis (Beam and Warming) and solves these in turn.  One
 * parallel region holds the whole step.
 */
#include <stdio.h>

#include "bt.h"
#include "cfd/cfd.h"
#include "npb.h"

static void time_step(void)
{
#pragma omp parallel
  {
    balance();
    scale_residual(DT);
    solve_x();
    solve_y();
    solve_z();
    correct(1.0);
  }
}

/* Operations of the timed part, as the reports count them. */
static double operations(void)
{
  return NITER * ((3478.8 * N - 17655.7) * N + 28023.7) * N;
}

int main(void)
{
  int step;

  make_forcing();
  initial_field();
  time_step(); /* one untimed step touches all code and data */
  initial_field();

  timer_clear(0);
  timer_start(0);
  for (step = 1; step <= NITER; step++) {
    time_step();
    if (step % 20 == 0 || step == NITER)
      printf("Time step %d\n", step);
  }
  timer_stop(0);
  return print_result("BT", timer_read(0), operations(), verify_fields());
}
