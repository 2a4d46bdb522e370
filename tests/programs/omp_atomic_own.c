/* Atomic operations on what is an iteration's own: arrays and numbers that are declared in the loop, in branches, in
 * loops inside; and on what is not: counters that iterations share, sums.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 600, B = 16 };

static double table[N][B];
static long own[N], drawn[N];

static int key(int i, int k) { return (i * 7 + k * 3) % B; }

int main(void) {
  double sum = 0;
  long total = 0, next = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double bins[B] = {0};
    for (int k = 0; k < 200; k++) {
#pragma omp atomic
      bins[key(i, k)] += 0.5 * k;
    }
    for (int b = 0; b < B; b++)
      table[i][b] = bins[b];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    long count = 0;
    int counts[2][B] = {{0}};
    for (int k = 0; k < 100; k++)
      if (key(i, k) > 5) {
#pragma omp atomic update
        count++;
#pragma omp atomic relaxed
        counts[k % 2][key(i, k)] |= k;
      }
    if (i % 3 == 0) {
#pragma omp atomic write
      count = counts[0][8];
    }
    own[i] = count + counts[1][7];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* elements of an array that iterations share, but each has its own */
    for (int k = 0; k < 50; k++) {
#pragma omp atomic
      own[i] += k;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    long mine = own[i], place, seen;
#pragma omp atomic capture
    place = next++;
    drawn[place] = 1;
#pragma omp atomic read
    seen = next;
    if (seen == 0)
      mine = -1;
    if (mine % 2 == 0) {
#pragma omp atomic
      mine += 3;
    }
#pragma omp atomic
    total += mine;
  }
  for (int i = 0; i < N; i++) {
    sum += own[i] * (double)(i % 5) + drawn[i];
    for (int b = 0; b < B; b++)
      sum += table[i][b] * b;
  }
  printf("%.10g %ld\n", sum, total);
  return 0;
}
