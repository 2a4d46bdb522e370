/* Pragmas with continuation lines, comments, odd blanks, and names that are macros.  expect: offloaded=3 */
#include <stdio.h>

#define N 40
#define CHUNK 4
#define DEPTH 2

static int a[N], b[N][N];

int main(void)
{
  int i, j;
  long sum = 0;

#pragma omp parallel for    \
    private(j)              \
    schedule(static, CHUNK) /* a comment after the clauses */
  for (i = 0; i < N; i++) { // every row
    a[i] = 0;
    for (j = 0; j < CHUNK; j++)
      a[i] += i * j;
  }
#  pragma   omp   parallel  for   collapse( DEPTH )
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      b[i][j] = a[i] - a[j];
	#pragma omp parallel for private(j), reduction(+:sum)
  for (i = 0; i < N; i++)
    for (j = 0; j < i; j++)
      sum += b[i][j];
  printf("%ld %d\n", sum, b[N - 1][0]);
  return 0;
}
