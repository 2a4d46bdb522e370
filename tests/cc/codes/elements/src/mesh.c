#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include "fem.h"

void mesh_rectangle(Mesh *m, int nx, int ny, double w, double h)
{
    int i, j;
    memset(m, 0, sizeof *m);
    m->nodes = (nx + 1) * (ny + 1);
    m->elements = 2 * nx * ny;
    m->node = calloc(m->nodes, sizeof(Node));
    m->element = calloc(m->elements, sizeof(Element));
    m->by_colour = malloc(m->elements * sizeof(int));
#pragma omp parallel for private(i)
    for (j = 0; j <= ny; j++)
        for (i = 0; i <= nx; i++) {
            Node *n = &m->node[j * (nx + 1) + i];
            n->x = w * i / nx;
            n->y = h * j / ny;
            n->fixed = i == 0 ? 3 : 0;
            n->loaded = i == nx;
            n->tag = -1;
        }
#pragma omp parallel for private(i)
    for (j = 0; j < ny; j++)
        for (i = 0; i < nx; i++) {
            int a = j * (nx + 1) + i, b = a + 1, c = a + nx + 1, d = c + 1;
            Element lower = {{a, b, d}, (short)(i > nx / 2), -1}, upper = {.node = {a, d, c}, .colour = -1};
            upper.material = lower.material;
            m->element[2 * (j * nx + i)] = lower;
            m->element[2 * (j * nx + i) + 1] = upper;
        }
}

void mesh_free(Mesh *m)
{
    free(m->node);
    free(m->element);
    free(m->by_colour);
}

/* Greedy: elements of one colour share no node. */
int mesh_colour(Mesh *m)
{
    int done = 0, colour = 0, e, k;
    while (done < m->elements) {
        m->colour_start[colour] = done;
        for (e = 0; e < m->elements; e++) {
            Element *el = m->element + e;
            int ok = el->colour < 0;
            for (k = 0; ok && k < NEN; k++)
                ok = m->node[el->node[k]].tag != colour;
            if (!ok)
                continue;
            for (k = 0; k < NEN; k++)
                m->node[el->node[k]].tag = colour;
            el->colour = colour;
            m->by_colour[done++] = e;
        }
        if (++colour == 32) {
            fprintf(stderr, "too many colours\n");
            exit(1);
        }
    }
    m->colour_start[colour] = done;
    return m->colours = colour;
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void csr_pattern(const Mesh *m, struct Csr *a)
{
    int *list = malloc(m->nodes * 16 * sizeof *list), *count = calloc(m->nodes, sizeof *count);
    int e, i, j, k, n;
    for (e = 0; e < m->elements; e++)
        for (i = 0; i < NEN; i++)
            for (j = 0; j < NEN; j++) {
                int row = m->element[e].node[i], col = m->element[e].node[j];
                for (k = 0; k < count[row] && list[16 * row + k] != col; k++)
                    ;
                if (k == count[row])
                    list[16 * row + count[row]++] = col;
            }
    a->rows = m->nodes * NDOF;
    a->start = malloc((a->rows + 1) * sizeof(int));
    a->start[0] = 0;
    for (n = 0; n < m->nodes; n++) {
        qsort(list + 16 * n, count[n], sizeof(int), ascending);
        for (i = 0; i < NDOF; i++)
            a->start[NDOF * n + i + 1] = a->start[NDOF * n + i] + NDOF * count[n];
    }
    a->column = malloc(a->start[a->rows] * sizeof(int));
    a->value = calloc(a->start[a->rows], sizeof(double));
#pragma omp parallel for private(i, j, k)
    for (n = 0; n < m->nodes; n++)
        for (i = 0; i < NDOF; i++) {
            int *p = a->column + a->start[NDOF * n + i];
            for (k = 0; k < count[n]; k++)
                for (j = 0; j < NDOF; j++)
                    *p++ = NDOF * list[16 * n + k] + j;
        }
    free(list);
    free(count);
}

void csr_free(struct Csr *a)
{
    free(a->start);
    free(a->column);
    free(a->value);
}
