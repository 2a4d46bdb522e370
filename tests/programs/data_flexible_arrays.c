/* Flexible array members: of numbers, of structures, before the end of the structure's padding, of rows, through
 * local pointers, functions, tables and `(*p).`, beside other members.  expect: offloaded=10 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDE 60
#define HIGH 40
#define SHEETS 5

struct sheet {
  int wide, high;
  float scale;
  float cells[];
};

struct track {
  int count;
  double at[]; /* behind four bytes of padding */
};

struct word {
  int length;
  char first;
  char rest[]; /* in the structure's own padding */
};

struct point {
  short x, y;
  float weight;
};

struct cloud {
  long count;
  struct point points[];
};

struct table {
  int rows;
  int row[][4];
};

struct old {
  int count;
  int items[0];
};

static float value_at(const struct sheet *s, int x, int y)
{
  return s->cells[y * s->wide + x] * s->scale;
}

static struct sheet *sheet(int wide, int high, float scale)
{
  struct sheet *s = malloc(sizeof *s + (size_t)wide * high * sizeof s->cells[0]);

  if (s == NULL)
    exit(1);
  s->wide = wide;
  s->high = high;
  s->scale = scale;
  return s;
}

int main(void)
{
  struct sheet *one = sheet(WIDE, HIGH, 2), *two = sheet(WIDE, HIGH, 0.5f), *many[SHEETS];
  struct track *track = malloc(sizeof *track + 100 * sizeof(double));
  struct word *word = malloc(sizeof *word + 100);
  struct cloud *cloud = malloc(sizeof *cloud + 100 * sizeof(struct point));
  struct table *table = malloc(sizeof *table + 100 * sizeof table->row[0]);
  struct old *old = malloc(sizeof *old + 100 * sizeof(int));
  double sum = 0, ends = 0;
  long checks = 0;
  int i, x, y;

  if (!track || !word || !cloud || !table || !old)
    return 1;
  track->count = word->length = table->rows = old->count = 100;
  cloud->count = 100;
  word->first = 'w';
#pragma omp parallel for private(x)
  for (y = 0; y < HIGH; y++)
    for (x = 0; x < WIDE; x++)
      one->cells[y * WIDE + x] = x - y * 0.5f;
#pragma omp parallel for private(x)
  for (y = 0; y < HIGH; y++) {
    float *to = (*two).cells + y * two->wide;

    for (x = 0; x < WIDE; x++)
      to[x] = value_at(one, x, y) + one->scale;
  }
#pragma omp parallel for reduction(+ : sum) private(x)
  for (y = 1; y < two->high - 1; y++)
    for (x = 1; x < two->wide - 1; x++)
      sum += two->cells[y * two->wide + x] + two->cells[(y - 1) * two->wide + x] - value_at(two, x + 1, y + 1);
  printf("%g\n", sum);
  for (i = 0; i < 50; i++)
    one->cells[i * 7] = -1;
  memset(&two->cells[WIDE], 0, WIDE * sizeof(float));
#pragma omp parallel for private(x)
  for (y = 0; y < HIGH; y++)
    for (x = 0; x < WIDE; x++)
      two->cells[y * WIDE + x] += one->cells[y * WIDE + x];
  sum = 0;
  for (i = 0; i < WIDE * HIGH; i++)
    sum = sum * 0.5 + two->cells[i];
  printf("%.9g %g\n", sum, (double)two->cells[WIDE + 3]);

#pragma omp parallel for
  for (i = 0; i < track->count; i++)
    track->at[i] = i * 0.25;
#pragma omp parallel for
  for (i = 0; i < word->length; i++)
    word->rest[i] = (char)('a' + i % 26);
#pragma omp parallel for
  for (i = 0; i < 100; i++) {
    struct point *p = &cloud->points[i];

    p->x = (short)i;
    p->y = (short)-i;
    cloud->points[i].weight = (float)track->at[99 - i];
  }
#pragma omp parallel for
  for (i = 0; i < table->rows; i++) {
    table->row[i][i % 4] = word->rest[i];
    table->row[i][(i + 1) % 4] = word->first;
    old->items[i] = cloud->points[i].y;
  }
  for (i = 0; i < 100; i++)
    checks = checks * 7 % 1000003 + table->row[i][i % 4] + table->row[i][(i + 1) % 4] + old->items[i];
  printf("%ld %g %d\n", checks, (double)cloud->points[3].weight, cloud->points[7].y);

  for (i = 0; i < SHEETS; i++)
    many[i] = sheet(WIDE + i, HIGH - i, 1 + i);
#pragma omp parallel for private(x, y)
  for (i = 0; i < SHEETS; i++)
    for (y = 0; y < many[i]->high; y++)
      for (x = 0; x < many[i]->wide; x++)
        many[i]->cells[y * many[i]->wide + x] = (float)(x * i) + many[i]->scale;
#pragma omp parallel for reduction(+ : ends)
  for (i = 0; i < SHEETS; i++)
    ends += many[i]->cells[many[i]->wide * many[i]->high - 1];
  printf("%g\n", ends);
  for (i = 0; i < SHEETS; i++)
    free(many[i]);
  free(one), free(two), free(track), free(word), free(cloud), free(table), free(old);
  return 0;
}
