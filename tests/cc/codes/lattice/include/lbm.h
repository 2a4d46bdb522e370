#ifndef LBM_H
#define LBM_H
#include <stddef.h>
#include <stdint.h>
#include "config.h"

#ifdef SINGLE_PRECISION
typedef float real_t;
#define REAL(x) x##f
#else
typedef double real_t;
#define REAL(x) x
#endif

enum direction {
#define DIR(name, x, y, w, o) D_##name,
#include "directions.def"
#undef DIR
    N_DIRECTIONS
};

static const int cx[N_DIRECTIONS] = {
#define DIR(name, x, y, w, o) x,
#include "directions.def"
#undef DIR
};
static const int cy[N_DIRECTIONS] = {
#define DIR(name, x, y, w, o) y,
#include "directions.def"
#undef DIR
};
static const int opposite[N_DIRECTIONS] = {
#define DIR(name, x, y, w, o) D_##o,
#include "directions.def"
#undef DIR
};
static const real_t weight[N_DIRECTIONS] = {
#define DIR(name, x, y, w, o) w / REAL(36.),
#include "directions.def"
#undef DIR
};

typedef union cell_flags {
    uint32_t all;
    struct {
        unsigned solid : 1;
        unsigned inlet : 1;
        unsigned outlet : 1;
        unsigned material : 5;
    } is;
} cell_flags_t;

typedef struct lattice {
    int nx, ny;
    size_t cells;
    real_t omega;
    real_t *restrict f[2];     /* two populations, used in turn */
    int now;
    cell_flags_t *flags;
    uint8_t *solid;
    struct { real_t *rho, *ux, *uy; } macro;
} lattice_t;

#define CELL(l, x, y) ((size_t)(y) * (size_t)(l)->nx + (size_t)(x))
#define POP(l, d, c) ((size_t)(d) * (l)->cells + (c))
#define WRAP(i, n) (((i) + (n)) % (n))
#define SQR(a) ((a) * (a))

#define FOR_DIRECTIONS(d) for (int d = 0; d < N_DIRECTIONS; d++)

lattice_t *lattice_make(int nx, int ny, real_t viscosity);
void lattice_free(lattice_t *);
void lattice_geometry(lattice_t *, int shape);
void lattice_equilibrium(lattice_t *, real_t ux);
void stream_and_collide(lattice_t *);
void lattice_macro(lattice_t *);
double lattice_mass(const lattice_t *);
double lattice_speed(const lattice_t *, int *where);
unsigned lattice_census(const lattice_t *, unsigned counts[32]);
void fatal(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
#endif
