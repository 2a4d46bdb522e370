/* Statements whose loops one kernel runs: calls with constants and with variables, a loop over the axes, a block. */
static double flux[12][12][3], field[12][12][3], speed[2][12][12];

static double bend(double before, double here, double after)
{
  return before - 2.0 * here + after;
}

static void set(double factor)
{
#pragma omp for nowait
  for (int j = 1; j < 11; j++)
    flux[j][0][0] = factor * field[j][0][1];
}

static void add(int axis, const double *weights)
{
  const int step = 2 * axis - 1;
  const float factor = weights ? axis : 0.5;

#pragma omp for nowait
  for (int j = 1; j < 11; j++)
    flux[j][0][axis] += factor * bend(field[j - step][0][0], speed[axis][j][0], field[j + step][0][axis]);
}

static void clear(int last)
{
#pragma omp for
  for (int j = 0; j < last; j++)
    speed[0][j][0] = 0.0;
}

void cases(int steps, const double *weights)
{
#pragma omp parallel
  {
    int axis;

    set(1);
    for (axis = 0; axis < 2; axis++)
      add(axis, weights);
    clear(12); /* other iterations */
    for (int step = 0; step < steps; step++) {
      add(step, weights + 1);
#pragma omp barrier
      add(1 - step, weights);
    }
    {
      int n = 6;

      clear(n + n);
      clear(12);
    }
    add(0, weights);
  }
}
