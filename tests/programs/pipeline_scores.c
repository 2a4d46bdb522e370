/* expect: offloaded=2
 * The best local alignments of two words: rows tell by counters how many blocks of columns they have done. */
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 16
#define STRIDE 16

static char one[130], other[200];

static int larger(int a, int b)
{
  return a > b ? a : b;
}

static void align(int *score, int *done, int rows, int columns)
{
  int blocks = (columns + BLOCK - 1) / BLOCK;

#pragma omp parallel for schedule(static, 1) shared(score, done)
  for (int i = 1; i <= rows; i++) {
    for (int b = 0; b < blocks; b++) {
      int seen;
      if (i > 1) {
        do {
#pragma omp atomic read
          seen = done[(i - 1) * STRIDE];
        } while (seen <= b);
#pragma omp flush
      }
      for (int j = b * BLOCK + 1; j <= columns && j <= (b + 1) * BLOCK; j++) {
        int best = score[(i - 1) * (columns + 1) + j - 1] + (one[i - 1] == other[j - 1] ? 3 : -2);
        best = larger(best, score[(i - 1) * (columns + 1) + j] - 1);
        best = larger(best, score[i * (columns + 1) + j - 1] - 1);
        score[i * (columns + 1) + j] = larger(best, 0);
      }
#pragma omp flush
#pragma omp atomic write
      done[i * STRIDE] = b + 1;
    }
  }
}

int main(void)
{
  int rows = 130, columns = 200, best = 0;
  int *score = malloc((rows + 1) * (columns + 1) * sizeof *score);
  int *done = malloc((rows + 1) * STRIDE * sizeof *done);
  long sum = 0;

  for (int i = 0; i < rows; i++)
    one[i] = "acgt"[i * i % 7 % 4];
  for (int j = 0; j < columns; j++)
    other[j] = "acgt"[j * (j + 3) % 11 % 4];
#pragma omp parallel for
  for (int i = 0; i < (rows + 1) * (columns + 1); i++)
    score[i] = 0;
  for (int i = 0; i < (rows + 1) * STRIDE; i++)
    done[i] = 0;
  align(score, done, rows, columns);
  for (int i = 0; i < (rows + 1) * (columns + 1); i++) {
    best = larger(best, score[i]);
    sum += (long)score[i] * (i % 101);
  }
  printf("%d %ld %d %d\n", best, sum, done[0], done[rows * STRIDE]);
  free(score);
  free(done);
  return 0;
}
