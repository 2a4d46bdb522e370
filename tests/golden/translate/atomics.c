/* Atomic constructs: built-ins where the device has them, compare-and-swap loops elsewhere. */
void count(int n, const int *key, int *histogram, double *sum, long *total, float *scaled, int *order)
{
  int next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int place, seen;
#pragma omp atomic
    histogram[key[i]]++;
#pragma omp atomic
    *sum += 0.5 * key[i];
#pragma omp atomic
    total[0] += i;
#pragma omp atomic
    scaled[key[i]] = 2.0 * scaled[key[i]];
#pragma omp atomic capture
    place = next++;
    order[place] = i;
#pragma omp atomic read
    seen = histogram[0];
#pragma omp atomic write
    histogram[1] = seen;
  }
}
