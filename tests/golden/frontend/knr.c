/* -std=gnu89: the C of the eighties. */
#include <stdio.h>
#include <math.h>

#define MAXN 16

double table[MAXN];
count;
static limit = MAXN;
extern char *name();
struct item { int key; struct item *next; } *head;

double
scale(x, n, t)
double x;
register n;
double t[];
{
    register i;
    double s = 0.;

    for (i = 0; i < n; i++)
        s += t[i] * x;
    return (s);
}

char *name()
{
    return "knr";
}

static put(item) struct item *item;
{
    item->next = head;
    head = item;
    return item->key;
}

*find(key) int key;
{
    struct item *p;
    for (p = head; p != NULL; p = p->next)
        if (p->key == key) return &p->key;
    return 0;
}

main(argc, argv)
int argc;
char **argv;
{
    auto int k;
    static struct item one = { 1, NULL };
#pragma omp parallel for
    for (k = 0; k < MAXN; k++) {
        table[k] = sqrt((double) k);
    }
    put(&one);
    printf("%s %g %d\n", name(), scale(2.0, limit, table), *find(1));
    return count ? argc : *find(1) - 1;
}
