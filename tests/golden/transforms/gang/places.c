/* Blocks put elements where counters say: lanes find the count of each iteration beforehand.  The elements of one
   block go to 16 places; those of another one that are large are kept, the others in a second array. */
void scatter(int n, int blocks, const unsigned *key, unsigned *restrict out, unsigned (*restrict count)[16])
{
#pragma omp parallel for
  for (int b = 0; b < blocks; b++)
    for (int i = b * n; i < (b + 1) * n; i++)
      out[count[b][key[i] >> 28]++] = key[i];
}

void partition(int n, int blocks, const float *x, float *restrict large, float *restrict small, int *restrict counts)
{
#pragma omp parallel for
  for (int b = 0; b < blocks; b++) {
    int kept = b * n, left = b * n;
    for (int i = b * n; i < (b + 1) * n; i++) {
      float value = x[i];
      if (value > 0.5f)
        large[kept++] = value;
      else
        small[left++] = value * value;
    }
    counts[b] = kept;
  }
}
