#include "../transforms/arguments/cases.c"

#include <stdio.h>

int main(void)
{
  printf("%g\n", all_of_them(0, 0));
  printf("%g\n", all_of_them(1, 0));
  printf("%g\n", all_of_them(1, 1));
  return 0;
}
