/* `atomic compare`: extremes, compare and swap, and what they find.  expect: offloaded=1 */
#include <stdio.h>
enum { N = 700, CELLS = 6 };
static int most[CELLS], owner[N], claimed;
static double least[CELLS];
int main(void)
{
  long lower = 0, wins = 0;
  for (int c = 0; c < CELLS; c++)
    least[c] = 1e9;
  for (int i = 0; i < N; i++)
    owner[i] = -1;
#pragma omp parallel for reduction(+ : lower, wins)
  for (int i = 0; i < N; i++) {
    const int x = i * 37 % 1009, c = i % CELLS;
    const double y = x;
    int won, old;
#pragma omp atomic compare
    if (x > most[c]) { most[c] = x; }
#pragma omp atomic compare
    least[c] = least[c] > y ? y : least[c];
#pragma omp atomic compare
    if (owner[i / 2] == -1) { owner[i / 2] = i; }
#pragma omp atomic compare capture
    { won = owner[i / 3 + N / 2] == -1; if (won) { owner[i / 3 + N / 2] = i; } }
    wins += won;
#pragma omp atomic compare capture
    { old = claimed; if (claimed == 0) { claimed = 5; } }
    lower += old == 0;
  }
  for (int c = 0; c < CELLS; c++) printf("%d %g\n", most[c], least[c]);
  printf("%ld %ld %d\n", wins, lower, claimed);
  return 0;
}
