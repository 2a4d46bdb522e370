/* A 2-D grid in blocks, one a rank; halo rows and columns go by messages in several manners. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 4 };

struct block {
  int nx, ny, next[SIDES]; /* left, right, up, down */
  double *u, *v;
  MPI_Datatype column, inner;
};

static double *at(double *u, const struct block *b, int i, int j) { return u + j * (b->nx + 2) + i; }

static void receive(double *u, const struct block *b, MPI_Request *r)
{
  MPI_Irecv(at(u, b, 0, 1), 1, b->column, b->next[0], 1, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(at(u, b, b->nx + 1, 1), 1, b->column, b->next[1], 0, MPI_COMM_WORLD, &r[1]);
  MPI_Irecv(at(u, b, 1, 0), b->nx, MPI_DOUBLE, b->next[2], 3, MPI_COMM_WORLD, &r[2]);
  MPI_Irecv(at(u, b, 1, b->ny + 1), b->nx, MPI_DOUBLE, b->next[3], 2, MPI_COMM_WORLD, &r[3]);
}

static void send(double *u, const struct block *b, MPI_Request *r)
{
  MPI_Isend(at(u, b, 1, 1), 1, b->column, b->next[0], 0, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(at(u, b, b->nx, 1), 1, b->column, b->next[1], 1, MPI_COMM_WORLD, &r[1]);
  MPI_Isend(at(u, b, 1, 1), b->nx, MPI_DOUBLE, b->next[2], 2, MPI_COMM_WORLD, &r[2]);
  MPI_Isend(at(u, b, 1, b->ny), b->nx, MPI_DOUBLE, b->next[3], 3, MPI_COMM_WORLD, &r[3]);
}

static void finish(int manner, MPI_Request *r, int n)
{
  int i, done = 0, which[2 * SIDES], flag = 0;
  switch (manner) {
  case 0:
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    break;
  case 1:
    for (i = 0; i < n; i++)
      MPI_Wait(&r[i], MPI_STATUS_IGNORE);
    break;
  case 2:
    for (i = 0; i < n; i++)
      MPI_Waitany(n, r, &which[0], MPI_STATUS_IGNORE);
    break;
  case 3:
    while (done != MPI_UNDEFINED)
      MPI_Waitsome(n, r, &done, which, MPI_STATUSES_IGNORE);
    break;
  case 4:
    while (!flag)
      MPI_Testall(n, r, &flag, MPI_STATUSES_IGNORE);
    break;
  default:
    for (i = 0; i < n; i++)
      for (flag = 0; !flag;)
        MPI_Test(&r[i], &flag, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv)
{
  int rank, ranks, px = 1, n = atoi(argv[1]), steps = atoi(argv[2]);
  struct block b;
  double *t, sum = 0, all;
  MPI_Request r[2 * SIDES], kept[2][2 * SIDES];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  while (px * px < ranks)
    px++;
  while (ranks % px != 0)
    px--;
  int py = ranks / px, x = rank % px, y = rank / px;
  b.nx = n / px;
  b.ny = n / py;
  b.next[0] = x > 0 ? rank - 1 : MPI_PROC_NULL;
  b.next[1] = x + 1 < px ? rank + 1 : MPI_PROC_NULL;
  b.next[2] = y > 0 ? rank - px : MPI_PROC_NULL;
  b.next[3] = y + 1 < py ? rank + px : MPI_PROC_NULL;
  int width = b.nx + 2, size = width * (b.ny + 2), nx = b.nx, ny = b.ny;
  int whole[2] = {ny + 2, width}, part[2] = {ny, nx}, from[2] = {1, 1};
  MPI_Type_vector(ny, 1, width, MPI_DOUBLE, &b.column);
  MPI_Type_commit(&b.column);
  MPI_Type_create_subarray(2, whole, part, from, MPI_ORDER_C, MPI_DOUBLE, &b.inner);
  MPI_Type_commit(&b.inner);
  double *u = b.u = malloc(size * sizeof *u), *v = b.v = malloc(size * sizeof *v);
#pragma omp parallel for
  for (int k = 0; k < size; k++) {
    int i = k % width + x * nx, j = k / width + y * ny;
    u[k] = v[k] = (i * 7 + j * 3) % 17;
  }
  for (int k = 0; k < 2; k++) {
    double *w = k ? v : u;
    MPI_Recv_init(at(w, &b, 0, 1), 1, b.column, b.next[0], 1, MPI_COMM_WORLD, &kept[k][0]);
    MPI_Recv_init(at(w, &b, nx + 1, 1), 1, b.column, b.next[1], 0, MPI_COMM_WORLD, &kept[k][1]);
    MPI_Recv_init(at(w, &b, 1, 0), nx, MPI_DOUBLE, b.next[2], 3, MPI_COMM_WORLD, &kept[k][2]);
    MPI_Recv_init(at(w, &b, 1, ny + 1), nx, MPI_DOUBLE, b.next[3], 2, MPI_COMM_WORLD, &kept[k][3]);
    MPI_Send_init(at(w, &b, 1, 1), 1, b.column, b.next[0], 0, MPI_COMM_WORLD, &kept[k][4]);
    MPI_Send_init(at(w, &b, nx, 1), 1, b.column, b.next[1], 1, MPI_COMM_WORLD, &kept[k][5]);
    MPI_Send_init(at(w, &b, 1, 1), nx, MPI_DOUBLE, b.next[2], 2, MPI_COMM_WORLD, &kept[k][6]);
    MPI_Send_init(at(w, &b, 1, ny), nx, MPI_DOUBLE, b.next[3], 3, MPI_COMM_WORLD, &kept[k][7]);
  }
  for (int s = 0; s < steps; s++) {
    if (s % 8 < 6) {
      receive(u, &b, r);
      send(u, &b, r + SIDES);
    } else {
      MPI_Startall(2 * SIDES, kept[s % 2]);
    }
    /* What needs no halo is computed while the messages are under way. */
#pragma omp parallel for
    for (int j = 2; j < ny; j++)
      for (int i = 2; i < nx; i++)
        v[j * width + i] = .25 * (u[(j - 1) * width + i] + u[(j + 1) * width + i] + u[j * width + i - 1] + u[j * width + i + 1]);
    if (s % 5 == 3)
      for (int k = 2 * width + 2; k < 2 * width + nx - 2; k++)
        sum += v[k];
    if (s % 7 == 2) /* touches all but what comes */
      for (int j = 2; j < ny; j++)
        for (int i = 2; i < nx; i++)
          sum += u[j * width + i] * i;
    finish(s % 8, s % 8 < 6 ? r : kept[s % 2], 2 * SIDES);
#pragma omp parallel for
    for (int j = 1; j <= ny; j++)
      for (int i = 1; i <= nx; i++)
        if (j == 1 || j == ny || i == 1 || i == nx)
          v[j * width + i] = .25 * (u[(j - 1) * width + i] + u[(j + 1) * width + i] + u[j * width + i - 1] + u[j * width + i + 1]);
    t = u;
    u = v;
    v = t;
    /* The kernel changes the array that a message comes to, elsewhere in it. */
    if (s == 4) {
      MPI_Irecv(at(u, &b, 1, ny + 1), nx, MPI_DOUBLE, b.next[3], 5, MPI_COMM_WORLD, &r[0]);
#pragma omp parallel for
      for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++)
          u[j * width + i] += 1;
      MPI_Send(at(u, &b, 1, 1), nx, MPI_DOUBLE, b.next[2], 5, MPI_COMM_WORLD);
      for (int k = width; k < (ny + 1) * width; k++)
        sum += u[k];
      MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    }
    if (s == 6) { /* the whole block to itself */
      MPI_Irecv(v, 1, b.inner, rank, 6, MPI_COMM_WORLD, &r[0]);
      MPI_Isend(u, 1, b.inner, rank, 6, MPI_COMM_WORLD, &r[1]);
      MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2 * SIDES; i++)
      MPI_Request_free(&kept[k][i]);
  for (int j = 1; j <= ny; j++)
    for (int i = 1; i <= nx; i++)
      sum += u[j * width + i] * ((i + j) % 5) + v[j * width + i];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks: %.9g\n", ranks, all);
  free(u);
  free(v);
  MPI_Finalize();
  return 0;
}
