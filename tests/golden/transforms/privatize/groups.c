/* Sums by group in arrays of unknown length, beside a sum of all iterations, and in structures. */
struct group {
  double sum;
  int count;
  float mean;
};

extern int key[], n;
extern float value[];
extern double sum[];
extern unsigned count[];
extern struct group groups[];

double by_key(int number)
{
  int i;
  double all = 0;

#pragma omp parallel for reduction(+ : sum[ : number], count[ : number], all)
  for (i = 0; i < n; i++) {
    sum[key[i] % number] += value[i];
    count[key[i] % number]++;
    all += value[i];
  }
  return all;
}

void by_structure(int number)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    struct group *mine = &groups[key[i] % number];

#pragma omp atomic
    mine->sum -= value[i];
#pragma omp atomic
    mine->count++;
#pragma omp atomic
    mine->mean += 0.5 * value[i];
  }
}
