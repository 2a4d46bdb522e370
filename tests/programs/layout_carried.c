/* A loop that runs in parts, with values carried from one to the next, and whose table has another order on the device:
 * the numbers of its rows and of its iterations are two.  expect: offloaded=2
 */
#include <stdio.h>
#include <stdlib.h>

enum { K = 16 };

static double step(const float *table, int batch, int depth, int words, const float *h, float *g, int (*who)[K], float *gs)
{
  double loss = 0.0;
#pragma omp parallel for reduction(+ : loss)
  for (int b = 0; b < batch; b++) {
    unsigned next = (unsigned)b * 25214903u + 11u;
    for (int d = 0; d < depth; d++)
      g[b * depth + d] = 0.0f;
    for (int k = 0; k < K; k++) {
      float f = 0.0f;
      next = next * 1664525u + 1013904223u;
      int target = (int)(next >> 8) % words;
      if (target % 5 == 0) {
        who[b][k] = -1;
        continue;
      }
      for (int d = 0; d < depth; d++)
        f += h[b * depth + d] * table[target * depth + d];
      loss += f > 2.0f ? 1.0 : 0.5;
      who[b][k] = target;
      gs[b * K + k] = f;
      for (int d = 0; d < depth; d++)
        g[b * depth + d] += f * table[target * depth + d];
    }
  }
  return loss;
}

int main(int argc, char **argv)
{
  int batch = 64, depth = 32, words = 50 + argc;
  float *table = malloc(sizeof *table * words * depth), *h = malloc(sizeof *h * batch * depth);
  float *g = malloc(sizeof *g * batch * depth), *gs = calloc(batch * K, sizeof *gs), sum = 0.0f;
  int(*who)[K] = malloc(batch * sizeof *who), chosen = 0;
  double loss = 0.0;
  (void)argv;
  for (int i = 0; i < words * depth; i++)
    table[i] = (float)(i * 7 % 16) / 4.0f;
  for (int i = 0; i < batch * depth; i++)
    h[i] = (float)(i * 3 % 8) / 8.0f;
  for (int round = 0; round < 3; round++) {
    loss += step(table, batch, depth, words, h, g, who, gs);
#pragma omp parallel for reduction(+ : chosen)
    for (int b = 0; b < batch; b++)
      for (int k = 0; k < K; k++)
        if (who[b][k] >= 0)
          chosen += who[b][k];
  }
  for (int i = 0; i < batch * depth; i++)
    sum += g[i] / 1024.0f;
  printf("%d %.1f %.1f\n", chosen, (double)sum, loss);
  return 0;
}
