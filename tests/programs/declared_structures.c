/* Reductions that the program declares, of structures with another name that begin with an array: zero by default, and
   members of the names of variables; and a function whose parameter gets a variable of the same name.
   expect: offloaded=4 kept= */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, BINS = 8 };
typedef struct { long bin[BINS]; double sum; } histogram;
typedef struct { double v[2]; } pair;
typedef int whole;
typedef whole tally;
struct line { const char *text; int from, to; };

void joined(histogram *to, const histogram *more)
{
  for (int b = 0; b < BINS; b++)
    to->bin[b] += more->bin[b];
  to->sum += more->sum;
}

#pragma omp declare reduction(join : histogram : joined(&omp_out, &omp_in))
#pragma omp declare reduction(+ : pair : omp_out.v[0] += omp_in.v[0], omp_out.v[1] += omp_in.v[1]) \
    initializer(omp_priv = {{0}})
#pragma omp declare reduction(most : tally : omp_out = omp_in > omp_out ? omp_in : omp_out)

static int letters(const struct line *of, int *found)
{
  int count = 0;

  for (int i = of->from; i < of->to; i++) {
    found[of->text[i] % BINS]++;
    count++;
  }
  return count;
}

int main(void)
{
  histogram all = {{0}, 0};
  pair v = {{1, 2}};
  tally largest = 3;
  char *text = malloc(N);
  struct line *lines = malloc(N / 10 * sizeof *lines);
  int (*found)[BINS] = calloc(N / 10, sizeof *found);
  long total = 0;

  for (int i = 0; i < N; i++)
    text[i] = (char)(i * 7 % 100);
  for (int i = 0; i < N / 10; i++)
    lines[i] = (struct line){text, 10 * i, 10 * i + 10 - i % 3};
#pragma omp parallel for reduction(join : all)
  for (int i = 0; i < N; i++) {
    all.bin[text[i] % BINS]++;
    all.sum += text[i];
  }
#pragma omp parallel for reduction(+ : v)
  for (int i = 0; i < N; i++) {
    v.v[0] += text[i];
    v.v[1] += i;
  }
#pragma omp parallel for reduction(most : largest)
  for (int i = 0; i < N; i++)
    if (text[i] > largest)
      largest = text[i];
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < N / 10; i++)
    total += letters(&lines[i], found[i]);
  printf("%ld %ld %g\n", all.bin[0], all.bin[5], all.sum);
  printf("%g %g %d %ld %d\n", v.v[0], v.v[1], largest, total, found[3][2]);
  free(text);
  free(lines);
  free(found);
  return 0;
}
