/* NPB MG: V-cycles of a multigrid solver for Poisson's equation on a periodic cube.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, section 2.2, and NAS-95-020).  The right
 * side is zero but for twenty charges of +1 and -1.  Each of NIT iterations is one V-cycle down to a grid of 2^3
 * points and back, and the result is the residual's norm.
 *
 * A grid of n^3 points has n + 2 points each way: 1 to n, and beside them copies of the points at the other end.  A
 * point's neighbours in the 27-point operators are of four kinds: itself, 6 that share a face, 12 an edge and 8 a
 * corner with it; each operator has one coefficient a kind.
 *
 * Functions with `omp for` are called by all threads of a region.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "npb.h"
#include "npbparams.h"

#define MAX_LEVELS 16
#define CHARGES 10 /* of each sign */
#define SEED 314159265.0

/* The operator A of the equation, and the smoother S; A's faces and S's corners are zero. */
#define A_SELF (-8.0 / 3.0)
#define A_EDGE (1.0 / 6.0)
#define A_CORNER (1.0 / 12.0)
#if CLASS == 'S' || CLASS == 'W' || CLASS == 'A'
#define S_SELF (-3.0 / 8.0)
#define S_FACE (1.0 / 32.0)
#define S_EDGE (-1.0 / 64.0)
#else
#define S_SELF (-3.0 / 17.0)
#define S_FACE (1.0 / 33.0)
#define S_EDGE (-1.0 / 61.0)
#endif

/* A grid point and its random number, or the number's negative where the smallest are wanted. */
struct candidate {
  double value;
  int k, j, i;
};

static int finest;              /* level l has 2^l points each way, 1 <= l <= finest */
static double ***u[MAX_LEVELS]; /* the solution at the finest level, corrections at the others */
static double ***r[MAX_LEVELS]; /* residuals */
static double ***v;             /* the right side, at the finest level */

static struct candidate largest[CHARGES], smallest[CHARGES];
static double square_sum, greatest; /* of the residual; norms are added up here */
static double residual_norm;

/* A grid as x[k][j][i]; all its points are in one block of memory. */
static double ***new_grid(int n)
{
  int j, k;
  size_t side = (size_t)n + 2;
  double ***grid = malloc(side * sizeof *grid);
  double **rows = malloc(side * side * sizeof *rows);
  double *points = malloc(side * side * side * sizeof *points);

  if (grid == NULL || rows == NULL || points == NULL) {
    fprintf(stderr, "mg: out of memory\n");
    exit(2);
  }
  for (k = 0; k < n + 2; k++) {
    grid[k] = rows + k * side;
    for (j = 0; j < n + 2; j++)
      grid[k][j] = points + (k * side + j) * side;
  }
  return grid;
}

static void free_grid(double ***grid)
{
  free(grid[0][0]);
  free(grid[0]);
  free(grid);
}

static void make_grids(void)
{
  int level;

  for (finest = 1; 1 << finest < N; finest++)
    ;
  for (level = 1; level <= finest; level++) {
    u[level] = new_grid(1 << level);
    r[level] = new_grid(1 << level);
  }
  v = new_grid(N);
}

static void free_grids(void)
{
  int level;

  for (level = 1; level <= finest; level++) {
    free_grid(u[level]);
    free_grid(r[level]);
  }
  free_grid(v);
}

static void clear(double ***x, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 0; k < n + 2; k++)
    for (j = 0; j < n + 2; j++)
      for (i = 0; i < n + 2; i++)
        x[k][j][i] = 0.0;
}

/* Copies the points at each end to the other end. */
static void exchange(double ***x, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 1; k <= n; k++) {
    for (j = 1; j <= n; j++) {
      x[k][j][0] = x[k][j][n];
      x[k][j][n + 1] = x[k][j][1];
    }
    for (i = 0; i < n + 2; i++) {
      x[k][0][i] = x[k][n][i];
      x[k][n + 1][i] = x[k][1][i];
    }
  }

#pragma omp for
  for (j = 0; j < n + 2; j++)
    for (i = 0; i < n + 2; i++) {
      x[0][j][i] = x[n][j][i];
      x[n + 1][j][i] = x[1][j][i];
    }
}

/* Sums over the four rows beside row (k, j) that share a face with it, and over the four that share an edge. */
static void add_rows(double ***x, int k, int j, int n, double by_face[], double by_edge[])
{
  int i;

  for (i = 0; i < n + 2; i++) {
    by_face[i] = x[k - 1][j][i] + x[k][j - 1][i] + x[k][j + 1][i] + x[k + 1][j][i];
    by_edge[i] = x[k - 1][j - 1][i] + x[k - 1][j + 1][i] + x[k + 1][j - 1][i] + x[k + 1][j + 1][i];
  }
}

