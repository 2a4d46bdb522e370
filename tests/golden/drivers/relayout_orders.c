#include "../transforms/relayout/orders.c"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  double (*heap)[40] = malloc(300 * sizeof *heap), (*turned)[300] = malloc(40 * sizeof *turned), sum = 0.0;
  float (*out)[50] = malloc(60 * sizeof *out);

  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 40; j++) {
      heap[i][j] = (i + j * 3) % 7;
      matrix[i][j] = (i * 5 + j) % 4 * 0.25;
      turned[j][i] = 0.5;
    }
  for (int k = 0; k < 60; k++)
    for (int j = 0; j < 50; j++)
      for (int m = 0; m < 40; m++)
        cells[k][j][m] = (float)((k + j * 2 + m) % 8);
  for (int round = 0; round < 3; round++) {
    relaid(heap, turned, out, 300 - round);
    heap[round][3] += 1.0;
    sum += turned[39][round] + out[round][49] + sums[299];
  }
  for (int i = 0; i < 300; i++)
    sum += sums[i] + matrix[i][39] * (i % 5) + turned[i % 40][i];
  for (int k = 0; k < 60; k++)
    sum += out[k][k % 50];
  printf("%.10g\n", sum);
  free(heap);
  free(turned);
  free(out);
  return 0;
}
