#ifndef FEM_H
#define FEM_H
#include <stdbool.h>
#define NEN 3            /* nodes of an element */
#define NDOF 2
#define EDOF (NEN * NDOF)

typedef struct Node { double x, y; unsigned short fixed : 2, loaded : 1; int tag; } Node;
typedef struct Element { int node[NEN]; short material; char colour; } Element;
typedef struct Material { const char *name; double young, poisson; double (*law)(double, double); } Material;

struct Csr { int rows, *start, *column; double *value; };

typedef struct Mesh {
    int nodes, elements, colours;
    Node *node;
    Element *element;
    int *by_colour, colour_start[33];
} Mesh;

typedef double Vec;
struct Solver;
typedef int (*solve_function)(struct Solver *, const struct Csr *, const Vec *, Vec *);
struct Solver { const char *name; double tolerance; int most; int used; solve_function solve; void *work; };

void mesh_rectangle(Mesh *, int nx, int ny, double w, double h);
void mesh_free(Mesh *);
int mesh_colour(Mesh *);
void csr_pattern(const Mesh *, struct Csr *);
void csr_free(struct Csr *);
void assemble(const Mesh *, const Material *, struct Csr *, Vec *load);
void stresses(const Mesh *, const Material *, const Vec *u, double (*out)[3], double *von_mises);
extern struct Solver cg_solver, jacobi_solver;
#ifndef __cplusplus
# define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#endif
