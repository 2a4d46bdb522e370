/* Structures with bit-fields as compound literals: assigned to elements and members, given to functions, returned.
   expect: offloaded=3 kept= */
#include <stdint.h>
#include <stdio.h>

enum { N = 500, W = 4 };

typedef struct {
  uint64_t tag;
  unsigned valid : 1, dirty : 1, age : 6;
  uint32_t stamp;
} line;

typedef struct {
  line way[W];
  int hand;
} set;

static set sets[N];
static line first[N];
static uint32_t sum[N];

static line made(uint64_t tag, int age)
{
  return (line){.tag = tag, .valid = 1, .age = (unsigned)age & 63};
}

static uint32_t weight(line one)
{
  return (uint32_t)one.tag * 3 + one.valid + 2 * one.dirty + 4 * one.age + one.stamp;
}

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 20; j++) {
      set *s = &sets[i];
      int w = s->hand;
      if (s->way[w].valid && s->way[w].tag % 3 == 0)
        s->way[w] = (line){.tag = s->way[w].tag + 1, .dirty = (unsigned)(i + j) & 1, .age = s->way[w].age + 1u, .valid = 1};
      else
        s->way[w] = made((uint64_t)(i * j), i + j);
      s->hand = (w + 1) % W;
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    first[i] = i % 3 ? (line){7, 1, 0, (unsigned)i & 63, (uint32_t)i} : sets[i].way[1];
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    sum[i] = weight((line){.tag = (uint64_t)i, .age = 5}) + weight(first[i]);
    sum[i] += (line){.age = (unsigned)i & 63}.age + (i % 2 ? first[i] : sets[i].way[0]).age;
    for (int w = 0; w < W; w++)
      sum[i] = sum[i] * 31 + weight(sets[i].way[w]);
  }
  uint32_t all = 0;
  for (int i = 0; i < N; i++)
    all = all * 7 + sum[i];
  printf("%08x\n", (unsigned)all);
  return 0;
}
