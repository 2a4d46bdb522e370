/* Loops in iterations that retry, search and wait; the comment before each is what becomes of the loop around it. */
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
enum { N = 1000, M = 64 };
static int lock[M], flag[N], parent[N], table[4096], head[M], next_[N], key[N], dist[N], data[N], count[M];
static int turn, serving, n_found;
static struct { int value[M]; } from, to;
static unsigned bits[M];
static float fsum[M];
static double dsum[M];
static unsigned long long dbits[M];
static atomic_int amax, alock;
static _Atomic float af;
static int n = N;
static int adj[N*4];
static inline bool CAS(int *p, int o, int w) {
  return __sync_bool_compare_and_swap(p, o, w);
}
static inline int CASV(int *p, int o, int w) {
  return __sync_val_compare_and_swap(p, o, w);
}
static bool try_lock(int *l) {
  return __sync_bool_compare_and_swap(l, 0, 1);
}
static void spin(int *l) {
  while (!__sync_bool_compare_and_swap(l, 0, 1)) ;
}
static struct map {
  unsigned mask;
  int used;
  union {
    int one;
    unsigned other;
  };
  struct { int key, count; } slots[M];
} the_map, *map = &the_map;
static int find(int x) {
  while (parent[x] != x) x = parent[x];
  return x;
}
static int find2(int x) {
  int r = x;
  for (;;) {
    int q = __atomic_load_n(&parent[r], __ATOMIC_ACQUIRE);
    if (q == r) return r;
    r = q;
  }
}
static int as_bits(float f) {
  int i;
  memcpy(&i, &f, 4);
  return i;
}
static struct cell {
  int value, ready;
} cells[N];
static bool is_first(int i) {
  return __sync_fetch_and_add(&count[i % M], 1) == 0;
}
static bool is_zero(int number) {
  return number == 0;
}
static bool is_last(void) {
  return __sync_add_and_fetch(&turn, 1) == n;
}
static int total_of_data(void) {
  int sum = 0;
  for (int k = 0; k < n; k++) sum += data[k];
  return sum;
}

