/* Streams read and write arrays that they were given as buffers.  expect: offloaded=4
 * flags: -D_GNU_SOURCE */
#include <stdio.h>
#include <stdlib.h>

#define N 4096

static char text[N], buffer[N];
static int sums[N];

int main(void)
{
  char word[8] = "";
  FILE *memory = fmemopen(text, N, "r+");
  FILE *file = tmpfile();
  int round, i;

  if (!memory || !file || setvbuf(file, buffer, _IOFBF, N))
    return 1;
  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      text[i] = (char)('a' + (i + round) % 20);
    rewind(memory);
    if (fread(word, 1, 7, memory) != 7)
      return 1;
    fprintf(file, "word %s\n", word);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      sums[i] = sums[i] + buffer[i];
#pragma omp parallel for
    for (i = 0; i < N; i++)
      buffer[i] = buffer[i] == 'w' ? 'W' : buffer[i];
#pragma omp parallel for
    for (i = 0; i < N; i++)
      sums[i] = sums[i] * 2;
    printf("%d %d\n", sums[0], sums[6]);
    fflush(file);
  }
  rewind(file);
  for (i = fgetc(file); i != EOF; i = fgetc(file))
    putchar(i);
  fclose(memory);
  fclose(file);
  return 0;
}
