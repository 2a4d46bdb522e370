/* Whether an iteration counts depends on members and elements of its own variables, also through pointers.
 * expect: offloaded=6 */
#include <stdio.h>

#define BLOCKS 7
#define STEP 130
#define N (BLOCKS * STEP)

struct pair {
  int value;
  unsigned kind;
};

static int x[N], out[N], end[BLOCKS];
static unsigned key[N];

static void fill(int *of, int value)
{
  for (int k = 0; k < 3; k++)
    of[k] = value * k - 7;
}

static void show(void)
{
  unsigned long sum = 0;
  for (int i = 0; i < N; i++) {
    sum = sum * 31 + (unsigned)out[i];
    out[i] = 0;
  }
  for (int b = 0; b < BLOCKS; b++)
    sum = sum * 31 + (unsigned)end[b];
  printf("%lu\n", sum);
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = i * 7919 % 211 - 100;
    key[i] = (unsigned)i * 2654435761u >> 3;
  }
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      struct pair own = {x[i], 3};
      own.value += 30;
      if (own.value > 40)
        out[n++] = own.value;
    }
    end[b] = n;
  }
  show();
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      int value = 0, *to = &value;
      *to = x[i];
      if (value > 40)
        out[n++] = value;
    }
    end[b] = n;
  }
  show();
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      int own[3];
      fill(own, x[i]);
      if (own[1] > 40)
        out[n++] = own[2];
    }
    end[b] = n;
  }
  show();
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      int own[3] = {x[i], 1, 2};
      own[i % 3] += 20;
      if (own[0] > 40)
        out[n++] = own[2];
    }
    end[b] = n;
  }
  show();
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int n = b * STEP;
    for (int i = b * STEP; i < (b + 1) * STEP; i++) {
      int own[3] = {0}, *to = own;
      to[1] = x[i];
      if (own[1] > 40)
        out[n++] = i;
    }
    end[b] = n;
  }
  show();
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int place[16];
    for (int k = 0; k < 16; k++)
      place[k] = b * STEP + k * 8;
    for (int i = b * STEP; i < (b + 1) * STEP; i += 3) {
      int at[1];
      at[0] = key[i] & 15;
      out[place[at[0]]] = i;
      at[0] ^= 1;
      if (place[at[0]] < b * STEP + at[0] * 8 + 7)
        place[at[0]]++;
    }
    end[b] = place[3];
  }
  show();
  return 0;
}
