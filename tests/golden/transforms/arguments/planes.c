/* How far rows are used is known once the lengths of a grid are: its planes and rows become dimensions. */
struct grid {
  int planes, rows, columns;
  float ***now, ***next;
};

static void step(struct grid *grid)
{
#pragma omp parallel for
  for (int i = 0; i < grid->planes - 1; i++)
    for (int j = 0; j < grid->rows - 1; j++)
      for (int k = 0; k < grid->columns - 1; k++)
        grid->next[i][j][k] -= grid->now[i][j + 1][k] - grid->now[i][j][k] + 0.5f * grid->now[i + 1][j][k + 1];
}

static struct grid box;

void run(int planes, int rows, int columns, float ***now, float ***next)
{
  box = (struct grid){planes, rows, columns, now, next};
  step(&box);
}
