/* Scores of pairs of words of 32 letters: a table's row of its own in each iteration. */
#include <stdio.h>
#include <stdlib.h>

static void align(long n, const signed char *word, int *score)
{
#pragma omp parallel for
  for (long w = 0; w < n; w++) {
    int row[33] = {0}, best = 0;
    for (int i = 0; i < 32; i++) {
      int corner = 0;
      for (int j = 0; j < 32; j++) {
        int value = corner + (word[32 * w + i] == (i * j + j) % 4 ? 2 : -1);
        if (row[j + 1] - 1 > value) value = row[j + 1] - 1;
        if (row[j] - 1 > value) value = row[j] - 1;
        if (value < 0) value = 0;
        corner = row[j + 1];
        row[j + 1] = value;
        if (value > best) best = value;
      }
    }
    score[w] = best;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  signed char *word = malloc((size_t)(32 * n) * sizeof *word);
  int *score = malloc((size_t)n * sizeof *score);
  if (word == NULL || score == NULL) return 1;
  for (long i = 0; i < 32 * n; i++) word[i] = (signed char)((unsigned)i * 2654435761u >> 30);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      word[r % n] = 1;
      align(n, word, score);
      sum += score[r % n];
    } else {
      align(n, word, score);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)score[0], (double)score[n - 1]);
  free(word);
  free(score);
  return 0;
}
