/* Pointers that the host hands on by atomic functions lead to the arrays that loops fill.  expect: offloaded=6 */
#include <stdatomic.h>
#include <stdio.h>

enum { N = 50 };

static int a[N], b[N], c[N], d[N], e[N], f[N];
static int *first, *second, *third, *fourth;
static _Atomic(int *) fifth, sixth;

int main(void)
{
  int *none = NULL, *got, *mine = b;
  int sum = 0;

  __atomic_store_n(&first, a, __ATOMIC_SEQ_CST);
  __atomic_store(&second, &mine, __ATOMIC_SEQ_CST);
  __sync_bool_compare_and_swap(&third, NULL, c);
  mine = d;
  __atomic_compare_exchange(&fourth, &none, &mine, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  atomic_store(&fifth, e);
  atomic_exchange(&sixth, f);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] = 2 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    c[i] = 3 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    d[i] = 4 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    e[i] = 5 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    f[i] = 6 * i;
  got = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
  sum += got[1];
  __atomic_load(&second, &got, __ATOMIC_SEQ_CST);
  sum = sum * 10 + got[1];
  got = __sync_val_compare_and_swap(&third, none, none);
  sum = sum * 10 + got[1];
  none = NULL;
  __atomic_compare_exchange_n(&fourth, &none, a, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  sum = sum * 10 + none[1];
  got = atomic_load(&fifth);
  sum = sum * 10 + got[1];
  got = atomic_exchange(&sixth, a);
  sum = sum * 10 + got[1];
  printf("%d\n", sum);
  return 0;
}
