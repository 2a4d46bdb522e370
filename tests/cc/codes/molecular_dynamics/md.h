/* md.h - Lennard-Jones molecular dynamics with cell lists */
#ifndef MD_H
#define MD_H
#define MAXNEB 128
#define DIM 3
typedef double Vec[DIM];
#define SQR(x) ((x) * (x))
#define DOT(a, b) ((a)[0] * (b)[0] + (a)[1] * (b)[1] + (a)[2] * (b)[2])
#define FORALL(i) for (i = 0; i < natoms; i++)
#define WRAP(d) do { if ((d) > 0.5 * box) (d) -= box; else if ((d) < -0.5 * box) (d) += box; } while (0)
struct atom { Vec r, v, f; int type; unsigned fixed : 1; };
extern struct atom *atoms;
extern int natoms, ncell, *head, *next, *nneb, **nebs;
extern double box, rcut, rskin, dt, epot, ekin, virial;
extern double eps[2][2], sigma[2][2];
void init_cells();
void build_cells();
void build_lists();
void forces();
double drand();
void dump();
double elapsed();
#endif
