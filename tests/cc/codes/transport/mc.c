/* Neutrons through a slab of layers: one history an iteration, tallies of all kinds. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#define omp_get_num_threads() 1
#endif

#define GROUPS 4
#define LAYERS 3
#define BINS 32
#define MAXTHREADS 64

typedef uint64_t u64;
typedef struct particle {
    double x, mu, weight;
    unsigned group : 3;
    unsigned alive : 1;
    unsigned crossed : 1;
    unsigned collisions : 12;
} particle;

typedef struct {
    double edge;
    double total[GROUPS];
    double scatter[GROUPS][GROUPS];  /* cumulative */
} layer_t;

static layer_t layers[LAYERS] = {
    {1.0, {1.0, 1.2, 1.5, 2.0}, {{.5, .8, .85, .9}, {0, .6, .8, .9}, {0, 0, .7, .9}, {0, 0, 0, .9}}},
    {2.5, {0.5, 0.6, 0.9, 1.0}, {{.3, .4, .5, .6}, {0, .3, .4, .5}, {0, 0, .3, .5}, {0, 0, 0, .4}}},
    {4.0, {2.0, 2.2, 2.5, 3.0}, {{.1, .2, .3, .4}, {0, .1, .2, .3}, {0, 0, .1, .2}, {0, 0, 0, .1}}},
};

static u64 stream;
#pragma omp threadprivate(stream)

static const u64 MULT = 6364136223846793005ULL, ADD = 1442695040888963407ULL;

/* Jumps in the linear congruential sequence, after Brown. */
static u64 skip(u64 seed, u64 n)
{
    u64 a = MULT, c = ADD, an = 1, cn = 0;
    for (; n > 0; n >>= 1) {
        if (n & 1) {
            an *= a;
            cn = cn * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    return an * seed + cn;
}

static double random_next(void)
{
    union { u64 bits; double value; } u;
    stream = stream * MULT + ADD;
    u.bits = 0x3ff0000000000000ULL | stream >> 12;
    return u.value - 1.0;
}

static double random_of(u64 *s)
{
    *s = *s * MULT + ADD;
    return (double)(*s >> 11) * 0x1p-53;
}

static int layer_of(double x)
{
    int l = 0;
    while (l < LAYERS - 1 && x >= layers[l].edge)
        l++;
    return l;
}

static int flight(particle *p, double distance)
{
    p->x += p->mu * distance;
    if (p->x < 0 || p->x >= layers[LAYERS - 1].edge) {
        p->alive = 0;
        p->crossed = p->x > 0;
        return 0;
    }
    return 1;
}

struct tally { double absorbed[BINS], leaked[2]; u64 collisions, lost; };

static void histories(int n, u64 seed, struct tally *t)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        particle p = {.mu = 1, .weight = 1, .alive = 1};
        u64 s = skip(seed, (u64)i * 1000);
        while (p.alive) {
            const layer_t *l = &layers[layer_of(p.x)];
            double d = -log(1 - random_of(&s)) / l->total[p.group];
            if (!flight(&p, d)) {
#pragma omp atomic
                t->leaked[p.crossed] += p.weight;
                break;
            }
            p.collisions++;
#pragma omp atomic update
            t->collisions++;
            double r = random_of(&s);
            int g = p.group;
            l = &layers[layer_of(p.x)];
            while (g < GROUPS && r >= l->scatter[p.group][g])
                g++;
            if (g == GROUPS) {
                int bin = p.x / layers[LAYERS - 1].edge * BINS;
#pragma omp atomic
                t->absorbed[bin] += p.weight;
                p.alive = 0;
            } else {
                p.group = g;
                p.mu = 2 * random_of(&s) - 1;
            }
            if (p.collisions >= 1000) {
#pragma omp atomic
                t->lost++;
                break;
            }
        }
    }
}

/* Sampling by streams of threadprivate state: each history sets its own. */
static double integral(int n, u64 seed)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        stream = skip(seed, 100 * (u64)i);
        double x = random_next(), y = random_next();
        sum += exp(-x * x - y);
    }
    return sum / n;
}

static double flux[MAXTHREADS][BINS];

/* Track lengths, by the number of the thread: floating-point sums in rows. */
static void tracks(int n, u64 seed, double total[BINS])
{
    int threads = omp_get_max_threads();
    memset(flux, 0, sizeof flux);
#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int i = 0; i < n; i++) {
            u64 s = skip(seed, (u64)i * 16);
            double x = random_of(&s) * BINS, length = -log(1 - random_of(&s));
            for (int b = (int)x; b < BINS && length > 0; b++, length -= 1)
                flux[me][b] += length > 1 ? 1 : length;
        }
    }
    for (int b = 0; b < BINS; b++) {
        total[b] = 0;
        for (int t = 0; t < threads; t++)
            total[b] += flux[t][b];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    struct tally *t = calloc(1, sizeof *t);
    double total[BINS], all = 0, moment = 0;
    histories(n, 42, t);
    for (int b = 0; b < BINS; b++)
        all += t->absorbed[b], moment += b * t->absorbed[b];
    printf("absorbed %.6f moment %.6f leaked %.6f %.6f\n", all, moment, t->leaked[0], t->leaked[1]);
    printf("collisions %llu lost %llu\n", (unsigned long long)t->collisions, (unsigned long long)t->lost);
    printf("integral %.9f\n", integral(n, 7));
    tracks(n, 11, total);
    for (int b = 0; b < BINS; b += 8)
        printf("flux %d %.6f\n", b, total[b]);
    free(t);
    return 0;
}
