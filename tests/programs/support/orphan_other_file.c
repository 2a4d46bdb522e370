/* See orphan_other_file.c. */
#define N 256

struct pair {
  double now, next;
};

double field[N];
static struct pair scratch[N];

static void load(const double *forces)
{
  int i;

#pragma omp for
  for (i = 0; i < N; i++) {
    scratch[i].now = field[i];
    scratch[i].next = field[i] + forces[i] / 8;
  }
}

void advance(const double *forces, int steps);

void advance(const double *forces, int steps)
{
  for (int step = 0; step < steps; step++) {
    load(forces);
#pragma omp for
    for (int i = 0; i < N; i++)
      field[i] = (scratch[i].now + scratch[(i + 1) % N].next) / 2;
  }
}
