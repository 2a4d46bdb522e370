/* A struct whose members are read and written, directly and through a pointer.  expect: offloaded=2 */
#include <stdio.h>

#define N 25

struct settings {
  int n;
  double scale;
  float weights[3];
  struct {
    short low, high;
  } range;
};

static double a[N];
static struct settings settings = {N, 1.5, {0.5f, 0.25f, 4.0f}, {2, 20}};

static void work(const struct settings *s)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < s->n; i++)
    a[i] = s->scale * i + s->weights[i % 3] + (i >= s->range.low && i < s->range.high);
}

int main(void)
{
  struct settings local = settings;
  int i;

  work(&settings);
  local.scale = -1.0;
#pragma omp parallel for
  for (i = 0; i < local.n; i++)
    a[i] += local.scale * local.weights[2];
  for (i = 0; i < N; i++)
    printf("%.12g%c", a[i], i % 5 == 4 ? '\n' : ' ');
  return 0;
}
