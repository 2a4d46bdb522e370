/* All lanes run the stages in step; in each they share two loops, one of which grows as the other shrinks. */
void combine(int n, int lines, double a[100][64])
{
  int i, j, p, q, half, stride, from;
  double line[2][64];
#pragma omp parallel for private(i, p, q, half, stride, from, line)
  for (j = 0; j < lines; j++) {
    for (i = 0; i < 64; i++)
      line[0][i] = a[j][i];
    stride = 1;
    from = 0;
    for (half = n / 2; half > 0; half /= 2) {
      for (p = 0; p < half; p++)
        for (q = 0; q < stride; q++) {
          line[1 - from][q + stride * 2 * p] = line[from][q + stride * p] + line[from][q + stride * (p + half)];
          line[1 - from][q + stride * (2 * p + 1)] = line[from][q + stride * p] - line[from][q + stride * (p + half)];
        }
      stride *= 2;
      from = 1 - from;
    }
    for (i = 0; i < 64; i++)
      a[j][i] = line[from][i];
  }
}
