/* Rows of complex numbers in a table, whose memory the analysis can't tell from the table's: stores of numbers change no
 * pointers.  expect: offloaded=3 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

static void *blocks[64];
static int used;

/* tables and rows are alike to the analysis */
static void *piece(size_t bytes)
{
  blocks[used] = malloc(bytes);
  return blocks[used++];
}

int main(void)
{
  enum { ROWS = 12, COLUMNS = 70 };
  double complex sum = 0;

  double complex **state = piece(ROWS * sizeof *state);
  float complex **half = piece(ROWS * sizeof *half);
  for (int r = 0; r < ROWS; r++) {
    state[r] = piece(COLUMNS * sizeof **state);
    half[r] = piece(COLUMNS * sizeof **half);
  }
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      state[r][c] = r - 0.5 * c + (c % 7) * I;
      half[r][c] = 0.0f;
    }
#pragma omp parallel for
  for (int c = 0; c < COLUMNS; c++)
    for (int r = 0; r < ROWS; r++) {
      state[r][c] *= 2 - I;
      half[r][c] += (float)creal(state[r][c]) * I;
    }
#pragma omp parallel for reduction(+ : sum)
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      sum += state[r][c] + half[r][c];
  printf("%g %g\n", creal(sum), cimag(sum));
  while (used > 0)
    free(blocks[--used]);
  return 0;
}
