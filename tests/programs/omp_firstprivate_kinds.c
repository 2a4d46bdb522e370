/* firstprivate: arrays of two dimensions, structures and pointers, of a region and of a loop, changed and not.
 * expect: offloaded=4 */
#include <stdio.h>

#define N 36

struct box {
  int low, high, marks[3];
};

static int a[N], b[N], c[N], d[N];

int main(void)
{
  int i, k, table[3][4], offset = 2, *walk = a;
  struct box box = {3, 9, {1, 2, 3}};

  for (i = 0; i < 3; i++)
    for (k = 0; k < 4; k++)
      table[i][k] = 10 * i + k;
#pragma omp parallel firstprivate(table, box, offset) private(i, k)
  {
    offset += 1;
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = table[i % 3][i % 4] + box.high + offset;
    table[0][0] = 50;
    box.low++;
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = table[0][0] + a[N - 1 - i] * box.low + box.marks[i % 3];
  }
#pragma omp parallel for firstprivate(box, table) private(k)
  for (i = 0; i < N; i++) {
    box.low = i;
    for (k = 0; k < 4; k++)
      table[1][k] = i + k;
    c[i] = box.low + box.marks[1] + table[2][3] + table[1][i % 4];
  }
#pragma omp parallel for firstprivate(walk)
  for (i = 0; i < N; i++)
    d[i] = walk[i] + 2 * i;
  for (i = 0; i < N; i += 5)
    printf("%d %d %d %d\n", a[i], b[i], c[i], d[i]);
  printf("%d\n", box.marks[2]);
  return 0;
}
