/* Enumerators and enum variables.  expect: offloaded=1 */
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };
enum { COUNT = 45, LIMIT = COUNT / 3 };

static enum colour colours[COUNT];
static int score[COUNT];

int main(void)
{
  int i;
  enum colour special = BLUE;

#pragma omp parallel for
  for (i = 0; i < COUNT; i++) {
    colours[i] = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
    score[i] = colours[i] == special ? LIMIT : (int)colours[i];
  }
  for (i = 0; i < COUNT; i++)
    printf("%d:%d%c", (int)colours[i], score[i], i % 9 == 8 ? '\n' : ' ');
  return 0;
}