void loops(void)
{
  /* runs: retry */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int *p = &count[i % M];
    int old;
    do {
      old = *p;
    } while (!__sync_bool_compare_and_swap(p, old, old + i));
  }
  /* K015: lock by differences */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int seen;
    do {
      seen = lock[i % M];
      seen -= lock[i % M];
    } while (!__sync_bool_compare_and_swap(&lock[i % M], seen, 1));
    __sync_fetch_and_add(&data[i % M], 1);
    __sync_lock_release(&lock[i % M]);
  }
  /* runs: retry val */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old = count[i % M], seen;
    while ((seen = __sync_val_compare_and_swap(&count[i % M], old, old * 3 + 1)) != old) old = seen;
  }
  /* runs: cuda style */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old = count[i % M], assumed;
    do {
      assumed = old;
      old = CASV(&count[i % M], assumed, assumed + 2);
    } while (assumed != old);
  }
  /* runs: wrapper */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old;
    do {
      old = count[i % M];
    } while (!CAS(&count[i % M], old, old + 1));
  }
  /* runs: c11 */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old = atomic_load(&amax);
    while (old < i && !atomic_compare_exchange_weak(&amax, &old, i));
  }
  /* runs: c11 strong */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old = atomic_load(&amax);
    do {
      if (old >= i) break;
    } while (!atomic_compare_exchange_strong(&amax, &old, i));
  }
  /* runs: plain atomic read */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old = amax;
    while (i > old && !atomic_compare_exchange_weak(&amax, &old, i));
  }
  /* runs: atomic float */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float old = atomic_load(&af);
    while (!atomic_compare_exchange_weak(&af, &old, old + 1.0f));
  }
  /* runs: for ever */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (;;) {
      int old = count[i % M];
      if (old >= i) break;
      if (CAS(&count[i % M], old, i)) break;
    }
  }
  /* runs: done flag */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    bool done = false;
    while (!done) {
      int old = count[i % M];
      done = CAS(&count[i % M], old, old + 1);
    }
  }
  /* runs: done int */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int ok;
    do {
      int old = count[i % M];
      ok = __sync_bool_compare_and_swap(&count[i % M], old, old ^ i);
    } while (ok == 0);
  }
  /* runs: n float */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float *p = &fsum[i % M];
    unsigned o, w;
    do {
      float f = *p;
      memcpy(&o, &f, 4);
      f += 1;
      memcpy(&w, &f, 4);
    } while (!__sync_bool_compare_and_swap((unsigned *)p, o, w));
  }
  /* runs: generic */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float old, new;
    __atomic_load(&fsum[i % M], &old, __ATOMIC_RELAXED);
    do {
      new = old + 1;
    } while (!__atomic_compare_exchange(&fsum[i % M], &old, &new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  }
  /* runs: pun call */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float f;
    do {
      f = fsum[i % M];
    } while (!__sync_bool_compare_and_swap((int *)&fsum[i % M], as_bits(f), as_bits(f + 1)));
  }
  /* runs: pun deref */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float f, g;
    do {
      f = fsum[i % M];
      g = f + 1;
    } while (!__sync_bool_compare_and_swap((int *)&fsum[i % M], *(int *)&f, *(int *)&g));
  }
  /* runs: probe */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned s = (unsigned)i * 7u & 4095u;
    while (!__sync_bool_compare_and_swap(&table[s], 0, i + 1)) s = (s + 1) & 4095u;
  }
  /* runs: probe for */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (unsigned s = (unsigned)i & 4095u;; s = (s + 1) & 4095u) {
      int was = CASV(&table[s], 0, i + 1);
      if (was == 0 || was == i + 1) break;
    }
  }
  /* runs: probe load */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned s = (unsigned)i & 4095u;
    for (;;) {
      int k = __atomic_load_n(&table[s], __ATOMIC_RELAXED);
      if (k == i + 1) break;
      if (k == 0) {
        int e = 0;
        if (__atomic_compare_exchange_n(&table[s], &e, i + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
        if (e == i + 1) break;
      }
      s++;
      s &= 4095u;
    }
  }
  /* runs: quadratic */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned s = (unsigned)i & 4095u;
    int k = 1;
    while (table[s] != i + 1) {
      if (table[s] == 0 && CAS(&table[s], 0, i + 1)) break;
      s = (s + k * k) & 4095u;
      k++;
    }
  }
  /* runs: union */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int a = i, b = i / 2;
    while (1) {
      a = find(a);
      b = find(b);
      if (a == b) break;
      if (a < b) {
        int t = a;
        a = b;
        b = t;
      }
      if (CAS(&parent[a], a, b)) break;
    }
  }
  /* runs: union load */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int a = i, b = i / 2;
    for (;;) {
      a = find2(a);
      b = find2(b);
      if (a == b) break;
      int hi = a > b ? a : b, lo = a > b ? b : a;
      if (CAS(&parent[hi], hi, lo)) break;
    }
  }
  /* runs: gap link */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int p1 = parent[i], p2 = parent[i / 2];
    while (p1 != p2) {
      int high = p1 > p2 ? p1 : p2;
      int low = p1 + (p2 - high);
      int ph = parent[high];
      if (ph == low || (ph == high && CAS(&parent[high], high, low))) break;
      p1 = parent[parent[high]];
      p2 = parent[low];
    }
  }
  /* runs: bfs */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) {
      int v = adj[i * 4 + k];
      if (parent[v] == -1 && CAS(&parent[v], -1, i)) {
        dist[v] = dist[i] + 1;
        data[__sync_fetch_and_add(&turn, 1)] = v;
      }
    }
  }
  /* runs: bounded */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 10; k++) if (CAS(&count[k], 0, i)) break;
  }
  /* runs: push */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int h = i % M, old;
    do {
      old = head[h];
      next_[i] = old;
    } while (!CAS(&head[h], old, i));
  }
  /* runs: binary search */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = N;
    while (lo < hi) {
      int mid = (lo + hi) / 2;
      if (adj[mid] < i) lo = mid + 1;
      else hi = mid;
    }
    __sync_fetch_and_add(&count[lo % M], 1);
  }
  /* runs: binary search in counted */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = M;
    while (lo < hi) {
      int mid = (lo + hi) / 2;
      if (count[mid] < i) lo = mid + 1;
      else hi = mid;
    }
    __sync_fetch_and_add(&count[lo % M], 1);
  }
  /* K015: spin */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (!__sync_bool_compare_and_swap(&lock[i % M], 0, 1)) ;
    count[i % M]++;
    __sync_lock_release(&lock[i % M]);
  }
  /* K015: spin f */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    spin(&lock[i % M]);
    count[i % M]++;
    __sync_lock_release(&lock[i % M]);
  }
  /* K015: spin try */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (!try_lock(&lock[i % M])) ;
    count[i % M]++;
    lock[i % M] = 0;
  }
  /* K015: spin val */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (__sync_val_compare_and_swap(&lock[i % M], 0, 1) != 0) ;
    lock[i % M] = 0;
  }
  /* K015: spin exchange */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (__sync_lock_test_and_set(&lock[i % M], 1)) ;
    lock[i % M] = 0;
  }
  /* K015: spin ttas */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (1) {
      while (__atomic_load_n(&lock[i % M], __ATOMIC_RELAXED)) ;
      if (!__atomic_exchange_n(&lock[i % M], 1, __ATOMIC_ACQUIRE)) break;
    }
    __atomic_store_n(&lock[i % M], 0, __ATOMIC_RELEASE);
  }
  /* K015: spin ttas2 */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (__sync_lock_test_and_set(&lock[i % M], 1)) while (lock[i % M]) ;
    __sync_lock_release(&lock[i % M]);
  }
  /* K015: spin backoff */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int d = 1;
    while (!CAS(&lock[i % M], 0, 1)) {
      for (int k = 0; k < d; k++) count[M - 1] = k;
      d *= 2;
    }
    lock[i % M] = 0;
  }
  /* K015: spin expected */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int e;
    do {
      e = 0;
    } while (!__atomic_compare_exchange_n(&lock[i % M], &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    lock[i % M] = 0;
  }
  /* K015: spin expected2 */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int e = 0;
    while (!atomic_compare_exchange_weak(&alock, &e, 1)) e = 0;
    atomic_store(&alock, 0);
  }
  /* K015: spin got */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    bool got = false;
    do {
      if (lock[i % M] == 0) got = CAS(&lock[i % M], 0, 1);
    } while (!got);
    lock[i % M] = 0;
  }
  /* K015: bit lock */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (;;) {
      unsigned o = bits[i % M];
      if (!(o & 1) && __sync_bool_compare_and_swap(&bits[i % M], o, o | 1)) break;
    }
    __sync_fetch_and_and(&bits[i % M], ~1u);
  }
  /* K015: bit lock continue */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (;;) {
      unsigned o = bits[i % M];
      if (o & 1) continue;
      if (__sync_bool_compare_and_swap(&bits[i % M], o, o | 1)) break;
    }
  }
  /* K015: bit lock or */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (__sync_fetch_and_or(&bits[i % M], 1) & 1) ;
    __sync_fetch_and_and(&bits[i % M], ~1u);
  }
  /* K015: bit lock masked */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned o;
    do {
      o = bits[i % M] & ~1u;
    } while (!__sync_bool_compare_and_swap(&bits[i % M], o, o | 1));
  }
  /* K015: ticket */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int my = __sync_fetch_and_add(&turn, 1);
    while (__atomic_load_n(&serving, __ATOMIC_ACQUIRE) != my) ;
    __sync_fetch_and_add(&serving, 1);
  }
  /* K015: ticket var */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int my = __sync_fetch_and_add(&turn, 1), cur;
    do {
      cur = __atomic_load_n(&serving, __ATOMIC_ACQUIRE);
    } while (cur != my);
    __sync_fetch_and_add(&serving, 1);
  }
  /* K015: flag */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i > 0) while (!__atomic_load_n(&flag[i - 1], __ATOMIC_ACQUIRE)) ;
    __atomic_store_n(&flag[i], 1, __ATOMIC_RELEASE);
  }
  /* K015: flag omp */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int f = 0;
    while (!f && i > 0) {
#pragma omp atomic read
      f = flag[i - 1];
    }
