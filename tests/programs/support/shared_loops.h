/* Loops that two units have, each for its own types. */
static void NAME(smooth)(TYPE *to, const TYPE *from, int n)
{
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    to[i] = (TYPE)((from[i - 1] + from[i] + from[i + 1]) / 3);
}

TYPE NAME(largest)(const TYPE *from, int n)
{
  TYPE largest = from[0];
#pragma omp parallel for reduction(max : largest)
  for (int i = 1; i < n; i++)
    largest = from[i] > largest ? from[i] : largest;
  return largest;
}
