/* -std=gnu11: what the C library's headers expand to. */
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + 1e-6 * now.tv_usec;
}

int main(int argc, char **argv)
{
    double complex z = 1.0 + 2.0 * I;
    bool found = false;
    double *v = calloc(4, sizeof *v), start = seconds();
    struct stat info;
    time_t t = time(NULL);

    if (v == NULL) { fputs(strerror(errno), stderr); exit(EXIT_FAILURE); }
    for (int i = 0; i < 4; i++) v[i] = fabs(pow(i, 0.5)) + cabs(z) + M_PI;
    if (isnan(v[0]) || isinf(v[1]) || v[2] > DBL_MAX) found = true;
    if (argc > 1 && isdigit((unsigned char)argv[1][0])) found = stat(argv[1], &info) == 0 && S_ISREG(info.st_mode);
    printf("%" PRId64 " %d %d %g\n", (int64_t)INT_MAX, RAND_MAX, omp_get_max_threads(), seconds() - start);
    free(v);
    return found + (t == 0) + (HUGE_VAL < 1.0);
}
