/* Scratch of threads that iterations fill as far as they come: lists, stacks, parts at whose end loops stop, sizes
   in structures; allocated in several ways, checked, and filled before the loop.
   expect: offloaded=7 kept= */
#include <alloca.h>
#include <assert.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 255, POINTS = 400 };
struct tree { int child[2]; double key; };
struct sizes { int near, classes; };
struct found { double far; int at; };

static struct tree nodes[NODES];
static double x[POINTS], out[POINTS];
static int label[POINTS];

static void say(const char *what)
{
  double sum = 0;

  for (int i = 0; i < POINTS; i++)
    sum += out[i] * (i % 7 + 1);
  printf("%s %.6f\n", what, sum);
}

/* A stack of unknown height. */
static void search(int height, double width)
{
#pragma omp parallel
  {
    int *stack = malloc(height * sizeof *stack);

    if (stack == NULL) {
      fprintf(stderr, "no memory\n");
      exit(1);
    }
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < POINTS; i++) {
      int top = 0;

      out[i] = 0;
      if (i % 50 == 49)
        continue;
      stack[top++] = 0;
      while (top > 0) {
        const struct tree *node = &nodes[stack[--top]];

        if (node->key > x[i] - width && node->key < x[i] + width)
          out[i] += node->key;
        for (int c = 0; c < 2; c++)
          if (node->child[c] > 0 && (c ? node->key < x[i] + width : node->key > x[i] - width))
            stack[top++] = node->child[c];
      }
    }
    free(stack);
  }
  say("search");
}

static void sort(double *v, int n)
{
  for (int i = 1; i < n; i++) {
    double key = v[i];
    int j = i - 1;

    while (j >= 0 && v[j] > key) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = key;
  }
}

/* A list whose length depends on the iteration, in order. */
static void ranked(int most)
{
#pragma omp parallel
  {
    double *near = calloc(most, sizeof(double));
    int count;

    assert(near != NULL);
#pragma omp for
    for (int i = 0; i < POINTS; i++) {
      count = 0;
      for (int k = 0; k < POINTS && count < most; k++)
        if (k != i && x[k] > x[i] - 0.05 && x[k] < x[i] + 0.05)
          near[count++] = x[k];
      sort(near, count);
      out[i] = count;
      for (int k = 0; k < count; k++)
        out[i] += near[k] / (k + 1);
    }
    free(near);
  }
  say("ranked");
}

static void sift(struct found *heap, int n, int at)
{
  for (;;) {
    int child = 2 * at + 1;

    if (child >= n)
      return;
    if (child + 1 < n && heap[child + 1].far > heap[child].far)
      child++;
    if (heap[at].far >= heap[child].far)
      return;
    struct found other = heap[at];
    heap[at] = heap[child];
    heap[child] = other;
    at = child;
  }
}

/* A heap of structures, and sizes that are members. */
static void voted(const struct sizes *of)
{
#pragma omp parallel
  {
    struct found *heap = malloc(of->near * sizeof(struct found));
    int *votes = malloc(of->classes * sizeof(int));

    if (!heap || !votes)
      abort();
#pragma omp for
    for (int i = 0; i < POINTS; i++) {
      int most = 0;

      for (int k = 0; k < of->near; k++) {
        heap[k].far = 1e9;
        heap[k].at = 0;
      }
      for (int k = 0; k < POINTS; k++) {
        double far = x[k] > x[i] ? x[k] - x[i] : x[i] - x[k];

        if (far < heap[0].far) {
          heap[0].far = far;
          heap[0].at = k;
          sift(heap, of->near, 0);
        }
      }
      memset(votes, 0, of->classes * sizeof(int));
      for (int k = 0; k < of->near; k++)
        votes[label[heap[k].at]]++;
      for (int c = 1; c < of->classes; c++)
        if (votes[c] > votes[most])
          most = c;
      out[i] = most + heap[0].far;
    }
    free(votes);
    free(heap);
  }
  say("voted");
}

/* Runs end where the line does. */
static void runs(int length)
{
#pragma omp parallel
  {
    int *line = alloca(length * sizeof(int));

#pragma omp for
    for (int i = 0; i < POINTS; i++) {
      int used = length - i % 3;

      for (int k = 0; k < used; k++)
        line[k] = (i + k * k / 5) % 4 / 2;
      out[i] = 0;
      for (int k = 0; k < used;) {
        int run = 1;

        while (k + run < used && line[k + run] == line[k])
          run++;
        out[i] += run * run;
        k += run;
      }
    }
  }
  say("runs");
}

/* A flag says that there is no memory; a margin is filled before the loop, and by each iteration. */
static void smooth(int margin)
{
  int failed = 0;

#pragma omp parallel
  {
    double *line = malloc((8 + 2 * margin) * sizeof *line);

    if (!line) {
#pragma omp atomic write
      failed = 1;
    } else {
      memset(line, 0, (8 + 2 * margin) * sizeof *line);
    }
#pragma omp barrier
    if (!failed) {
#pragma omp for
      for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 8 + 2 * margin; k++)
          line[k] = x[(i + k) % POINTS];
        out[i] = 0;
        for (int k = 0; k < 8 + 2 * margin; k++)
          out[i] += line[k] * k;
      }
    }
    free(line);
  }
  say(failed ? "failed" : "smooth");
}

static void waves(int n)
{
#pragma omp parallel
  {
    double complex *wave = malloc(n * sizeof *wave);

#pragma omp for
    for (int i = 0; i < POINTS; i++) {
      double complex sum = 0;

      for (int k = 0; k < n; k++)
        wave[k] = cos(0.1 * k) + I * x[i];
      for (int k = n - 1; k >= 0; k--)
        sum += wave[k] * wave[k];
      out[i] = creal(sum) + cimag(sum);
    }
    free(wave);
  }
  say("waves");
}

int main(int argc, char **argv)
{
  struct sizes of = {5 + argc, 3 + argc};

  (void)argv;
  for (int i = 0; i < NODES; i++) {
    int level = 1;

    while (2 * level <= i + 1)
      level *= 2;
    nodes[i].child[0] = 2 * i + 1 < NODES ? 2 * i + 1 : 0;
    nodes[i].child[1] = 2 * i + 2 < NODES ? 2 * i + 2 : 0;
    nodes[i].key = (2.0 * (i + 1 - level) + 1) / (2 * level);
  }
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++) {
    x[i] = i * 37 % 101 / 101.0;
    label[i] = i * 7 % 4;
  }
  search(100 * argc, 0.07);
  ranked(60 * argc);
  voted(&of);
  runs(40 + argc);
  smooth(argc);
  waves(9 + argc);
  return 0;
}
