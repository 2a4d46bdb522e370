/* Included by included.c: its text stands in the emitted file, under its own name. */
static int cells[64];

static void count(void)
{
  int i;
#pragma omp parallel for
  for (i = 0; i < 64; i++)
    cells[i] += i;
}
