/* Loops over sites as pairs of macros: the first one opens a block before the pragma, the second one closes both.
   With clauses as arguments, a bound that is computed in the block, one pair in another, two uses on a line, and
   code behind the construct in the second macro.  expect: offloaded=7 */
#include <stdio.h>

#define N 640
#define TEXT(x) #x
#define EVEN 1
#define ODD 2

#define ALL_SITES(i, s, clauses) \
  { \
    _Pragma(TEXT(omp parallel for private(i, s) clauses)) \
    for (i = 0; i < N; i++) { \
      s = &sites[i];
#define SOME_SITES(i, s, parity, clauses) \
  { \
    int end = (parity) == EVEN ? N / 2 : N, start = (parity) == ODD ? N / 2 : 0; \
    _Pragma(TEXT(omp parallel for private(i, s) clauses)) \
    for (i = start; i < end; i++) { \
      s = &sites[i];
#define END_SITES }}
#define END_AND(code) } code; }
#define BLOCK {
#define END_BLOCK }

struct site {
  int parity;
  double phi, mom[3];
};

static struct site sites[N];

static double action(int parity)
{
  double sum = 0;
  struct site *s;
  int i, k;

  SOME_SITES(i, s, parity, private(k) reduction(+ : sum)) {
    for (k = 0; k < 3; k++)
      sum += s->mom[k] * s->phi;
  } END_SITES
  return sum;
}

int main(void)
{
  struct site *s;
  double norm = 0, top = 0;
  int i, count = 0;

  ALL_SITES(i, s, default(shared)) {
    s->parity = i % 2 ? ODD : EVEN;
    s->phi = i % 13 * 0.25;
    s->mom[0] = i % 5, s->mom[1] = i % 7, s->mom[2] = -i % 3;
  } END_SITES
  printf("%g %g %g\n", action(EVEN), action(ODD), action(0));
  BLOCK
    ALL_SITES(i, s, reduction(+ : norm)) norm += s->phi * s->phi; END_SITES ALL_SITES(i, s, shared(norm)) s->phi /= norm; END_SITES
  END_BLOCK
  SOME_SITES(i, s, ODD, reduction(max : top)) {
    if (s->phi > top)
      top = s->phi;
  } END_AND(count++)
  if (count) {
    ALL_SITES(i, s, reduction(+ : count))
      count += s->phi > top / 2;
    END_AND(top *= norm)
  }
  SOME_SITES(i, s, EVEN, shared(top)) {
    s->mom[0] += s->phi * top;
  } END_SITES
  printf("%d %g %g %g %d\n", count, top, norm, sites[77].mom[0], sites[78].parity);
  return 0;
}
