/* Structures passed as a whole, of which members are read; one is copied, and one changed by each iteration. */
struct grid {
  int rows, columns;
  double scale, weights[4];
  struct {
    float shift;
  } at;
};

void scaled(struct grid grid, const double *from, double *to)
{
#pragma omp parallel for
  for (int i = 0; i < grid.rows; i++)
    for (int j = 0; j < grid.columns; j++)
      to[i * grid.columns + j] += grid.scale * from[i * grid.columns + j] + grid.at.shift;
}

void weighted(struct grid grid, int k, double *to)
{
#pragma omp parallel for
  for (int i = 0; i < grid.rows; i++)
    to[i] *= grid.weights[(i + k) % 4] + grid.scale;
}

void changed(struct grid grid, double *to)
{
#pragma omp parallel for firstprivate(grid)
  for (int i = 0; i < grid.rows; i++) {
    struct grid own = grid;
    own.scale += i;
    to[i] += own.scale;
  }
}
