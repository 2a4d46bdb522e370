/* Functions that return where something is: an element of a structure's array, a row, one of two arrays.
 * expect: offloaded=11 */
#include <stdio.h>
#include <stdlib.h>

typedef double real;

struct field {
  int width, height;
  real *values;
  real **rows;
};

struct stack {
  struct field lowest;
  int levels;
};

struct body {
  real place[3];
  int number;
};

struct bodies {
  struct body *all;
  int count, *order;
};

enum { W = 30, H = 20, N = 64, BODIES = 100 };

static real even[N], odd[N];

static real *either(int i) { return i & 1 ? odd + i : even + i; }

static real *plain(int i) { return &even[i]; }

static real *nearest(const struct field *f, int x, int y)
{
  x = x < 0 ? 0 : x >= f->width ? f->width - 1 : x;
  if (y < 0)
    return f->values + x;
  if (y >= f->height)
    y = f->height - 1;
  real *row = f->values;
  row += y * f->width;
  return row + x;
}

static real *of_copy(struct field f, int x, int y) { return &f.values[y * f.width + x]; }

static real *row_of(const struct field *f, int y) { return f->rows[y]; }

static real *of_lowest(struct stack *s, int x, int y) { return nearest(&s->lowest, x, y); }

static struct body *nth(struct bodies *b, int i) { return &b->all[b->order[i]]; }

static real *place(struct body *b) { return b->place; }

static const struct body *stepped(const struct bodies *b, int i)
{
  const struct body *at = b->all;
  while (i-- > 0)
    at++;
  return at;
}

static real *first_above(real *values, int n, real limit)
{
  for (int i = 0; i < n; i++)
    if (values[i] >= limit)
      return values + i;
  return NULL;
}

static void *bytes(const struct field *f, size_t number) { return (char *)f->values + number * sizeof(real); }

static struct field *made(void)
{
  struct field *f = malloc(sizeof *f);
  f->width = W;
  f->height = H;
  f->values = calloc(W * H, sizeof(real));
  f->rows = malloc(H * sizeof *f->rows);
  for (int y = 0; y < H; y++)
    f->rows[y] = calloc(W, sizeof(real));
  return f;
}

int main(void)
{
  struct field *from = made(), *to = made();
  struct bodies several = {malloc(BODIES * sizeof(struct body)), BODIES, malloc(BODIES * sizeof(int))}, *b = &several;
  struct stack stack = {*from, 1}, *s = &stack;
  int found = 0;
  double check = 0.0;

  for (int i = 0; i < W * H; i++)
    from->values[i] = i % 17;
  for (int i = 0; i < BODIES; i++) {
    b->order[i] = BODIES - 1 - i;
    b->all[i] = (struct body){{i, i + 1, i + 2}, i};
  }
  for (int i = 0; i < N; i++)
    even[i] = i, odd[i] = -i;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    *plain(i) *= 2;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    *either(i) += i;

#pragma omp parallel for
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      *nearest(to, x, y) = *nearest(from, x - 1, y) + *nearest(from, x + 1, y - 2);

#pragma omp parallel for
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      *of_copy(*to, x, y) += *of_copy(*from, x, y);

#pragma omp parallel for
  for (int y = 0; y < H; y++) {
    real *row = row_of(to, y);
    for (int x = 0; x < W; x++)
      row[x] = row_of(from, y)[x] + x * y;
  }

#pragma omp parallel for
  for (int i = 0; i < BODIES; i++) {
    struct body *one = nth(b, i);
    real *at = place(one);
    at[0] += i;
    place(nth(b, i))[1] -= i;
    one->place[2] = stepped(b, i)->number;
  }

#pragma omp parallel for reduction(+ : found)
  for (int i = 0; i < N; i++) {
    real *one = first_above(from->values, W * H, i / 4.0);
    if (one != NULL)
      found += (int)(one - from->values);
  }

#pragma omp parallel for
  for (int i = 0; i < W * H; i++)
    *(real *)bytes(to, i) += 1;

#pragma omp parallel for
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      to->values[y * W + x] += *of_lowest(s, x + 1, y);

  /* Another structure is reached by the same function. */
#pragma omp parallel for
  for (int y = 1; y < H; y++)
    *nearest(from, 3, y) = *nearest(to, 4, y - 1);

  struct field *swapped = from;
  from = to;
  to = swapped;
#pragma omp parallel for
  for (int x = 0; x < W; x++)
    *nearest(to, x, 0) -= *nearest(from, x, H + 5);

  for (int i = 0; i < W * H; i++)
    check = check * 1.01 + from->values[i] + 3 * to->values[i];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      check += from->rows[y][x] * (x + y);
  for (int i = 0; i < N; i++)
    check += even[i] * i + odd[i];
  for (int i = 0; i < BODIES; i++)
    check += b->all[i].place[0] * i + b->all[i].place[1] + 3 * b->all[i].place[2];
  printf("%.6g %d\n", check, found);
  return 0;
}