/* residual = right - A x; `residual` and `right` may be the same. */
static void subtract_operator(double ***x, double ***right, double ***residual, int n)
{
  int i, j, k;
  double by_face[N + 2], by_edge[N + 2], edges, corners;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++) {
      add_rows(x, k, j, n, by_face, by_edge);
      for (i = 1; i <= n; i++) {
        edges = by_edge[i] + by_face[i - 1] + by_face[i + 1];
        corners = by_edge[i - 1] + by_edge[i + 1];
        residual[k][j][i] = right[k][j][i] - A_SELF * x[k][j][i] - A_EDGE * edges - A_CORNER * corners;
      }
    }
  exchange(residual, n);
}

/* x += S residual. */
static void smooth(double ***residual, double ***x, int n)
{
  int i, j, k;
  double by_face[N + 2], by_edge[N + 2], faces, edges;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++) {
      add_rows(residual, k, j, n, by_face, by_edge);
      for (i = 1; i <= n; i++) {
        faces = by_face[i] + residual[k][j][i - 1] + residual[k][j][i + 1];
        edges = by_edge[i] + by_face[i - 1] + by_face[i + 1];
        x[k][j][i] += S_SELF * residual[k][j][i] + S_FACE * faces + S_EDGE * edges;
      }
    }
  exchange(x, n);
}

/* The coarse grid of n^3 points as weighted means of the fine one: coarse point i is fine point 2 i. */
static void restrict_grid(double ***fine, double ***coarse, int n)
{
  int i, j, k, middle;
  double by_face[N + 2], by_edge[N + 2], self, faces, edges, corners;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++) {
      add_rows(fine, 2 * k, 2 * j, 2 * n, by_face, by_edge);
      for (i = 1; i <= n; i++) {
        middle = 2 * i;
        self = fine[2 * k][2 * j][middle];
        faces = by_face[middle] + fine[2 * k][2 * j][middle - 1] + fine[2 * k][2 * j][middle + 1];
        edges = by_edge[middle] + by_face[middle - 1] + by_face[middle + 1];
        corners = by_edge[middle - 1] + by_edge[middle + 1];
        coarse[k][j][i] = 0.5 * self + 0.25 * faces + 0.125 * edges + 0.0625 * corners;
      }
    }
  exchange(coarse, n);
}

/* Adds the coarse grid of n^3 points to the fine one, trilinearly: a fine point between coarse ones gets their mean.
 * The copies at the ends come out right too.
 */
static void add_interpolated(double ***coarse, double ***fine, int n)
{
  int i, j, k, k0, k1, j0, j1;
  double row[N / 2 + 2];

#pragma omp for
  for (k = 0; k < 2 * n + 2; k++)
    for (j = 0; j < 2 * n + 2; j++) {
      k0 = k / 2;
      k1 = (k + 1) / 2;
      j0 = j / 2;
      j1 = (j + 1) / 2;
      for (i = 0; i < n + 2; i++)
        row[i] = 0.25 * (coarse[k0][j0][i] + coarse[k0][j1][i] + coarse[k1][j0][i] + coarse[k1][j1][i]);
      for (i = 0; i <= n; i++) {
        fine[k][j][2 * i] += row[i];
        fine[k][j][2 * i + 1] += 0.5 * (row[i] + row[i + 1]);
      }
    }
}

/* One V-cycle, by all threads of the region; r[finest] is the residual, and u[finest] gets better. */
static void v_cycle(void)
{
  int level, n;

  for (level = finest; level > 1; level--)
    restrict_grid(r[level], r[level - 1], 1 << (level - 1));

  clear(u[1], 2);
  smooth(r[1], u[1], 2);

  for (level = 2; level < finest; level++) {
    n = 1 << level;
    clear(u[level], n);
    add_interpolated(u[level - 1], u[level], n / 2);
    subtract_operator(u[level], r[level], r[level], n);
    smooth(r[level], u[level], n);
  }

  add_interpolated(u[finest - 1], u[finest], N / 2);
  subtract_operator(u[finest], v, r[finest], N);
  smooth(r[finest], u[finest], N);
}

