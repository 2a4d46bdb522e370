/* expect: offloaded=6
 * A loop whose `if` clause is true in every other step reaches rows by data, and more memory through functions, members
 * and indices.  Between steps the host exchanges rows, replaces one, and writes an index. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 12, COLUMNS = 3000, STEPS = 9, BIG = 40000 };

struct part {
  int row, from, to;
};

struct mask {
  double *weight;
  int used;
};

struct state {
  int parts, parallel;
  struct part *part;
  double **row;
  struct mask *mask;
};

static double bias[COLUMNS], *away;
static int choice[ROWS];

static void *need(size_t bytes) {
  void *made = malloc(bytes);
  if (made == NULL) {
    puts("no memory");
    exit(1);
  }
  return made;
}

static double extra(int i) { return bias[i] + away[BIG - 1 - i]; }

static void update(struct state *s) {
#pragma omp parallel for if (s->parallel)
  for (int k = 0; k < s->parts; k++) {
    double *y = s->row[s->part[k].row], *x = s->row[choice[s->part[k].row]];
    for (int i = s->part[k].from; i < s->part[k].to; i++) {
      double w = s->mask ? s->mask->weight[i] : 0.5;
      y[i] += w * (x[COLUMNS + i] + extra(i));
    }
  }
}

static void shift(struct state *s) {
#pragma omp parallel for if (s->parallel)
  for (int k = 0; k < s->parts; k++) {
    double *y = s->row[s->part[k].row];
    for (int i = s->part[k].from; i < s->part[k].to; i++)
      y[COLUMNS + i] = 0.25 * y[i] + i;
  }
}

int main(void) {
  struct mask mask = {need(COLUMNS * sizeof(double)), 0};
  struct state s = {0, 0, need(4 * ROWS * sizeof(struct part)), need(ROWS * sizeof(double *)), NULL};
  double *other = need(BIG * sizeof *other), total = 0;
  away = need(BIG * sizeof *away);
  for (int r = 0; r < ROWS; r++) {
    s.row[r] = need(2 * COLUMNS * sizeof(double));
    choice[r] = r;
    for (int i = 0; i < 2 * COLUMNS; i++)
      s.row[r][i] = r + 0.001 * i;
    for (int p = 0; p < 3; p++)
      s.part[s.parts++] = (struct part){r, p * (COLUMNS / 3), (p + 1) * (COLUMNS / 3)};
  }
#pragma omp parallel for
  for (int i = 0; i < BIG; i++) {
    other[i] = 0.5 * i;
    away[i] = 1e-3 * (i % 50);
  }
#pragma omp parallel for
  for (int i = 0; i < COLUMNS; i++) {
    bias[i] = 0.01 * i;
    mask.weight[i] = 0.125 * (i % 3);
  }
  for (int step = 0; step < STEPS; step++) {
    s.mask = step % 4 < 2 ? NULL : &mask;
    s.parallel = step % 2 == 0;
    update(&s);
#pragma omp parallel for
    for (int i = 0; i < BIG; i++) {
      other[i] += 1e-3 * away[i];
      away[i] += 1e-4;
    }
    s.parallel = step % 3 == 0;
    shift(&s);
    double *kept = s.row[step];
    s.row[step] = s.row[step + 1];
    s.row[step + 1] = kept;
    choice[step] = (step * 5 + 1) % ROWS;
    if (step == 4) {
      double *fresh = need(2 * COLUMNS * sizeof(double));
      for (int i = 0; i < 2 * COLUMNS; i++)
        fresh[i] = s.row[7][i] - 1;
      free(s.row[7]);
      s.row[7] = fresh;
    }
  }
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < BIG; i++)
    total += other[i] * (i % 7);
  for (int r = 0; r < ROWS; r++)
    printf("%d: %.9g %.9g\n", r, s.row[r][17], s.row[r][2 * COLUMNS - 1]);
  printf("%.7g %.9g\n", total, away[5] + bias[3]);
  return 0;
}
