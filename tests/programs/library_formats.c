/* Functions that print and read by a format find arrays through variable arguments, and through lists of them.
   expect: offloaded=22  flags: -D_GNU_SOURCE -Wno-format-zero-length -Wno-unused-result */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

static char line[4 * N];

/* one wrapper directly, one that passes its list on, one with a copy, one through a pointer to a list */
static void to_line(const char *format, ...)
{
  va_list list;

  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
}

static void pass_on(const char *format, va_list list)
{
  vprintf(format, list);
}

static void show(const char *format, ...)
{
  va_list list;

  va_start(list, format);
  pass_on(format, list);
  va_end(list);
}

static void twice(FILE *to, const char *format, ...)
{
  va_list list, again;

  va_start(list, format);
  va_copy(again, list);
  vfprintf(to, format, list);
  vfprintf(to, format, again);
  va_end(again);
  va_end(list);
}

struct writer {
  va_list *list;
  char *to;
};

static void write_with(struct writer *w, const char *format)
{
  vsprintf(w->to, format, *w->list);
}

static void through(char *to, const char *format, ...)
{
  va_list list;
  struct writer w = {&list, to};

  va_start(list, format);
  write_with(&w, format);
  va_end(list);
}

static int scan(const char *text, const char *format, ...)
{
  va_list list;
  int found;

  va_start(list, format);
  found = vsscanf(text, format, list);
  va_end(list);
  return found;
}

static char *made(const char *format, ...)
{
  va_list list;
  char *text = NULL;

  va_start(list, format);
  if (vasprintf(&text, format, list) < 0)
    exit(1);
  va_end(list);
  return text;
}

/* reads the first array and writes the second, which it takes out of the list */
static void halve(int count, ...)
{
  va_list list;
  double *from, *to;

  va_start(list, count);
  from = va_arg(list, double *);
  to = va_arg(list, double *);
  for (int i = 0; i < count; i++)
    to[i] = from[i] / 2;
  va_arg(list, double *)[1] = from[1];
  va_end(list);
}

static void lists(void)
{
  char *a = malloc(N), *b = malloc(N), *c = malloc(N), *d = malloc(N), *e = malloc(N);

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i == N - 1 ? 0 : 'a' + (i + round) % 26;
    to_line("%s|", a);
    puts(line);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = i == N - 1 ? 0 : 'b' + (i + round) % 20;
    show("%d %s|\n", round, b);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] = i == N - 1 ? 0 : 'c' + (i + round) % 20;
    twice(stdout, "%s\n", c);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      d[i] = i == N - 1 ? 0 : 'd' + (i + round) % 20;
    through(line, "<%s>", d);
    puts(line);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      e[i] = i == N - 1 ? 0 : 'e' + (i + round) % 20;
    char *text = made("(%s)", e);
    puts(text);
    free(text);
  }
}

static void direct(void)
{
  char *a = malloc(N), *b = malloc(N), *c = malloc(2 * N);
  char *text = NULL;

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i == N - 1 ? 0 : 'A' + (i + round) % 26;
    printf("%.9s %s\n", a + 4, a);
    sprintf(line, "%s", a + 30);
    puts(line);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = i == N - 1 ? 0 : 'B' + (i + round) % 20;
    if (asprintf(&text, "%s", b) < 0)
      exit(1);
    puts(text);
    free(text);
#pragma omp parallel for
    for (int i = 0; i < 2 * N; i++)
      c[i] = 'c';
    snprintf(c + 3, N, "%d%s", round, "text of the host");
#pragma omp parallel for
    for (int i = 0; i < 2 * N; i++)
      c[i] += c[i] == 't';
    printf("%.30s\n", c);
  }
}

static void counted(void)
{
  static int at[N];
  int *more = malloc(sizeof(int) * N);
  const char *formats[] = {"%d%n.\n", "%5d%n\n"};
  char *own = strcpy(malloc(8), "%d%hhn;");

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      at[i] = i;
    printf("%s%n\n", "1234567", &at[3]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      at[i] *= 2;
    printf("%d %d\n", at[3], at[4]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      more[i] = i;
    printf(formats[round], 12, &more[5]);
    to_line(own, 1234, (signed char *)&more[6]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      more[i] *= 3;
    printf("%d %d %d\n", more[4], more[5], more[6]);
  }
}

static void scanned(void)
{
  double *a = malloc(sizeof(double) * N), *b = malloc(sizeof(double) * N);
  int *c = malloc(sizeof(int) * N);
  char *text = malloc(N), *word = NULL;

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i + round;
    printf("%d\n", scan("1.5 2.5 7", "%lf %lf", &a[1], a + 2));
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
    printf("%g %g %g\n", a[0], a[1], a[2]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] = i * round;
    printf("%d\n", sscanf("10,20", "%d,%d%n", c, &c[2], &c[4]));
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] += 1;
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[4]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] = i == N - 1 ? 0 : i % 9 == 8 ? ' ' : '1' + round;
    printf("%d ", sscanf(text, "%lf %ms", &b[0], &word));
#pragma omp parallel for
    for (int i = 1; i < N; i++)
      b[i] = b[0] + i;
    printf("%s %g\n", word, b[N - 1]);
    free(word);
  }
}

static void taken_out(void)
{
  double *from = malloc(sizeof(double) * N), *to = malloc(sizeof(double) * N), *last = malloc(sizeof(double) * N);

  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      from[i] = i + round;
      last[i] = 5;
    }
    halve(N, from, to, last);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      to[i] += from[i];
      last[i] += 1;
    }
    printf("%g %g %g %g\n", to[3], to[N - 1], last[0], last[1]);
  }
}

/* a function of variable arguments that is called through a pointer */
static void (*shown)(const char *format, ...) = show;

static void pointed(void)
{
  char *a = malloc(N);

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i == N - 1 ? 0 : 'k' + (i + round) % 13;
    shown("%s\n", a);
  }
}

int main(void)
{
  lists();
  direct();
  counted();
  scanned();
  taken_out();
  pointed();
  return 0;
}
