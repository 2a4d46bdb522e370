/* Searches that only read, by atomic operations, what iterations leave as it is: they wait for nobody.
   expect: offloaded=3 kept= */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct slot { _Atomic uint64_t key; _Atomic int64_t sum; };
struct table { size_t mask; struct slot slots[]; };
static const struct slot *look(const struct table *t, uint64_t key)
{
    for (size_t i = key * 7 & t->mask;; i = (i + 1) & t->mask) {
        uint64_t k = atomic_load(&t->slots[i].key);
        if (k == key) return &t->slots[i];
        if (k == UINT64_MAX) return NULL;
    }
}
int main(void)
{
    size_t cap = 4096;
    struct table *t = malloc(sizeof *t + cap * sizeof t->slots[0]);
    t->mask = cap - 1;
#pragma omp parallel for
    for (size_t i = 0; i < cap; i++) { atomic_init(&t->slots[i].key, i % 3 ? i / 3 * 5 : UINT64_MAX); atomic_init(&t->slots[i].sum, i); }
    long hits = 0; int64_t sum = 0;
#pragma omp parallel for reduction(+ : hits, sum)
    for (uint64_t q = 0; q < 9000; q++) {
        const struct slot *s = look(t, q);
        if (s) { hits++; sum += atomic_load(&s->sum); }
    }
    int *flag = calloc(1000, sizeof *flag), *to = malloc(1000 * sizeof *to);
    for (int i = 0; i < 1000; i++) flag[i] = i % 7 == 0;
#pragma omp parallel for
    for (int i = 0; i < 900; i++) {
        int k = i, v;
        for (;;) {
            #pragma omp atomic read
            v = flag[k];
            if (v) break;
            k++;
        }
        to[i] = k;
    }
    for (int i = 0; i < 900; i++) sum = sum * 3 + to[i];
    printf("%ld %ld\n", hits, (long)sum);
    return 0;
}
