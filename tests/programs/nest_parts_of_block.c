/* Arrays that are parts of one block, whose elements are read under conditions and in any case.
 * expect: offloaded=2 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int n;

/* Spectra: the first wave number has no stream function. */
static void velocities(const double *w, double *u, double *v, double *wx)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int ky = i <= n / 2 ? i : i - n;
        for (int j = 0; j < n; j++) {
            double k2 = j * j + ky * ky, stream = k2 > 0 ? w[i * n + j] / k2 : 0;

            u[i * n + j] = ky * stream;
            v[i * n + j] = -j * stream;
            wx[i * n + j] = j * w[i * n + j];
        }
    }
}

/* Upwind differences, in old style. */
static void upwind(u, r, rows, columns, limit)
double *u, *r, limit;
int rows, columns;
{
    int i, j;
    double flux;

#pragma omp parallel for private(j, flux)
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++) {
            flux = 0;
            if (sin(u[i * columns + j]) > limit)
                flux = 2 * u[i * columns + j];
            r[i * columns + j] = flux - 0.5 * u[i * columns + j];
        }
}

int main(int argc, char **argv)
{
    double *block, *w, *u, *v, *wx, sum = 0;
    size_t size;

    (void)argv;
    n = 40 + argc;
    size = (size_t)n * n;
    block = malloc(4 * size * sizeof *block);
    w = block, u = w + size, v = u + size, wx = v + size;
    for (size_t i = 0; i < size; i++)
        w[i] = (double)(i % 17) - 8;
    velocities(w, u, v, wx);
    upwind(u, wx + n, n - 1, n, 0.25);
    for (size_t i = 0; i < 4 * size; i++)
        sum += block[i] * (double)(i % 5 + 1);
    printf("%.6e\n", sum);
    free(block);
    return 0;
}
