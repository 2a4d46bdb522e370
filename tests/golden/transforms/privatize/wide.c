/* Counters of 64 bits: a reduction of an array that an inner loop goes through, and subtractions of unsigned numbers. */
extern long ups[64];
extern unsigned long lefts[40];
extern double reals[40];
extern unsigned key[6000];

void count_bits(const unsigned long *words, long n)
{
#pragma omp parallel for reduction(+ : ups[ : 64])
  for (long i = 0; i < n; i++)
    for (int b = 0; b < 64; b++)
      ups[b] += (long)(words[i] >> b & 1) * 2 - 1;
}

void take(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    lefts[key[i] % 40] -= key[i];
  }
}

void take_threes(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    lefts[key[i] % 40] -= 3u;
  }
}

void take_from_reals(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    reals[key[i] % 40] -= key[i];
  }
}
