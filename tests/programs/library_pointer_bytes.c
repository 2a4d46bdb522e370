/* Pointers that go through files and pipes as bytes.  expect: offloaded=2 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 1000 };

struct message {
  int number;
  double *values;
};

static void scale(double *values, double factor)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] *= factor;
}

static int counts[N];

static void count_up(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    counts[i] += 1;
}

int main(void)
{
  double *values = malloc(N * sizeof *values);
  for (int i = 0; i < N; i++)
    values[i] = i;

  int ends[2];
  struct message sent = {1, values + 5}, received;
  if (pipe(ends) || write(ends[1], &sent, sizeof sent) != sizeof sent)
    return 1;
  scale(values, 2);
  if (read(ends[0], &received, sizeof received) != sizeof received)
    return 1;
  received.values[1] = 77;
  scale(values, 3);
  printf("%d %g %g\n", received.number, received.values[1], received.values[2]);

  FILE *file = tmpfile();
  int *place = counts + 20, *again;
  if (!file || fwrite(&place, sizeof place, 1, file) != 1)
    return 1;
  rewind(file);
  if (fread(&again, sizeof again, 1, file) != 1)
    return 1;
  count_up();
  again[0] = 5;
  count_up();
  printf("%d %d\n", again[0], again[1]);

  place = counts + 40;
  if (pwrite(fileno(file), &place, sizeof place, 64) != sizeof place)
    return 1;
  count_up();
  if (pread(fileno(file), &again, sizeof again, 64) != sizeof again)
    return 1;
  again[2] -= 9;
  count_up();
  printf("%d %d\n", counts[42], again[3]);
  free(values);
  return 0;
}
