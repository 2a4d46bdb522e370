/* switch with fall-through, default and break, also inside an inner loop.  expect: offloaded=1 */
#include <stdio.h>

#define N 48

static int a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k, value = 0;

    for (k = 0; k < 3; k++) {
      switch ((i + k) % 6) {
      case 0:
        value += 1;
        break;
      case 1:
      case 2:
        value += 10;
        /* fall through */
      case 3:
        value += 100;
        break;
      default:
        if (i % 2)
          continue;
        value -= 7;
      }
      value *= 2;
    }
    a[i] = value;
  }
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 8 == 7 ? '\n' : ' ');
  return 0;
}