/* The residual's root mean square, in residual_norm, and its greatest element, by all threads of the region. */
static void find_norms(int iteration)
{
  int i, j, k;
  double element, mine = 0.0;
  double ***x = r[finest];

#pragma omp for reduction(+ : square_sum) nowait
  for (k = 1; k <= N; k++)
    for (j = 1; j <= N; j++)
      for (i = 1; i <= N; i++) {
        element = fabs(x[k][j][i]);
        square_sum += element * element;
        if (element > mine)
          mine = element;
      }

#pragma omp critical
  if (mine > greatest)
    greatest = mine;

#pragma omp barrier
#pragma omp master
  {
    residual_norm = sqrt(square_sum / ((double)N * N * N));
    printf("%5d %20.13e %20.13e\n", iteration, residual_norm, greatest);
    square_sum = 0.0;
    greatest = 0.0;
  }
#pragma omp barrier
}

static void forget_candidates(struct candidate list[CHARGES])
{
  int at;

  for (at = 0; at < CHARGES; at++) {
    list[at].value = -2.0; /* below all random numbers and their negatives */
    list[at].k = list[at].j = list[at].i = 0;
  }
}

/* Keeps the CHARGES candidates with the largest values, the largest first. */
static void keep_largest(struct candidate list[CHARGES], double value, int k, int j, int i)
{
  int at;

  if (value <= list[CHARGES - 1].value)
    return;
  for (at = CHARGES - 1; at > 0 && list[at - 1].value < value; at--)
    list[at] = list[at - 1];
  list[at].value = value;
  list[at].k = k;
  list[at].j = j;
  list[at].i = i;
}

static void merge_candidates(struct candidate list[CHARGES], const struct candidate other[CHARGES])
{
  int at;

  for (at = 0; at < CHARGES; at++)
    keep_largest(list, other[at].value, other[at].k, other[at].j, other[at].i);
}

/* Fills x with random numbers; where the ten largest and the ten smallest are is in `largest` and `smallest`. */
static void find_charges(double ***x)
{
  int i, j, k;
  double state;
  struct candidate my_largest[CHARGES], my_smallest[CHARGES];

  forget_candidates(my_largest);
  forget_candidates(my_smallest);
#pragma omp single
  {
    forget_candidates(largest);
    forget_candidates(smallest);
  }

#pragma omp for nowait
  for (k = 1; k <= N; k++) {
    state = SEED;
    randlc(&state, randlc_power(NPB_A, (long)N * N * (k - 1)));
    for (j = 1; j <= N; j++) {
      vranlc(N, &state, NPB_A, &x[k][j][1]);
      for (i = 1; i <= N; i++) {
        keep_largest(my_largest, x[k][j][i], k, j, i);
        keep_largest(my_smallest, -x[k][j][i], k, j, i);
      }
    }
  }

#pragma omp critical
  {
    merge_candidates(largest, my_largest);
    merge_candidates(smallest, my_smallest);
  }
#pragma omp barrier
}

static void place_charges(double ***x)
{
  int at;

  find_charges(x);
  clear(x, N);
#pragma omp single
  for (at = 0; at < CHARGES; at++) {
    x[smallest[at].k][smallest[at].j][smallest[at].i] = -1.0;
    x[largest[at].k][largest[at].j][largest[at].i] = 1.0;
  }
  exchange(x, N);
}

static void start(void)
{
#pragma omp parallel
  {
    clear(u[finest], N);
    place_charges(v);
  }
}

/* The iterations from u = 0. */
static void solve(int iterations)
{
  int iteration;

#pragma omp parallel default(shared) private(iteration)
  {
    subtract_operator(u[finest], v, r[finest], N);
    find_norms(0);
    for (iteration = 1; iteration <= iterations; iteration++) {
      v_cycle();
      subtract_operator(u[finest], v, r[finest], N);
    }
    find_norms(iterations);
  }
}

int main(void)
{
  char size[48];
  struct npb_result result = {"MG", CLASS, size, NIT, 0.0, 0.0, 0};

  make_grids();
  start();
  solve(1); /* one untimed iteration touches all code and data */
  start();

  timer_clear(0);
  timer_start(0);
  solve(NIT);
  timer_stop(0);
  free_grids();

  printf("Checksum = %.13e\n", residual_norm);
  snprintf(size, sizeof size, "%d x %d x %d", N, N, N);
  result.seconds = timer_read(0);
  result.mops = 58.0 * NIT * N * N * N / result.seconds * 1e-6;
  result.verified = npb_close_to(residual_norm, RNM2, 1e-8);
  return npb_report(&result);
}
