/* A loop in a file of the user's own that is included once. */
#include <stdio.h>
#include "included.h" /* after it, this comment */

int main(void)
{
  count();
  printf("%d\n", cells[63]);
  return 0;
}
