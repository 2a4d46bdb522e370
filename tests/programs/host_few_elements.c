/* Loops of the host's that touch a few elements of what devices write: receivers, sources, and loops that are alike
 * and aren't.
 *
 * expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, STEPS = 20, PLACES = 40 };

struct receiver {
  int row, column;
  double *trace;
};

struct survey {
  int receivers, sources;
  struct receiver *receiver;
  int *source;
};

static double now[N], before[N];
static int place[PLACES], many[N], counts[N];

static void step(double *to, const double *from)
{
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    to[i] = 0.5 * (from[i - 1] + from[i + 1]) - 0.25 * to[i];
}

static void count(int by)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    counts[i] += by;
}

static double pick(const double *from, const int *at, int count)
{
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += from[at[k]];
  return sum;
}

int main(void)
{
  struct survey s = {3, 2, malloc(3 * sizeof *s.receiver), malloc(2 * sizeof *s.source)};
  for (int k = 0; k < s.receivers; k++)
    s.receiver[k] = (struct receiver){k * 50, 7 * k, calloc(STEPS, sizeof(double))};
  for (int k = 0; k < s.sources; k++)
    s.source[k] = 100 + 5000 * k;
  for (int k = 0; k < PLACES; k++)
    place[k] = (k * 7919 + 3) % N;
  for (int i = 0; i < N; i++)
    many[i] = (int)(i * 7919L % N);
  double *to = before, *from = now, sum = 0;
  for (int t = 0; t < STEPS; t++) {
    for (int k = 0; k < s.sources; k++)
      from[s.source[k]] += t + 1;
    step(to, from);
    double *other = to;
    to = from;
    from = other;
    for (int k = 0; k < s.receivers; k++)
      s.receiver[k].trace[t] = from[s.receiver[k].row * 200 + s.receiver[k].column];
    for (int k = 0; k < 4; k++)
      if (from[place[k]] > 0)
        sum += k;
  }
  sum += pick(from, place, PLACES);
  printf("%.9g", sum);
  for (int k = 0; k < s.receivers; k++) {
    for (int t = 0; t < STEPS; t++)
      sum += s.receiver[k].trace[t];
    free(s.receiver[k].trace);
  }
  printf(" %.9g\n", sum);

  step(now, before);
  int last = 5, next = 0;
  for (int k = 0; k < last; k++) { /* the bound changes */
    now[place[k]] += 1;
    last += k == 3 ? 20 : 0;
  }
  step(before, now);
  for (int k = 0; k < 9; k++) { /* the counter changes */
    before[place[k]] *= 2;
    k += k & 1;
  }
  step(now, before);
  for (int k = 0; k < 12; k++) { /* the place changes before it is used */
    next = (next * 31 + 17) % N;
    now[next] -= before[place[k]];
    place[k] = next;
    sum += now[place[k]];
    if (now[place[k]] > 1e9)
      break;
  }
  step(before, now);
  sum += pick(before, many, N) + pick(now, many + 5, N / 2);
  for (int k = 0; k < 3; k++) { /* what leads to the elements changes */
    double *at = k % 2 ? now : before;
    at[place[k]] += before[place[k + 1]];
    step(before, now);
    at = now;
  }
  for (int t = 0; t < 6; t++) { /* the number of iterations is known to the device, and few first */
    count(9);
    step(t & 1 ? now : before, t & 1 ? before : now);
    for (int k = 0; k < counts[7]; k++)
      sum += before[place[k % PLACES]] + now[k * k];
  }
  int few = 2;
  for (int k = 0; k <= few; k++)
    if (now[place[k]] > before[place[k + 1]])
      sum += k;
  step(now, before);
  for (int i = 0; i < N; i++)
    sum += now[i] * (i % 7) - before[i];
  printf("%.9g\n", sum);
  free(s.receiver);
  free(s.source);
  return 0;
}
