/* A picture blurred along its rows, then along its columns, and sharpened by the difference: float, nested loops. */
#include <stdio.h>
#include <stdlib.h>

static void sharpen(int n, const float in[n][n], float across[n][n], float out[n][n])
{
#pragma omp parallel
  {
#pragma omp for
    for (int y = 0; y < n; y++)
      for (int x = 3; x < n - 3; x++) {
        float near = 0.2f * (in[y][x - 1] + in[y][x + 1]), far = 0.1f * (in[y][x - 2] + in[y][x + 2]);
        across[y][x] = 0.3f * in[y][x] + near + far + 0.05f * (in[y][x - 3] + in[y][x + 3]);
      }
#pragma omp for
    for (int y = 3; y < n - 3; y++)
      for (int x = 3; x < n - 3; x++) {
        float near = 0.2f * (across[y - 1][x] + across[y + 1][x]), far = 0.1f * (across[y - 2][x] + across[y + 2][x]);
        float blurred = 0.3f * across[y][x] + near + far + 0.05f * (across[y - 3][x] + across[y + 3][x]);
        out[y][x] = in[y][x] + 0.7f * (in[y][x] - blurred);
      }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t size = (size_t)n * (size_t)n * sizeof(float);
  float(*in)[n] = malloc(size), (*across)[n] = malloc(size), (*out)[n] = malloc(size);
  double sum = 0.0;
  if (in == NULL || across == NULL || out == NULL) return 1;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) in[y][x] = out[y][x] = (float)((x * y + y) % 256);
  for (int r = 0; r < repeats; r++) {
    sharpen(n, (const float(*)[n])in, across, out);
    if (touch) {
      in[r % n][n / 2] = 17.0f;
      sum += (double)out[n / 2][n / 2];
    }
  }
  printf("%.6g %.6g\n", sum, (double)out[n / 2][n / 2]);
  free(in);
  free(across);
  free(out);
  return 0;
}