#pragma omp atomic write
    flag[i] = 1;
  }
  /* K015: max */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int cur = 0;
    while (cur < i) {
      int t = __atomic_load_n(&serving, __ATOMIC_RELAXED);
      cur = t > cur ? t : cur;
    }
    __sync_fetch_and_add(&serving, 1);
  }
  /* K015: flag counts spins */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (!__atomic_load_n(&flag[0], __ATOMIC_RELAXED)) {
      int o;
      do {
        o = count[0];
      } while (!CAS(&count[0], o, o + 1));
      k++;
    }
    if (i == 0) __atomic_store_n(&flag[0], 1, __ATOMIC_RELAXED);
  }
  /* K015: pool */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = i % M;
    while (!CAS(&lock[k], 0, 1)) k = (k + 1) % M;
    count[k]++;
    __sync_lock_release(&lock[k]);
  }
  /* K015: pool exchange */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = i % M;
    while (__sync_lock_test_and_set(&lock[k], 1)) k = (k + 1) % M;
    count[k]++;
    __sync_lock_release(&lock[k]);
  }
  /* K015: chase waiting */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int x = i;
    for (;;) {
      int q = __atomic_load_n(&parent[x], __ATOMIC_RELAXED);
      if (q < 0) continue;
      if (q == x) break;
      x = q;
    }
    __sync_fetch_and_add(&parent[i], 1);
  }
  /* K015: atomic plain */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (amax < i) ;
    amax++;
  }
  /* K015: atomic assign */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    while (alock) ;
    alock = 1;
    alock = 0;
  }
  /* K031: chain */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int h = i % M, old = __atomic_load_n(&head[h], __ATOMIC_ACQUIRE), hit;
    do {
      hit = 0;
      for (int e = old; e >= 0; e = next_[e]) hit |= key[e] == i;
      if (hit) break;
      next_[i] = old;
      key[i] = i;
    } while (!__atomic_compare_exchange_n(&head[h], &old, i, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  }
  /* K031: up to zero */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    if (__sync_add_and_fetch(&turn, 1) == 0) key[i] = data[n - 1 - i];
  }
  /* K031: up to zero by a construct */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int now;
    data[i] = i;
