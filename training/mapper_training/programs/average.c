/* A weighted mean of each point's 27 neighbours in a cube, by sums of rows that each thread keeps, and its difference. */
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 1024 };

static void step(int n, double ***u, double ***v)
{
  double faces[LONGEST], edges[LONGEST];
#pragma omp parallel for private(faces, edges)
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++) {
      for (int i = 0; i < n; i++) {
        faces[i] = u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i];
        edges[i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i] + u[k + 1][j + 1][i];
      }
      for (int i = 1; i < n - 1; i++) {
        double corners = edges[i - 1] + edges[i + 1], sides = edges[i] + faces[i - 1] + faces[i + 1];
        double beside = faces[i] + u[k][j][i - 1] + u[k][j][i + 1];
        v[k][j][i] = 0.5 * u[k][j][i] + 0.04 * beside + 0.015 * sides + 0.01 * corners - 0.1 * v[k][j][i];
      }
    }
}

static double ***cube(int n)
{
  double ***made = malloc((size_t)n * sizeof *made);
  if (made == NULL) exit(1);
  for (int k = 0; k < n; k++) {
    made[k] = malloc((size_t)n * sizeof *made[k]);
    if (made[k] == NULL) exit(1);
    for (int j = 0; j < n; j++) {
      made[k][j] = malloc((size_t)n * sizeof *made[k][j]);
      if (made[k][j] == NULL) exit(1);
      for (int i = 0; i < n; i++) made[k][j][i] = 0.1 * (double)((i + 3 * j + 7 * k) % 11);
    }
  }
  return made;
}

static void release(int n, double ***made)
{
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < n; j++) free(made[k][j]);
    free(made[k]);
  }
  free(made);
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, repeats = argc > 2 ? atoi(argv[2]) : 1;
  if (n > LONGEST) return 1;
  double ***u = cube(n), ***v = cube(n);
  for (int r = 0; r < repeats; r++) {
    step(n, u, v);
    step(n, v, u);
  }
  printf("%.9g %.9g\n", u[n / 2][n / 2][n / 2], v[n / 2][n / 2][n / 2]);
  release(n, u);
  release(n, v);
  return 0;
}
