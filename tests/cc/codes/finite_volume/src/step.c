#include <math.h>
#include <string.h>
#include "fv.h"
void flow_init(flow_t *s, mesh_t *m, config_t *c)
{
    real mach = config_real(c, "mach", 0.5);
    int i;
    *s = (flow_t){ .mesh = m, .cfl = config_real(c, "cfl", 0.4), .order = config_int(c, "order", 2) };
    s->fluxfn = strcmp(config_str(c, "flux", "rusanov"), "hll") ? flux_rusanov : flux_hll;
    s->u = (real (*)[NVAR])NEW(real, m->ncells * NVAR);
    s->uold = (real (*)[NVAR])NEW(real, m->ncells * NVAR);
    s->res = (real (*)[NVAR])NEW(real, m->ncells * NVAR);
    s->flux = (real (*)[NVAR])NEW(real, m->nfaces * NVAR);
    s->grad = (vec2 (*)[NVAR])NEW(vec2, m->ncells * NVAR);
    s->dt = NEW(real, m->ncells);
    s->free_stream[0] = 1;
    s->free_stream[1] = mach * sqrt(GAMMA);
    s->free_stream[2] = 0;
    s->free_stream[3] = 1 / (GAMMA - 1) + 0.5 * mach * mach * GAMMA;
#pragma omp parallel for
    for (i = 0; i < m->ncells; i++) {
        real dx = m->centroid[i].x - 0.4, dy = m->centroid[i].y - 0.5, b = exp(-60 * (dx * dx + dy * dy));
        for (int k = 0; k < NVAR; k++) s->u[i][k] = s->free_stream[k];
        s->u[i][0] += 0.2 * b;
        s->u[i][3] += 0.5 * b;
    }
}
static void gradients(flow_t *s)
{
    const mesh_t *m = s->mesh;
    int c;
#pragma omp parallel for schedule(static)
    for (c = 0; c < m->ncells; c++) {
        int q, k;
        for (k = 0; k < NVAR; k++) s->grad[c][k].x = s->grad[c][k].y = 0;
        for (q = m->cf_start[c]; q < m->cf_start[c + 1]; q++) {
            int f = m->cf_list[q];
            real sign = 1;
            if (f < 0) { f = ~f; sign = -1; }
            const face_t *face = &m->faces[f];
            const real *ul = s->u[face->left], *ur = face->right >= 0 ? s->u[face->right] : ul;
            for (k = 0; k < NVAR; k++) {
                real mean = 0.5 * (ul[k] + ur[k]);
                s->grad[c][k].x += sign * mean * face->normal.x / m->volume[c];
                s->grad[c][k].y += sign * mean * face->normal.y / m->volume[c];
            }
        }
    }
}
static void reconstruct(const flow_t *s, int c, vec2 at, real *u)
{
    vec2 d = { at.x - s->mesh->centroid[c].x, at.y - s->mesh->centroid[c].y };
    for (int k = 0; k < NVAR; k++)
        u[k] = s->u[c][k] + (s->order > 1 ? 0.5 * (s->grad[c][k].x * d.x + s->grad[c][k].y * d.y) : 0);
}
static void residual(flow_t *s)
{
    mesh_t *m = s->mesh;
#pragma omp parallel for
    for (int f = 0; f < m->nfaces; f++) {
        face_t *face = m->faces + f;
        real ul[NVAR], ur[NVAR];
        reconstruct(s, face->left, face->mid, ul);
        switch (face->bc) {
        case BC_NONE:
            reconstruct(s, face->right, face->mid, ur);
            break;
        case BC_WALL: {
            real len2 = face->normal.x * face->normal.x + face->normal.y * face->normal.y;
            real vn = (ul[1] * face->normal.x + ul[2] * face->normal.y) / len2;
            ur[0] = ul[0];
            ur[1] = ul[1] - 2 * vn * face->normal.x;
            ur[2] = ul[2] - 2 * vn * face->normal.y;
            ur[3] = ul[3];
            break;
        }
        case BC_FAR:
        default:
            for (int k = 0; k < NVAR; k++) ur[k] = s->free_stream[k];
        }
        s->fluxfn(ul, ur, face->normal, s->flux[f]);
    }
#pragma omp parallel for
    for (int c = 0; c < m->ncells; c++) {
        for (int k = 0; k < NVAR; k++) s->res[c][k] = 0;
        for (int q = m->cf_start[c]; q < m->cf_start[c + 1]; q++) {
            int f = m->cf_list[q];
            for (int k = 0; k < NVAR; k++)
                if (f >= 0) s->res[c][k] -= s->flux[f][k];
                else s->res[c][k] += s->flux[~f][k];
        }
    }
}
static const real rk[3] = { 0.25, 0.5, 1.0 };
real flow_step(flow_t *s)
{
    const mesh_t *m = s->mesh;
    real norm = 0, dtmin = 1e30;
    memcpy(s->uold, s->u, sizeof(*s->u) * m->ncells);
#pragma omp parallel for reduction(min : dtmin)
    for (int c = 0; c < m->ncells; c++) {
        const real *u = s->u[c];
        real a = sqrt(GAMMA * pressure(u) / u[0]) + hypot(u[1], u[2]) / u[0];
        s->dt[c] = s->cfl * sqrt(m->volume[c]) / a;
        if (s->dt[c] < dtmin) dtmin = s->dt[c];
    }
    for (int stage = 0; stage < 3; stage++) {
        if (s->order > 1) gradients(s);
        residual(s);
        norm = 0;
#pragma omp parallel for reduction(+ : norm)
        for (int c = 0; c < m->ncells; c++) {
            for (int k = 0; k < NVAR; k++) {
                s->u[c][k] = s->uold[c][k] + rk[stage] * dtmin / m->volume[c] * s->res[c][k];
                norm += s->res[c][k] * s->res[c][k];
            }
        }
    }
    return sqrt(norm / m->ncells);
}
void flow_free(flow_t *s)
{
    xfree(s->u); xfree(s->uold); xfree(s->res); xfree(s->flux); xfree(s->grad); xfree(s->dt);
}
