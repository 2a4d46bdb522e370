/* String functions that a header defines as inline ones, which check the room that there is.
   expect: offloaded=3 kept=
   flags: -O2 -D_FORTIFY_SOURCE=2 */
#include <stdio.h>
#include <string.h>

enum { N = 200, W = 24 };

static char text[N][W], out[N][W];

int main(void)
{
  for (int i = 0; i < N; i++)
    snprintf(text[i], W, "%d/%d", i * 37, i % 9);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    strcpy(out[i], text[i]);
    strcat(out[i], "+");
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    strncat(out[i], text[(i + 1) % N], 4);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    strncpy(text[i], out[(i + 5) % N], W - 1);
  unsigned long all = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < W; k++)
      all = all * 31 + (unsigned char)text[i][k];
  printf("%lx %s %s\n", all, text[0], out[N - 1]);
  return 0;
}
