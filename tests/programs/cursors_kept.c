/* Pointers whose address functions use in another way than to move them, or that may point into several memories.
 * expect: offloaded=0 kept=K004,K009,K016,K016,K016,K016,K016,K016 */
#include <stdio.h>
#include <string.h>

enum { N = 200, KINDS = 8 };

static char text[N + 100];
static int found[KINDS][N];
static const char *kept[3];

static void step(const char **p) { ++*p; }

static void by_another(const char **p, int by)
{
  const char **q = p;
  *q += by;
}

static void walk(const char **p, int n)
{
  while (n-- > 0)
    p++;
}

static void raw(void *p)
{
  char *other = text + 3;
  memcpy(p, &other, sizeof other);
}

static void (*any)(const char **) = step;

static int down(const char *s, int n)
{
  const char *p = s;
  step(&p);
  return n == 0 ? *p : *p + down(p, n - 1);
}

static void keep(const char **p) { kept[0] = *p; }

int main(void)
{
  for (int i = 0; i < N + 100; i++)
    text[i] = (char)(i % 100);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = text + i;
    by_another(&p, 2);
    found[0][i] = *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = text + i;
    walk(&p, 0);
    found[1][i] = *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = text + i;
    step(&p);
    raw(&p);
    found[2][i] = *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = text + i;
    any(&p);
    found[3][i] = *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    found[4][i] = down(text + i, 3);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = text + 5;
    step(&p);
    keep(&p);
    found[5][i] = *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char own[4] = {1, 2, 3, (char)i};
    const char *p = text + i;
    if (i & 1)
      p = own;
    step(&p);
    found[6][i] = *p;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char *p = text + i, *q;
    step(&p);
    memcpy(&q, &p, sizeof q);
    found[7][i] = *q;
  }
  unsigned check = 0;
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < N; i++)
      check = check * 31 + (unsigned)found[k][i];
  printf("%u %d\n", check, *kept[0]);
  return 0;
}
