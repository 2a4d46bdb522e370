#define SIZE 9000

static double halves(const double *from, int n)
{
  double sum = 0;

  while (n-- > 0)
    sum = 0.5 * (sum + *from++);
  return sum;
}

/* What each iteration fills and goes back through. */
void sweep(int n, double a[n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t[SIZE];

    for (int k = 0; k < SIZE; k++)
      t[k] = i + k;
    for (int k = SIZE - 1; k > 0; k--)
      t[k - 1] += 0.5 * t[k];
    a[i] = t[0] + halves(&t[100], SIZE - 100);
  }
}

/* Rows of an array whose size is not constant, in two dimensions. */
void rows(int n, int m, double a[n][m])
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float t[m + 1][m];
      float *row = t[j];

      for (int k = 0; k < m; k++)
        row[k] = t[m][k] = (float)(i + k);
      a[i][j] = t[j][i % m] + t[m][j];
    }
}

/* A sum; the array is smaller, but too large for groups that reduce. */
int found(int n, int line[20000])
{
  int own[20000], sum = 0;

  for (int k = 0; k < 20000; k++)
    own[k] = line[k];
#pragma omp parallel for firstprivate(own) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    short marks[40][500] = {{0}};

    marks[i % 40][own[i] % 500] = 1;
    sum += marks[own[i + 1] % 40][i % 500] + own[i];
  }
  return sum;
}