#pragma omp atomic capture
    { turn += 1; now = turn; }
    if (!now) key[i] = data[n - 1 - i];
  }
  /* K031: from below zero */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    if (__sync_fetch_and_add(&turn, 1) == -1) key[i] = data[n - 1 - i];
  }
  /* runs: the first */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int first;
    data[i] = i;
#pragma omp atomic capture
    { first = turn; turn += 1; }
    if (first == 0) key[i] = data[n - 1 - i];
  }
  /* K031: scalar */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i == 0) {
      n_found = i + 42;
      __atomic_store_n(&flag[0], 1, __ATOMIC_RELEASE);
    } else if (__atomic_load_n(&flag[0], __ATOMIC_ACQUIRE)) {
      key[i] = n_found;
    }
  }
  /* K031: copy by a function */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    if (__sync_fetch_and_add(&turn, 1) == n - 1) memcpy(key, data, sizeof key);
  }
  /* K031: copy of a structure */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    from.value[i % M] = i;
    if (__sync_fetch_and_add(&turn, 1) == n - 1) to = from;
  }
  /* K031: sum */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    serving += i;
    if (__sync_fetch_and_add(&turn, 1) == n - 1) key[i] = serving;
  }
  /* K031: sum by constructs */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int last, sum;
#pragma omp atomic
    serving += i;
