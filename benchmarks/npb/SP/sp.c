/* NPB SP: the alternating direction implicit scheme with scalar pentadiagonal systems.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, chapter 3, and NAS-95-020).  One time step
 * factors the implicit operator into one operator for each axis, which are made diagonal in the five components
 * (Pulliam and Chaussee).  One parallel region holds all time steps.
 */
#include <stdio.h>

#include "npb.h"
#include "sp.h"

static void advance(int steps)
{
  int step;

#pragma omp parallel default(shared) private(step)
  for (step = 1; step <= steps; step++) {
    balance();
    scale_residual(DT);
    into_x();
    solve_x();
    x_into_y();
    solve_y();
    y_into_z();
    solve_z();
    out_of_z();
    correct(1.0);
#pragma omp master
    {
      if (step % 20 == 0)
        printf("Time step %d\n", step);
    }
  }
}

/* Operations of the timed part, as the reports count them. */
static double operations(void)
{
  return NITER * (((881.174 * N - 4683.91) * N + 11484.5) * N - 19272.4);
}

int main(void)
{
  make_forcing();
  initial_field();
  advance(1); /* one untimed step touches all code and data */
  initial_field();

  timer_clear(0);
  timer_start(0);
  advance(NITER);
  timer_stop(0);
  return print_result("SP", timer_read(0), operations(), verify_fields());
}
