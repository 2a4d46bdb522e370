/* Structures of the function's own that get what a function with a region returns, in the same statement.  So they are copied
 * for each launch.  Functions in a loop use them by pointers, which says nothing of how much memory these lead to.
 * expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int width, height;
  int *data;
} image;

typedef int sampler(const image *from, int x, int y);

static int pixel(const image *from, int x, int y) {
  x = x < 0 ? 0 : x >= from->width ? from->width - 1 : x;
  y = y < 0 ? 0 : y >= from->height ? from->height - 1 : y;
  return from->data[y * from->width + x];
}

static int cross(const image *from, int x, int y) {
  int sum = from->data[y * from->width + x];
  for (int k = -1; k <= 1; k += 2)
    sum += pixel(from, x + k, y) + pixel(from, x, y + k);
  return sum;
}

static sampler *const samplers[] = {pixel, cross};

static image half(const image *from) {
  image to = {from->width / 2, from->height / 2, NULL};
  to.data = malloc(to.width * to.height * sizeof(int));
#pragma omp parallel for
  for (int y = 0; y < to.height; y++)
    for (int x = 0; x < to.width; x++)
      to.data[y * to.width + x] = (pixel(from, 2 * x, 2 * y) + pixel(from, 2 * x + 1, 2 * y + 1)) / 2;
  return to;
}

static long compare(const image *one, const image *other, int how) {
  sampler *sample = samplers[how];
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int y = 0; y < one->height; y++)
    for (int x = 0; x < one->width; x++) {
      int difference = sample(other, x, y) - one->data[y * one->width + x];
      sum += difference * difference % 97;
    }
  return sum;
}

int main(int argc, char **argv) {
  image first[3], second[3];
  int n = argc > 1 ? atoi(argv[1]) : 40;
  first[0] = second[0] = (image){n, n, NULL};
  first[0].data = malloc(n * n * sizeof(int));
  second[0].data = malloc(n * n * sizeof(int));
  for (int i = 0; i < n * n; i++) {
    first[0].data[i] = i * 7919 % 257;
    second[0].data[i] = i * 104729 % 263;
  }
  for (int k = 1; k < 3; k++) {
    first[k] = half(&first[k - 1]);
    second[k] = half(&second[k - 1]);
  }
  for (int k = 2; k >= 0; k--) {
    printf("%ld %ld\n", compare(&first[k], &second[k], 0), compare(&second[k], &first[k], 1));
    first[k].height--;
  }
  for (int k = 0; k < 3; k++) {
    free(first[k].data);
    free(second[k].data);
  }
}
