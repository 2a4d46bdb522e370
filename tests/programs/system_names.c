/* The program has functions and variables with the names of system functions, which drivers of devices call.
   expect: offloaded=1 */
#include <stdio.h>

double time, open[10];
int glob(const double *of, int n);

static int stat = 3, calls;
static double x[1000];

long read(int value, double *into, int n)
{
    calls++;
    for (int i = 0; i < n; i++)
        into[i] = value;
    return n;
}

int glob(const double *of, int n)
{
    calls += 10;
    return of[0] > n;
}

int main(void)
{
    double s = 0;

    if (read(3, x, 1000) != 1000 || glob(x, 1))
        open[0] = 1;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
        s += x[i] * stat + open[0];
    time += s;
    printf("%g %g %d\n", s, time, calls);
    return 0;
}
