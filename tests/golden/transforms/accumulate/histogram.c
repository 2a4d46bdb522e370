/* Threads' own counters with running sums before they are merged; few sums of several kinds stay virtual threads'. */
extern int key[6000], all[5000];
extern double x[6000], weight[4], count[4];

void rank(int n)
{
#pragma omp parallel
  {
    int mine[5000] = {0};

#pragma omp for nowait
    for (int i = 0; i < n; i++)
      mine[key[i] % 5000]++;
    for (int k = 1; k < 5000; k++)
      mine[k] += mine[k - 1];
#pragma omp critical
    for (int k = 0; k < 5000; k++)
      all[k] += mine[k];
  }
}

void group(int n)
{
#pragma omp parallel
  {
    double sums[4] = {0}, members[4] = {0};

#pragma omp for nowait
    for (int i = 0; i < n; i++) {
      sums[key[i] & 3] += x[i];
      members[key[i] & 3] += 1;
    }
#pragma omp critical
    for (int k = 0; k < 4; k++) {
      weight[k] += sums[k];
      count[k] += members[k];
    }
  }
}
