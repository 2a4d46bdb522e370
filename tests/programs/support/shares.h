/* Which part of some iterations a thread has, and sums that threads keep. */
#ifndef SHARES_H
#define SHARES_H

typedef int count;

struct sums {
  double sum;
  long values;
};

extern int smallest;

int number(void);
int threads(void);
void share(int n, int me, int of, int *low, int *high);
void own_share(count n, count *low, count *high);
void counted_share(int n, int *low, int *high);
void push(struct sums *sums, double value);

#endif
