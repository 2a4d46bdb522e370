/* `linear` pointers of work-shared loops, whose last values nobody needs: they move by elements of arrays and structures.
   Where they may move backwards, they may begin behind their memory.  expect: offloaded=2 kept=K002,K002,K009 */
#include <stdio.h>

#define N 400

struct point {
  float x, y;
};

static struct point points[N];
static double values[2 * N], sums[N];

static void move(struct point *to, const double *from, int n)
{
#pragma omp parallel for linear(to) linear(from : 2)
  for (int i = 0; i < n; i++) {
    to->x = (float)from[0];
    to->y = (float)from[1];
    from += 2;
    to++;
  }
}

static void backwards(double *end, int n)
{
#pragma omp parallel for linear(end : -1)
  for (int i = 0; i < n; i++) {
    end--;
    *end += i;
  }
}

static double *behind(double *at, int n)
{
#pragma omp parallel for linear(at : 3)
  for (int i = 0; i < n; i++) {
    *at = -1;
    at += 3;
  }
  return at;
}

int main(void)
{
  for (int i = 0; i < 2 * N; i++)
    values[i] = i % 37;
  for (int time = 1; time < 3; time++) {
    double *sum = sums;
    int stride = time;
#pragma omp parallel for linear(sum : stride)
    for (int i = 0; i < N / 2; i++) {
      *sum += values[i] * time;
      sum += stride;
    }
    values[time] -= sums[5];
  }
  move(points + 3, values, N - 3);
  backwards(values + 2 * N, N);
  printf("%g %g\n", (double)points[7].x, (double)points[N - 1].y);
  printf("%g %g %g\n", sums[0], sums[N / 4], sums[N - 2]);
  printf("%d %g %g\n", (int)(behind(values, 100) - values), values[3], values[N + 9]);
  {
    const double *from = values + 5;
#pragma omp parallel for collapse(2) linear(from)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++) {
        sums[10 * i + j] = *from;
        from++;
      }
  }
  printf("%g %g\n", sums[0], sums[99]);
  return 0;
}
