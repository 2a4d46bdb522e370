/* Apart, maybe the same, only read, and the same array by two ways. */
struct body {
  double at[3], mass;
};

static double a[50], b[50], c[20][30];
static struct body bodies[50];

static void scale(double *to, const double *from, const double *factor, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[i] * factor[0];
}

void apart(int n, double *anywhere)
{
  double *p = a + 20;
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      c[i][j] = a[i] * b[j] + bodies[i].at[j % 3];
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    p[i] = a[i] + b[i];
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    c[0][i] = p[i] + a[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    anywhere[i] = b[i];
}

void callers(void)
{
  scale(a, b, c[0], 50);
  scale(b, bodies[0].at, bodies[1].at, 3);
}

/* What is changed and read again: a load of `kept` could be joined with one of `history`, but not with one of `number`. */
static double history[30], kept[30];
static int number[30];
void again(void)
{
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {
    history[i] *= 0.5;
    history[i] += number[i] > 3 ? history[i] : kept[i];
  }
}
