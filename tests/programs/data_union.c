/* Unions, with members of structures without names; numbers through the bits of others.
 *
 * expect: offloaded=3
 */
#include <stdint.h>
#include <stdio.h>

typedef union {
  uint32_t word;
  uint8_t byte[4];
  struct {
    uint8_t r, g, b, a;
  };
  float real;
} pixel;
enum kind { SPHERE, BOX };
struct object {
  enum kind kind;
  union {
    struct {
      float centre[3], radius;
    } sphere;
    struct {
      float low[3], high[3];
    } box;
  } u;
};

static pixel image[64];
static struct object objects[64];

static float volume(const struct object *o)
{
  float product = 1;
  if (o->kind == SPHERE)
    return o->u.sphere.radius * o->u.sphere.radius * o->u.sphere.centre[2];
  for (int k = 0; k < 3; k++)
    product *= o->u.box.high[k] - o->u.box.low[k];
  return product;
}

static uint32_t bits_of(float f)
{
  union {
    float f;
    uint32_t u;
  } x;
  x.f = f;
  return x.u;
}

static float absolute(float f)
{
  union {
    uint32_t u;
    float f;
  } x = {.f = f};
  x.u &= 0x7fffffff;
  return x.f;
}

static void swap(pixel *p, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    pixel *q = p + i;
    uint8_t t = q->r;
    q->r = q->b;
    q->b = t;
    q->word ^= 0x01000000;
    for (int k = 0; k < 4; k++)
      q->byte[k] = (uint8_t)(q->byte[k] + (q->word & 1));
  }
}

int main(void)
{
  uint64_t sum = 0;
  double all = 0;
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    struct object *o = &objects[i];
    pixel q = {.word = 7};
    image[i].word = (uint32_t)i * 2654435761u;
    image[i].byte[3] = (uint8_t)(image[i].byte[3] + i);
    q.a = (uint8_t)i;
    q.byte[0]++;
    if (i % 3 == 0)
      image[i] = q;
    o->kind = i % 2 ? BOX : SPHERE;
    for (int k = 0; k < 3; k++)
      if (i % 2) {
        o->u.box.low[k] = k;
        o->u.box.high[k] = k + i * .5f;
      } else
        o->u.sphere.centre[k] = i;
    if (o->kind == SPHERE)
      o->u.sphere.radius = i + 1;
  }
  swap(image, 64);
#pragma omp parallel for reduction(+ : sum, all)
  for (int i = 0; i < 64; i++) {
    sum += image[i].word * (i + 1ul) + image[i].g + bits_of(i * .37f) % 1000;
    all += volume(&objects[i]) + absolute(-i * .25f);
  }
  printf("%llu %.6f\n", (unsigned long long)sum, all);
  return 0;
}
