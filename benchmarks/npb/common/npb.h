/* What the benchmarks share: the pseudo-random generator, wall-clock timers, and the printed result. */
#ifndef NPB_H
#define NPB_H

/* The generator of report RNR-94-007, section 2.3: x' = a * x mod 2^46.  Both hold integers below 2^46 in doubles. */
#define NPB_A 1220703125.0 /* 5^13, the multiplier of every benchmark */

double randlc(double *x, double a);                    /* advances x once and returns x * 2^-46, in (0, 1) */
void vranlc(int n, double *x, double a, double y[]);   /* n values at once, as n calls of randlc */
double randlc_power(double a, long n);                 /* a^n mod 2^46, for jumping n values ahead */

/* Timers are numbered from 0 and count seconds of wall-clock time. */
#define NPB_TIMERS 8

void timer_clear(int timer);
void timer_start(int timer);
void timer_stop(int timer);
double timer_read(int timer);

struct npb_result {
  const char *name; /* "CG" */
  char class;       /* 'S', 'W', 'A', 'B' or 'C' */
  const char *size; /* the problem's size in the benchmark's own words */
  int iterations;
  double seconds;
  double mops; /* millions of operations a second, as the benchmark counts them */
  int verified;
};

int npb_close_to(double value, double reference, double tolerance); /* relative error at most the tolerance */
int npb_report(const struct npb_result *result);                    /* prints it; returns main's exit status */

#endif
