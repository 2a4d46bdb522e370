/* Packed structures: records of files and sensors, under `#pragma pack`, in each other, with bit-fields and unions.
 * Lists of values give members theirs, not what pads them on the device.
 *
 * expect: offloaded=7
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 101 };

struct __attribute__((packed)) record {
  uint8_t tag;
  uint32_t id;
  double value;
  int16_t counts[3];
  uint64_t time;
};
#pragma pack(push, 1)
typedef struct {
  int32_t x, y, z;
  uint8_t back : 3, number : 3, edge : 1;
  double time;
  uint16_t colour[3];
} point;
struct scan {
  char name[3];
  point points[2];
  union {
    uint32_t word;
    float real;
    uint8_t bytes[4];
  } check;
};
struct message {
  uint8_t kind;
  uint16_t length;
  uint8_t data[];
};
#pragma pack(2)
struct half {
  char c;
  double d;
  short s;
};
#pragma pack(pop)
struct mixed {
  char c;
  double d __attribute__((packed, aligned(4)));
  int i;
};
struct fields {
  uint8_t first;
  uint32_t a : 5, b : 13, c : 20;
  uint16_t last;
} __attribute__((packed));

struct inner {
  short a;
  _Alignas(8) short b;
};
struct wide {
  char c;
  _Alignas(16) int x;
  int y;
  struct inner in[2];
};

static struct record records[N], turned[N];
static struct scan scans[N];
static struct half halves[N];
static struct mixed mixed[N];
static struct fields fields[N];
static struct wide wides[N];

static struct record made(int i)
{
  struct record r = {i, i * 1001u, i * 0.25, {i, -i, 3}, (uint64_t)i << 40};
  r.counts[i % 3] += 1;
  return r;
}

static double total(const struct record *r) { return r->counts[0] + 2.0 * r->counts[1] + r->value + r->id; }

static int letters(const char *name) { return name[0] * 3 + name[1] * 2 + name[2]; }

static double changed(struct record *all, struct record *to, double *out)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    all[i] = made(i);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    struct record r = all[N - 1 - i];
    r.value += r.counts[i % 3];
    to[i] = i % 2 ? r : made(i + 1);
    to[i].time ^= 0x1234567;
    out[i] = total(&all[i]) + made(i).counts[i % 3];
    sum += to[i].value;
  }
  return sum;
}

static void scanned(struct scan *s, const struct fields *f, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 2; k++) {
      point *p = &s[i].points[k];
      p->x = i - k;
      p->time = i / 8.0;
      p->colour[i % 3] += k * i + 3;
      p->back = i;
      p->number = i + k;
    }
    s[i].check.real = i * 0.5f;
    s[i].check.bytes[i % 4] ^= i;
    for (int k = 0; k < 3; k++)
      s[i].name[k] = 'a' + (i + k) % 26;
    out[i] += s[i].points[i % 2].time + s[i].check.word + letters(s[i].name);
    out[i] += f[i].a + 2.0 * f[i].b + 3.0 * f[i].c + f[i].last;
  }
}

static void sized(struct half *h, struct mixed *m, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    h[i] = (struct half){i, i * 0.125, -i};
    m[i].c = -i;
    m[i].d = h[i].d * 3;
    m[i].i = sizeof(struct half) * 100 + offsetof(struct mixed, d);
    out[i] += sizeof(struct scan) + offsetof(struct scan, points[1].time) + m[i].i;
  }
}

static struct wide listed_one(int i)
{
  struct wide w = {i, i + 1, i + 2, {{i + 3, i + 4}, {i + 5, 6}}};
  return w;
}

static void listed(struct wide *w, double *out)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct wide v = listed_one(i), none = {0};
    w[i] = (struct wide){i, 2 * i, .in = {{7, i}, none.in[0]}};
    out[i] += v.c + 3 * v.x + 5 * v.y + 7 * v.in[0].a + 9 * v.in[0].b + 11 * v.in[1].a + none.y;
  }
}

static void parsed(const unsigned char *bytes, double *out, struct message *m)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const point *p = (const point *)(bytes + 3 + i * sizeof(point));
    out[i] += p->x + 2.0 * p->y + p->number + p->colour[1];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    m->data[i] = m->length + i;
}

static unsigned hash(unsigned h, const void *from, size_t size)
{
  const unsigned char *bytes = from;
  for (size_t i = 0; i < size; i++)
    h = h * 31 + bytes[i];
  return h;
}

int main(void)
{
  static double out[N];
  unsigned char *bytes = malloc(3 + N * sizeof(point));
  struct message *m = calloc(1, sizeof *m + N);
  for (size_t i = 0; i < 3 + N * sizeof(point); i++)
    bytes[i] = (i * 37) >> 2;
  for (int i = 0; i < N; i++)
    fields[i] = (struct fields){i, i, i * 5, i * 2049, i * 3};
  m->length = 7;
  double sum = changed(records, turned, out);
  scanned(scans, fields, out);
  sized(halves, mixed, out);
  listed(wides, out);
  parsed(bytes, out, m);
  for (int i = 0; i < N; i += 9)
    printf("%.17g %g %g %d %d\n", out[i], halves[i].d, mixed[i].d, mixed[i].i + halves[i].s,
           wides[i].c + 100 * wides[i].x + 3 * wides[i].y + 7 * wides[i].in[0].b);
  unsigned h = hash(hash(hash(1, records, sizeof records), turned, sizeof turned), scans, sizeof scans);
  printf("%g %u %u\n", sum, h, hash(1, m->data, N));
  free(bytes);
  free(m);
  return 0;
}
