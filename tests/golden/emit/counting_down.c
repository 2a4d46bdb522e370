/* Counts of loops that go down, that are unsigned, or that end at one value. */
static unsigned char mark[300];

void down(unsigned long from, int step)
{
  unsigned long i;
  int j;
#pragma omp parallel for
  for (i = from; i > 10; i -= 2)
    mark[i] = 1;
#pragma omp parallel for
  for (j = 299; j >= 0; j -= step)
    mark[j] = 2;
#pragma omp parallel for
  for (j = 0; j != 300; ++j)
    mark[j]++;
}
