/* memset and memcpy whose sizes round, are cut off, or are read from what they change, as
   their places and values are.  expect: offloaded=6 kept= */
#include <stdio.h>
#include <string.h>

enum { N = 60, W = 20 };

static int own[N][W], given[N][W], length[N];
static double ratio[N];
static unsigned char bytes[N][W];

static void show(const char *what)
{
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < W; k++) {
      sum = sum * 31 + (unsigned)own[i][k] + bytes[i][k];
      own[i][k] = (i + k) % 10 + 1;
      given[i][k] = 100 + k;
      bytes[i][k] = (unsigned char)(i + 3);
    }
  printf("%s %lx\n", what, sum);
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    length[i] = i % 7;
    ratio[i] = i % 9 * 0.7;
  }
  show("start");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(own[i], 0, own[i][0] * sizeof(int));
  show("its own size");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(&own[i][own[i][5]], 0, 8 * sizeof(int));
  show("its own place");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(bytes[i], bytes[i][0] + 1, 5);
  show("its own value");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memcpy(own[i], given[i], (int)(ratio[i] * 2) * sizeof(int));
  show("a rounded size");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memcpy(own[i], given[i], (unsigned char)(length[i] + 256) * sizeof(int));
  show("a size cut off");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memcpy(own[i] + length[i], given[i], length[i] * sizeof(int));
  show("a size beside it");
  return 0;
}
