/* Files whose text can't be put in the place of the line that includes them: their lines have other numbers, or they
   ask how deep they are included.  expect: offloaded=1 kept=K012,K012 */
#include <stdio.h>

static int a[50];

#define NAME numbered
#include "support/numbered_lines.h"
#undef NAME
#define NAME deep
#define DEPTH __INCLUDE_LEVEL__
#include "support/included_depth.h"
#undef NAME
#undef DEPTH
#define NAME shallow
#define DEPTH 7
#include "support/included_depth.h"

int main(void)
{
  numbered(a, 50);
  printf("%d\n", a[9]);
  deep(a, 50);
  printf("%d\n", a[9]);
  shallow(a, 50);
  printf("%d\n", a[9]);
  return 0;
}
