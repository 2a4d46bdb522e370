/* Private arrays in functions: their sizes are members of structures without pointers, or elements of tables.
 * expect: offloaded=5 kept=K017 */
#include <stdio.h>
#include <stdlib.h>

struct sizes {
  int rows, columns;
  struct {
    int border;
  } in;
};

static double out[60];

static double inner(const struct sizes *s, int i)
{
  int t[s->rows * s->columns + s->in.border];

  for (int k = 0; k < s->rows * s->columns + s->in.border; k++)
    t[k] = k * i;
  return t[s->rows] + t[s->rows * s->columns];
}

static double outer(struct sizes *of, int i) { return inner(of, i) + of->columns; }

static void members(struct sizes *s)
{
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    if (i % 7 != 3)
      out[i] = outer(s, i);
}

/* By way of variables of the iteration's own, one of them a copy of the structure. */
static void locals(const struct sizes *s)
{
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    const struct sizes *here = s, copy = *here;
    double t[here->rows], u[copy.columns];

    for (int k = 0; k < here->rows; k++)
      t[k] = k + i;
    for (int k = 0; k < copy.columns; k++)
      u[k] = 2.0 * t[k % here->rows];
    out[i] += u[copy.columns - 1] + t[0];
  }
}

static double sum(const int *shape, int i)
{
  double t[shape[0]][shape[1]], all = 0;

  for (int k = 0; k < shape[0]; k++)
    for (int l = 0; l < shape[1]; l++)
      t[k][l] = k * l + i;
  for (int k = 0; k < shape[0]; k++)
    all += t[k][shape[1] - 1];
  return all;
}

static void tables(const int *shapes)
{
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    out[i] += sum(shapes + 2, i);
}

/* One function, two structures: each call has the size of its own. */
static void two(struct sizes *one, struct sizes *other)
{
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    out[i] += inner(one, i) - 2 * inner(other, i);
}

static double own(struct sizes s, int i)
{
  short t[s.rows + 1];

  for (int k = 0; k <= s.rows; k++)
    t[k] = (short)(k + i);
  return t[s.rows];
}

static void values(struct sizes *s)
{
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    out[i] += own(*s, i);
}

/* The size differs from iteration to iteration. */
static void changed(struct sizes *s)
{
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    struct sizes mine = *s;

    mine.rows = i + 1;
    out[i] += inner(&mine, i);
  }
}

int main(void)
{
  struct sizes *s = malloc(sizeof *s), t = {3, 4, {5}};
  int shapes[4] = {9, 9, 3, 5};

  *s = (struct sizes){5, 7, {2}};
  members(s);
  locals(s);
  tables(shapes);
  two(s, &t);
  s->rows = 11;
  values(s);
  members(&t);
  locals(&t);
  changed(s);
  for (int i = 0; i < 60; i++)
    printf("%.1f%c", out[i], i % 10 == 9 ? '\n' : ' ');
  free(s);
  return 0;
}
