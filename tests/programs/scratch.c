/* Memory that threads allocate before a loop, in helpers and as members too: each iteration writes what it reads of it.
 * expect: offloaded=8 kept=K014,K014,K014 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double *a, *b;
  int n;
  float scale;
} Work;

struct box {
  long *cells;
};

static double out[300], later[300];
static long sums[50];
static float field[10][20];

static void *get(size_t bytes)
{
  void *memory = malloc(bytes);
  return memory;
}

static void prepare(Work *w, int n)
{
  w->n = n;
  w->a = malloc((size_t)n * sizeof *w->a);
  w->b = (double *)get(sizeof(double) * (size_t)n);
  w->scale = 0.5f;
}

static void finish(Work *w)
{
  free(w->a);
  free(w->b);
}

static struct box *box_new(int n)
{
  struct box *made = malloc(sizeof(struct box));
  made->cells = get((size_t)n * sizeof(long));
  return made;
}

static void box_free(struct box *box)
{
  free(box->cells);
  free(box);
}

static double total(const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

/* A structure of the thread's own, with values beside the arrays; another function gets an array. */
static void members(int n)
{
#pragma omp parallel
  {
    Work w;
    prepare(&w, n);
#pragma omp for nowait
    for (int i = 0; i < 300; i++) {
      for (int g = 0; g < w.n; g++) {
        w.a[g] = i * (double)w.scale + g;
        w.b[g] = w.a[g] * 2;
      }
      out[i] = total(w.a, w.n) + w.b[w.n - 1];
    }
    finish(&w);
  }
}

/* A structure that is allocated, too. */
static void boxes(void)
{
#pragma omp parallel
  {
    struct box *b = box_new(8);
#pragma omp for
    for (int i = 0; i < 50; i++) {
      for (int k = 0; k < 8; k++)
        b->cells[k] = k * i;
      for (int k = 1; k < 8; k++)
        b->cells[k] += b->cells[k - 1];
      sums[i] = b->cells[7];
    }
    box_free(b);
  }
}

/* Two dimensions; the memory is another one in the second loop, and none in the third. */
static void dimensions(int n)
{
#pragma omp parallel
  {
    float *t;
    t = get((size_t)n * sizeof(float));
#pragma omp for collapse(2)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 20; j++) {
        for (int k = 0; k < n; k++)
          t[k] = (float)(i + j * k);
        field[i][j] = t[n - 1] - t[n / 2];
      }
    free(t);
  }
#pragma omp parallel
  {
    long *t = malloc(4 * sizeof *t);
#pragma omp for
    for (int i = 0; i < 50; i++) {
      t[0] = i;
      t[1] = t[0] * 2;
      sums[i] += t[1];
    }
#pragma omp for
    for (int i = 0; i < 10; i++)
      field[i][0] += 1;
    free(t);
  }
}

static double *checked(int n)
{
  double *memory = calloc((size_t)n, sizeof *memory);

  if (memory == NULL) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
  return memory;
}

/* Cleared memory, of which the iterations write what they read; where there is none, the program ends. */
static void cleared(int n)
{
#pragma omp parallel
  {
    double *turned = checked(n), *rows = malloc((size_t)n * 3 * sizeof *rows);
    if (!rows || !turned)
      abort();
#pragma omp for
    for (int i = 0; i < 300; i++) {
      for (int g = 0; g < n; g++)
        turned[g] = i - g;
      for (int k = 0; k < 3; k++)
        for (int g = 0; g < n; g++)
          rows[k * n + g] = turned[n - 1 - g] + k;
      for (int g = 0; g < n; g++)
        out[i] += rows[2 * n + g] - rows[n - 1 - g];
    }
#pragma omp for
    for (int i = 0; i < 300; i++)
      later[i] = i * 0.5;
    free(turned);
    free(rows);
  }
#pragma omp parallel
  {
    double *sums_of = checked(n);
#pragma omp for
    for (int i = 0; i < 300; i++) {
      for (int g = n - 1; g >= 0; g--)
        sums_of[g] = 0;
      for (int g = 0; g < 4 * n; g++)
        sums_of[(g * 7 + i) % n] += g;
      for (int g = 0; g < n; g++)
        later[i] += sums_of[g] * (g & 3);
    }
    free(sums_of);
  }
}

/* Kept: the last element is the one that the iteration before has left. */
static void part(int n)
{
#pragma omp parallel
  {
    double *most = checked(n);
#pragma omp for
    for (int i = 0; i < 300; i++) {
      for (int g = 0; g < n - 1; g++)
        most[g] = i + g;
      later[i] += most[n - 1] + most[0];
    }
    free(most);
  }
}

/* Kept: an iteration finds what the one before has left. */
static void carried(int n)
{
#pragma omp parallel
  {
    double *last = malloc((size_t)n * sizeof *last);
#pragma omp for
    for (int i = 0; i < 300; i++) {
      if (i % 2 == 0)
        for (int g = 0; g < n; g++)
          last[g] = i + g;
      later[i] = last[3];
    }
    free(last);
  }
}

/* Kept: all iterations read what the thread has set before. */
static void set_before(int n)
{
#pragma omp parallel
  {
    double *once = malloc((size_t)n * sizeof *once);
    for (int g = 0; g < n; g++)
      once[g] = g * 0.25;
#pragma omp for
    for (int i = 0; i < 300; i++)
      later[i] += once[i % n];
    free(once);
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 16;
  double sum = 0;
  members(n);
  boxes();
  dimensions(n);
  cleared(n);
  part(n);
  carried(n);
  set_before(n);
  for (int i = 0; i < 300; i++)
    sum += out[i] * (i % 7) + later[i] * (i % 3);
  for (int i = 0; i < 50; i++)
    sum += (double)(sums[i] * (i % 5));
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 20; j++)
      sum += (double)field[i][j] * (i + j);
  printf("%.10g\n", sum);
  return 0;
}
