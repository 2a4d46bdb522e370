#ifndef FV_H
#define FV_H
#include "util.h"
#define NVAR 4
#define GAMMA 1.4
typedef struct { real x, y; } vec2;
typedef enum { BC_NONE = -1, BC_WALL, BC_FAR } bctype;
typedef struct {
    int left, right;          /* cells; right < 0: boundary */
    vec2 normal;              /* scaled by length */
    vec2 mid;
    bctype bc;
} face_t;
typedef struct {
    int ncells, nfaces;
    face_t *faces;
    vec2 *centroid;
    real *volume;
    int *cf_start, *cf_list;  /* faces of each cell; negative: inward (~f) */
} mesh_t;
typedef struct {
    mesh_t *mesh;
    real (*u)[NVAR], (*uold)[NVAR], (*res)[NVAR], (*flux)[NVAR];
    vec2 (*grad)[NVAR];
    real *dt;
    real free_stream[NVAR];
    real cfl;
    int order;
    void (*fluxfn)(const real *, const real *, vec2, real *);
} flow_t;
mesh_t *mesh_make(int nx, int ny, real skew);
void mesh_free(mesh_t *);
void flux_rusanov(const real *ul, const real *ur, vec2 n, real *f);
void flux_hll(const real *ul, const real *ur, vec2 n, real *f);
void flow_init(flow_t *, mesh_t *, config_t *);
real flow_step(flow_t *);
void flow_free(flow_t *);
static inline real pressure(const real *u)
{
    return (real)(GAMMA - 1) * (u[3] - (real)0.5 * (u[1] * u[1] + u[2] * u[2]) / u[0]);
}
#endif
