/* Addresses of compound literals, and of their members, are passed to functions and kept in pointers.

   Each evaluation makes the object anew.
   expect: offloaded=2
*/
#include <stdio.h>

enum { N = 60 };

struct point {
  int x, y;
};

struct box {
  struct point low, high;
};

static struct point points[N];
static int r[N];

static void move(struct point *p, const struct point *by) {
  p->x += by->x;
  p->y -= by->y;
}

static int length(struct point *p) {
  p->x = p->x < 0 ? -p->x : p->x;
  return p->x + p->y;
}

int main(void) {
  for (int i = 0; i < N; i++)
    points[i] = (struct point){i % 7, i % 5};
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    move(&points[i], &(struct point){i, 3});
    move(&points[i], &((struct box){{1, 2}, {i % 3, 4}}).high);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct point *last = &points[i];
    for (int j = 0; j < 3; j++) {
      struct point *p = &(struct point){.x = -j};
      r[i] += length(p) + p->y + last->y;
      p->y = 5;
      r[i] = r[i] * 2 + length(p);
    }
  }
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += points[i].x * 3 + points[i].y + r[i] * (i % 4);
  printf("%ld\n", sum);
  return 0;
}
