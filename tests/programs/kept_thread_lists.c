/* Scratch of threads where an iteration may read what an earlier one left: behind the end of a list, behind the part
   that it fills, of a stack that begins with an element; and scratch with a value from before the loop.
   expect: offloaded=1 kept=K014,K014,K014,K014,K014,K014 */
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 300 };

static double x[POINTS], out[POINTS];

static void say(const char *what)
{
  double sum = 0;

  for (int i = 0; i < POINTS; i++)
    sum += out[i] * (i % 7 + 1);
  printf("%s %.6f\n", what, sum);
}

/* One more than there are. */
static void behind(int most)
{
#pragma omp parallel
  {
    double *near = calloc(most, sizeof *near);

#pragma omp for schedule(static)
    for (int i = 0; i < POINTS; i++) {
      int count = 0;

      for (int k = 0; k < most - 1; k++)
        if (x[k] < x[i])
          near[count++] = x[k];
      out[i] = 0;
      for (int k = 0; k <= count; k++)
        out[i] += near[k] >= 0;
    }
    free(near);
  }
  say("behind");
}

/* The count grows without an element. */
static void skipped(int most)
{
#pragma omp parallel
  {
    double *near = calloc(most, sizeof *near);

#pragma omp for schedule(static)
    for (int i = 0; i < POINTS; i++) {
      int count = 0;

      for (int k = 0; k < most; k++) {
        if (x[k] < x[i])
          near[count] = x[k];
        count++;
      }
      out[i] = 0;
      for (int k = 0; k < count; k++)
        out[i] += near[k] >= 0;
    }
    free(near);
  }
  say("skipped");
}

/* The first element is what the last iteration left there. */
static void below(int most)
{
#pragma omp parallel
  {
    double *stack = calloc(most, sizeof *stack);

#pragma omp for schedule(static)
    for (int i = 0; i < POINTS; i++) {
      int top = 1;

      if (i % 10 == 0)
        stack[0] = x[i];
      stack[top++] = i;
      out[i] = 0;
      while (top > 0)
        out[i] += stack[--top] >= 0;
    }
    free(stack);
  }
  say("below");
}

/* So it is, and the memory has a constant size: it is 0 once for a thread, not for each iteration. */
static void once(void)
{
#pragma omp parallel
  {
    double *last = calloc(16, sizeof *last);

#pragma omp for schedule(static, 30)
    for (int i = 0; i < POINTS; i++) {
      if (i % 10 == 0)
        last[0] = x[i] + 1;
      out[i] = last[0];
    }
    free(last);
  }
  say("once");
}

/* Each iteration fills a part, and some read more. */
static void longer(int length)
{
#pragma omp parallel
  {
    double *line = calloc(length, sizeof *line);

#pragma omp for schedule(static)
    for (int i = 0; i < POINTS; i++) {
      int j = 0;

      for (int k = 0; k < length - i % 3; k++)
        line[k] = x[i] + k;
      out[i] = 0;
      while (j < length) {
        out[i] += line[j] >= 0;
        j += 1 + i % 2;
      }
    }
    free(line);
  }
  say("longer");
}

/* What is filled before the loop is read in it. */
static void table(int length)
{
#pragma omp parallel
  {
    double *weight = malloc(length * sizeof *weight);

    if (!weight)
      abort();
    for (int k = 0; k < length; k++)
      weight[k] = 1.0 / (k + 1);
#pragma omp for
    for (int i = 0; i < POINTS; i++) {
      out[i] = 0;
      for (int k = 0; k < length; k++)
        out[i] += weight[k] * x[(i + k) % POINTS];
    }
    free(weight);
  }
  say("table");
}

int main(int argc, char **argv)
{
  (void)argv;
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++)
    x[i] = i * 37 % 101 / 101.0;
  behind(20 + argc);
  skipped(20 + argc);
  below(20 + argc);
  once();
  longer(20 + argc);
  table(20 + argc);
  return 0;
}
