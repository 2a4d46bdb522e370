/* Lines of a grid: work arrays between inner loops, filled by a function, too.  expect: offloaded=3 */
#include <stdio.h>

#define N 37

static double u[N][N][N], r[N][N][N], line[N][N], total[N][N];

static void add_rows(int k, int j, double by_face[], double by_edge[])
{
  int i;

  for (i = 0; i < N; i++) {
    by_face[i] = u[k - 1][j][i] + u[k][j - 1][i] + u[k][j + 1][i] + u[k + 1][j][i];
    by_edge[i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i] + u[k + 1][j + 1][i];
  }
}

int main(void)
{
  int i, j, k;
  double by_face[N], by_edge[N], turned[N], edges, check = 0.0;

  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++)
        u[k][j][i] = (k * 7 + j * 5 + i * 3) % 11 - 5;

#pragma omp parallel for collapse(2) private(i, by_face, by_edge, edges)
  for (k = 1; k < N - 1; k++)
    for (j = 1; j < N - 1; j++) {
      add_rows(k, j, by_face, by_edge);
      for (i = 1; i < N - 1; i++) {
        edges = by_edge[i] + by_face[i - 1] + by_face[i + 1];
        r[k][j][i] = u[k][j][i] - 0.25 * edges - 0.125 * (by_edge[i - 1] + by_edge[i + 1]);
      }
    }

  /* what is written in memory by one loop is read by the next at other places */
#pragma omp parallel for private(i, edges)
  for (j = 0; j < N; j++) {
    for (i = 0; i < N; i++)
      line[j][i] = r[j][j][i] * i;
    line[j][0] = 3.0;
    edges = line[j][N - 1];
    for (i = 0; i < N; i++)
      total[j][i] = line[j][N - 1 - i] + edges;
  }

  /* two rows in turn, with a sum over what the other lanes wrote */
#pragma omp parallel for private(i, turned, edges)
  for (j = 0; j < N; j++) {
    turned[0] = j;
    for (i = 1; i < N; i++)
      turned[i] = total[j][N - i];
    turned[N - 1] = 1.0;
    edges = 0.0;
    for (i = 0; i < N; i++)
      edges += turned[N - 1 - i] * (i + 1);
    if (j % 2 == 0)
      line[j][1] = edges;
    else
      line[j][2] = turned[0] + turned[N - 1];
  }

  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++)
        check += r[k][j][i] * (i + 1);
  printf("%.10g\n", check);
  for (j = 0; j < N; j++)
    printf("%.10g %.10g %.10g\n", line[j][1], line[j][2], total[j][5]);
  return 0;
}
