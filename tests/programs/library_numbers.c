/* Functions of numbers and of the process write their results, and their states, to arrays that loops use.
   expect: offloaded=16  flags: -D_GNU_SOURCE */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N 32

extern char **environ;

static void parts(void)
{
  double *a = malloc(sizeof(double) * N), *b = malloc(sizeof(double) * N);
  int *e = malloc(sizeof(int) * N);

  for (int round = 1; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      a[i] = i + 0.25;
      b[i] = round;
      e[i] = i;
    }
    b[0] = modf(a[7] * round, &a[1]);
    b[1] = frexp(a[9], e + 3);
    b[2] = remquo(a[20], 3.0, &e[5]);
    sincos(b[3], &a[2], a + 3);
    b[4] = lgamma_r(-1.5 * round, &e[6]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i] + e[i];
    printf("%.9g %.9g %.9g %d %d %d %.9g\n", a[1], a[2], a[3], e[3], e[5] & 7, e[6], a[4]);
  }
}

static void states(void)
{
  unsigned short *x = malloc(sizeof(short) * N);
  unsigned *seed = malloc(sizeof(unsigned) * N);
  struct random_data *data = calloc(1, sizeof *data);
  char *other = malloc(64);
  int *drawn = malloc(sizeof(int) * N);
  long sum;

  initstate_r(5, other, 64, data);
  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      x[i] = i * 3 + round;
      seed[i] = i + 1;
    }
    printf("%.6f %ld ", erand48(x + 2), nrand48(x + 8));
    printf("%d ", rand_r(&seed[4]));
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      x[i] ^= 1;
      seed[i] += 2;
    }
    printf("%d %d %u\n", x[2], x[8], seed[4]);
    /* the generator's state are bytes of ours, which it changes with each number */
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      drawn[i] = i;
    sum = 0;
    random_r(data, &drawn[3]);
    drawn[3] %= 1000;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 8; i < 64; i++)
      sum += other[i] * (i + 1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      drawn[i] += 1;
    printf("%ld %d\n", sum, drawn[3]);
#pragma omp parallel for
    for (int i = 8; i < 64; i++)
      other[i] ^= 1;
  }
}

static void times_of_day(void)
{
  struct tm *days = calloc(N, sizeof *days);
  time_t *seconds = malloc(sizeof(time_t) * N);
  char *text = malloc(N);

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      seconds[i] = 86400L * 365 * (i + round);
      days[i].tm_mday = 0;
    }
    if (gmtime_r(&seconds[3], &days[3]) != &days[3])
      exit(1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      days[i].tm_mday += days[i].tm_year;
    printf("%d %d\n", days[3].tm_mday, days[4].tm_mday);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] = 't';
    strftime(text + 2, N - 2, "%Y", gmtime(seconds + 4));
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] += text[i] == '1' || text[i] == 't';
    puts(text);
  }
}

/* the environment holds an array of ours, and hands it out under another name */
static void environment(void)
{
  char *text = malloc(N), *got;

  strcpy(text, "LIBRARY_NUMBERS=abc");
  if (putenv(text) != 0)
    exit(1);
  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 16; i < 19; i++)
      text[i] += 1;
    puts(getenv("LIBRARY_NUMBERS"));
    got = getenv("LIBRARY_NUMBERS");
    got[1] = 'z';
#pragma omp parallel for
    for (int i = 16; i < 19; i++)
      text[i] += 1;
    puts(text);
    for (char **each = environ; *each != NULL; each++)
      if (strncmp(*each, "LIBRARY_N", 9) == 0)
        puts(*each);
  }
  putenv("LIBRARY_NUMBERS");
}

static void options(void)
{
  int *flags = malloc(sizeof(int) * N);
  char *first = malloc(N), *name = "name", *all = "-a", *value = "-v", *set = "--set";
  char *words[] = {name, first, all, value, first, set, NULL};
  struct option longer[] = {{"set", no_argument, &flags[4], 42}, {NULL, 0, NULL, 0}};
  int found, where[N];

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      first[i] = i < 4 ? 'w' + round : 0;
      flags[i] = i;
      where[i] = i;
    }
    optind = 0;
    while ((found = getopt_long(6, words, "av:", longer, &where[2])) != -1)
      printf("%d %s\n", found, found == 'v' ? optarg : "");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      flags[i] += 1;
      where[i] += 1;
    }
    printf("%d %d %s\n", flags[4], where[2], words[optind]);
  }
}

int main(void)
{
  parts();
  states();
  times_of_day();
  environment();
  options();
  return 0;
}
