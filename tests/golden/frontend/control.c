/* -std=gnu99: pragmas and statements in every arrangement. */
static int a[100];
int g(int x);

int g(int x) { if (x) return 1; else return 0; }

int main(void)
{
    int i, j = 0, n = 100;
    if (n)
#pragma omp parallel for
        for (i = 0; i < n; i++) a[i] = g(i);
    else
#pragma omp critical
    { j++; }
#pragma omp parallel private(j) \
    shared(a)   /* data */
    {
#pragma omp for nowait
        for (i = 0; i < n; i++)
            for (j = 0; j < 2; ++j) { if (a[i] > j) continue; else break; }
#pragma omp barrier
#pragma omp single
        a[0]++;
    }
    _Pragma("omp atomic") a[1] += 2;
    do j--; while (j > 0);
again:
    switch (n % 3) {
        int dead;
    case 0: { n++; goto again; }
    case 1:
    case 2: dead = n; n += dead; break;
    default:;
    }
    for (;;) { while (n-- > 0) ; break; }
    return (n, j) ? (a)[0] = 0 : *a - *a;
}
