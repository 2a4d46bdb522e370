/* A region of two loops with a private variable: its body is printed again for the device path. */
#define ROWS 64

static double a[ROWS], b[ROWS];
static int rounds;

void smooth(double weight)
{
  double part;
  int i;
#pragma omp parallel private(part) firstprivate(weight)
  {
#pragma omp for
    for (i = 1; i < ROWS - 1; i++) {
      part = a[i - 1] + a[i + 1];
      b[i] = weight * part;
    }
#pragma omp single
    rounds++;
#pragma omp for nowait
    for (i = 1; i < ROWS - 1; i++)
      a[i] = b[i];
  }
}

int main(void)
{
  a[3] = 1;
  smooth(0.5);
  return b[2] + rounds > 1;
}
