#include <math.h>
#include "fv.h"
#define NODE(i, j) ((j) * (nx + 1) + (i))
#define CELL(i, j) ((j) * nx + (i))
static int add_face(mesh_t *m, int n, vec2 a, vec2 b, int l, int r, bctype bc)
{
    face_t f = { .left = l, .right = r, .bc = bc,
                 .normal = { b.y - a.y, a.x - b.x },
                 .mid = { (a.x + b.x) / 2, (a.y + b.y) / 2 } };
    m->faces[n] = f;
    return n + 1;
}
mesh_t *mesh_make(int nx, int ny, real skew)
{
    mesh_t *m = NEW(mesh_t, 1);
    vec2 *nodes = NEW(vec2, (nx + 1) * (ny + 1));
    int i, j, n = 0, c, k, *fill;
    m->ncells = nx * ny;
    m->nfaces = (nx + 1) * ny + nx * (ny + 1);
    m->faces = NEW(face_t, m->nfaces);
    m->centroid = NEW(vec2, m->ncells);
    m->volume = NEW(real, m->ncells);
#pragma omp parallel for private(i)
    for (j = 0; j <= ny; j++)
        for (i = 0; i <= nx; i++) {
            real s = (real)i / nx, t = (real)j / ny;
            nodes[NODE(i, j)].x = s + skew * sin(6.28 * t) * s * (1 - s);
            nodes[NODE(i, j)].y = t + skew * sin(6.28 * s) * t * (1 - t);
        }
#pragma omp parallel for collapse(2)
    for (j = 0; j < ny; j++)
        for (i = 0; i < nx; i++) {
            vec2 p[4] = { nodes[NODE(i, j)], nodes[NODE(i + 1, j)], nodes[NODE(i + 1, j + 1)], nodes[NODE(i, j + 1)] };
            real area = 0;
            vec2 cc = { 0, 0 };
            for (int q = 0; q < 4; q++) {
                vec2 a = p[q], b = p[(q + 1) & 3];
                area += 0.5 * (a.x * b.y - b.x * a.y);
                cc.x += a.x / 4;
                cc.y += a.y / 4;
            }
            m->centroid[CELL(i, j)] = cc;
            m->volume[CELL(i, j)] = area;
        }
    for (j = 0; j < ny; j++)
        for (i = 0; i <= nx; i++)
            n = i == 0    ? add_face(m, n, nodes[NODE(i, j + 1)], nodes[NODE(i, j)], CELL(0, j), -1, BC_FAR)
                : i == nx ? add_face(m, n, nodes[NODE(i, j)], nodes[NODE(i, j + 1)], CELL(nx - 1, j), -1, BC_FAR)
                          : add_face(m, n, nodes[NODE(i, j)], nodes[NODE(i, j + 1)], CELL(i - 1, j), CELL(i, j), BC_NONE);
    for (j = 0; j <= ny; j++)
        for (i = 0; i < nx; i++)
            n = j == 0    ? add_face(m, n, nodes[NODE(i, j)], nodes[NODE(i + 1, j)], CELL(i, 0), -1, BC_WALL)
                : j == ny ? add_face(m, n, nodes[NODE(i + 1, j)], nodes[NODE(i, j)], CELL(i, ny - 1), -1, BC_WALL)
                          : add_face(m, n, nodes[NODE(i + 1, j)], nodes[NODE(i, j)], CELL(i, j - 1), CELL(i, j), BC_NONE);
    m->cf_start = NEW(int, m->ncells + 1);
    for (k = 0; k < n; k++) {
        m->cf_start[m->faces[k].left + 1]++;
        if (m->faces[k].right >= 0) m->cf_start[m->faces[k].right + 1]++;
    }
    for (c = 0; c < m->ncells; c++) m->cf_start[c + 1] += m->cf_start[c];
    m->cf_list = NEW(int, m->cf_start[m->ncells]);
    fill = NEW(int, m->ncells);
    for (k = 0; k < n; k++) {
        c = m->faces[k].left;
        m->cf_list[m->cf_start[c] + fill[c]++] = k;
        if ((c = m->faces[k].right) >= 0) m->cf_list[m->cf_start[c] + fill[c]++] = ~k;
    }
    xfree(fill);
    xfree(nodes);
    return m;
}
void mesh_free(mesh_t *m)
{
    xfree(m->faces); xfree(m->centroid); xfree(m->volume); xfree(m->cf_start); xfree(m->cf_list); xfree(m);
}
