/* One region around a program's time loop, in which threads compute their parts for some loops alone: the other loops
 * go to the device.
 * expect: offloaded=6 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

enum { CELLS = 64, PARTICLES = 3000, THREADS = 64, PAD = 4 };

typedef struct {
  int low, high;
} range;
struct particle {
  int cell;
  double x, u;
};

static struct particle particles[PARTICLES];
static double charge[CELLS + 1], field[CELLS + 1], charges[THREADS][CELLS + 1];
static double *currents;

static void share(int n, int me, int threads, int *low, int *high)
{
  const int part = n / threads, more = n % threads;

  *low = me * part + (me < more ? me : more);
  *high = *low + part + (me < more);
}

static range share_of(int n, int me, int threads)
{
  range r;

  r.low = n * me / threads;
  r.high = n * (me + 1) / threads;
  return r;
}

static void advance(double *current, int low, int high, double *energy)
{
  double sum = 0;

  for (int i = low; i < high; i++) {
    struct particle *p = &particles[i];
    p->u += 0.01 * (field[p->cell] * (1 - p->x) + field[p->cell + 1] * p->x);
    p->x += 0.1 * p->u;
    if (p->x < 0)
      p->x += 1, p->cell = (p->cell + CELLS - 1) % CELLS;
    if (p->x >= 1)
      p->x -= 1, p->cell = (p->cell + 1) % CELLS;
    current[p->cell] += p->u;
    sum += p->u * p->u;
  }
  *energy += sum;
}

/* parts by functions, one in a structure; what is deposited is in rows of the threads */
static double deposit(int steps)
{
  double energy = 0;

#pragma omp parallel
  {
    const int me = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int t = 0; t < steps; t++) {
#pragma omp for
      for (int c = 0; c <= CELLS; c++)
        for (int k = 0; k < threads; k++)
          charges[k][c] = 0;
      int low, high;
      share(PARTICLES, me, threads, &low, &high);
      for (int i = low; i < high; i++) {
        const int c = particles[i].cell;
        charges[me][c] += 1 - particles[i].x;
        charges[me][c + 1] += particles[i].x;
      }
#pragma omp barrier
#pragma omp for
      for (int c = 0; c < CELLS; c++) {
        charge[c] = 0;
        for (int k = 0; k < threads; k++)
          charge[c] += charges[k][c];
        field[c] = sin(0.01 * charge[c]);
      }
#pragma omp single
      field[CELLS] = field[0];
      range mine = share_of(PARTICLES, me, threads);
      for (int i = mine.low; i < mine.high; i++) {
        struct particle *p = &particles[i];
        p->x += 0.05 * field[p->cell];
        if (p->x < 0 || p->x >= 1)
          p->x = 0.5;
      }
#pragma omp barrier
#pragma omp for reduction(+ : energy)
      for (int i = 0; i < PARTICLES; i++)
        energy += particles[i].x * particles[i].x;
    }
  }
  return energy;
}

/* a part in a block of its own, that a function works on and whose sums are merged at its end */
static double move(int steps)
{
  double energy = 0;

#pragma omp parallel
  {
    const int me = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int t = 0; t < steps; t++) {
#pragma omp for
      for (int c = 0; c < CELLS; c++)
        for (int k = 0; k < threads; k++)
          currents[k * (CELLS + PAD) + c] = 0;
      {
        const int size = PARTICLES / threads, more = PARTICLES % threads;
        const int low = me * size + (me < more ? me : more), high = low + size + (me < more ? 1 : 0);
        double sum = 0;
        advance(currents + me * (CELLS + PAD), low, high, &sum);
#pragma omp critical
        energy += sum;
      }
#pragma omp barrier
#pragma omp for
      for (int c = 0; c < CELLS; c++)
        for (int k = 0; k < threads; k++)
          field[c] -= 1e-3 * currents[k * (CELLS + PAD) + c];
#pragma omp single
      field[CELLS] = field[0];
#pragma omp for
      for (int c = 0; c < CELLS; c++)
        charge[c] = field[c + 1] - field[c];
    }
  }
  return energy;
}

int main(void)
{
  double s = 0;

  currents = calloc(THREADS * (CELLS + PAD), sizeof *currents);
  for (int i = 0; i < PARTICLES; i++) {
    particles[i].cell = i * 7 % CELLS;
    particles[i].x = i % 97 / 97.0;
    particles[i].u = 0.2 * sin(i * 0.1);
  }
  printf("%.8g\n", deposit(4));
  printf("%.8g\n", move(4));
  for (int c = 0; c < CELLS; c++)
    s += (c + 1) * charge[c] + field[c];
  printf("%.8g\n", s);
  free(currents);
  return 0;
}
