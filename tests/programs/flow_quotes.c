/* Character constants that are a quotation mark, and strings that hold an apostrophe.  expect: offloaded=4 kept= */
#include <stdio.h>
#include <stdlib.h>

#define N 300
#define QUOTE '"'

static const char marks[] = {'"', '\'', '\\', 'x'};
static const char *const names[] = {"'", "a'b", "\"", "it's"};
enum { OPEN = '"', CLOSE = '\'' };

static int field(const char *p, int *length)
{
  int quoted = *p == '"', n = 0;
  if (quoted)
    p++;
  while (*p && *p != (quoted ? QUOTE : ','))
    n++, p++;
  *length = n;
  switch (*p) {
  case '"':
    return 2;
  case '\'':
    return 3;
  default:
    return *p == ',';
  }
}

int main(void)
{
  char *text = calloc(N, 16);
  int *kind = malloc(N * sizeof *kind), *length = malloc(N * sizeof *length), *sizes = malloc(N * sizeof *sizes);
  char *out = malloc(N * 4);
  long sum = 0, quotes = 0;
  for (int i = 0; i < N; i++)
    snprintf(text + i * 16, 16, i % 3 ? "\"ab%d,c\",x" : "ab%d,x", i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    kind[i] = field(text + i * 16, &length[i]);
#pragma omp parallel for reduction(+ : quotes)
  for (int i = 0; i < N * 16; i++)
    quotes += text[i] == OPEN || text[i] == '"' + 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const char own[] = "'", other[4] = "a'", quote = '"';
    out[i * 4] = own[i % 2];
    out[i * 4 + 1] = other[i % 3];
    out[i * 4 + 2] = i % 2 ? '"' : quote;
    out[i * 4 + 3] = marks[i % 4];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sizes[i] = (int)(sizeof '"' + sizeof "'" + sizeof("a'b")) + "'x\""[i % 4] + (CLOSE == '\'') + u8"\""[0];
  for (int i = 0; i < N; i++)
    sum += kind[i] * 7 + length[i] + sizes[i] + out[i * 4] + 3 * out[i * 4 + 1] + 5 * out[i * 4 + 2] + 7 * out[i * 4 + 3];
  printf("%ld %ld %s\n", sum, quotes, names[3]);
  free(text); free(kind); free(length); free(sizes); free(out);
  return 0;
}
