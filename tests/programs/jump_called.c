/* `goto` in functions that loops call: to their ends, out of `switch`, and where serial code calls them, too.
 * expect: offloaded=4
 */
#include <stdio.h>

enum { N = 60, STEPS = 40 };
enum { HALT, ADD, DOUBLE, TEST, AGAIN };

static const int program[] = {ADD, DOUBLE, TEST, ADD, AGAIN, HALT};
static int left[N], steps[N], last[N], kind[N], marks[N];

/* a small machine: errors lead to its end */
static int run(const int *code, int length, int value, int *count)
{
  int at = 0, error = 0, sum = value;
  *count = 0;
  for (;;) {
    if (at >= length) {
      error = 1;
      goto out;
    }
    if (++*count > STEPS) {
      error = 2;
      goto out;
    }
    switch (code[at++]) {
    case HALT:
      return sum;
    case ADD:
      sum += 3;
      break;
    case DOUBLE:
      if (sum == 19) {
        error = 3;
        goto out;
      }
      sum *= 2;
      break;
    case TEST:
      if (sum > 300)
        at = 5;
      break;
    case AGAIN:
      at = sum % 7 ? 0 : 9;
      break;
    default:
      error = 4;
      goto out;
    }
  }
out:
  return -error;
}

/* out of a loop in a `switch` in a loop, past what falls through */
static int search(const int *values, int from, int *seen)
{
  int found = -1;
  *seen = 0;
  for (int round = 0; round < 3; round++) {
    switch ((from + round) % 4) {
    case 0:
      for (int i = from; i < N; i++) {
        ++*seen;
        if (values[i] % 11 == 5) {
          found = i;
          goto done;
        }
      }
      break;
    case 1:
      *seen += 100; /* fall through */
    case 2:
      *seen += 1000;
      if (values[from] < 0)
        goto done;
      break;
    default:
      *seen += 10000;
    }
    *seen += round;
  }
  *seen = -*seen;
done:
  return found;
}

/* changes what kernels have written; serial code calls it, too */
static int classify(int *values, int i)
{
  if (values[i] < 0)
    goto fail;
  switch (values[i] % 3) {
  case 0:
    values[i] += 7;
    break;
  case 1:
    if (i % 2)
      goto fail;
    values[i] -= 1;
    break;
  default:
    goto fail;
  }
  return 1;
fail:
  values[i] = -values[i];
  return 0;
}

int main(void)
{
  int serial = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    left[i] = run(program, 6, i, &steps[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    last[i] = search(left, i, &kind[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    marks[i] = classify(left, i);
  for (int i = 0; i < N; i += 5)
    serial += classify(left, i);
  for (int i = 0; i < N; i++)
    printf("%d %d %d %d %d\n", left[i], steps[i], last[i], kind[i], marks[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    switch (left[i] % 3) {
    case 0:
      if (i % 4 == 0)
        goto next;
      marks[i] += 2;
      break;
    default:
      marks[i] += 1;
    }
    marks[i] *= 3;
  next:;
  }
  for (int i = 0; i < N; i++)
    printf("%d%c", marks[i], i % 20 == 19 ? '\n' : ' ');
  printf("serial %d\n", serial);
  return 0;
}
