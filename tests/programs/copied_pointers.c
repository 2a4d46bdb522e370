/* Pointers that a function sets from members of structures, and uses beside these.
 *
 * expect: offloaded=3
 *
 * Inner loops would be parallel if both led to different memory, which they never do.
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int n;
  signed char *spin;
  unsigned *state;
} lattice;

static lattice make(int n) {
  lattice made = {n, malloc((size_t)(n * n)), malloc((size_t)(n * n) * sizeof *made.state)};
  for (int i = 0; i < n * n; i++) {
    made.spin[i] = (signed char)(i * 7 % 5 < 2 ? 1 : -1);
    made.state[i] = (unsigned)i * 2654435761u + 12345u;
  }
  return made;
}

static void update(lattice *l, int i, int field) {
  l->state[i] = l->state[i] * 1664525u + 1013904223u;
  l->spin[i] = (signed char)((int)(l->state[i] >> 28) < 8 + field * 2 ? 1 : -1);
}

static void sweep(lattice *l) {
  const int n = l->n;
  signed char *s = l->spin;
  for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
    for (int y = 0; y < n; y++) {
      int up = (y + 1) % n * n, down = (y + n - 1) % n * n;
      for (int x = (y + colour) & 1; x < n; x += 2) {
        int right = x + 1 == n ? 0 : x + 1, left = x == 0 ? n - 1 : x - 1;
        update(l, y * n + x, s[y * n + right] + s[y * n + left] + s[up + x] + s[down + x]);
      }
    }
  }
}

struct row {
  double *values;
  int length;
};

/* Each row is a recurrence of its own. */
static void filter(struct row *all, int rows, int length) {
  double *a = (double *)all->values;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 1; j < length; j++)
      all->values[i * length + j] += .5 * a[i * length + j - 1];
}

/* A pointer that is set twice: nothing is believed of it. */
static void both(struct row *one, struct row *other, int which, int length) {
  double *a = one->values;
  if (which)
    a = other->values;
#pragma omp parallel for
  for (int i = 0; i < length; i++)
    one->values[i] += a[i] * .25;
}

int main(void) {
  lattice one = make(32), other = make(24);
  for (int step = 0; step < 6; step++) {
    sweep(&one);
    sweep(&other);
  }
  long sum = 0;
  for (int i = 0; i < 32 * 32; i++)
    sum += one.spin[i] * (i % 17);
  for (int i = 0; i < 24 * 24; i++)
    sum += other.spin[i] * (i % 13);
  printf("%ld\n", sum);
  struct row rows = {malloc(40 * 30 * sizeof(double)), 30}, more = {malloc(40 * 30 * sizeof(double)), 30};
  for (int i = 0; i < 40 * 30; i++) {
    rows.values[i] = i % 11;
    more.values[i] = i % 7;
  }
  filter(&rows, 40, 30);
  filter(&more, 40, 30);
  both(&rows, &more, 0, 40 * 30);
  both(&rows, &more, 1, 40 * 30);
  double total = 0;
  for (int i = 0; i < 40 * 30; i++)
    total += rows.values[i] * (i % 3) + more.values[i];
  printf("%.10g\n", total);
  return 0;
}
