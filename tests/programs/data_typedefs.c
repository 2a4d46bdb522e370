/* Types behind typedefs: scalars, arrays, structs and pointers.  expect: offloaded=1 */
#include <stdio.h>

#define N 20

typedef double real;
typedef real vector[3];
typedef struct body {
  vector at;
  real mass;
} body_t;
typedef body_t *bodies;

static body_t all[N];

static void move(bodies list, int n, vector by)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    vector step;
    int d;

    for (d = 0; d < 3; d++)
      step[d] = by[d] * list[i].mass;
    for (d = 0; d < 3; d++)
      list[i].at[d] += step[d];
  }
}

int main(void)
{
  vector by = {0.5, -1.0, 2.0};
  int i;

  for (i = 0; i < N; i++)
    all[i].mass = i + 1;
  move(all, N, by);
  move(all + 10, N - 10, by);
  for (i = 0; i < N; i += 3)
    printf("%.12g %.12g %.12g\n", all[i].at[0], all[i].at[1], all[i].at[2]);
  return 0;
}
