/* The result as every benchmark prints it: one `name = value` a line, so that scripts can read it too. */
#include <math.h>
#include <stdio.h>

#include "npb.h"

int npb_close_to(double value, double reference, double tolerance)
{
  double error = fabs((value - reference) / reference);

  return !isnan(error) && error <= tolerance;
}

int npb_report(const struct npb_result *result)
{
  printf("Benchmark = %s\n", result->name);
  printf("Class = %c\n", result->class);
  printf("Size = %s\n", result->size);
  printf("Iterations = %d\n", result->iterations);
  printf("Seconds = %.6f\n", result->seconds);
  printf("Mop/s = %.2f\n", result->mops);
  printf("Verification = %s\n", result->verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
  return result->verified ? 0 : 1;
}
