#include <math.h>
#include <string.h>
#include "fem.h"

static void gradients(const Mesh *m, const Element *el, double b[NEN][2], double *area)
{
    const Node *n0 = &m->node[el->node[0]], *n1 = &m->node[el->node[1]], *n2 = &m->node[el->node[2]];
    double twice = (n1->x - n0->x) * (n2->y - n0->y) - (n2->x - n0->x) * (n1->y - n0->y);
    *area = twice / 2;
    b[0][0] = (n1->y - n2->y) / twice;
    b[1][0] = (n2->y - n0->y) / twice;
    b[2][0] = (n0->y - n1->y) / twice;
    b[0][1] = (n2->x - n1->x) / twice;
    b[1][1] = (n0->x - n2->x) / twice;
    b[2][1] = (n1->x - n0->x) / twice;
}

static void plane_stress(const Material *mat, double d[3][3])
{
    double e = mat->young, nu = mat->poisson, f = e / (1 - nu * nu);
    memset(d, 0, 9 * sizeof(double));
    d[0][0] = d[1][1] = f;
    d[0][1] = d[1][0] = f * nu;
    d[2][2] = f * (1 - nu) / 2;
}

static int find(const struct Csr *a, int row, int col)
{
    int low = a->start[row], high = a->start[row + 1] - 1;
    while (low < high) {
        int mid = (low + high) >> 1;
        if (a->column[mid] < col)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void stiffness(const Mesh *m, const Material *materials, const Element *el, double ke[EDOF][EDOF])
{
    double b[NEN][2], area, d[3][3], strain[3][EDOF] = {{0}}, db[3][EDOF];
    int i, j, k;
    gradients(m, el, b, &area);
    plane_stress(&materials[el->material], d);
    for (i = 0; i < NEN; i++) {
        strain[0][2 * i] = strain[2][2 * i + 1] = b[i][0];
        strain[1][2 * i + 1] = strain[2][2 * i] = b[i][1];
    }
    for (i = 0; i < 3; i++)
        for (j = 0; j < EDOF; j++)
            for (db[i][j] = 0, k = 0; k < 3; k++)
                db[i][j] += d[i][k] * strain[k][j];
    for (i = 0; i < EDOF; i++)
        for (j = 0; j < EDOF; j++) {
            double sum = 0;
            for (k = 0; k < 3; k++)
                sum += strain[k][i] * db[k][j];
            ke[i][j] = sum * area;
        }
}

void assemble(const Mesh *m, const Material *materials, struct Csr *a, Vec *load)
{
    int colour, p, r;
    for (colour = 0; colour < m->colours; colour++) {
#pragma omp parallel for schedule(dynamic, 16)
        for (p = m->colour_start[colour]; p < m->colour_start[colour + 1]; p++) {
            const Element *el = &m->element[m->by_colour[p]];
            double ke[EDOF][EDOF];
            int i, j;
            stiffness(m, materials, el, ke);
            for (i = 0; i < EDOF; i++) {
                int row = NDOF * el->node[i / NDOF] + i % NDOF;
                for (j = 0; j < EDOF; j++)
                    a->value[find(a, row, NDOF * el->node[j / NDOF] + j % NDOF)] += ke[i][j];
            }
        }
    }
    /* loads of the right side, one share of each element by atomic updates */
#pragma omp parallel for
    for (p = 0; p < m->elements; p++) {
        int i;
        for (i = 0; i < NEN; i++)
            if (m->node[m->element[p].node[i]].loaded) {
#pragma omp atomic
                load[NDOF * m->element[p].node[i] + 1] -= 0.5;
            }
    }
    /* fixed degrees of freedom: unit rows */
#pragma omp parallel for
    for (r = 0; r < a->rows; r++) {
        int k;
        bool fixed = m->node[r / NDOF].fixed >> (r % NDOF) & 1;
        for (k = a->start[r]; k < a->start[r + 1]; k++) {
            int c = a->column[k];
            if (fixed || m->node[c / NDOF].fixed >> (c % NDOF) & 1)
                a->value[k] = r == c;
        }
        if (fixed)
            load[r] = 0;
    }
}

void stresses(const Mesh *m, const Material *materials, const Vec *u, double (*out)[3], double *von_mises)
{
    int e;
#pragma omp parallel for
    for (e = 0; e < m->elements; e++) {
        const Element *el = m->element + e;
        double b[NEN][2], area, d[3][3], strain[3] = {0, 0, 0};
        double *s = out[e];
        int i, j;
        gradients(m, el, b, &area);
        plane_stress(materials + el->material, d);
        for (i = 0; i < NEN; i++) {
            const Vec *ui = u + NDOF * el->node[i];
            strain[0] += b[i][0] * ui[0];
            strain[1] += b[i][1] * ui[1];
            strain[2] += b[i][1] * ui[0] + b[i][0] * ui[1];
        }
        for (i = 0; i < 3; i++)
            for (s[i] = 0, j = 0; j < 3; j++)
                s[i] += d[i][j] * strain[j];
        if (materials[el->material].law)
            for (i = 0; i < 3; i++)
                s[i] = materials[el->material].law(s[i], materials[el->material].young);
        von_mises[e] = sqrt(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2]);
    }
}
