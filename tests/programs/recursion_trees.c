/* Recursion over structures: rays, expressions, a parser, boxes.  expect: offloaded=4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double x, y, z;
} vec;
typedef struct {
  vec c;
  double r, mirror, shade;
} sphere;
typedef struct {
  sphere s[5];
  int n;
} scene;
static vec add(vec a, vec b) {
  vec r = {a.x + b.x, a.y + b.y, a.z + b.z};
  return r;
}
static vec mul(vec a, double k) { return (vec){a.x * k, a.y * k, a.z * k}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static int hit(const scene *w, vec o, vec d, double *t) {
  int best = -1;
  *t = 1e30;
  for (int i = 0; i < w->n; i++) {
    vec oc = add(o, mul(w->s[i].c, -1));
    double b = dot(oc, d), c = dot(oc, oc) - w->s[i].r * w->s[i].r, q = b * b - c;
    if (q < 0)
      continue;
    double s = -b - sqrt(q);
    if (s > 1e-4 && s < *t) {
      *t = s;
      best = i;
    }
  }
  return best;
}
static double trace(const scene *w, vec o, vec d, int depth) {
  double t;
  int i = hit(w, o, d, &t);
  if (i < 0)
    return .2 + .1 * d.y;
  vec p = add(o, mul(d, t)), n = mul(add(p, mul(w->s[i].c, -1)), 1 / w->s[i].r);
  double shade = w->s[i].shade * (.3 + .7 * fmax(0, dot(n, (vec){.57, .57, -.57})));
  if (depth > 0 && w->s[i].mirror > 0) {
    vec r = add(d, mul(n, -2 * dot(d, n)));
    shade = shade * (1 - w->s[i].mirror) + w->s[i].mirror * trace(w, p, r, depth - 1);
  }
  return shade;
}
enum kind { NUMBER, VARIABLE, PLUS, TIMES, NEGATIVE, CHOICE };
struct term {
  enum kind kind;
  int a, b, c;
  double value;
};
static double eval(const struct term *e, int at, double x) {
  const struct term *t = &e[at];
  switch (t->kind) {
  case NUMBER:
    return t->value;
  case VARIABLE:
    return x;
  case PLUS:
    return eval(e, t->a, x) + eval(e, t->b, x);
  case TIMES: {
    double left = eval(e, t->a, x);
    if (left == 0)
      return 0;
    return left * eval(e, t->b, x);
  }
  case NEGATIVE:
    return -eval(e, t->a, x);
  case CHOICE:
    return eval(e, eval(e, t->a, x) > 0 ? t->b : t->c, x);
  default:
    break;
  }
  return -1;
}
/* a parser of its own by each iteration */
static int expression(const char *s, int *at);
static int factor(const char *s, int *at) {
  int v = 0;
  if (s[*at] == '(') {
    ++*at;
    v = expression(s, at);
    ++*at;
    return v;
  }
  if (s[*at] == '-') {
    ++*at;
    return -factor(s, at);
  }
  while (s[*at] >= '0' && s[*at] <= '9')
    v = v * 10 + s[(*at)++] - '0';
  return v;
}
static int product(const char *s, int *at) {
  int v = factor(s, at);
  while (s[*at] == '*' || s[*at] == '%') {
    char op = s[(*at)++];
    int w = factor(s, at);
    v = op == '*' ? v * w : w ? v % w : 0;
  }
  return v;
}
static int expression(const char *s, int *at) {
  int v = product(s, at);
  for (;;) {
    if (s[*at] == '+') {
      ++*at;
      v += product(s, at);
    } else if (s[*at] == '-') {
      ++*at;
      v -= product(s, at);
    } else
      break;
  }
  return v;
}
struct box {
  float lo[2], hi[2];
  int first, count, left, right;
};
static int build(struct box *b, int *used, float (*p)[2], int *order, int first, int count) {
  int me = (*used)++;
  struct box *n = &b[me];
  n->first = first;
  n->count = count;
  n->left = n->right = -1;
  for (int d = 0; d < 2; d++) {
    n->lo[d] = 1e9f;
    n->hi[d] = -1e9f;
  }
  for (int i = first; i < first + count; i++)
    for (int d = 0; d < 2; d++) {
      float v = p[order[i]][d];
      if (v < n->lo[d])
        n->lo[d] = v;
      if (v > n->hi[d])
        n->hi[d] = v;
    }
  if (count <= 4)
    return me;
  int d = n->hi[0] - n->lo[0] < n->hi[1] - n->lo[1];
  float mid = (n->lo[d] + n->hi[d]) / 2;
  int m = first;
  for (int i = first; i < first + count; i++)
    if (p[order[i]][d] < mid) {
      int t = order[i];
      order[i] = order[m];
      order[m++] = t;
    }
  if (m == first || m == first + count)
    m = first + count / 2;
  b[me].left = build(b, used, p, order, first, m - first);
  b[me].right = build(b, used, p, order, m, count - (m - first));
  return me;
}
static void nearest(const struct box *b, int n, const float (*p)[2], const int *order, float x, float y, float *best,
                    int *who) {
  float dx = fmaxf(fmaxf(b[n].lo[0] - x, 0), x - b[n].hi[0]), dy = fmaxf(fmaxf(b[n].lo[1] - y, 0), y - b[n].hi[1]);
  if (dx * dx + dy * dy >= *best)
    return;
  if (b[n].left < 0) {
    for (int i = b[n].first; i < b[n].first + b[n].count; i++) {
      float u = p[order[i]][0] - x, v = p[order[i]][1] - y, d = u * u + v * v;
      if (d < *best) {
        *best = d;
        *who = order[i];
      }
    }
    return;
  }
  nearest(b, b[n].left, p, order, x, y, best, who);
  nearest(b, b[n].right, p, order, x, y, best, who);
}
#define W 48
static double image[W][W], val[W];
static int parsed[W], near[W];
static float pts[500][2];
int main(void) {
  scene w = {{{{0, 0, 3}, 1, .5, .9},
              {{1.2, .3, 2.5}, .5, .8, .4},
              {{-1, -.4, 2.2}, .4, .3, .7},
              {{0, -101, 3}, 100, .2, .5}},
             4};
#pragma omp parallel for collapse(2)
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++) {
      vec o = {0, 0, -1}, d = {(j - W / 2) / (double)W, (W / 2 - i) / (double)W, 1};
      d = mul(d, 1 / sqrt(dot(d, d)));
      image[i][j] = trace(&w, o, d, 5);
    }
  struct term e[] = {{PLUS, 1, 2, 0, 0},     {TIMES, 3, 4, 0, 0},    {CHOICE, 4, 5, 6, 0}, {NUMBER, 0, 0, 0, 2.5},
                     {VARIABLE, 0, 0, 0, 0}, {NEGATIVE, 4, 0, 0, 0}, {TIMES, 4, 1, 0, 0}};
