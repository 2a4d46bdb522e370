/* `memset` of structures with gaps, bit-fields and unions: private ones, and elements of arrays.
 *
 * expect: offloaded=3 kept=K004
 */
#include <stdio.h>
#include <string.h>

struct column {
  char kind;
  double t[4];
  signed int base : 8;
  unsigned moist : 1;
  short last;
};
struct cell {
  char tag;
  union {
    int whole;
    double real;
    unsigned char bytes[8];
  } u;
};
struct linked {
  char tag;
  double *rest;
};

static struct column columns[40];
static struct cell cells[40];
static struct linked linked[40];

static void fill(struct column *c, int i)
{
  if (i % 3)
    c->t[i % 4] += i;
  c->base -= i % 5;
  if (i % 7 == 0)
    c->moist = 1;
}

int main(void)
{
  double sum = 0;
  memset(columns, 0x55, sizeof columns);
  memset(cells, 0x55, sizeof cells);
#pragma omp parallel
  {
    struct column own;
#pragma omp for
    for (int i = 0; i < 40; i++) {
      struct cell mine;
      memset(&own, 0, sizeof own);
      fill(&own, i);
      own.t[3] += own.moist + own.base + own.kind + own.last;
      if (i % 2)
        columns[i] = own;
      memset(&mine, 0, sizeof(struct cell));
      mine.u.bytes[6] = (unsigned char)i;
      cells[i].u.real = mine.u.real + mine.tag;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < 40; i += 2)
    memset(&columns[i], 0, sizeof columns[0]);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 40; i++) {
    for (int k = 0; k < 4; k++)
      sum += columns[i].t[k] * (k + 1);
    sum += columns[i].base + columns[i].moist * 3 + columns[i].kind + cells[i].u.bytes[6] + cells[i].u.whole;
  }
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    memset(&linked[i], 0, sizeof linked[i]);
  printf("%g %d\n", sum, linked[3].rest == NULL);
  return 0;
}
