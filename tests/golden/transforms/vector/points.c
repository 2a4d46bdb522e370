/* Complex numbers and colours are moved as wholes; triples, mixed structures and members of others are not. */
#include <stddef.h>

struct complex { double re, im; };
struct colour { float r, g, b, a; };
struct small { short x, y; };
struct triple { float x, y, z; };
struct mixed { float x; int n; };
struct pair { int from, to; };
struct held { struct pair pair; double weight; };

static struct complex roots[300];
static struct held held[300];

void rotate(struct complex *z, const struct complex *w, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    struct complex line[2], root = roots[i];
    line[0] = z[i];
    line[1].re = line[0].re * root.re - line[0].im * root.im;
    line[1].im = line[0].re * root.im + line[0].im * root.re;
    z[i].re = line[1].re + w[i].re;
    z[i].im = line[1].im + w[i].im;
  }
}

void fade(struct colour *c, struct small *s, struct triple *t, struct mixed *m, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    c[i].r *= 0.5f;
    c[i].g *= 0.5f;
    c[i].b *= 0.5f;
    s[i].x = s[i].y;
    t[i].x = t[i].z;
    m[i].x = m[i].n;
  }
}

void join(struct pair *p, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    held[i].pair = p[i];
    held[i].weight = p[i].from;
  }
}
