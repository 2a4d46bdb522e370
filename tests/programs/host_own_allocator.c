/* Blocks from the program's own allocators: behind a header, at an aligned address, with subscripts from 1.  Sizes and
   pointers lie in such blocks, too.
   expect: offloaded=4 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
  size_t size;
  long magic;
};

struct field {
  int n;
  double *a, *b, *c;
};

static size_t in_use;

static void *take(size_t size)
{
  struct header *h = malloc(sizeof *h + size);
  if (!h)
    exit(2);
  h->size = size;
  h->magic = 77;
  in_use += size;
  memset(h + 1, 0, size);
  return h + 1;
}

static void give_back(void *p)
{
  struct header *h = (struct header *)p - 1;
  if (h->magic != 77)
    abort();
  in_use -= h->size;
  free(h);
}

static double *aligned(int n)
{
  char *raw = malloc(n * sizeof(double) + 64 + sizeof(void *));
  char *at = (char *)(((uintptr_t)raw + 64 + sizeof(void *)) & ~(uintptr_t)63);
  memcpy(at - sizeof(void *), &raw, sizeof raw);
  return (double *)at;
}

static void free_aligned(double *p)
{
  char *raw;
  memcpy(&raw, (char *)p - sizeof(void *), sizeof raw);
  free(raw);
}

static double *from_one(int n)
{
  double *v = malloc((n + 1) * sizeof(double));
  v += 1;
  return v - 1;
}

static struct field *new_field(int n)
{
  struct field *f = take(sizeof *f);
  f->n = n;
  f->a = take(n * sizeof(double));
  f->b = take(n * sizeof(double));
  f->c = aligned(n);
  return f;
}

int main(void)
{
  for (int round = 0; round < 3; round++) {
    struct field *f = new_field(700 + round);
    double *v = from_one(f->n);
#pragma omp parallel for
    for (int i = 0; i < f->n; i++) {
      f->a[i] = i + round;
      f->b[i] = f->n - i;
      f->c[i] = f->a[i] * f->b[i];
    }
#pragma omp parallel for
    for (int i = 1; i <= f->n; i++)
      v[i] = f->c[i - 1] + f->a[f->n - i];
    f->b[3] = v[5];
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < f->n; i++)
      sum += f->b[i] * v[i + 1];
    v[1] = sum;
#pragma omp parallel for
    for (int i = 0; i < f->n; i++)
      f->a[i] += v[1] / f->n;
    printf("%.12g %.12g %.12g %zu\n", sum, v[f->n], f->a[f->n / 2], in_use);
    give_back(f->a);
    give_back(f->b);
    free_aligned(f->c);
    give_back(f);
    free(v);
  }
  return 0;
}
