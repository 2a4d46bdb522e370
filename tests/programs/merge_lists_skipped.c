/* Lists of the largest values, whose last one decides which iterations are skipped; one whose skipped iterations show.
   expect: offloaded=2 kept=K014 */
#include <stdio.h>

enum { N = 20000, TOP = 5 };

static double value[N];
static unsigned char seen[N];
static int key[N];

int main(void)
{
  for (int i = 0; i < N; i++) {
    value[i] = (double)(i * 7919 % 10007) + i / 20000.0;
    key[i] = i * 31 % 977;
  }
  double top[TOP] = {0};
#pragma omp parallel
  {
    double mine[TOP] = {0};
#pragma omp for
    for (int i = 0; i < N; i++) {
      double x = value[i];
      if (x <= mine[TOP - 1])
        continue;
      int k = TOP - 1;
      while (k > 0 && mine[k - 1] < x) {
        mine[k] = mine[k - 1];
        k--;
      }
      mine[k] = x;
    }
#pragma omp critical
    for (int j = 0; j < TOP; j++) {
      double x = mine[j];
      if (x <= top[TOP - 1])
        continue;
      int k = TOP - 1;
      while (k > 0 && top[k - 1] < x) {
        top[k] = top[k - 1];
        k--;
      }
      top[k] = x;
    }
  }
  for (int j = 0; j < TOP; j++)
    printf("%.6f\n", top[j]);
  int least = 1000000, where = -1;
#pragma omp parallel
  {
    int mine = 1000000, place = -1;
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      int x = (key[i] + 13) % 977;
      {
        if (x > mine)
          continue;
        if (x == mine && i > place)
          continue;
      }
      mine = x;
      place = i;
    }
#pragma omp critical
    if (mine < least || (mine == least && place < where)) {
      least = mine;
      where = place;
    }
  }
  printf("%d %d\n", least, where);
  double most = 0;
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (value[i] <= mine)
        continue;
      mine = value[i];
      seen[i] = 1;
    }
#pragma omp critical
    if (mine > most)
      most = mine;
  }
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += seen[i];
  printf("%.6f %d\n", most, sum > 0);
  return 0;
}
