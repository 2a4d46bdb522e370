/* Random numbers that the host draws before, between and after loops: no driver draws from the same generators.
 * expect: offloaded=2  flags: -D_DEFAULT_SOURCE */
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 400, ROUNDS = 4 };

static double px[POINTS], py[POINTS];

int main(void)
{
  srand(11);
  srand48(23);
  for (int round = 0; round < ROUNDS; round++) {
    double shift = drand48();
    long inside = 0;
    for (int i = 0; i < POINTS; i++) {
      px[i] = rand() / (RAND_MAX + 1.0);
      py[i] = random() / (RAND_MAX + 1.0);
    }
#pragma omp parallel for
    for (int i = 0; i < POINTS; i++)
      px[i] = px[i] + shift < 1.0 ? px[i] + shift : px[i] + shift - 1.0;
#pragma omp parallel for reduction(+ : inside)
    for (int i = 0; i < POINTS; i++)
      inside += px[i] * px[i] + py[i] * py[i] < 1.0;
    printf("%ld of %d, then %d and %ld\n", inside, POINTS, rand() % 1000, lrand48() % 1000);
  }
  return 0;
}
