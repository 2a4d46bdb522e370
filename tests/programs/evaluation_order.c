/* Arguments, operands and places whose order of evaluation shows: C leaves it open, and the device has GCC's.
 * expect: offloaded=7 kept=K004 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64, MOST = 37 };

typedef struct {
    double x, y, z;
} Vector;

typedef struct {
    unsigned a : 5, b : 7, c : 9;
    int d;
} Bits;

static int numbers[N][MOST], checked[N][6], bits[N][6], tests[N];
static double values[N][8];
static Vector vectors[N];

static unsigned next(unsigned *state) { return *state = *state * 1664525u + 1013904223u; }
static double uniform(unsigned *state) { return (next(state) >> 8) / 16777216.0; }
static int more(int *x) { return ++*x; }
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
static Vector vector(double x, double y, double z)
{
    Vector made = {x, y, z};
    return made;
}
static Vector sum(Vector a, Vector b) { return vector(a.x + b.x * 2, a.y - b.y, a.z * b.z); }
static Vector drawn(unsigned *state) { return vector(uniform(state), uniform(state), uniform(state)); }
static int changed(Bits *in)
{
    in->b = in->b + 3;
    in->c = in->c ^ 5;
    return in->b;
}
static int more_or_end(int *x)
{
    if (*x > 1000000) {
        printf("too many\n");
        exit(3);
    }
    return ++*x;
}
static int two_or_end(int a, int b)
{
    if (a < -5)
        abort();
    return a * 10 + b;
}
static int is_odd(int *x)
{
    ++*x;
    return *x & 1;
}

static void print(const int *of, int count)
{
    for (int k = 0; k < count; k++)
        printf("%d ", of[k]);
    printf("\n");
}

int main(void)
{
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int k = 0, x = q % 7, *to = numbers[q], a[12];
        unsigned s = q * 77 + 1;
        for (int i = 0; i < 12; i++)
            a[i] = i * 10;
        to[k++] = x + more(&x); /* the variable is read last where the operator commutes */
        to[k++] = more(&x) + x;
        to[k++] = x - more(&x);
        to[k++] = x * more(&x);
        to[k++] = x < more(&x);
        to[k++] = x == more(&x);
        to[k++] = x + x * more(&x);
        to[k++] = 2 * x + more(&x);
        to[k++] = (x + 1) + more(&x);
        long wide = x + (long)more(&x); /* converted before, so read before */
        to[k++] = (int)wide;
        to[k++] = (int)(x + (unsigned)more(&x));
        x += more(&x);
        to[k++] = x;
        x = x + more(&x);
        to[k++] = x;
        to[k++] = -more(&x) + more(&x); /* a difference with its operands exchanged */
        short narrow = (short)x;
        to[k++] = narrow + more(&x);
        x = 1;
        a[x] = more(&x);
        to[k++] = a[1] * 100 + a[2];
        x = 1;
        a[more(&x)] = more(&x);
        to[k++] = a[2] * 100 + a[3];
        x = 1;
        a[more(&x)] += more(&x);
        to[k++] = a[2] * 100 + a[3];
        x = 1;
        a[more(&x)] += x;
        to[k++] = a[2] * 100 + a[1];
        x = 1; /* what is computed comes before its place */
        a[x] = more(&x) * 2;
        to[k++] = a[1] * 100 + a[2];
        x = 1;
        a[more(&x)] = x;
        to[k++] = a[2] * 100 + a[1];
        x = 1;
        a[more(&x)] = a[more(&x) + 1];
        to[k++] = a[2] * 100 + a[3];
        long wider[4] = {0};
        x = 1;
        wider[x] = more(&x);
        to[k++] = (int)(wider[1] * 100 + wider[2]);
        x = 1; /* what is converted is loaded first */
        wider[more(&x)] = x;
        to[k++] = (int)wider[2];
        a[1] = 1;
        wider[more(&a[1])] = a[1];
        to[k++] = (int)wider[2];
        wide = 1;
        narrow = 1;
        a[more(&a[1]) + narrow] = narrow;
        a[more(&a[2]) & 1] = (int)wide;
        to[k++] = a[0] + a[1] + a[4];
        x = 1;
        a[more(&x)] = more(&x) - 5;
        to[k++] = a[2] * 100 + a[3];
        to[k++] = three(next(&s) & 7, three(next(&s) & 7, next(&s) & 3, next(&s) & 1), next(&s) & 7);
        to[k++] = three(a[3], more(&a[3]), 5);
        to[k++] = three(more(&x) > 2 && more(&x), 4, more(&x));
        if (x > 0 && three(more(&x), more(&x), 1) % 3)
            to[k++] = x;
        vectors[q] = sum(drawn(&s), vector(uniform(&s), uniform(&s), uniform(&s)));
    }
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int m = 0;
        unsigned s = q * 77 + 1;
        double *to = values[q];
        to[m++] = pow(uniform(&s), uniform(&s));
        to[m++] = fmax(uniform(&s), uniform(&s) * 0.5) - atan2(uniform(&s), uniform(&s));
        to[m++] = fma(uniform(&s), uniform(&s), uniform(&s));
        to[m++] = uniform(&s) < 0.5 ? vector(uniform(&s), uniform(&s), 2).x : vector(uniform(&s), uniform(&s), 2).y;
        to[m] = 0;
        for (int j = three(next(&s) & 1, next(&s) & 1, 0) & 7; j < hypot(uniform(&s), uniform(&s) + 8); j++)
            to[m] += pow(uniform(&s), uniform(&s));
        m++;
        Vector literal = (Vector){uniform(&s), vector(uniform(&s), uniform(&s), 0).x, uniform(&s)};
        to[m++] = literal.x - literal.y * literal.z;
        double list[3] = {uniform(&s), pow(uniform(&s), uniform(&s)), uniform(&s)};
        to[m++] = list[0] - list[1] * list[2];
    }
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        Bits b;
        memset(&b, 0, sizeof b);
        b.a = 3, b.b = q, b.c = q * 3, b.d = 0;
        b.a = changed(&b); /* the value changes other bits of the same word */
        bits[q][0] = b.a, bits[q][1] = b.b, bits[q][2] = b.c;
        b.a += changed(&b);
        bits[q][3] = b.a, bits[q][4] = b.b, bits[q][5] = b.c;
    }
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int x = q;
        unsigned s = q + 1;
        _Bool flag = 0;
        flag |= is_odd(&x);
        Bits list = {.b = next(&s) >> 27, .a = next(&s) >> 27, .d = (int)(next(&s) >> 20), .c = next(&s) >> 24};
        tests[q] = flag + 2 * x + (int)(list.a + 3u * list.b + 5u * list.c) + 7 * list.d;
    }
    /* Calls that may end the program are made before their statement. */
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int x = q;
        checked[q][0] = more(&x) - more_or_end(&x);
        checked[q][1] = x - more_or_end(&x);
        checked[q][2] = more_or_end(&x) - more_or_end(&x);
    }
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int x = q;
        checked[q][3] = three(more_or_end(&x), more_or_end(&x), x);
        int y = 1 + two_or_end(more(&x), more(&x)) * more(&x);
        checked[q][4] = y;
    }
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int x = q % 3, a[8] = {0};
        a[more(&x)] = more_or_end(&x);
        a[more_or_end(&x)] = more(&x) * 2;
        checked[q][5] = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + a[4] * 11 + a[5] * 13 + a[6] * 17 + a[7] * 19;
    }
#pragma omp parallel for
    for (int q = 0; q < N; q++) {
        int x = q, a[3] = {x, more_or_end(&x), x};
        tests[q] += a[0] * 100 + a[1] * 10 + a[2];
    }
    for (int q = 0; q < N; q += 7) {
        print(numbers[q], MOST);
        print(checked[q], 6);
        print(bits[q], 6);
        for (int k = 0; k < 8; k++)
            printf("%.10g ", values[q][k]);
        printf("%.10g %.10g %.10g %d\n", vectors[q].x, vectors[q].y, vectors[q].z, tests[q]);
    }
    return 0;
}
