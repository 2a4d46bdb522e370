/* Reductions that the program declares: of structures and numbers, with initial values, functions that begin and combine,
 * and the original's value; on loops, in regions, on regions, in functions, beside others.
 * expect: offloaded=11 kept= */
#include <math.h>
#include <stdio.h>

#define N 1200

struct vector {
  double x, y, z;
};

typedef struct {
  double far;
  int at;
} hit;

typedef struct {
  long count[4];
  int least, most;
} summary;

static double x[N];
static struct vector center;
static unsigned keys[N];

struct vector nothing(void)
{
  struct vector v = {0, 0, 0};

  return v;
}

static void add(struct vector *to, const struct vector *from)
{
  to->x += from->x;
  to->y += from->y;
  to->z += from->z;
}

void begin(hit *h)
{
  h->far = 1e30;
  h->at = -1;
}

static hit nearer(hit a, hit b)
{
  return b.far < a.far || (b.far == a.far && b.at < a.at) ? b : a;
}

void join(summary *to, summary *from)
{
  int k;

  for (k = 0; k < 4; k++)
    to->count[k] += from->count[k];
  if (from->least < to->least)
    to->least = from->least;
  if (from->most > to->most)
    to->most = from->most;
}

void empty(summary *s, const summary *original)
{
  int k;

  for (k = 0; k < 4; k++)
    s->count[k] = 0;
  s->least = original->least;
  s->most = original->most;
}

#pragma omp declare reduction(vectors : struct vector : \
    omp_out.x += omp_in.x, omp_out.y += omp_in.y, omp_out.z += omp_in.z) initializer(omp_priv = {0, 0, 0})
#pragma omp declare reduction(+ : struct vector : add(&omp_out, &omp_in)) initializer(omp_priv = nothing())
#pragma omp declare reduction(nearest : hit : omp_out = nearer(omp_out, omp_in)) initializer(begin(&omp_priv))
#pragma omp declare reduction(all : summary : join(&omp_out, &omp_in)) initializer(empty(&omp_priv, &omp_orig))
#pragma omp declare reduction(farthest : double, float : omp_out = fabs(omp_in) > fabs(omp_out) ? omp_in : omp_out)
#pragma omp declare reduction(modulo : unsigned : omp_out = omp_out * omp_in % 1009u) initializer(omp_priv = 1u)

static void collect(void)
{
#pragma omp for reduction(vectors : center)
  for (int i = 0; i < N; i++) {
    center.x += x[i];
    center.y += x[i] * x[i];
    center.z += 1;
  }
#pragma omp single
  center.z *= 2;
}

int main(void)
{
  struct vector v = {1, 2, 3}, w = {0, 0, 0};
  hit best = {1e30, -1}, second = {5000, -2};
  summary s = {{0}, 1000, -1000}, t = {{1, 1, 1, 1}, 0, 0};
  double top = 0, sum = 0;
  float low = 0;
  unsigned product = 1;
  int i, j, high = -5;
#pragma omp declare reduction(higher : int : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = omp_orig)

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    x[i] = (i * 37 % 1201) - 590;
    keys[i] = (unsigned)i * 7u % 100u + 1u;
  }
#pragma omp parallel for default(none) shared(x) reduction(vectors : v)
  for (i = 0; i < N; i++) {
    v.x += x[i];
    v.y += 2 * x[i];
    v.z += i;
  }
#pragma omp parallel for reduction(+ : w, sum) schedule(static, 7)
  for (i = 0; i < N; i++) {
    const struct vector one = {x[i], -x[i], 1};

    add(&w, &one);
    sum += x[i];
  }
  printf("%g %g %g, %g %g %g, %g\n", v.x, v.y, v.z, w.x, w.y, w.z, sum);
#pragma omp parallel for reduction(nearest : best)
  for (i = 0; i < N; i++) {
    hit h = {fabs(x[i] - 17.25), i};

    best = nearer(best, h);
  }
#pragma omp parallel shared(second, high)
  {
#pragma omp for reduction(nearest : second) reduction(higher : high) collapse(2)
    for (i = 0; i < N; i += 3)
      for (j = 0; j < 2; j++) {
        hit h = {fabs(x[i] - 50), i};

        second = nearer(second, h);
        if (x[i] - j > high)
          high = (int)x[i] - j;
      }
#pragma omp for
    for (i = 0; i < N; i++)
      x[i] += second.at == -2 ? 0 : high > 0;
  }
  printf("%g %d, %d %d\n", best.far, best.at, second.at, high);
#pragma omp parallel for reduction(all : s, t)
  for (i = 0; i < N; i++) {
    s.count[keys[i] % 4]++;
    t.count[i % 4] += 2;
    if ((int)keys[i] < s.least)
      s.least = (int)keys[i];
    if ((int)keys[i] > s.most)
      s.most = (int)keys[i];
  }
  printf("%ld %ld %ld %ld %d %d, %ld %d\n", s.count[0], s.count[1], s.count[2], s.count[3], s.least, s.most, t.count[3],
         t.least);
#pragma omp parallel for reduction(farthest : top, low)
  for (i = 0; i < N; i++) {
    if (fabs(x[i]) > fabs(top))
      top = x[i];
    if (x[i] < low && fabs(x[i]) > fabs(low))
      low = (float)x[i];
  }
#pragma omp parallel reduction(modulo : product) private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      product = product * keys[i] % 1009u;
  }
#pragma omp parallel
  collect();
  printf("%g %g %u %g %g %g\n", top, (double)low, product, center.x, center.y, center.z);
  {
    double several[2] = {0, 0};

#pragma omp parallel for reduction(farthest : several[0 : 2])
    for (i = 0; i < N; i++)
      if (fabs(x[i]) > fabs(several[i % 2]))
        several[i % 2] = x[i];
    printf("%g %g\n", several[0], several[1]);
  }
  return 0;
}
