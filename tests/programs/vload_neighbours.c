/* Neighbouring elements that a work-item reads and writes, several types and widths, some that can't be moved together:
 * arrays that begin anywhere, elements that are written in between, subscripts that change, part of a group.
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>

#define N 600

static float quad[8 * N + 8], sums[N], moved[8 * N + 8];
static double pairs[N][4], fours[N][4], total[N];
static int eight[8 * N], found[N], index_of[8 * N], twice[8 * N];
static unsigned char bytes[8 * N], packed[8 * N];
static short shorts[8 * N];

static double digest(const void *memory, size_t bytes_of)
{
  const unsigned char *at = memory;
  double sum = 0;
  size_t i;

  for (i = 0; i < bytes_of; i++)
    sum = sum * 0.75 + at[i];
  return sum;
}

static void scale(float *to, const float *from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    to[8 * i] = 2 * from[8 * i];
    to[8 * i + 1] = from[8 * i + 1] + from[8 * i];
    to[8 * i + 2] = from[8 * i + 2] - 1;
    to[8 * i + 3] = from[8 * i + 3] * from[8 * i + 2];
  }
}

static void add(float *to, const float *from, int n)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      to[8 * i + j] += from[8 * i + j];
}

int main(void)
{
  int i, j;
  float *heap = malloc((8 * N + 8) * sizeof *heap);

  if (heap == NULL)
    return 2;
  for (i = 0; i < 8 * N + 8; i++) {
    quad[i] = (float)(i % 13) + 0.5f;
    moved[i] = heap[i] = (float)(i % 7);
  }
  for (i = 0; i < 8 * N; i++) {
    index_of[i] = (i * 7) % N;
    shorts[i] = (short)(i * 3);
  }
  for (i = 0; i < 8 * N; i++)
    bytes[i] = (unsigned char)(i * 11);

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    sums[i] = quad[8 * i] + quad[8 * i + 1] * quad[8 * i + 3] - quad[2 + 8 * i];
    quad[8 * i + 1] += sums[i];
    quad[8 * i]++;
    quad[8 * i + 3] = quad[8 * i + 1];
    quad[8 * i + 2] -= quad[8 * i] + quad[8 * i + 3];
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    double sum = 0;

    for (j = 0; j < 2; j++)
      pairs[i][j] = 0.5 * i + j;
    for (j = 0; j < 4; j++)
      fours[i][j] = pairs[i][0] * j + pairs[i][1];
    for (j = 0; j < 4; j++) {
      double square = fours[i][j] * fours[i][j];

      sum += square;
      fours[i][j] = square - sum;
    }
    total[i] = sum;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    int best = 0;

    for (j = 0; j < 8; j++)
      eight[i * 8 + j] = (i * 31 + j * 17) % 101;
    for (j = 0; j < 8; j++)
      if (eight[i * 8 + j] > eight[i * 8 + best])
        best = j;
    found[i] = best;
    for (j = 0; j < 2; j++)
      twice[8 * i + j] = eight[8 * i + 4 + j] + eight[8 * i + 6 + j];
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    int at = index_of[8 * i] + index_of[8 * i + 1] + index_of[8 * i + 2] + index_of[8 * i + 3];
    unsigned u = 8u * (unsigned)i;

    for (j = 0; j < 8; j++)
      packed[8 * i + j] = (unsigned char)(bytes[8 * i + 7 - j] ^ at);
    shorts[8 * i] = (short)(shorts[8 * i] + shorts[8 * i + 1]);
    shorts[8 * i + 1] = shorts[8 * i];
    shorts[8 * i + 2] = shorts[8 * i + 3];
    shorts[8 * i + 3] = (short)(shorts[8 * i + 2] + twice[u] + twice[u + 1]);
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k = i;
    float one = heap[8 * k], two = heap[8 * k + 1];

    k = N - 1 - i;
    found[i] += (int)(one + two + heap[8 * k + 2] + heap[8 * k + 3]);
    found[i] += i % 3 ? (int)(quad[8 * i] + quad[8 * i + 1]) : (int)(quad[8 * i + 2] * quad[8 * i + 3]);
    sums[i] += quad[8 * i + 2] + quad[8 * i + 3] + quad[8 * i + 4] + quad[8 * i + 5];
  }
  scale(heap + 1, moved, N);
  scale(moved, moved, N);
  add(moved, heap, N);
  add(heap + 3, moved + 1, N);
  printf("%.6g %.6g %.6g %.6g\n", digest(quad, sizeof quad), digest(sums, sizeof sums), digest(moved, sizeof moved),
         digest(heap, (8 * N + 8) * sizeof *heap));
  printf("%.6g %.6g %.6g\n", digest(pairs, sizeof pairs), digest(fours, sizeof fours), digest(total, sizeof total));
  printf("%.6g %.6g %.6g %.6g\n", digest(eight, sizeof eight), digest(found, sizeof found),
         digest(twice, sizeof twice), digest(packed, sizeof packed) + digest(shorts, sizeof shorts));
  free(heap);
  return 0;
}
