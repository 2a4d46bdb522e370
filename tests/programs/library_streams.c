/* Streams keep the buffers that they are given, and touch them in later calls; lines may move.
   expect: offloaded=15  flags: -D_GNU_SOURCE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 64

static void lines(void)
{
  FILE *file = tmpfile();
  size_t room = 8, space = 0;
  char *line = malloc(room), *part = NULL;
  long sum;
  int length;

  if (file == NULL)
    exit(1);
  fputs("first\nthe second line is longer than the room that it gets\nx\nlast of all\n", file);
  rewind(file);
  while ((length = (int)getline(&line, &room, file)) > 0) {
    sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < length; i++)
      sum += line[i] * (i + 1);
#pragma omp parallel for
    for (int i = 0; i < length; i++)
      line[i] = line[i] >= 'a' && line[i] <= 'z' ? line[i] - 32 : line[i];
    printf("%d %ld %s", length, sum, line);
  }
  rewind(file);
  while ((length = (int)getdelim(&part, &space, 'e', file)) > 0) {
    sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < length; i++)
      sum += part[i];
    printf("%d %ld\n", length, sum);
  }
  free(line);
  free(part);
  fclose(file);
}

static void blocks(void)
{
  FILE *file = tmpfile();
  double *out = malloc(sizeof(double) * N), *in = malloc(sizeof(double) * N);
  char *text = malloc(N), *sent = malloc(N), *got = malloc(N);
  int ends[2];

  if (file == NULL || pipe(ends) != 0)
    exit(1);
  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      out[i] = i + round;
      in[i] = -1;
    }
    rewind(file);
    if (fwrite(out, sizeof(double), N, file) != N)
      exit(1);
    rewind(file);
    if (fread(in + 1, sizeof(double), N - 1, file) != N - 1)
      exit(1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      in[i] += out[i];
    printf("%g %g %g\n", in[0], in[1], in[N - 1]);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      sent[i] = i + round;
      got[i] = 1;
    }
    if (write(ends[1], sent, N) != N || read(ends[0], got, N / 2) != N / 2 || read(ends[0], got, 8) != 8)
      exit(1);
    if (read(ends[0], got + N / 2, N / 2 - 8) != N / 2 - 8)
      exit(1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      got[i] += sent[i];
    printf("%d %d %d %d\n", got[0], got[8], got[N / 2], got[N - 1]);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] = 't';
    rewind(file);
    fputs("one\ntwo\n", file);
    rewind(file);
    if (fgets(text + 4, 10, file) == NULL)
      exit(1);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      text[i] += text[i] == 't';
    printf("%.8s\n", text);
    fputs(text, stdout);
  }
  puts("");
  fclose(file);
}

/* the stream writes to the buffer when it is asked for something else */
static void kept(void)
{
  FILE *file = tmpfile(), *memory, *grown;
  char *buffer = malloc(BUFSIZ), *room = malloc(N), *text = NULL;
  size_t size = 0;
  long sum;
  int length;

  if (file == NULL)
    exit(1);
  setvbuf(file, buffer, _IOFBF, BUFSIZ);
  memory = fmemopen(room, N, "w+");
  grown = open_memstream(&text, &size);
  for (int round = 0; round < 3; round++) {
    sum = 0;
#pragma omp parallel for
    for (int i = N; i < 2 * N; i++)
      buffer[i] = i;
    fprintf(file, "round %d\n", round);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++)
      sum += buffer[i];
    printf("%ld ", sum);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      room[i] = 'r';
    rewind(memory);
    fprintf(memory, "%d in memory", round);
    fflush(memory);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      room[i] += room[i] == 'm';
    printf("%.12s ", room);
    fprintf(grown, "grows %d;", round);
    fflush(grown);
    sum = 0;
    length = (int)size;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < length; i++)
      sum += text[i];
#pragma omp parallel for
    for (int i = 0; i < length; i++)
      text[i] = text[i] == 'g' ? 'G' : text[i];
    printf("%ld %s\n", sum, text);
  }
  fclose(memory);
  fclose(grown);
  fclose(file);
}

int main(void)
{
  lines();
  blocks();
  kept();
  return 0;
}
