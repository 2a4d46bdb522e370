/* Statements with conditions under a directive that only says what moves: the host looks at elements there.
 * expect: offloaded=5 */
#include <stdio.h>
double q[50], r[50];
int main(void)
{
  int k = 0;
  for (int i = 0; i < 50; i++) q[i] = i + 1;
#pragma omp parallel for
  for (int i = 0; i < 50; i++) r[i] = q[i] * 2;
#pragma omp target data map(q, r)
  if (r[3] > 0) {
#pragma omp parallel for
    for (int i = 0; i < 50; i++) q[i] = r[i] - 1;
  }
#pragma omp target data map(q, r)
  while (q[0] < 100) {
#pragma omp parallel for
    for (int i = 0; i < 50; i++) q[i] += r[i];
    k++;
  }
#pragma omp target data map(q, r)
  do {
#pragma omp parallel for
    for (int i = 0; i < 50; i++) q[i] -= r[i];
    k++;
  } while (q[0] > 50);
#pragma omp target data map(q, r)
  for (int j = q[0]; j < r[0] + 100; j += q[0]) {
#pragma omp parallel for
    for (int i = 0; i < 50; i++) q[i] += r[i];
    k++;
  }
  return r[3] + k > 0 ? (printf("%g %d\n", q[7], k), 0) : 1;
}
