/* Structures with bit-fields: loops that read them, use members beside them, copy the whole; some that change them.
   expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define N 150

struct atom {
  double r[3];
  unsigned fixed : 1, kind : 3;
  signed char charge;
  int level : 5;
  unsigned wide : 29;
  int deep : 32;
  double f[3];
  unsigned last : 2;
};

struct small {
  unsigned a : 3, b : 5;
  char c;
};

static struct atom atoms[N];
static struct small tiny[N];

static int level_of(const struct atom *a)
{
  return a->level;
}

static void push(struct atom *a, const struct atom *from, double by)
{
  for (int k = 0; k < 3; k++)
    a->f[k] += by * from->r[k] + from->charge;
}

int main(void)
{
  struct atom *moved = malloc(N * sizeof *moved);
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++)
      atoms[i].r[k] = i * 0.25 + k;
    atoms[i].fixed = i % 7 == 0;
    atoms[i].kind = i;
    atoms[i].charge = i % 5 - 2;
    atoms[i].level = -(i % 16);
    atoms[i].last = i;
    atoms[i].wide = 0x1fffffff - i * 1000003;
    atoms[i].deep = -i * 10000019;
    tiny[i].a = i;
    tiny[i].c = i;
  }
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      push(&atoms[i], atoms + (i + 5) % N, 0.5);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      struct atom here = atoms[N - 1 - i];
      here.r[0] = -here.r[0];
      moved[i] = here;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      atoms[i].charge += moved[i].charge;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      if (!atoms[i].fixed)
        atoms[i].r[1] += atoms[i].kind * 100 - level_of(atoms + i);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      struct atom here = atoms[i];
      moved[i].f[2] = here.level + 0.5 * here.wide - here.deep * 2.0 + here.last;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      moved[i].last = i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      tiny[i].c++;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      struct atom new = {{1, 2, 3}, 1, 2, 3, 4, 5, 6, {5, 6, 7}, 1};
      atoms[i].r[2] += new.r[i % 3];
    }
  }
  double sum = 0;
  long bits = 0;
  for (int i = 0; i < N; i++) {
    sum += atoms[i].f[0] - atoms[i].f[2] + moved[i].r[0] + atoms[i].charge + moved[i].r[1] + moved[i].f[2];
    bits += atoms[i].fixed + 2 * atoms[i].kind + moved[i].fixed * i + moved[i].kind + moved[i].level + atoms[i].last;
    bits += moved[i].last * i + tiny[i].c + tiny[i].a;
  }
  printf("%.10g %ld\n", sum, bits);
  free(moved);
  return 0;
}
