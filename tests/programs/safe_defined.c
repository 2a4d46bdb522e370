/* What --safe checks, and nothing that it finds: subscripts of all kinds, scattered writes, divisions.
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
  int count;
  double value[3];
};

enum { N = 700 };

static double grid[20][35];
static short kinds[N];

static double sum(const double *from, int length)
{
  double s = 0;
  while (length-- > 0)
    s += *from++;
  return s;
}

static void store(struct cell *to, int at, double value)
{
  to->count += at;
  to->value[at % 3] = value;
}

static unsigned mix(unsigned a, unsigned b) { return b != 0 ? a % b + a / b : a; }

int main(void)
{
  double *a = malloc(N * sizeof *a), *b = calloc(N, sizeof *b), *absent = NULL;
  int *order = malloc(N * sizeof *order);
  struct cell *cells = calloc(N, sizeof *cells);
  for (int i = 0; i < N; i++) {
    a[i] = i % 13;
    order[i] = (i * 3 + 5) % N;  /* 3 and 700 have no common factor */
    kinds[i] = (short)(i % 7);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[order[i]] = a[i] + (kinds[i] != 0 ? i / kinds[i] : 0);

  /* Pointers that move, a part of an array, memory of the iteration's own, an array that is not there. */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = i % 2 ? a + i : b;
    double own[4] = {1, 2, 3, 4}, *q = own + 4;
    if (absent != NULL)
      own[0] = absent[i];
    while (q != own)
      *--q += *p;
    store(&cells[i], i % 5, sum(own, 4) + sum(a + i, N - i < 3 ? N - i : 3));
  }

#pragma omp parallel for collapse(2)
  for (int j = 0; j < 20; j++)
    for (int k = 0; k < 35; k++)
      grid[j][k] = a[j * 35 + k] / 4 + mix((unsigned)j, (unsigned)k);

  /* Several iterations may write one array in turn, as atomic operations, or each its own bytes of a word. */
  char bytes[N];
  int found = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    bytes[(i + 100) % N] = (char)(i % 5);
#pragma omp atomic
    cells[i % 10].count += 2;
  }

  long total = 0;
#pragma omp parallel for reduction(+ : total) lastprivate(found)
  for (int i = 0; i < N; i++) {
    long of = 7;
    of /= kinds[i] + 1;
    of %= 5;
    total += of + bytes[i] - (-i) % 4;
    found = order[i];
  }

  /* The same element twice in one iteration, and read by it. */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    cells[order[i]].value[1] = i;
    cells[order[i]].value[1] *= 2;
    cells[order[i]].value[2]++;
  }

  /* A search that ends early. */
  int steps[64];
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    int at = i, n = 0;
    do {
      at = order[at];
      n++;
    } while (at % 10 != 0 && n < 50);
    steps[i] = n;
  }

  double check = 0;
  for (int i = 0; i < N; i++)
    check += b[i] * i + cells[i].count + cells[i].value[0] * 2 + cells[i].value[1] - cells[i].value[2];
  for (int i = 0; i < 64; i++)
    check += steps[i];
  printf("%.6f %.6f %ld %d\n", check, grid[19][34] + grid[3][0], total, found);
  free(a), free(b), free(order), free(cells);
  return 0;
}