#pragma omp parallel for
  for (int i = 0; i < W; i++)
    val[i] = eval(e, 0, i * .5 - 6);
  static const char *text[] = {"1+2*3", "-(4-7)*(2+5)%4", "((((12))))*-3+8%3", "100-1-2-3*(1+1)"};
  static char all[4][32];
  for (int i = 0; i < 4; i++)
    snprintf(all[i], 32, "%s", text[i]);
#pragma omp parallel for
  for (int i = 0; i < W; i++) {
    int at = 0;
    parsed[i] = expression(all[i % 4], &at) * 100 + at;
  }
  unsigned s = 7;
  for (int i = 0; i < 500; i++)
    for (int d = 0; d < 2; d++) {
      s = s * 1664525 + 1013904223;
      pts[i][d] = s >> 8 & 1023;
    }
  static struct box b[1000];
  static int order[500];
  int used = 0;
  for (int i = 0; i < 500; i++)
    order[i] = i;
  build(b, &used, pts, order, 0, 500);
#pragma omp parallel for
  for (int i = 0; i < W; i++) {
    float best = 1e30f;
    int who = -1;
    nearest(b, 0, pts, order, i * 20, 1000 - i * 17, &best, &who);
    near[i] = who;
  }
  double sum = 0;
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++)
      sum += image[i][j] * (1 + (i * 31 + j) % 7);
  printf("%.9g\n", sum);
  for (int i = 0; i < W; i += 5)
    printf("%g %d %d\n", val[i], parsed[i], near[i]);
  return 0;
}
