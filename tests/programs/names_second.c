/* Arrays and functions with second names: by assembly, attributes, pragmas and labels.  The loop that uses both names
 * of one array stays.  expect: offloaded=6 kept=K028 */
#include <stdio.h>

#define N 2000

double heat[N];
extern double warmth[N];
__asm__(".globl warmth\n\t.set warmth, heat /* the same */\n");

static double mass[N];
extern double weight[N] __attribute__((alias("mass")));

double load[N];
#pragma weak burden = load
extern double burden[N];

double speed[N];
extern double pace[N] __asm__("speed"), other_pace[N];
double other_pace[N];

#pragma redefine_extname velocity speed
extern double velocity[N];

static double total(const double *of)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += of[i];
  return sum;
}

double sum_of_mass(void);
double sum_of_mass(void)
{
  double sum = total(mass);
  mass[7] = 100;
  return sum;
}
extern double by_label(void) __asm__("sum_of_mass");
double by_alias(void) __attribute__((alias("sum_of_mass")));

static double twice_of(double x) { return 2 * x; }
double doubled(double) __attribute__((alias("twice_of")));

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    heat[i] = i;
    other_pace[i] = 1;
  }
  double sum = total(warmth);
  warmth[3] = 77;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    heat[i] += doubled(i);
  printf("heat %g %g\n", sum, total(warmth));

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    mass[i] = i % 7;
  printf("mass %g", by_label());
  printf(" %g", by_alias());
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    weight[i] *= 2;
  printf(" %g\n", sum_of_mass());

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    load[i] = 0.5 * i;
  sum = 0;
  for (int i = 0; i < N; i++)
    sum += burden[i];
  printf("load %g\n", sum);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    speed[i] = 3 * i;
  pace[5] = 1;
  velocity[6] = 2;
  printf("speed %g %g %g\n", total(speed), total(pace), total(velocity));

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    heat[i] = warmth[i] + other_pace[i];
  printf("both %g\n", total(heat));
  return 0;
}
