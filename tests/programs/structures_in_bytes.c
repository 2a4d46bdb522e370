/* Bit-fields whose bytes other members share, that functions return, in members without names and in lists of lists;
 * memcpy of packed members, and large private arrays of such structures; copies of structures with numbers that devices lack.
 *
 * expect: offloaded=6
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 97 };

struct head {
  uint8_t version : 4, length : 4;
  uint32_t sequence : 20;
  uint8_t last;
  int16_t offset : 11;
  char text[2];
};
struct instruction {
  union {
    uint32_t raw;
    struct {
      uint32_t op : 6, source : 5, target : 5, value : 16;
    };
    struct {
      int low : 16, high : 16;
    } halves;
  };
  char tag;
};
struct frame {
  struct head head;
  int k[3];
  struct {
    unsigned a : 3;
    int b;
  } in[2];
  double d;
};
struct __attribute__((packed)) packet {
  uint8_t tag;
  uint32_t n : 20, m : 12;
  uint32_t length;
  double values[3];
  uint16_t w : 9, x : 3, y : 4;
  struct {
    int8_t a;
    double b;
  } in;
};
struct counted {
  char c;
  __int128 total;
  int k;
  long double exact;
};

static struct head made(int i)
{
  struct head h = {i, i + 1, i * 77, ~i, -i, {'a', i}};
  return h;
}

static struct instruction decoded(int i)
{
  struct instruction r;
  r.raw = i * 2654435761u;
  r.tag = i;
  return r;
}

static unsigned next(struct head *h)
{
  h->sequence++;
  ++h->version;
  h->length -= 1;
  h->offset += 3;
  return h->sequence;
}

static void headers(struct head *h, struct instruction *r, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    h[i] = made(i);
    h[i].sequence ^= 0xfff0;
    h[i].offset = i * 5;
    out[i] = made(i).sequence + made(i + 1).offset * 3.0 + decoded(i).value;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    r[i] = decoded(i);
    r[i].op = i;
    r[i].value += 3;
    r[i].halves.high ^= 5;
    out[i] += r[i].source + r[i].target * 2.0 + r[i].halves.low + next(&h[i]);
  }
}

static void frames(struct frame *f)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct frame a = {{i, 3, i * 9, 7, 5, {1, 2}}, {1, i, 3}, {{5, i}, {i, 2}}, i * 0.5};
    a.head.sequence += a.in[1].a;
    a.in[i & 1].a++;
    f[i] = a;
    f[i].head = (struct head){.sequence = i, .text = {4, i}, .offset = -3};
    if (i % 3 == 0)
      f[i] = (struct frame){.d = i, .in = {{1, 2}, {3, 4}}, .head = {1, 2, 3}};
  }
}

static void packets(struct packet *p, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    uint32_t length = i * 12345u;
    double v[3] = {i, 2, i / 3.0};
    memcpy(&p[i].length, &length, sizeof length);
    memcpy(p[i].values, v, sizeof v);
    memset(&p[i].in, 0, sizeof p[i].in);
    p[i].n = i * 31;
    p[i].m = i;
    p[i].w = i * 3;
    p[i].x = i;
    p[i].y ^= i;
    p[i].in.b = i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    uint32_t length;
    struct packet c, many[2000];
    for (int k = 0; k < 3; k++) {
      many[k * 999] = p[(i + k) % N];
      many[k * 999].m += k;
    }
    memcpy(&length, &p[i].length, 4);
    memcpy(&c, &p[N - 1 - i], sizeof c);
    out[i] += length + p[i].n + p[i].m * 2.0 + p[i].w * 3.0 + p[i].y + c.values[i % 3] + c.in.b + c.x;
    out[i] += many[999].values[2] + many[i % 3 * 999].m;
  }
}

static void copied(const struct counted *from, struct counted *to)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct counted c = from[N - 1 - i], other = {.k = i};
    c.k += i;
    to[i] = i % 7 ? c : other;
  }
}

int main(void)
{
  static struct head h[N];
  static struct instruction r[N];
  static struct frame f[N];
  static struct packet p[N];
  static struct counted from[N], to[N];
  static double out[N];
  unsigned hash = 0;
  for (int i = 0; i < N; i++) {
    from[i].total = (__int128)i << 70;
    from[i].exact = i / 3.0L;
    from[i].c = -i;
  }
  headers(h, r, out);
  frames(f);
  packets(p, out);
  copied(from, to);
  for (size_t i = 0; i < sizeof p; i++)
    hash = hash * 31 + ((const unsigned char *)p)[i];
  for (int i = 0; i < N; i += 7) {
    printf("%.17g %u %u %u %d %d|", out[i], h[i].version, h[i].length, h[i].sequence, h[i].last, h[i].offset);
    printf("%d %u %d|%u %u %d|", h[i].text[1], r[i].raw, r[i].tag, f[i].head.sequence, f[i].head.version, f[i].k[1]);
    printf("%d %d %d %g|", f[i].head.text[1], f[i].in[1].a, f[i].in[0].b, f[i].d);
    printf("%d %d %d %.17g\n", (int)(to[i].total >> 70), to[i].c, to[i].k, (double)to[i].exact);
  }
  printf("%u\n", hash);
  return 0;
}
