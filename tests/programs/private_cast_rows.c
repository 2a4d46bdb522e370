/* Pointers to rows that a cast makes pointers to constant rows, as C asks for, next to an array of each thread's own: the analysis
 * finds out that each iteration fills that before it reads it.  Rows of another length are other types.
 * expect: offloaded=2 kept=K014 */
#include <stdio.h>

#define N 200
#define ROWS 4
#define LENGTH 6

static double table[3][ROWS][LENGTH], work[LENGTH], other[LENGTH];
#pragma omp threadprivate(work, other)

static double interpolated(const double (*rows)[LENGTH], double at) {
  int i = (int)at % (ROWS - 1), k = (int)(at * 3) % LENGTH;
  return 0.25 * rows[i][k] + 0.75 * rows[i + 1][k];
}

static double looked_up(int which, double at) {
  const double (*rows)[LENGTH] = (const double (*)[LENGTH])table[which % 3];
  return rows[1][(int)at % LENGTH] + interpolated((const double (*)[LENGTH])table[(which + 1) % 3], at);
}

static double flat(int which, double at) {
  const double (*rows)[ROWS * LENGTH] = (const double (*)[ROWS * LENGTH])table[which % 3];
  return rows[0][(int)at % (ROWS * LENGTH)];
}

int main(void) {
  static double out[N];
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < ROWS; i++)
      for (int k = 0; k < LENGTH; k++)
        table[a][i][k] = a * 100 + i * 10 + k;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < LENGTH; k++)
      work[k] = looked_up(i, 0.5 * k + i % 7);
    for (int k = LENGTH - 1; k > 0; k--)
      out[i] += work[k] * work[k - 1];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < LENGTH; k++)
      other[k] = flat(i, k + i % 5);
    for (int k = 1; k < LENGTH; k++)
      out[i] -= other[k] * other[k - 1];
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 3);
  printf("%.4f %.4f %.4f\n", out[3], out[N - 1], sum);
}
