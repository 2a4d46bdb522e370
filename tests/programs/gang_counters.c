/* Loops that put elements behind each other by counters: filters, partitions, and the stable scatter of a radix sort.
 * expect: offloaded=15 */
#include <stdio.h>
#include <string.h>

#define N 9000
#define BLOCKS 9
#define STEP (N / BLOCKS)
#define RADIX 128

typedef struct { int id; float value; } item;

static unsigned key[N], in[N], out[N], also[N], count[BLOCKS][RADIX], flat[RADIX * BLOCKS];
static int low[N], high[N], lows[BLOCKS], highs[BLOCKS], near[BLOCKS];
static item items[N];

static void fill(unsigned *x, unsigned value)
{
  for (int i = 0; i < N; i++)
    x[i] = value;
}

/* Where each counter of each block begins; those of one block beside each other, so that they meet, if `close` is set. */
static void starts(int close)
{
  unsigned sum = 0;
  memset(count, 0, sizeof count);
  for (int i = 0; i < N; i++)
    count[i / STEP][key[in[i]] % RADIX]++;
  for (int r = 0; r < RADIX; r++)
    for (int b = 0; b < BLOCKS; b++) {
      unsigned own = count[b][r];
      count[b][r] = close ? (unsigned)(b * STEP + r) : sum;
      sum += own;
    }
  memset(flat, 0, sizeof flat);
  for (int i = 0; i < N; i++)
    flat[key[i] % RADIX * BLOCKS + i / STEP]++;
  sum = 0;
  for (int i = 0; i < RADIX * BLOCKS; i++) {
    unsigned own = flat[i];
    flat[i] = close ? (unsigned)(i % BLOCKS * STEP + i / BLOCKS) : sum;
    sum += own;
  }
}

static unsigned long mixed(const void *from, size_t bytes)
{
  unsigned long hash = 5381;
  for (size_t i = 0; i < bytes; i++)
    hash = hash * 33 + ((const unsigned char *)from)[i];
  return hash;
}

static void scatter(const unsigned *keys, const unsigned *from, unsigned *to)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int lo = b * STEP, hi = lo + STEP;
    for (int i = lo; i < hi; i++)
      to[count[b][keys[from[i]] % RADIX]++] = from[i];
  }
}

static void scatter_pairs(const unsigned *keys, unsigned *to, unsigned *values)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    unsigned place[RADIX];
    for (int d = 0; d < RADIX; d++)
      place[d] = flat[d * BLOCKS + b];
    for (size_t i = (size_t)b * STEP; i < (size_t)(b + 1) * STEP; i++) {
      unsigned d = keys[i] % RADIX, p;
      if (d == 7)
        continue;
      p = place[d]++;
      to[p] = keys[i];
      values[p] = (unsigned)i;
    }
  }
}

static void scatter_behind(const unsigned *keys, unsigned *to)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    unsigned place[RADIX];
    for (int d = 0; d < RADIX; d++)
      place[d] = flat[d * BLOCKS + b];
    for (int i = (b + 1) * STEP - 1; i >= b * STEP; i--) {
      unsigned d = keys[i] % RADIX;
      to[place[d]] = (unsigned)i;
      place[d] += 1;
    }
  }
}

/* All counters of a block begin at the same place: the last one to store there wins. */
static void colliding(const unsigned *keys, unsigned *to)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    unsigned place[RADIX];
    for (int d = 0; d < RADIX; d++)
      place[d] = b * STEP + d % 3;
    for (int i = b * STEP; i < (b + 1) * STEP; i++)
      to[place[keys[i] % RADIX]++] = (unsigned)i;
  }
}

static void filter(int *kept, const unsigned *x)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++)
      if (x[i] % 3 == 0)
        kept[n++] = (int)x[i] + i;
    lows[b] = n;
  }
}

static void partition(int *small, int *large, const unsigned *x)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP, m = b * STEP - 1;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      if (x[i] % 100 < 30)
        small[n++] = (int)x[i];
      else
        large[++m] = (int)x[i];
    }
    lows[b] = n;
    highs[b] = m;
  }
}

