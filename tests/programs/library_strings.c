/* Functions on strings and arrays that keep a pointer, move one, return one into an argument, or call back.
   expect: offloaded=26  flags: -D_GNU_SOURCE */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

static long zeros(const char *t)
{
  long count = 0;

  for (int i = 0; i < N; i++)
    count += t[i] == 0;
  return count;
}

static void tokens(void)
{
  char *text = calloc(N, 1), *other = calloc(N, 1), *third = calloc(N, 1), *saved = NULL, *rest, *token;
  long count = 0;

  strcpy(text, "one,two,three,four");
  for (token = strtok_r(text, ",", &saved); token != NULL; token = strtok_r(NULL, ",", &saved)) {
    count = 0;
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < 18; i++)
      count += text[i] == 0;
#pragma omp parallel for
    for (int i = 0; i < 18; i++)
      text[i] = text[i] == 'o' ? '0' : text[i];
    printf("%s %ld\n", token, count);
  }
  rest = strcpy(other, "red green blue");
  while ((token = strsep(&rest, " ")) != NULL) {
    count = 0;
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < 14; i++)
      count += other[i] == 0;
#pragma omp parallel for
    for (int i = 0; i < 14; i++)
      other[i] = other[i] == 'e' ? '3' : other[i];
    printf("%s %ld\n", token, count);
  }
  strcpy(third, "a;b;c");
  for (token = strtok(third, ";"); token != NULL; token = strtok(NULL, ";")) {
    count = 0;
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < 5; i++)
      count += third[i] == 0;
#pragma omp parallel for
    for (int i = 0; i < 5; i++)
      third[i] += third[i] >= 'a';
    printf("%s %ld\n", token, count);
  }
}

static void ends(void)
{
  char *text = malloc(N), *end = NULL;
  double *values = malloc(sizeof(double) * N);
  long number;

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] = i == N - 1 ? 0 : i % 4 == 3 ? ' ' : '1' + (i + round) % 9;
    number = strtol(text, &end, 10);
    *end = 'x';
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] = text[i] == 'x' ? '.' : text[i];
    printf("%ld %s\n", number, text);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      values[i] = i;
    values[2] = strtod(text, &end);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      values[i] += values[i] > 100 ? 0.5 : 0.25;
    printf("%g %g %s\n", values[1], values[2], end);
  }
}

static void found(void)
{
  char *a = malloc(N), *b = malloc(N), *c = malloc(N), *at;

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i == N - 1 ? 0 : 'a' + (i + round) % 25;
    at = strchr(a, 'f');
    *at = '!';
    at = strstr(a, "jk");
    at[1] = '?';
    *strrchr(a, 'b') = '#';
    *(char *)memchr(a, 'w', N) = '$';
    strpbrk(a, "st")[0] = '%';
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = a[i] == '!' ? '1' : a[i] == '?' ? '2' : a[i];
    puts(a);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = 'b';
    at = stpcpy(b + 2, "copied");
    *at = '&';
    at = mempcpy(b + 12, "more", 4);
    *at = '~';
    at = memccpy(b + 20, "up to;this", ';', 10);
    *at = '^';
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = b[i] == '&' ? '3' : b[i] == '~' ? '4' : b[i];
    printf("%.40s\n", b);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] = i < 5 ? 'c' : 0;
    strcat(c, "-end");
    strncat(c, a, 5);
    strncpy(c + 1, a + 30, 3);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] += c[i] == 'e';
    printf("%s %ld\n", c, zeros(c));
    at = strdup(c);
    printf("%s %d\n", at, strcmp(at, c));
    free(at);
  }
}

static int by_value(const void *one, const void *other)
{
  int a = *(const int *)one, b = *(const int *)other;

  return (a > b) - (a < b);
}

static double weight[N]; /* the function that is called back reads one array and counts in another */
static int asked[N];

static int by_weight(const void *one, const void *other)
{
  int a = *(const int *)one, b = *(const int *)other;

  asked[a] = 1;
  return (weight[a] > weight[b]) - (weight[a] < weight[b]);
}

static int decreasing(const void *one, const void *other, void *sign)
{
  return by_value(one, other) * *(int *)sign;
}

static void sorted(void)
{
  int *a = malloc(sizeof(int) * N), *b = malloc(sizeof(int) * N), *c = malloc(sizeof(int) * N), key, *at;
  int *sign = malloc(sizeof(int) * N);
  size_t count = N;
  long sum = 0;

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = (i * 37 + round) % N;
    qsort(a, N, sizeof(int), by_value);
    key = 9;
    at = bsearch(&key, a, N, sizeof(int), by_value);
    *at = 1000;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
    printf("%d %d %d\n", a[0], a[9], a[N - 1]);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      b[i] = i;
      weight[i] = (i * 29 + round) % N;
      asked[i] = 0;
    }
    qsort(b, N, sizeof(int), by_weight);
    sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += b[i] * (i + 1) + asked[i];
    printf("%ld\n", sum);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      c[i] = (i * 11) % N;
      sign[i] = round == 0 ? 1 : -1;
    }
    qsort_r(c, N, sizeof(int), decreasing, sign + 5);
    key = 7;
    at = lfind(&key, c, &count, sizeof(int), by_value);
    *at = -7;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] *= 2;
    printf("%d %d %d %d\n", c[0], c[7], c[N - 8], c[N - 1]);
  }
}

static void copied(void)
{
  double *a = malloc(sizeof(double) * N), *b = malloc(sizeof(double) * N), *held[2] = {a, b}, *again[2];
  unsigned char *bytes = malloc(N);

  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i + round;
    memcpy(again, held, sizeof again); /* pointers, too */
    memmove(again[1], again[0] + 1, sizeof(double) * (N - 1));
    again[1][N - 1] = 3;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += a[i];
    printf("%g %g %d\n", b[0], b[N - 1], memcmp(a, b, sizeof(double)) != 0);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      bytes[i] = i;
    memset(bytes + 8, 'm', 8);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      bytes[i] += 1;
    printf("%d %d %d\n", bytes[7], bytes[8], bytes[16]);
  }
}

int main(void)
{
  tokens();
  ends();
  found();
  sorted();
  copied();
  return 0;
}
