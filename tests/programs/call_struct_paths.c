/* Functions that find arrays through the structures that they are given, and local names of such structures; one is
   given two different ones, one a structure that the iteration chooses.
   expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 500

struct mesh {
  int n;
  int (*corners)[2];
  double *x;
};

struct flow {
  const struct mesh *mesh;
  double *u, *flux, scale;
  struct {
    double *work;
    int used;
  } extra;
};

static struct flow *everywhere;

static void gather(const struct flow *s, int k, double *x)
{
  const struct mesh *m = s->mesh;
  const int *c = m->corners[k];
  for (int j = 0; j < 2; j++)
    x[j] = m->x[c[j]] * s->scale;
}

static double difference(const struct flow *s, int k)
{
  double x[2];
  gather(s, k, x);
  s->extra.work[k] += x[1];
  return s->u[k] + x[1] - x[0] + everywhere->u[s->mesh->n - 1 - k];
}

static void either(struct flow *s, int k)
{
  if (k % 2)
    s++;
  s->flux[k] += 1;
}

static void fill(struct flow *f, const struct mesh *m, int seed)
{
  f->mesh = m;
  f->scale = seed;
  f->u = malloc(N * sizeof(double));
  f->flux = calloc(N, sizeof(double));
  f->extra.work = calloc(N, sizeof(double));
  f->extra.used = seed;
  for (int i = 0; i < N; i++)
    f->u[i] = (i * seed) % 17;
}

int main(void)
{
  struct mesh m = {N, malloc(N * sizeof *m.corners), malloc(N * sizeof *m.x)};
  struct flow flows[2];
  struct flow *one = flows, *two = flows + 1;
  fill(one, &m, 3);
  fill(two, &m, 5);
  everywhere = one;
  for (int i = 0; i < N; i++) {
    m.corners[i][0] = (i * 7) % N;
    m.corners[i][1] = (i * 11 + 3) % N;
  }
#pragma omp parallel for
  for (int i = 0; i < m.n; i++)
    m.x[i] = 0.5 * i;
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int k = 0; k < one->mesh->n; k++) {
      struct flow *mine = one;
      mine->flux[k] = difference(mine, k) - difference(two, k);
    }
#pragma omp parallel for
    for (int k = 0; k < N; k++) {
      struct flow *s = &flows[1];
      s->u[k] += flows[0].flux[k] / s->mesh->n + s->extra.used;
    }
    everywhere = t ? one : two;
#pragma omp parallel for
    for (int k = 0; k < N; k++)
      either(flows, k);
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += one->flux[i] * (i % 5) + two->flux[i] + one->extra.work[i] - 2 * two->extra.work[i] + two->u[i];
  printf("%.10g %.10g %.10g\n", sum, one->flux[7], two->u[N - 1]);
  return 0;
}
