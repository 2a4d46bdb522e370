/* Systems side by side, each with its part of the scratch arrays. */
enum { LINES = 40, LENGTH = 20 };

static double right[30][LENGTH][LINES], solved[30][LENGTH][LINES], diagonal[LENGTH];

static void forward(int lines, double at, const double before[LINES], double c[LINES])
{
  for (int j = 0; j < lines; j++)
    c[j] = before[j] * 0.5 + at;
}

void systems(int lines)
{
#pragma omp parallel for
  for (int k = 0; k < 30; k++) {
    double c[LENGTH][LINES], d[LENGTH][LINES];
    for (int j = 0; j < lines; j++) {
      c[0][j] = 0.5;
      d[0][j] = right[k][0][j];
    }
    for (int i = 1; i < LENGTH; i++) {
      double at = 3 + diagonal[i];
      forward(lines, at, c[i - 1], c[i]);
      for (int j = 0; j < lines; j++)
        d[i][j] = right[k][i][j] - d[i - 1][j] * c[i][j];
    }
    for (int i = 0; i < LENGTH; i++)
      for (int j = 0; j < lines; j++)
        solved[k][i][j] = d[i][j];
  }
}