#pragma omp atomic capture
    last = turn++;
    if (last == n - 1) {
#pragma omp atomic read
      sum = serving;
      key[i] = sum;
    }
  }
  /* K031: first in a variable */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    const bool first = __sync_fetch_and_add(&count[i % M], 1) == 0;
    if (first) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: second by two negations */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    const int old = __sync_fetch_and_add(&count[i % M], 1), second = !!old;
    if (!second) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: first by a function */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    if (is_first(i)) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: first by a function of the number */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    if (is_zero(__sync_fetch_and_add(&count[i % M], 1))) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: bits of a complement */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    const int old = __sync_fetch_and_add(&count[i % M], 1);
    if (~old & 1) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: number below its negative */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    const int old = __sync_fetch_and_add(&count[i % M], 1);
    if (-old >= 0) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: choice of two numbers */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    const int first = __sync_fetch_and_add(&count[i % M], 1) ? 0 : 1;
    if (first) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: set on one side */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    int second = 0;
    if (!CAS(&count[i % M], 0, 1)) second = 1;
    if (second == 0) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: set where it was swapped */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    int second = 1;
    if (CAS(&count[i % M], 0, 1)) second = 0;
    if (!second) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: set in a switch */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    int second = 1;
    switch (__sync_fetch_and_add(&count[i % M], 1)) {
    case 0: second = 0;
    }
    if (!second) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: set before a jump */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    int second = 1;
    do {
      if (__sync_fetch_and_add(&count[i % M], 1)) break;
      second = 0;
    } while (0);
    if (!second) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: looked up */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    static const int first[2] = {1, 0};
    if (first[__sync_fetch_and_add(&count[i % M], 1)]) continue;
    key[i] = data[n - 1 - i];
  }
  /* runs: set otherwise */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i;
    int odd = 0, old = __sync_fetch_and_add(&count[i % M], 1);
    if (i % 2) odd = 1;
    key[old] = odd;
    if (odd) continue;
    key[i] = data[n - 1 - i];
  }
  /* K031: queue */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int t = __sync_fetch_and_add(&turn, 1);
    data[t] = i;
    int s = __sync_fetch_and_add(&serving, 1);
    key[i] = data[s];
  }
  /* K031: try lock */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (CAS(&lock[i % M], 0, 1)) {
      data[i % M] += i;
      __sync_lock_release(&lock[i % M]);
    }
  }
  /* K031: flags no wait */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    __atomic_store_n(&flag[i], 1, __ATOMIC_RELEASE);
    if (i > 0 && __atomic_load_n(&flag[i - 1], __ATOMIC_ACQUIRE)) key[i] = data[i - 1];
  }
  /* K031: state cas */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    CAS(&flag[i], 0, 1);
    int j = __atomic_load_n(&parent[i], __ATOMIC_ACQUIRE);
    if (j) key[i] = data[j];
    parent[i] = i;
  }
  /* K015: flag or count */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < M || !__atomic_load_n(&flag[0], __ATOMIC_RELAXED); k++)
      data[i] = k;
    __atomic_store_n(&flag[0], 1, __ATOMIC_RELAXED);
  }
  /* K015: flag and count */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int k = 0;; k++)
      if (__atomic_load_n(&flag[0], __ATOMIC_RELAXED) && k > M)
        break;
    __atomic_store_n(&flag[0], 1, __ATOMIC_RELAXED);
  }
  /* runs: bounded tries */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int tries = 0;
    while (!CAS(&count[i % M], 0, i) && tries++ < 10)
      ;
  }
  /* runs: write min */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int c;
    bool r = false;
    do {
      c = count[i % M];
    } while (c > i && !(r = CAS(&count[i % M], c, i)));
    dist[i] = r;
  }
  /* runs: set bit */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned old, wanted;
    do {
      old = bits[i % M];
      wanted = old | 1u << i % 32;
    } while (old != wanted && !__sync_bool_compare_and_swap(&bits[i % M], old, wanted));
  }
  /* runs: halving */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int x = i;
    while (parent[x] != x) {
      parent[x] = parent[parent[x]];
      x = parent[x];
    }
    CAS(parent + x, x, x / 2);
  }
  /* K031: flags of constructs */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int seen;
    data[i] = i * 2;
