/* Inner loops whose results hang on the order of their iterations, or on what a variable begins with.

   expect: offloaded=10   flags: -Wno-sign-compare */
#include <math.h>
#include <stdio.h>

enum { ROWS = 23, LENGTH = 70 };

static unsigned positive[ROWS][LENGTH];
static int whole[ROWS][LENGTH], sums[ROWS][LENGTH];
static double real[ROWS][LENGTH];
static int length[ROWS], found[ROWS];
static double most[ROWS];

static void show(const char *what)
{
  unsigned long sum = 0;
  for (int i = 0; i < ROWS; i++) {
    sum = sum * 31 + (unsigned)found[i];
    for (int j = 0; j < LENGTH; j++)
      sum = sum * 7 + (unsigned)sums[i][j];
  }
  printf("%s %lx %g %g\n", what, sum, fabs(most[1]), fabs(most[2]));
}

static int bumped(int *value, int by)
{
  *value += by;
  return *value;
}

int main(void)
{
  for (int i = 0; i < ROWS; i++) {
    length[i] = i % 4 == 0 ? 0 : LENGTH - i;
    most[i] = NAN;
    for (int j = 0; j < LENGTH; j++) {
      positive[i][j] = (unsigned)((i * 131 + j * 17) % 97);
      whole[i][j] = (i * 131 + j * 17) % 997 - 498;
      real[i][j] = j == 40 && i == 1 ? NAN : (i * 5 + j * 11) % 31 - 15;
    }
  }

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) { /* compared as unsigned numbers */
    int top = 0;
    for (int j = 0; j < length[i]; j++)
      if (positive[i][j] > top)
        top = positive[i][j];
    found[i] = top;
  }
  show("unsigned");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) { /* cut off */
    signed char top = -128;
    for (int j = 0; j < length[i]; j++)
      if (whole[i][j] > top)
        top = (signed char)whole[i][j];
    found[i] = top;
  }
  show("cut off");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) { /* 5 stays 5 where there is nothing to look at */
    int all = 5, any = 4;
    for (int j = 0; j < length[i]; j++)
      all = all && whole[i][j] < 600;
    for (int j = 0; j < length[i]; j++)
      any = any || whole[i][j] < -600;
    found[i] = all * 10 + any;
  }
  show("logical");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) { /* fmax takes what is a number */
    double top = most[i];
    for (int j = 0; j < LENGTH; j++)
      top = fmax(top, real[i][j]);
    most[i] = top;
  }
  show("fmax");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) { /* the greatest behind the last that isn't one */
    double top = -100;
    for (int j = 0; j < length[i]; j++)
      top = top > real[i][j] ? top : real[i][j];
    most[i] = top;
  }
  show("inverted");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int sum = 0;
    for (int j = 0; j < LENGTH; j++) {
      sum += whole[i][j];
      sums[i][j] = sum++;
    }
    found[i] = sum;
  }
  show("counted");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int sum = 0;
    for (int j = 0; j < LENGTH; j++) {
      int old = sum++;
      sum += whole[i][j];
      sums[i][j] = old;
    }
    found[i] = sum;
  }
  show("declared");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int sum = 0;
    for (int j = 0; j < LENGTH; j++) {
      sum += whole[i][j];
      sums[i][j] = bumped(&sum, j);
    }
    found[i] = sum;
  }
  show("called");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int sum = 0, *same = &sum;
    for (int j = 0; j < LENGTH; j++) {
      sum += whole[i][j];
      *same += 2;
    }
    found[i] = sum;
  }
  show("pointer");

#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int sum = 0, *same = &sum;
    for (int j = 0; j < LENGTH; j++) {
      sum += whole[i][j];
      sums[i][j] = *same;
    }
    found[i] = sum;
  }
  show("read");
  return 0;
}
