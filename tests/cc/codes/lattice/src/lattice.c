#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lbm.h"

void fatal(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    exit(2);
}

static void *allocate(size_t count, size_t size, const char *what)
{
    void *p = calloc(count, size);
    if (!p)
        fatal("no memory for %s\n", what);
    return p;
}
#define NEW(p, n) ((p) = allocate((n), sizeof *(p), #p))

lattice_t *lattice_make(int nx, int ny, real_t viscosity)
{
    lattice_t *l;
    NEW(l, 1);
    l->nx = nx;
    l->ny = ny;
    l->cells = (size_t)nx * ny;
    l->omega = REAL(1.) / (REAL(3.) * viscosity + REAL(.5));
    l->f[0] = allocate(l->cells * N_DIRECTIONS, sizeof(real_t), "f");
    l->f[1] = allocate(l->cells * N_DIRECTIONS, sizeof(real_t), "g");
    NEW(l->flags, l->cells);
    NEW(l->solid, l->cells);
    NEW(l->macro.rho, l->cells);
    NEW(l->macro.ux, l->cells);
    NEW(l->macro.uy, l->cells);
    return l;
}

void lattice_free(lattice_t *l)
{
    free(l->f[0]);
    free(l->f[1]);
    free(l->flags);
    free(l->solid);
    free(l->macro.rho);
    free(l->macro.ux);
    free(l->macro.uy);
    free(l);
}

static int inside_cylinder(const lattice_t *l, int x, int y)
{
    const real_t dx = x - l->nx / REAL(4.), dy = y - l->ny / REAL(2.) + REAL(.5);
    return SQR(dx) + SQR(dy) < SQR(l->ny / REAL(8.));
}

static int inside_plates(const lattice_t *l, int x, int y)
{
    return x > l->nx / 3 && x < l->nx / 2 && y % 8 < 2;
}

typedef int (*shape_fn)(const lattice_t *, int, int);
static const shape_fn shapes[] = {inside_cylinder, inside_plates};

void lattice_geometry(lattice_t *l, int shape)
{
    shape_fn inside = shapes[shape];
#pragma omp parallel for collapse(2)
    for (int y = 0; y < l->ny; y++)
        for (int x = 0; x < l->nx; x++) {
            cell_flags_t flags;
            flags.all = 0;
            flags.is.solid = y == 0 || y == l->ny - 1 || inside(l, x, y);
            flags.is.inlet = x == 0;
            flags.is.outlet = x == l->nx - 1;
            flags.is.material = (x / 16 + y / 16) & 31;
            l->flags[CELL(l, x, y)] = flags;
        }
#pragma omp parallel for
    for (size_t c = 0; c < l->cells; c++)
        l->solid[c] = l->flags[c].is.solid;
}

#pragma omp declare simd notinbranch
static inline real_t equilibrium(int d, real_t rho, real_t ux, real_t uy)
{
    const real_t cu = REAL(3.) * (cx[d] * ux + cy[d] * uy);
    return weight[d] * rho * (REAL(1.) + cu + REAL(.5) * cu * cu - REAL(1.5) * (ux * ux + uy * uy));
}

void lattice_equilibrium(lattice_t *l, real_t ux)
{
    real_t *const f = l->f[l->now];
#pragma omp parallel for schedule(static)
    for (size_t c = 0; c < l->cells; c++) {
        const real_t u = l->solid[c] ? 0 : ux;
        FOR_DIRECTIONS(d)
            f[POP(l, d, c)] = equilibrium(d, 1, u, 0);
    }
}

void stream_and_collide(lattice_t *l)
{
    const real_t *restrict from = l->f[l->now];
    real_t *restrict to = l->f[!l->now];
    const uint8_t *restrict solid = l->solid;
    const int nx = l->nx, ny = l->ny;
    const real_t omega = l->omega;

#pragma omp parallel for collapse(2) schedule(static) firstprivate(from, to, solid)
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            const size_t c = CELL(l, x, y);
            real_t in[N_DIRECTIONS], rho = 0, ux = 0, uy = 0;
            FOR_DIRECTIONS(d) {
                const size_t source = CELL(l, WRAP(x - cx[d], nx), WRAP(y - cy[d], ny));
                in[d] = from[POP(l, d, source)];
                rho += in[d];
                ux += cx[d] * in[d];
                uy += cy[d] * in[d];
            }
            if (solid[c]) {
                FOR_DIRECTIONS(d)
                    to[POP(l, d, c)] = in[opposite[d]];
                continue;
            }
            ux = ux / rho + REAL(1e-5);
            uy /= rho;
            FOR_DIRECTIONS(d)
                to[POP(l, d, c)] = in[d] + omega * (equilibrium(d, rho, ux, uy) - in[d]);
        }
    l->now ^= 1;
}

void lattice_macro(lattice_t *l)
{
#pragma omp parallel
    {
        const real_t *f = l->f[l->now];
#pragma omp for nowait
        for (size_t c = 0; c < l->cells; c++) {
            real_t rho = 0, ux = 0, uy = 0;
            const real_t *p = f + c;
            for (int d = 0; d < N_DIRECTIONS; d++, p += l->cells) {
                rho += *p;
                ux += cx[d] * *p;
                uy += cy[d] * *p;
            }
            l->macro.rho[c] = rho;
            l->macro.ux[c] = l->solid[c] ? 0 : ux / rho;
            l->macro.uy[c] = l->solid[c] ? 0 : uy / rho;
        }
    }
}

double lattice_mass(const lattice_t *l)
{
    double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t c = 0; c < l->cells; c++)
        sum += l->macro.rho[c];
    return sum;
}

double lattice_speed(const lattice_t *l, int *where)
{
    double best = -1;
    int place = -1;
#pragma omp parallel
    {
        double mine = -1;
        int at = -1;
#pragma omp for nowait
        for (int c = 0; c < (int)l->cells; c++) {
            double speed = hypot(l->macro.ux[c], l->macro.uy[c]);
            if (speed > mine)
                mine = speed, at = c;
        }
#pragma omp critical(best_speed)
        if (mine > best || (mine == best && at < place))
            best = mine, place = at;
    }
    *where = place;
    return best;
}

unsigned lattice_census(const lattice_t *l, unsigned counts[32])
{
    unsigned solids = 0;
    memset(counts, 0, 32 * sizeof *counts);
#pragma omp parallel for reduction(+ : solids)
    for (size_t c = 0; c < l->cells; c++) {
        solids += l->flags[c].is.solid;
#pragma omp atomic
        counts[l->flags[c].is.material]++;
    }
    return solids;
}