#pragma omp atomic write seq_cst
    flag[i] = 1;
#pragma omp atomic read seq_cst
    seen = flag[adj[i]];
    if (seen) key[i] = data[adj[i]];
  }
  /* K031: captured place */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old;
    data[i] = i * 2;
#pragma omp atomic capture
    { old = head[i % M]; head[i % M] = i; }
    if (old >= 0) key[i] = data[old];
  }
  /* K031: captured lock */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int taken;
#pragma omp atomic capture
    { taken = lock[i % M]; lock[i % M] = 1; }
    if (!taken) {
      data[i % M] += i;
#pragma omp atomic write
      lock[i % M] = 0;
    }
  }
  /* K031: try exchange */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (!__sync_lock_test_and_set(&lock[i % M], 1)) {
      data[i % M] += i;
      __sync_lock_release(&lock[i % M]);
    }
  /* K031: lock of the function */
  int own_lock = 0, own_data[M] = {0};
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (CAS(&own_lock, 0, 1)) {
      own_data[0] += i;
      own_lock = 0;
    }
  /* K031: last */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    if (__sync_add_and_fetch(&turn, 1) == n)
      for (int k = 0; k < n; k++) key[0] += data[k];
  }
  /* K031: last by a variable */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int before;
    data[i] = i * 2;
#pragma omp atomic capture
    before = turn++;
    if (before < n - 1) continue;
    for (int k = 0; k < n; k++) key[0] += data[k];
  }
  /* K031: last in a function */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    if (is_last()) key[0] = total_of_data();
  }
  /* K031: counted down */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    if (__sync_sub_and_fetch(&count[i % M], 1) == 0)
      for (int k = i % M; k < n; k += M) key[i] += data[k];
  }
  /* K031: second child */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int x = i;
    while (x > 0) {
      if (__sync_fetch_and_add(&flag[x], 1) == 0) break;
      data[x] = data[2 * x % N] + data[(2 * x + 1) % N];
      x /= 2;
    }
  }
  /* K031: second child at the end */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int x = i;
    do {
      data[x] = data[2 * x % N] + 1;
      x /= 2;
      if (__sync_fetch_and_add(&flag[x], 1) == 0) break;
    } while (x > 0);
  }
  /* K031: as many as are ready */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[__sync_fetch_and_add(&turn, 1)] = i;
    __sync_fetch_and_add(&serving, 1);
    for (int k = 0; k < __atomic_load_n(&serving, __ATOMIC_ACQUIRE); k++)
      if (data[k] == i / 2) { key[i] = k; break; }
  }
  /* K031: pushed and read */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int h = i % M, old;
    do {
      old = head[h];
      next_[i] = old;
    } while (!CAS(&head[h], old, i));
    for (int e = next_[i]; e > 0; e = next_[e]) key[i] = e;
  }
  /* K031: owner */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    if (!CAS(&parent[adj[i]], 0, i)) key[i] = data[adj[i]];
  }
  /* runs: first visit */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++) {
      int v = adj[i * 4 + k];
      if (__sync_fetch_and_or(&bits[v / 32 % M], 1u << v % 32) >> v % 32 & 1) continue;
      data[__sync_fetch_and_add(&turn, 1)] = v;
    }
  /* runs: first of all */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++) {
      int v = adj[i * 4 + k];
      if (!CAS(&parent[v], -1, i)) continue;
      dist[v] = dist[i] + 1;
      data[__sync_fetch_and_add(&turn, 1)] = v;
    }
  /* runs: first by exchange */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int v = adj[i];
    if (__sync_lock_test_and_set(&flag[v], 1) == 0) dist[v] = dist[i] + 1;
  }
  /* runs: first by value */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int v = adj[i], old = CASV(&parent[v], n, i);
    if (old == n) dist[v] = dist[i] + 1;
  }
  /* runs: bounded queue */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int slot = __sync_fetch_and_add(&turn, 1);
    if (slot >= 4096) continue;
    table[slot] = dist[adj[i]];
    dist[adj[i]] = -1;
  }
  /* runs: own element */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    __sync_fetch_and_add(&count[i % M], 1);
    if (__atomic_load_n(&count[adj[i] % M], __ATOMIC_RELAXED) > 5) data[i] += 2;
  }
  /* K031: ready member */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    cells[i].value = i;
    __sync_fetch_and_or(&cells[i].ready, 1);
    const struct cell *other = &cells[adj[i]];
    if (other->ready) key[i] = other->value;
  }
  /* K031: last by a difference */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    data[i] = i * 2;
    if (!(__sync_fetch_and_add(&turn, 1) - n + 1))
      for (int k = 0; k < n; k++) key[0] += data[k];
  }
  /* K031: last by critical */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int before;
    data[i] = i * 2;
