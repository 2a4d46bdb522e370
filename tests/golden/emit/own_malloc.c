/* A program with allocation functions of its own is left alone with them. */
static char heap[4096];
static unsigned long used;

void *malloc(unsigned long size)
{
  used += size;
  return heap + used - size;
}

void free(void *block) { (void)block; }

void clear(void)
{
#pragma omp parallel for
  for (int i = 0; i < 4096; i++)
    heap[i] = 0;
}
