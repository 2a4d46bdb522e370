/* A value is assigned inside a conditional expression, out of four neighbouring elements that are loaded at once.
 *
 * expect: offloaded=1
 */
#include <stdio.h>

enum { POINTS = 3000, WIDTH = 8 };

static float given[WIDTH * POINTS], made[POINTS];

int main(void)
{
  for (int i = 0; i < WIDTH * POINTS; i++)
    given[i] = (float)(i % 31);
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++) {
    float value = 1;
    i % 3 ? (value = given[WIDTH * i] + given[WIDTH * i + 1] * given[WIDTH * i + 2] + given[WIDTH * i + 3]) : 0;
    made[i] = value;
  }
  double sum = 0;
  for (int i = 0; i < POINTS; i++)
    sum += made[i] * (i % 7);
  printf("%.0f %.0f %.0f\n", sum, made[0], made[POINTS - 1]);
  return 0;
}
