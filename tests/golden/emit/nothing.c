/* Without a loop for the device the emitted text is the source. */
#include <stdio.h>

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    printf("hello\n");
  return 0;
}
