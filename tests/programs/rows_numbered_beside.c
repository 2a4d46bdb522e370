/* Tables of tables in which loops find rows by a counter and by a number, too: both are the same rows.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

enum { A = 10, B = 14, C = 18 };

typedef double ***cube;

struct flow {
  cube parts[4];
};

static cube cube_of(int a, int b, int c, double first)
{
  cube t = malloc(a * sizeof *t);
  for (int i = 0; i < a; i++) {
    t[i] = malloc(b * sizeof **t);
    for (int j = 0; j < b; j++) {
      t[i][j] = malloc(c * sizeof ***t);
      for (int k = 0; k < c; k++)
        t[i][j][k] = first + (i * 7 + j * 3 + k) % 11;
    }
  }
  return t;
}

static double sum_of(cube t, int a, int b, int c)
{
  double sum = 0;
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        sum += t[i][j][k] * (1 + i + (j + 2 * k) % 5);
  return sum;
}

/* Each row from the one before, then less a multiple of the first and the last one. */
static void eliminate(cube d, cube f, int a, int b, int c)
{
  #pragma omp parallel for
  for (int j = 0; j < b; j++) {
    for (int i = 0; i < a; i++)
      for (int k = 0; k < c; k++)
        d[i][j][k] = i ? f[i][j][k] - 0.25 * d[i - 1][j][k] : f[i][j][k];
    for (int k = 0; k < c; k++) {
      double s = d[0][j][k] - 0.5 * d[a - 1][j][k];
      for (int i = 0; i < a; i++)
        d[i][j][k] -= s * i;
    }
  }
}

/* An array of tables. */
static void update(cube q[4], int a, int b, int c)
{
  #pragma omp parallel for
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++) {
        q[3][i][j][k] += 0.5;
        for (int m = 0; m < 3; m++)
          q[m][i][j][k] -= 0.125 * m * q[3][i][j][k];
      }
}

/* A member; the first table by way of `*`. */
static void scale(const struct flow *f, int a, int b, int c)
{
  #pragma omp parallel for
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++) {
        for (int m = 0; m < 4; m++)
          f->parts[m][i][j][k] *= 1 + m;
        (*f->parts)[i][j][k] += f->parts[2][i][j][k];
      }
}

int main(void)
{
  cube d = cube_of(A, B, C, 0), f = cube_of(A, B, C, 1), q[4];
  struct flow flow;

  for (int m = 0; m < 4; m++)
    q[m] = flow.parts[m] = cube_of(A, B, C, 2 * m);
  eliminate(d, f, A, B, C);
  printf("%.6f\n", sum_of(d, A, B, C));
  update(q, A, B, C);
  for (int m = 0; m < 4; m++)
    printf("%.6f ", sum_of(q[m], A, B, C));
  scale(&flow, A, B, C);
  for (int m = 0; m < 4; m++)
    printf("%.6f ", sum_of(q[m], A, B, C));
  printf("\n");

  int number = 3;
  #pragma omp parallel for
  for (int j = 0; j < B; j++)
    for (int i = 0; i < A; i++)
      for (int k = 0; k < C; k++)
        if (i != number)
          d[i][j][k] += d[number][j][k];
  printf("%.6f\n", sum_of(d, A, B, C));
  return 0;
}
