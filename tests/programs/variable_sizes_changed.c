/* Lengths of arrays of variable size that change behind the declaration: the arrays and types keep theirs.
 * expect: offloaded=4 kept=K017,K018 */
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double out[N];

static void show(const char *name)
{
  double all = 0;
  for (int i = 0; i < N; i++)
    all = all * 0.9 + out[i];
  printf("%s %.10g\n", name, all);
}

static void private_row(int n)
{
  double row[n];
  n /= 3;
#pragma omp parallel for private(row)
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 12; k++)
      row[k] = i + k;
    out[i] = row[i % 12] + (double)sizeof row + n;
  }
  show("row");
}

static void private_table(int n)
{
  double table[n][n];
  n += 5;
#pragma omp parallel for private(table)
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 6; k++)
      table[2][k] = i * k;
    out[i] = (double)(sizeof table + sizeof table[1]) + n;
    for (int k = 0; k < 6; k++)
      out[i] += table[2][k];
  }
  show("table");
}

static void own_of_type(int n)
{
  typedef double line[n];
  n = 2;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    line own;
    for (int k = 0; k < 9; k++)
      own[k] = i - k;
    out[i] = own[i % 9] + (double)sizeof own + n;
  }
  show("own");
}

static void size_of_type(int n)
{
  typedef double line[n];
  n = 2;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = i + (double)sizeof(line) + n;
  show("type");
}

static void steady_type(int n)
{
  typedef double line[n];
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    line own;
    for (int k = 0; k < n; k++)
      own[k] = i * k;
    out[i] = own[i % n] + (double)sizeof own;
  }
  show("steady");
}

static void rows_of_type(double *memory, int n)
{
  typedef double line[n];
  line *rows = (line *)memory;
  n -= 4;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < n; k++)
      rows[i][k] = i * k;
    out[i] = rows[i][n - 1];
  }
  show("rows");
}

int main(void)
{
  double *memory = calloc(N * 11, sizeof *memory);
  private_row(12);
  private_table(6);
  own_of_type(9);
  size_of_type(7);
  steady_type(8);
  rows_of_type(memory, 11);
  double all = 0;
  for (int i = 0; i < N * 11; i++)
    all += memory[i] * (i % 13);
  printf("memory %.10g\n", all);
  free(memory);
  return 0;
}
