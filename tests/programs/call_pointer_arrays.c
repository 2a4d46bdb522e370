/* Functions that get structures whose only pointers are in arrays: a context, elements of a list, parts of a
 * structure; pointers that change places between the loops.  expect: offloaded=8
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, M = 5 };

struct store {
  long n;
  int64_t *whole[4];
  float *real[4];
};

struct image {
  int n;
  float *channel[3];
};

struct pair {
  struct image left, right;
};

static struct store shared;

static float pick(const struct store *store, long row, int column)
{
  return store->real[column][row];
}

static double run(const int *code, const struct store *store, long row)
{
  double sum = 0.0;
  for (int at = 0; at < 4; at++) {
    switch (code[at] & 1) {
    case 0:
      sum += (double)store->whole[code[at] >> 1][row];
      break;
    case 1:
      sum -= store->real[code[at] >> 1][row];
      break;
    }
  }
  return sum;
}

static float at(const struct image *image, int c, int i)
{
  return image->channel[c][i];
}

static void put(struct image *image, int c, int i, float value)
{
  image->channel[c][i] = value;
}

static float difference(const struct pair *pair, int c, int i)
{
  return at(&pair->left, c, i) - at(&pair->right, c, i);
}

static void swap(struct image *image)
{
  float *first = image->channel[0];
  image->channel[0] = image->channel[1];
  image->channel[1] = first;
}

int main(void)
{
  static const int code[4] = {1, 4, 3, 6};
  struct store store = {N, {0}, {0}};
  struct image list[M];
  struct pair pair;
  float *out = malloc(N * sizeof *out);
  double sum = 0.0;
  for (int c = 0; c < 4; c++) {
    store.whole[c] = malloc(N * sizeof(int64_t));
    store.real[c] = malloc(N * sizeof(float));
    for (int i = 0; i < N; i++) {
      store.whole[c][i] = i * c;
      store.real[c][i] = (float)(i + c);
    }
  }
  shared = store;
  for (int k = 0; k < M; k++)
    for (int c = 0; c < 3; c++) {
      list[k].n = N;
      list[k].channel[c] = malloc(N * sizeof(float));
      for (int i = 0; i < N; i++)
        list[k].channel[c][i] = (float)(k * 100 + c * 10 + i);
    }
  pair.left = list[1];
  pair.right = list[3];

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = (float)run(code, &store, i) + pick(&store, i, i % 4);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += pick(&shared, N - 1 - i, i % 3);
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 7);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = at(&list[i % M], i % 3, i);
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 7);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const struct image *image = &list[i % M];
    out[i] += image->channel[i % 3][i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += difference(&pair, i % 3, i);
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 7);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      put(&list[2], (i + round) % 3, i, out[i] + (float)round);
    swap(&list[2]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      out[i] = at(&list[2], i % 3, i) + at(list + round, 0, i);
    for (int i = 0; i < N; i++)
      sum += out[i] * (i % 7);
  }
#pragma omp parallel for
  for (int k = 0; k < M; k++) {
    const float *first = list[k].channel[0];
    for (int i = 0; i < N; i++)
      put(&list[k], 1, i, first[i] + 1.0f);
  }
  for (int k = 0; k < M; k++)
    for (int i = 0; i < N; i++)
      sum += at(&list[k], 1, i);
  printf("%.1f\n", sum);
  return 0;
}
