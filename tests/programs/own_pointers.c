/* Structures of an iteration's own with pointers in them: writers and readers of bits and numbers, parsers, windows
 * of rows, lists in an array, buffers that grow, arenas; pointers into shared arrays, private ones, and rows.
 * expect: offloaded=12 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 150, M = 40, STRIDE = 128 };

struct bits {
  unsigned char *p, *end;
  unsigned held;
  int n;
};

static void put(struct bits *b, unsigned value, int width)
{
  b->held |= value << b->n;
  for (b->n += width; b->n >= 8; b->n -= 8, b->held >>= 8)
    if (b->p < b->end)
      *b->p++ = b->held & 255;
}

struct reader {
  const unsigned char *p;
  unsigned held;
  int n;
};

static unsigned get(struct reader *r, int width)
{
  for (; r->n < width; r->n += 8)
    r->held |= (unsigned)*r->p++ << r->n;
  unsigned value = r->held & ((1u << width) - 1);
  r->held >>= width;
  r->n -= width;
  return value;
}

/* A writer that is cleared as a whole, and gets its memory in a function. */
typedef struct {
  uint8_t *to;
  size_t at, room;
} writer;

static void start(writer *w, uint8_t *to, size_t room)
{
  memset(w, 0, sizeof *w);
  w->to = to;
  w->room = room;
}

static void put_number(writer *w, uint64_t v)
{
  for (; v >= 128 && w->at < w->room; v >>= 7)
    w->to[w->at++] = (uint8_t)(v | 128);
  if (w->at < w->room)
    w->to[w->at++] = (uint8_t)v;
}

/* A parser whose functions call each other. */
typedef struct {
  const char *text, *at;
} parser;

static int sum(parser *p);

static int factor(parser *p)
{
  int value = 0;
  if (*p->at == '(') {
    p->at++;
    value = sum(p);
    p->at++;
    return value;
  }
  while (*p->at >= '0' && *p->at <= '9')
    value = value * 10 + (*p->at++ - '0');
  return value;
}

static int product(parser *p)
{
  int value = factor(p);
  while (*p->at == '*') {
    p->at++;
    value *= factor(p);
  }
  return value;
}

static int sum(parser *p)
{
  int value = product(p);
  while (*p->at == '+' || *p->at == '-')
    value += *p->at++ == '+' ? product(p) : -product(p);
  return value;
}

struct window {
  const double *at, *end;
  double *out;
};

static void step(struct window *w)
{
  double s = 0;
  for (const double *p = w->at; p < w->end; p += 2)
    s += *p;
  *w->out++ = s;
  w->at++;
}

struct rows {
  struct {
    const int *first;
    int n;
  } whole;
  const double *row[3];
  struct window w;
};

struct node {
  struct node *next;
  int v;
};

struct backward {
  const short *p;
};

static struct backward behind(const short *p, int n)
{
  struct backward b = {p + n};
  return b;
}

static short previous(struct backward *b) { return *--b->p; }

struct arena {
  char *base;
  size_t used, room;
};

static void *take(struct arena *a, size_t bytes)
{
  if (a->used + bytes > a->room)
    return NULL;
  void *p = a->base + a->used;
  a->used += bytes;
  return p;
}

struct ring {
  double data[16], *head;
};

struct field {
  const char *begin;
  int length;
};

static unsigned char out[N * STRIDE], copy[N][STRIDE];
static uint8_t numbers[N * STRIDE];
static char text[N][64], memory[N * 1024];
static double a[N * M], b[N * M], c[N], *table[N];
static int q[N * M], r[N], kept[N * M];
static short h[N * M];

