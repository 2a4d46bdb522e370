/* Structures as arrays of their members, and the other way round; signed numbers as unsigned ones.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 90 };

struct state {
  double mass, momentum[2], energy;
};

struct vector {
  double x, y, z;
};

struct particle {
  struct vector place;
  int number;
};

static struct state cell[N + 2], flux[N + 2];
static struct particle particle[N];
static int count[N];

static void blend(const struct state *from, const struct state *to, struct state *result)
{
  const double *a = &from->mass, *b = (const double *)to;
  double *r = (double *)result;
  for (int k = 0; k < 4; k++)
    r[k] = 0.5 * (a[k] + b[k]);
}

static double length(const struct vector *v) { return v->x * v->x + v->y * v->y + v->z * v->z; }

int main(void)
{
  double *coordinate = malloc(3 * N * sizeof(double)), check = 0.0, longest = 0.0;
  struct vector *point = (struct vector *)coordinate;
  unsigned bits = 0;

  for (int i = 0; i < N + 2; i++)
    cell[i] = (struct state){i, {i * 2, i * 3}, 100 - i};
  for (int i = 0; i < 3 * N; i++)
    coordinate[i] = i % 11;
  for (int i = 0; i < N; i++)
    count[i] = i * 1000003 - 5000000;

#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    blend(&cell[i - 1], &cell[i + 1], &flux[i]);

#pragma omp parallel for
  for (int i = 1; i <= N; i++) {
    struct state sum, *s = &cell[i];
    double *to = (double *)&sum;
    for (int k = 0; k < (int)(sizeof sum / sizeof *to); k++)
      to[k] = ((double *)&flux[i])[k] + ((double *)s)[k];
    sum.energy += 1;
    *s = sum;
  }

#pragma omp parallel for reduction(max : longest)
  for (int i = 0; i < N; i++) {
    double l = length((struct vector *)&coordinate[3 * i]);
    if (l > longest)
      longest = l;
  }

  /* One block by both types. */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    point[i].y += i;
    coordinate[3 * i + 2] += point[i].y;
    ((struct vector *)(coordinate + 3 * i))->x *= 2;
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    particle[i].number = i;
    *(struct vector *)&particle[i] = point[i];
    ((double *)&particle[i])[1] += 0.5;
  }

#pragma omp parallel for reduction(^ : bits)
  for (int i = 0; i < N; i++)
    bits ^= ((unsigned *)count)[i] >> 3;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    ((struct particle *)&particle[i].place)->number += (int)particle[i].place.z;

  /* All values are moved by a loop over numbers. */
#pragma omp parallel for
  for (int i = 0; i < 4 * N; i++)
    ((double *)&cell[1])[i] -= 0.25 * ((double *)flux)[i + 4];

  for (int i = 0; i < N + 2; i++)
    check += cell[i].mass + cell[i].momentum[0] * 2 + cell[i].momentum[1] * 3 + cell[i].energy * 4 + flux[i].energy;
  for (int i = 0; i < N; i++)
    check += coordinate[3 * i] + length(&point[i]) + particle[i].number * i + length(&particle[i].place);
  printf("%.10g %.10g %u\n", check, longest, bits);
  free(coordinate);
  return 0;
}
