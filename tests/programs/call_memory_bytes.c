/* `memset` of numbers with bytes that are not 0: -1, 0x3f and 0x7f for what is far away, `true`; of rows and structures.
 * The last two are kept: a NaN, and a byte that is no constant.  expect: offloaded=4 kept=K004,K004 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200
#define W 9
#define NONE 0xff
#define FAR 0x3f

struct link {
  int from, to;
  short weight[2];
};

enum far { NEAR, FARTHEST = 1 };
enum __attribute__((packed)) sign { MINUS = -1, PLUS };
typedef enum { LEAST, MOST = 0x123456789abcl } wide;

static wide limits[N];
static enum far reach[N];
static enum sign signs[N];
static double distance[N][W];
static struct link links[N];
static unsigned long masks[N];

static long hashed(const unsigned char *text, int n)
{
  short head[16], prev[32];
  long found = 0;
  memset(head, -1, sizeof head);
  memset(prev, NONE, sizeof(prev));
  for (int i = 0; i < n; i++) {
    int h = text[i] & 15;
    for (int at = head[h]; at >= 0; at = prev[at])
      found += i - at;
    prev[i] = head[h];
    head[h] = (short)i;
  }
  return found;
}

int main(void)
{
  unsigned char *text = malloc(N * 32);
  long *found = malloc(N * sizeof *found), total = 0;
  float *far = malloc(N * sizeof *far), *nan = malloc(N * sizeof *nan);
  int *dist = malloc(N * W * sizeof *dist), *odd = malloc(N * sizeof *odd);
  bool *open = malloc(N * W);
  for (int i = 0; i < N * 32; i++)
    text[i] = (unsigned char)(i * 7 + i / 31 * 5);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    found[i] = hashed(text + i * 32, 32);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    memset(dist + i * W, FAR, W * sizeof(int));
    memset(distance[i], 0x7f, sizeof distance[i]);
    memset(open + i * W, true, W);
    dist[i * W + i % W] = 0;
    distance[i][i % W] = i;
    open[i * W + i % W] = false;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    memset(&links[i], ~0, sizeof links[i]);
    memset(&masks[i], 0xa5, sizeof *masks);
    memset(&limits[i], 0x3f, sizeof *limits);
    memset(&reach[i], 0x81, sizeof *reach);
    memset(&signs[i], 0x91, sizeof *signs);
    if (i % 3 == 0)
      links[i].to = i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(&far[i], 0xC7, sizeof(float));
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(&nan[i], 0xff, sizeof(float));
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(&odd[i], i, sizeof *odd);
  double sum = 0;
  for (int i = 0; i < N; i++) {
    total += found[i] + links[i].from * 3 + links[i].to + links[i].weight[1] + (long)(masks[i] % 1000003) + odd[i] % 11;
    total += (long)(limits[i] % 1000003) + (long)(reach[i] % 1000003) + signs[i];
    for (int k = 0; k < W; k++) {
      total += dist[i * W + k] % 1009 + open[i * W + k];
      sum += distance[i][k] > 1e300 ? 1 : distance[i][k];
    }
    sum += far[i] / 1e4 + (nan[i] != nan[i]);
  }
  printf("%ld %.6f %g\n", total, sum, distance[3][0]);
  free(text); free(found); free(far); free(nan); free(dist); free(odd); free(open);
  return 0;
}