int main(void)
{
  for (int i = 0; i < N * M; i++) {
    a[i] = i * 0.25;
    h[i] = (short)(i % 1000);
    q[i] = i * 3 % 17;
  }
  for (int i = 0; i < N; i++) {
    table[i] = malloc(M * sizeof(double));
    for (int k = 0; k < M; k++)
      table[i][k] = i - k;
    snprintf(text[i], sizeof text[i], "%d*(%d+%d)-7,ab%d,%d", i, i % 7, i % 3, i, i * 5);
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct bits w;
    w.p = out + i * STRIDE;
    w.end = w.p + STRIDE;
    w.held = 0;
    w.n = 0;
    for (int k = 0; k < 40 + i % 20; k++)
      put(&w, (i * 7 + k) & 31, 5);
    r[i] = (int)(w.p - (out + i * STRIDE));
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct reader in = {out + i * STRIDE, 0, 0};
    unsigned s = 0;
    for (int k = 0; k < 40; k++)
      s = s * 3 + get(&in, 5);
    r[i] += (int)(s & 1023);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    unsigned char own[STRIDE];
    struct bits w = {.p = own, .end = own + STRIDE};
    for (int k = 0; k < 32; k++)
      put(&w, (i + k) & 15, 4);
    for (int k = 0; k < w.p - own; k++)
      copy[i][k] = own[k];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    writer w;
    start(&w, numbers + i * STRIDE, STRIDE);
    for (int k = 0; k < 30; k++)
      put_number(&w, (uint64_t)i * k * k * 977);
    r[i] += (int)w.at;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    parser p = {text[i], text[i]};
    r[i] += sum(&p) + (int)(p.at - p.text);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct field f[4];
    int n = 0;
    const char *s = text[i];
    for (f[0].begin = s; *s != 0; s++)
      if (*s == ',') {
        f[n].length = (int)(s - f[n].begin);
        f[++n].begin = s + 1;
      }
    r[i] += f[1].length + f[2].begin[0];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct window w = {a + i * M, a + i * M + M, b + i * M};
    for (int k = 0; k < M; k++)
      step(&w);
    r[i] += (int)(w.out - b);
  }
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++) {
    struct rows o;
    o.whole.first = q + i * M;
    o.whole.n = M;
    for (int k = 0; k < 3; k++)
      o.row[k] = a + (i + k - 1) * M;
    o.w.at = o.row[1];
    o.w.end = o.w.at;
    o.w.end += M;
    double s = 0;
    for (int k = 0; k < o.whole.n; k++)
      s += o.whole.first[k] * o.row[k % 3][k];
    while (o.w.at != o.w.end)
      s += *o.w.at++;
    c[i] = s;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct node pool[16], *first = NULL;
    for (int k = 0; k < 16; k++) {
      pool[k].v = i * k % 7;
      pool[k].next = first;
      first = &pool[k];
    }
    for (struct node *each = first; each; each = each->next)
      r[i] = (r[i] * 3 + each->v) & 65535;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct backward from = behind(h + i * M, M);
    struct { const double *row; int k; } s = {table[i], 0};
    while (s.k < M) {
      c[i] += s.row[s.k++];
      r[i] += previous(&from);
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct arena from = {memory + (size_t)i * 1024, 0, 1024};
    double *x = take(&from, 10 * sizeof *x), *y = take(&from, 20 * sizeof *y);
    for (int k = 0; k < 10; k++)
      x[k] = i + k;
    for (int k = 0; k < 20; k++)
      y[k] = x[k % 10] * 0.5;
    for (int k = 0; k < 20; k++)
      c[i] += y[k];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct ring last = {{0}, NULL};
    struct { int *v, n; } list = {kept + i * M, 0};
    last.head = last.data;
    for (int k = 1; k < 20 + i % 9; k++) {
      *last.head++ = i * 0.25 + k;
      if (last.head == last.data + 16)
        last.head = last.data;
      if (i % k == 0 && list.n < M)
        list.v[list.n++] = k;
    }
    for (int k = 0; k < 16; k++)
      c[i] += last.data[k] * k + list.n;
  }

  double s = 0;
  for (int i = 0; i < N; i++) {
    s += c[i] + r[i] * 0.5;
    for (int k = 0; k < M; k++)
      s += b[i * M + k] * k + kept[i * M + k];
    for (int k = 0; k < STRIDE; k++)
      s += (numbers[i * STRIDE + k] + copy[i][k] + 3 * out[i * STRIDE + k]) * (k + 1);
  }
  printf("%.15g\n", s);
  return 0;
}