#pragma omp critical
    before = turn++;
    if (before == n - 1)
      for (int k = 0; k < n; k++) key[0] += data[k];
  }
  /* K031: list by critical */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old;
    data[i] = i * 2;
#pragma omp critical
    {
      old = head[i % M];
      head[i % M] = i;
    }
    if (old > 0) key[i] = data[old];
  }
  /* runs: size beside the slots */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned h = (unsigned)key[i] & map->mask;
    for (;;) {
      int seen = 0;
      if (__atomic_compare_exchange_n(&map->slots[h].key, &seen, key[i], 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        __sync_fetch_and_add(&map->used, 1);
        break;
      }
      if (seen == key[i]) break;
      h = (h + 1) & map->mask;
    }
    __sync_fetch_and_add(&map->slots[h].count, 1);
  }
  /* K015: number of slots that others change */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned h = (unsigned)key[i] & 63;
    for (;;) {
      int seen = 0;
      if (__atomic_compare_exchange_n(&map->slots[h].key, &seen, key[i], 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        __sync_fetch_and_add(&map->used, 1);
        break;
      }
      if (seen == key[i]) break;
      h = (h + map->used) & 63;
    }
  }
  /* runs: size of any map */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    struct map *own = map;
    unsigned h = (unsigned)key[i] & own->mask;
    for (;;) {
      int seen = 0;
      if (__atomic_compare_exchange_n(&own->slots[h].key, &seen, key[i], 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
      if (seen == key[i]) break;
      h = (h + 1) & own->mask;
      if (i == 7) own = map;
    }
  }
  /* K015: member of a union */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned h = (unsigned)key[i] & map->mask;
    for (;;) {
      int seen = 0;
      if (__atomic_compare_exchange_n(&map->one, &seen, key[i], 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
      if (seen == key[i] + (int)h) break;
      h = (h + 1) & map->other;
    }
  }
  /* runs: search that only reads */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int h = i & 63;; h = i & 63) {
      int seen = __atomic_load_n(&map->slots[h].key, __ATOMIC_ACQUIRE);
      if (seen != i) break;
    }
  }
  /* K015: search that a store ends */
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int h = i & 63;; h = i & 63) {
      int seen = __atomic_load_n(&map->slots[h].key, __ATOMIC_ACQUIRE);
      if (seen != i) break;
    }
    map->slots[i & 63].key = 0;
  }
}
