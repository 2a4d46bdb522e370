/* Statement expressions that hold pragmas stay as they are: a loop that is shared out, and an atomic update of which
   only the update would be left.
   expect: offloaded=1 kept=K018,K018,K018
   flags: -std=gnu11 */
#include <stdio.h>

#define N 1000
#define TOTAL(v, n) \
  ({ int s_ = 0; _Pragma("omp parallel for reduction(+ : s_)") for (int i = 0; i < (n); i++) s_ += (v)[i]; s_; })
#define BUMP(x) ({ _Pragma("omp atomic") (x)++; })

static int v[N], w[N], count[8];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    v[i] = i;
  int last = ({
    int m = 3;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      w[i] = v[i] * m;
    w[N - 1];
  });
  printf("%d %d\n", last, TOTAL(v, N));
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    BUMP(count[w[i] % 7]);
  for (int i = 0; i < 8; i++)
    printf("%d\n", count[i]);
}
