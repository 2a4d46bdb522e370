/* Structures of numbers are stored in memory that may be, to the analysis, where tables of pointers are: they change
   no pointer, and no number of another kind.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

typedef struct { double x, y, z; } vector;
struct point { vector at, field, dipole; };
struct fragment { char name[16]; long points; struct point *point; };
struct molecule { long fragments; struct fragment *fragment; };

enum { FRAGMENTS = 12, MOST = 9 };

static const vector zero = {0, 0, 0};

static void clear(struct molecule *m)
{
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < m->fragments; i++)
        for (long j = 0; j < m->fragment[i].points; j++) {
            struct point *p = m->fragment[i].point + j;
            p->field = zero;
            p->dipole = p->at;
        }
}

static vector field(const struct molecule *m, long i, long j)
{
    vector sum = {0, 0, 0};
    const struct point *p = m->fragment[i].point + j;
    for (long k = 0; k < m->fragments; k++) {
        const struct fragment *f = m->fragment + k;
        for (long l = 0; l < f->points; l++) {
            sum.x += f->point[l].dipole.x - p->at.y;
            sum.y += f->point[l].dipole.y + p->at.z;
            sum.z -= f->point[l].dipole.z * 2;
        }
    }
    return sum;
}

static void fields(struct molecule *m)
{
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < m->fragments; i++) {
        struct fragment *f = m->fragment + i;
        for (long j = 0; j < f->points; j++) {
            struct point *p = f->point + j;
            p->field = field(m, i, j);
        }
    }
}

int main(int argc, char **argv)
{
    size_t few = FRAGMENTS * sizeof(struct fragment), many = FRAGMENTS * MOST * sizeof(struct point);
    void *one = malloc(argc > 9 ? many : few), *other = malloc(argc > 9 ? few : many);
    struct molecule m = {FRAGMENTS, argc > 9 ? other : one};
    struct point *points = argc > 9 ? one : other;
    (void)argv;
    for (long i = 0; i < FRAGMENTS; i++) {
        m.fragment[i].points = 1 + i * 5 % MOST;
        m.fragment[i].point = points + i * MOST;
        for (long j = 0; j < m.fragment[i].points; j++)
            m.fragment[i].point[j].at = (vector){i, j * 0.5, i - j};
    }
    clear(&m);
    fields(&m);
    double x = 0, y = 0, z = 0;
#pragma omp parallel for reduction(+ : x, y, z)
    for (long i = 0; i < m.fragments; i++)
        for (long j = 0; j < m.fragment[i].points; j++) {
            vector f = m.fragment[i].point[j].field;
            x += f.x, y += f.y, z += f.z;
        }
    printf("%.2f %.2f %.2f\n", x, y, z);
    free(one);
    free(other);
    return 0;
}
