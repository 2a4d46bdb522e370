/* Loads from an array that the loop changes, or from one that it only reads: which, is known when it runs.
 * expect: offloaded=6 */
#include <stdio.h>

enum { N = 120, M = 24 };

static double line[N][M], start[N][M], left[N][M], other[N][M];
static int count[N], limit[N], top[N];
static unsigned char mark[N], seen[N];
static struct { double at; int n; } point[N];

int main(void)
{
  double check = 0.0;

  for (int i = 0; i < N; i++) {
    limit[i] = i * 7 % 31;
    seen[i] = (unsigned char)(i * 5 % 40);
    point[i].at = i * 0.5;
    point[i].n = i % 9;
    for (int k = 0; k < M; k++) {
      start[i][k] = (i * k) % 17 * 0.25;
      other[i][k] = (i + k) % 13 * 0.5;
    }
  }
  for (int round = 1; round < 6; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 1; k < M; k++)
        line[i][k] = (k > M / 2 + round ? line[i][k - 1] : start[i][k]) + other[i][0];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 1; k < M; k++) {
        double before, here;
        if ((i + round) % 3) {
          before = left[i][k - 1];
          here = start[i][k];
        } else {
          before = start[i][k - 1];
          here = left[i][k];
        }
        left[i][k] = before * 0.5 - here;
      }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      count[i] = limit[i] * 2 + round;
      int s = 7;
      for (int k = 0; k < M; k++) {
        s = count[i] > s ? count[i] : limit[(i + k) % N];
        count[i] = s % 50;
      }
      top[i] += count[i] > limit[0] ? count[i] : limit[20];
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      int v = i, n = 0;
      mark[i] = (unsigned char)((seen[i] * 2 + round) & 127);
      for (int k = 0; k < (seen[i] & 7); k++)
        n += (seen[17] | v) % 5;
      v = mark[i] > n ? mark[i] : seen[20];
      top[i] += v / (1 + (round & 7));
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      point[i].at += round;
      double v = start[i][round];
      if (point[i].n > 4)
        v = point[i].at;
      other[i][1] = v;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      double own[M];
      for (int k = 0; k < M; k++)
        own[k] = other[i][k] + round;
      double last = start[i][0];
      for (int k = 1; k < M; k++) {
        other[i][k] = last * 0.25 + own[M - k];
        last = k % 3 ? own[k] : start[i][k];
      }
    }
  }
  for (int i = 0; i < N; i++) {
    check += count[i] + top[i] * (i % 5) + mark[i] + point[i].at;
    for (int k = 0; k < M; k++)
      check += line[i][k] + left[i][k] * (k % 4) + other[i][k];
  }
  printf("%.10g\n", check);
  return 0;
}