static void structures(item *to, const unsigned *x)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    size_t n = (size_t)b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      unsigned v = x[i];
      if (v % 5 == 0)
        continue;
      if (v % 5 != 3) {
        to[n].id = i;
        to[n].value = (float)(v % 1000) * 0.5f;
        n++;
      }
    }
    highs[b] = (int)n;
  }
}

/* A list of its own, of which an iteration makes use. */
static void lists(int *to, const unsigned *x)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int list[STEP], n = 0, sum = 0;
    for (int i = 0; i < STEP; i++)
      if (x[b * STEP + i] % 7 < 2)
        list[n++] = i;
    for (int i = 0; i < n; i++)
      sum += list[i] * (i % 4);
    to[b] = sum;
  }
}

/* What depends on the count itself, or may write one place twice, stays in order. */
static void bounded(int *kept, const unsigned *x, const unsigned *where)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP, most = n + 100;
    for (int i = b * STEP; i < (b + 1) * STEP; i++)
      if (n < most && x[i] % 3 == 1)
        kept[n++] = i;
    lows[b] = n;
  }
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      kept[n] = (int)x[i];
      n += x[i] % 2;
    }
    highs[b] = n;
  }
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = 0;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      if (x[i] % 3 == 1)
        n++;
      kept[b * STEP + where[i] % STEP] = n;
    }
  }
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP - 1; i++)
      if (x[i] % 4 == 1) {
        kept[n] = i;
        n++;
        kept[n] = -i;
      }
    near[b] = n;
  }
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++)
      if (kept[i] % 2 == 0)
        kept[n++] = kept[i];
    near[b] += n;
  }
}

/* An iteration counts by what it has just stored itself. */
static void stored_before(unsigned *marks, int *kept, const unsigned *x)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      marks[i] = x[i] * 2654435761u;
      if (marks[i] % 2)
        kept[n++] = i;
    }
    lows[b] = n;
  }
}

/* Passes of a block over its own elements, each with places of its own; and counts that go on behind the loop. */
static void passes(int *to, const unsigned *x)
{
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int pass = 0; pass < 3; pass++) {
      for (int i = b * STEP; i < (b + 1) * STEP; i++)
        if ((int)(x[i] % 3) == pass)
          to[n++] = i;
    }
    for (int i = 0; i < 5; i++)
      lows[b] = n - b * STEP;
  }
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    key[i] = (unsigned)i * 2654435761u >> 7;
    in[i] = (unsigned)i * 7919u % N;
  }
  for (int round = 0; round < 2; round++) {
    for (int close = 0; close < 2; close++) {
      starts(close);
      fill(out, 1);
      scatter(key, in, out);
      printf("%lu %lu\n", mixed(out, sizeof out), mixed(count, sizeof count));
      fill(out, 2);
      fill(also, 3);
      scatter_pairs(key, out, also);
      printf("%lu %lu\n", mixed(out, sizeof out), mixed(also, sizeof also));
      fill(out, 4);
      scatter_behind(key, out);
      printf("%lu\n", mixed(out, sizeof out));
    }
    fill(out, 5);
    colliding(key, out);
    printf("%lu\n", mixed(out, sizeof out));
    filter(low, key);
    printf("%lu %lu\n", mixed(low, sizeof low), mixed(lows, sizeof lows));
    partition(low, high, key);
    printf("%lu %lu %lu %lu\n", mixed(low, sizeof low), mixed(lows, sizeof lows), mixed(high, sizeof high),
           mixed(highs, sizeof highs));
    structures(items, key);
    printf("%lu %lu\n", mixed(items, sizeof items), mixed(highs, sizeof highs));
    lists(near, key);
    printf("%lu\n", mixed(near, sizeof near));
    bounded(low, key, in);
    printf("%lu %lu %lu %lu\n", mixed(low, sizeof low), mixed(lows, sizeof lows), mixed(highs, sizeof highs),
           mixed(near, sizeof near));
    stored_before(also, low, key);
    printf("%lu %lu %lu\n", mixed(also, sizeof also), mixed(low, sizeof low), mixed(lows, sizeof lows));
    passes(low, key);
    printf("%lu %lu\n", mixed(low, sizeof low), mixed(lows, sizeof lows));
    for (int i = 0; i < N; i++)
      key[i] = (key[i] * 1103515245u + 12345u) >> 3;
  }
  return 0;
}
