/* Samples of n waves and their squares, in memory that has not been touched before. */
#include <stdio.h>
#include <stdlib.h>

static void generate(int n, float *wave, float *square)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned at = (unsigned)i * 2654435761u;
    float phase = (float)(at >> 8) * (1.0f / 16777216.0f);
    float value = phase * (1.0f - phase) * 4.0f;
    wave[i] = value;
    square[i] = value * value;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *wave = malloc((size_t)n * sizeof *wave);
  float *square = malloc((size_t)n * sizeof *square);
  if (wave == NULL || square == NULL) return 1;
  float sum = 0.0f;
  for (int r = 0; r < repeats; r++) {
    generate(n, wave, square);
    if (touch) sum += wave[r % n];
  }
  printf("%.6g %.6g\n", sum, square[n / 2]);
  free(wave);
  free(square);
  return 0;
}
