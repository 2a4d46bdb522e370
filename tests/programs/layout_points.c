/* Points with components in rows of numbers: each component gets a row of its own on devices with memory of their own.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

#define POINTS 700
#define DIMENSIONS 3

static float colour[4 * POINTS], tint[4 * POINTS];

static void move(double *position, const double *speed, int points, int fields)
{
  int p, f, d;

  for (f = 0; f < fields; f++) {
    const int first = f * points;
#pragma omp parallel for private(d)
    for (p = 0; p < points; p++) {
      double along = 0.0;

      for (d = 0; d < DIMENSIONS; d++)
        along += position[(first + p) * DIMENSIONS + d] * speed[d + DIMENSIONS * p];
      position[(first + p) * DIMENSIONS] += 0.001 * along;
      position[DIMENSIONS * (p + first) + 1] -= 0.25 * speed[p * DIMENSIONS];
    }
#pragma omp parallel for
    for (p = 1; p < points; p++)
      position[3 * (first + p) - 3 + 2] -= 0.5 * position[3 * first + 3 * p + 1] + speed[6 - 2 - 3 + p * 3];
  }
}

int main(void)
{
  const int fields = 4;
  double *position = malloc(sizeof *position * DIMENSIONS * POINTS * fields), *plain = malloc(6 * POINTS * sizeof *plain);
  double *speed = malloc(sizeof *speed * DIMENSIONS * POINTS), check = 0.0;
  int i, c, round;

  if (!position || !speed || !plain)
    return 1;
  for (i = 0; i < DIMENSIONS * POINTS * fields; i++)
    position[i] = i % 11 * 0.125;
  for (i = 0; i < DIMENSIONS * POINTS; i++)
    speed[i] = i % 7 - 3;
  for (round = 0; round < 12; round++) {
    move(position, speed, POINTS, fields);
    position[3 * round + 1] += 1.0; /* the host changes an element */
#pragma omp parallel for private(c)
    for (i = 0; i < POINTS; i++) {
      for (c = 0; c < 3; c++)
        colour[4 * i + c] += (float)(i % 5) * 0.25f;
      colour[4 * i + c] = (float)round; /* c is 3 */
    }
#pragma omp parallel for
    for (i = 0; i < POINTS; i++)
      tint[i * 4] -= 0.5f * tint[4 * i + 3] + (float)round + colour[4 * i + 1];
#pragma omp parallel for
    for (i = 0; i < 3 * POINTS; i++)
      plain[2 * i] = plain[2 * i + 1] = i * 0.5;
#pragma omp parallel for
    for (i = 0; i < 6 * POINTS; i++) /* not by points */
      plain[i] += round;
  }
  for (i = 0; i < DIMENSIONS * POINTS * fields; i++)
    check += position[i] * (i % 5 + 1);
  for (i = 0; i < 4 * POINTS; i++)
    check += colour[i] * (i % 3) + plain[i] + tint[i] * (i % 5);
  printf("%.12g\n", check);
  return 0;
}
