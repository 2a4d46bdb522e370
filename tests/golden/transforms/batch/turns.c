/* Arrays that change places where serial code repeats a region: by hand, and as a function's arguments. */
void wave(double *old, double *now, double *next, int n, int steps)
{
  for (int k = 0; k < steps; k++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) next[i] = now[i - 1] + now[i + 1] - old[i];
    double *spare = old;
    old = now;
    now = next;
    next = spare;
  }
}

static void step(const float *from, float *to, const float *by, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) to[i] = 0.5f * from[n - 1 - i] + by[i];
}

void steps(float *a, float *b, const float *by, int n, int count)
{
  while (count-- > 0) {
    step(a, b, by, n);
    float *c = a;
    a = b;
    b = c;
  }
}

/* Pointers that a step's number chooses. */
double *parity(double *a, double *b, int n, int count)
{
  double *const rows[2] = {a, b};

  for (int k = 0; k < count; k++) {
    const double *from = rows[k % 2];
    double *to = k & 1 ? a : b;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) to[i] = from[i - 1] + from[i + 1];
  }
  return rows[count % 2];
}

/* One pointer moves on: arrays that are new each time. */
void rows(double *to, const double *from, int n, int count)
{
  for (int k = 0; k < count; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) to[i] = from[i] * 2;
    from = to;
    to += n;
  }
}
