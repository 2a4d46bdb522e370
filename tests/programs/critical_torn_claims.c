/* Elements that an iteration sets where it claims a place come from one iteration: two of them where the place may
 * be set to what it was, and those at one of the place's two subscripts, stay on the CPU.
 *
 * expect: offloaded=2 kept=K001,K001
 */
#include <stdio.h>

#define N 600
#define M 40

static int level[M], one[M], other[M], rows[4][M];

static int torn(void)
{
  int count = 0;
  for (int i = 0; i < M; i++)
    count += one[i] != other[i];
  return count;
}

static void unchanged(int d)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    if (level[i % M] == 0) {
      level[i % M] = d;
      one[i % M] = i;
      other[i % M] = i;
    }
  }
}

static int changed(void)
{
  int claims = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    if (level[i % M] == 0) {
      level[i % M] = -1;
      one[i % M] = i;
      other[i % M] = i;
      claims++;
    }
  }
  return claims;
}

static int alone(int d)
{
  int claims = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    if (level[i % M] == -1) {
      level[i % M] = d;
      one[i % M] = 7;
      claims++;
    }
  }
  return claims;
}

static void subscript(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int k = i / 4 % M;
#pragma omp critical
    if (rows[i % 4][k] == 0) {
      rows[i % 4][k] = 1;
      one[k] = i;
      other[k] = i;
    }
  }
}

int main(void)
{
  unchanged(0);
  printf("%d\n", torn());
  int first = changed();
  printf("%d %d\n", first, torn());
  int claims = alone(5);
  printf("%d %d\n", claims, one[3]);
  subscript();
  printf("%d\n", torn());
  return 0;
}
