/* File output in a function that the loop calls.  expect: offloaded=0 kept=K004 */
#include <stdio.h>

static FILE *file;

static void note(int i)
{
  for (; i % 50 == 0; i++)
    ;
  fputc('x', file);
}

int main(void)
{
  int i;
  long length;

  file = tmpfile();
  if (!file)
    return 1;
#pragma omp parallel for
  for (i = 0; i < 200; i++)
    note(i);
  fseek(file, 0, SEEK_END);
  length = ftell(file);
  printf("%ld\n", length);
  fclose(file);
  return 0;
}
