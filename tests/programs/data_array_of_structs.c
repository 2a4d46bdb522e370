/* Arrays of structs, static and on the heap, with padding and nested arrays.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 40

struct particle {
  char kind;
  double position[3];
  int hits;
  float mass;
};

static struct particle particles[N];

int main(void)
{
  struct particle *copy = malloc(N * sizeof *copy);
  int i;

  if (!copy)
    return 1;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int d;

    particles[i].kind = (char)('a' + i % 26);
    for (d = 0; d < 3; d++)
      particles[i].position[d] = i + 0.1 * d;
    particles[i].hits = i * i;
    particles[i].mass = 0.5f * (float)i;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    copy[i] = particles[N - 1 - i];
    copy[i].hits += particles[i].hits;
  }
  for (i = 0; i < N; i += 6)
    printf("%c %.12g %d %g\n", copy[i].kind, copy[i].position[2], copy[i].hits, (double)copy[i].mass);
  free(copy);
  return 0;
}
