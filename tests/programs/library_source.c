/* Functions of the C library that OpenCL has not: strings, random numbers without hidden state, sine and cosine at once.
 * expect: offloaded=8 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 150, WIDTH = 24 };

static char name[N][WIDTH];
static char copy[N][WIDTH];
static size_t length[N];
static unsigned seed[N];
static double value[N];
static float single[N][2];

int main(void)
{
  int less = 0, dots = 0, inside = 0;
  long sum = 0;
  double check = 0.0;

  for (int i = 0; i < N; i++) {
    snprintf(name[i], WIDTH, "%c%d.%d%s", 'a' + i * 7 % 26, i % 13, i * i, i % 5 == 0 ? "\xe4\xf6" : "");
    seed[i] = (unsigned)i * 77 + 5;
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    length[i] = strlen(name[i]) * 100 + strnlen(name[i], 5);

#pragma omp parallel for reduction(+ : less)
  for (int i = 1; i < N; i++)
    less += (strcmp(name[i - 1], name[i]) < 0) + 2 * (strncmp(name[i - 1], name[i], 1) == 0);

#pragma omp parallel for reduction(+ : dots)
  for (int i = 0; i < N; i++) {
    const char *first = strchr(name[i], '.'), *last = strrchr(name[i], '1');
    dots += first != NULL ? (int)(first - name[i]) : -1000;
    dots += last != NULL ? (int)(last - name[i]) : -10;
    dots += strchr(name[i], '\0') == name[i] + strlen(name[i]);
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char turned[WIDTH];
    size_t n = strlen(name[i]);
    strcpy(turned, name[i]);
    for (size_t k = 0; k < n / 2; k++) {
      char one = turned[k];
      turned[k] = turned[n - 1 - k];
      turned[n - 1 - k] = one;
    }
    strcpy(copy[i], turned);
  }

#pragma omp parallel for reduction(+ : inside)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 20; k++) {
      double x = (double)rand_r(&seed[i]) / RAND_MAX, y = (double)rand_r(&seed[i]) / RAND_MAX;
      inside += x * x + y * y < 1;
    }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    unsigned short state[3] = {0, (unsigned short)(i * i), (unsigned short)i};
    value[i] = 0;
    for (int k = 0; k < 5; k++)
      value[i] += erand48(state);
  }

#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    unsigned short state[3] = {(unsigned short)i, 3, 0xffff};
    sum += nrand48(state) % 1000 + jrand48(state) / 1000000;
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s, c;
    sincos(value[i], &s, &c);
    value[i] = floor(1000 * (s * s + c * c) + 0.5) + floor(s * 64 + 0.5) / 64;
    sincosf((float)i / 16, &single[i][0], &single[i][1]);
  }

  for (int i = 0; i < N; i++) {
    check += (double)length[i] + seed[i] % 1000 + value[i];
    for (char *c = copy[i]; *c != 0; c++)
      check += (c - copy[i] + 1) * (unsigned char)*c;
    if (fabsf(single[i][0] - sinf((float)i / 16)) > 1e-6f || fabsf(single[i][1] - cosf((float)i / 16)) > 1e-6f)
      printf("sincosf differs at %d\n", i);
  }
  printf("%d %d %d %ld %.10g\n", less, dots, inside, sum, check);
  return 0;
}
