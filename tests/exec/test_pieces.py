"""What moves of arrays that consist of many blocks, counted, on a device with memory of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cc.project import Project
from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def moved(
    name: str, folder: Path, variables: dict[str, str], profile: Path
) -> dict[str, dict[str, dict[str, int]]]:
    """What a program copies for each region, as MAPPER_PROFILE tells it; its results are right."""
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], variables | {"MAPPER_PROFILE": str(profile)})
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    return {region["id"].removeprefix(f"{name}_"): region for region in regions}


STEPS, ROWS, ROW = 5, 70, 12 * 8


def test_rows_move_together(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    """All rows go up once, what the host touches moves alone, and in the end all come home at once."""
    regions = moved("rows_pieces", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    for name in ("even_1", "uneven_1", "cube_1"):
        for way in ("upload", "download"):
            assert regions[name][way]["count"] <= STEPS + 3, (name, way)
    table = ROWS * 8
    assert regions["even_1"]["upload"]["bytes"] <= (ROWS + STEPS) * ROW + table
    assert regions["even_1"]["download"]["bytes"] <= (ROWS + STEPS + 2) * ROW  # two elements are printed
    for way in ("upload", "download"):
        assert regions["lines_1"][way]["count"] <= STEPS + 1  # rows that the host uses without announcing it
        assert regions["again_1"][way]["count"] <= 2 * STEPS
        assert regions["mix_1"][way]["count"] <= 6


def test_tiles_that_functions_get_move_alone(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Each of five steps, the host changes one tile of 25, and reads two; in the end all come home."""
    regions = moved("host_arguments", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    tile, table = 12 * 12 * 8, 25 * 8
    assert regions["main_1"]["upload"]["bytes"] <= (25 + 5) * tile + table
    assert regions["main_1"]["download"]["bytes"] <= (25 + 5 * 3) * tile


@pytest.mark.parametrize(
    "fault", ["clEnqueueWriteBuffer:{}:-5", "clEnqueueReadBuffer:{}:-5", "clCreateBuffer:{}:-4"]
)
def test_rows_survive_failures(
    fault: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Whichever copy or buffer fails, the loop runs on the CPU, or the copy is made by other means."""
    example, counts = load(PROGRAMS / "rows_pieces.c"), tmp_path / "counts"
    variables = environment.on_discrete("opencl", fake) | {"FAKE_COUNTS": str(counts)}
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    execute([built.executable], variables)
    calls = dict(line.split() for line in counts.read_text(encoding="utf-8").splitlines())
    for number in range(1, int(calls[fault.partition(":")[0]]) + 1, 2):
        failing = variables | {"FAKE_FAIL": fault.format(number)}
        done = subprocess.run([built.executable], env=failing, capture_output=True, text=True, check=True)
        assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None, number


def test_rows_make_room_for_others(folder: Path, environment: Environment, fake: Path) -> None:
    """Rows that share a buffer leave the device together."""
    example = load(PROGRAMS / "rows_pieces.c")
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_INFO": "2"}
    variables |= {"FAKE_MEMORY": "30000", "FAKE_LATE": "1"}
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    assert "making room on the device: dropping 70 blocks that share a buffer" in done.stderr


@pytest.mark.parametrize("memory", ["24000", "26000"])
def test_rows_that_a_launch_needs_make_no_room(
    memory: str, folder: Path, environment: Environment, fake: Path
) -> None:
    """A row that a launch reaches alone keeps all that it shares a buffer with."""
    example = load(PROGRAMS / "rows_any_order.c")
    variables = environment.on_discrete("opencl", fake) | {"FAKE_MEMORY": memory}
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None


@pytest.mark.parametrize("threads", ["1", "4"])
def test_rows_go_through_pinned_memory(
    threads: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_STAGING": "1", "OMP_NUM_THREADS": threads}
    moved("rows_pieces", folder, variables, tmp_path / "profile")


def test_stretches_move_alone(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    """Of what library functions are told to touch, only that moves."""
    regions = moved("host_stretches", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    array, row, steps = 200 * 200 * 8, 200 * 8, 6
    up = sum(region["upload"]["bytes"] for region in regions.values())
    down = sum(region["download"]["bytes"] for region in regions.values())
    assert up <= 2 * array + 4 * steps * row
    assert down <= array + 5 * steps * row


def test_areas_move_alone(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    """Blocks, rows, columns, diagonals and faces move alone, also where functions touch them."""
    regions = moved("host_areas", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    matrix, grid = 160 * 160 * 8, 24 * 30 * 40 * 8
    up = sum(region["upload"]["bytes"] for region in regions.values())
    down = sum(region["download"]["bytes"] for region in regions.values())
    assert up <= grid + 4 * matrix // 4  # in four steps; `cube` is no array that a loop overwrites as such
    assert down <= 2 * matrix + 2 * grid + 4 * matrix // 4
    assert all(region[way]["count"] < 50 for region in regions.values() for way in ("upload", "download"))


def test_rows_of_tables_move_alone(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    """Host code that exchanges rows of a table of pointers leaves other rows and arrays on the device."""
    regions = moved("host_rows", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    array, row, steps = 120 * 120 * 8, 120 * 8, 6
    assert sum(region["upload"]["bytes"] for region in regions.values()) <= 2 * array + 5 * steps * row
    assert sum(region["download"]["bytes"] for region in regions.values()) <= 2 * array + 5 * steps * row


def test_rows_move_without_other_arrays(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Host code that walks over all rows of a table leaves other arrays on the device."""
    regions = moved("host_rows_all", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    table, big, cube, steps = 120 * 120 * 8, 60000 * 8, 24 * 24 * 24 * 8, 8
    assert regions["relax_1"]["upload"]["bytes"] <= (steps + 1) * table
    assert regions["relax_2"]["upload"]["bytes"] <= big
    assert regions["relax_3"]["upload"]["bytes"] <= cube


def test_ranges_of_tables_share_positions(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Launches that reach other rows of one table each time send its positions once, not each time."""
    regions = moved("rows_ranges", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    rows, table = 40 * (40 + 18) * 8, 40 * 8
    assert regions["antidiagonals_1"]["upload"]["bytes"] <= 2 * (rows + 3 * table)
    assert regions["triangle_1"]["upload"]["count"] <= 4
    assert regions["triangle_1"]["upload"]["bytes"] <= 40 * 41 // 2 * 4 + 3 * table


# As much of MPI as one process needs that sends to itself: data types are counts of doubles with a distance.
MPI = """\
#include <string.h>
typedef struct mpi_type *MPI_Datatype;
typedef struct mpi_comm *MPI_Comm;
typedef struct { int source; } MPI_Status;
typedef long MPI_Aint;
struct mpi_type { int count; long distance; };
extern struct mpi_type mpi_double, mpi_column;
extern struct mpi_comm mpi_world;
#define MPI_DOUBLE ((MPI_Datatype)((void *)&mpi_double))
#define MPI_COLUMN ((MPI_Datatype)((void *)&mpi_column))
#define MPI_COMM_WORLD ((MPI_Comm)((void *)&mpi_world))
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent);
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent);
int MPI_Send(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Recv(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv(const void *from, int count, MPI_Datatype type, int there, int tag, void *to, int room,
                 MPI_Datatype of, int here, int with, MPI_Comm comm, MPI_Status *status);
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm);
typedef struct mpi_request *MPI_Request;
enum { MPI_PROC_NULL = -1, MPI_ORDER_C = 1 };
enum { MPI_COMBINER_NAMED, MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_VECTOR };
enum { MPI_COMBINER_HVECTOR = 9, MPI_COMBINER_SUBARRAY, MPI_COMBINER_RESIZED };
int MPI_Type_size(MPI_Datatype type, int *size);
int MPI_Type_free(MPI_Datatype *type);
int MPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner);
int MPI_Type_get_contents(MPI_Datatype type, int integers, int addresses, int types, int *numbers,
                          MPI_Aint *places, MPI_Datatype *old);
int MPI_Irecv(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Isend(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Recv_init(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Start(MPI_Request *request);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Request_free(MPI_Request *request);
void finish_elsewhere(MPI_Request *request);
"""
MPI_LIBRARY = """\
#include "mpi.h"
struct mpi_comm { int unused; } mpi_world;
struct mpi_type mpi_double = {1, 1}, mpi_column = {200, 300};
static double message[1000];
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent) {
  return MPI_Type_get_true_extent(type, low, extent);
}
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent) {
  *low = 0;
  *extent = 8 * ((type->count - 1) * type->distance + 1);
  return 0;
}
int MPI_Send(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  for (int i = 0; i < count * type->count; i++)
    message[i] = ((const double *)from)[i * type->distance];
  return (to + tag) * 0 * (comm != 0);
}
int MPI_Recv(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status) {
  for (int i = 0; i < count * type->count; i++)
    ((double *)to)[i * type->distance] = message[i];
  status->source = from + tag;
  return 0 * (comm != 0);
}
int MPI_Sendrecv(const void *from, int count, MPI_Datatype type, int there, int tag, void *to, int room,
                 MPI_Datatype of, int here, int with, MPI_Comm comm, MPI_Status *status) {
  MPI_Send(from, count, type, there, tag, comm);
  return MPI_Recv(to, room, of, here, with, comm, status);
}
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  ((double *)data)[0] += count + root;
  return 0 * (type != 0) * (comm != 0);
}
/* Messages come when the next is sent that fits: while they are under way. */
static struct mpi_request { void *to; int count, tag, active, kept; MPI_Datatype type; } requests[16];
int MPI_Type_size(MPI_Datatype type, int *size) { return *size = 8 * type->count, 0; }
int MPI_Type_free(MPI_Datatype *type) { return *type = 0, 0; }
int MPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner) {
  int named = type->count == 1;
  *integers = named ? 0 : 3;
  *addresses = 0;
  *types = !named;
  *combiner = named ? MPI_COMBINER_NAMED : MPI_COMBINER_VECTOR;
  return 0;
}
int MPI_Type_get_contents(MPI_Datatype type, int integers, int addresses, int types, int *numbers,
                          MPI_Aint *places, MPI_Datatype *old) {
  numbers[0] = type->count;
  numbers[1] = 1;
  numbers[2] = type->distance;
  *old = MPI_DOUBLE;
  return 0 * (integers + addresses + types + (places != 0));
}
static MPI_Request made(void *to, int count, MPI_Datatype type, int tag, int active) {
  for (int i = 0; i < 16; i++)
    if (!requests[i].active && !requests[i].kept) {
      requests[i] = (struct mpi_request){to, count, tag, active, !active, type};
      return &requests[i];
    }
  return 0;
}
int MPI_Irecv(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request) {
  return *request = made(to, count, type, tag, 1), 0 * (from + (comm != 0));
}
int MPI_Isend(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request) {
  MPI_Status status;
  MPI_Send(from, count, type, to, tag, comm);
  for (int i = 0; i < 16; i++)
    if (requests[i].active && requests[i].tag == tag) {
      MPI_Recv(requests[i].to, requests[i].count, requests[i].type, to, tag, comm, &status);
      requests[i].active = 0;
    }
  return *request = 0, 0;
}
int MPI_Recv_init(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request) {
  return *request = made(to, count, type, tag, 0), 0 * (from + (comm != 0));
}
int MPI_Start(MPI_Request *request) { return (*request)->active = 1, 0; }
int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  if (*request != 0 && !(*request)->kept)
    *request = 0;
  return 0 * (status != 0);
}
int MPI_Waitall(int n, MPI_Request *all, MPI_Status *statuses) {
  for (int i = 0; i < n; i++)
    MPI_Wait(&all[i], statuses);
  return 0;
}
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  *flag = *request == 0 || !(*request)->active;
  return *flag ? MPI_Wait(request, status) : 0;
}
int MPI_Request_free(MPI_Request *request) { return (*request)->kept = 0, *request = 0, 0; }
void finish_elsewhere(MPI_Request *request) { MPI_Wait(request, 0); }
"""
RING = """\
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 300, ROWS = 200, STEPS = 10 };
int main(void) {
  double *u = malloc((ROWS + 2) * N * sizeof *u), *v = malloc((ROWS + 2) * N * sizeof *v), *t, sum = 0;
  MPI_Status status;
  for (int i = 0; i < (ROWS + 2) * N; i++)
    u[i] = v[i] = i % 17;
  for (int s = 0; s < STEPS; s++) {
    MPI_Sendrecv(u + N, N, MPI_DOUBLE, 0, 1, u + (ROWS + 1) * N, N, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &status);
    MPI_Send(&u[ROWS * N], N, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    MPI_Recv(u, N, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, &status);
    if (s == 5) {
      MPI_Send(u, 0, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
      MPI_Sendrecv(u + 1, 1, MPI_COLUMN, 0, 4, u + N - 1, 1, MPI_COLUMN, 0, 4, MPI_COMM_WORLD, &status);
    }
#pragma omp parallel for
    for (int i = 1; i <= ROWS; i++)
      for (int j = 1; j < N - 1; j++)
        v[i * N + j] = 0.25 * (u[(i - 1) * N + j] + u[(i + 1) * N + j] + u[i * N + j - 1] + u[i * N + j + 1]);
    t = u;
    u = v;
    v = t;
  }
  for (int i = 0; i < (ROWS + 2) * N; i++)
    sum += u[i] * (i % 5);
  printf("%.12g\\n", sum);
  return 0;
}
"""


def test_messages_move_what_they_name(environment: Environment, fake: Path, tmp_path: Path) -> None:
    """Rows of a halo move alone; a data type with gaps moves as far as it reaches, here all of the array."""
    variables = environment.on_discrete("opencl", fake)
    project = Project(tmp_path, environment, variables)
    project.write({"mpi.h": MPI, "library.c": MPI_LIBRARY, "ring.c": RING})
    project.build("gcc", "-c", "library.c")
    project.build("gcc", "-I.", "-O2", "-w", "ring.c", "library.o", "-o", "plain")
    compiled = project.run("mapper", "compile", "-O2", "-I.", "-Wall", "ring.c", "library.o", "-o", "ring")
    assert compiled.err == "mapper: 1 parallel loop: 1 offloadable\n"
    expected = project.build("./plain")
    assert project.build("./ring", MAPPER_PROFILE=str(tmp_path / "profile")) == expected
    (region,) = json.loads((tmp_path / "profile").read_text(encoding="utf-8"))["regions"]
    array, row = 202 * 300 * 8, 300 * 8
    assert region["upload"]["bytes"] <= 3 * array + 2 * 10 * row
    assert region["download"]["bytes"] <= 3 * array + 4 * 10 * row


ANYWHERE = """\
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 300, ROWS = 200, STEPS = 10 };
struct grid {
  double *u, *v;
  int sides[2];
};
#define CHECK(call) if ((call) != 0) exit(1)
static void exchange(struct grid *g, int step) {
  MPI_Status status;
  for (int side = 0; side < 2; side++) {
    CHECK(MPI_Send(&g->u[g->sides[side] * N], N, MPI_DOUBLE, 0, side, MPI_COMM_WORLD));
    if (MPI_Recv(g->u + (side ? 0 : ROWS + 1) * N, N, MPI_DOUBLE, 0, side, MPI_COMM_WORLD, &status) != 0)
      exit(1);
  }
  if (step == 4) {
    MPI_Sendrecv(g->u + N + 1, 1, MPI_COLUMN, 0, 4, g->u + N, 1, MPI_COLUMN, 0, 4, MPI_COMM_WORLD, &status);
    MPI_Bcast(&g->u[5 * N + 7], 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
}
int main(void) {
  struct grid grid = {malloc((ROWS + 2) * N * sizeof(double)), malloc((ROWS + 2) * N * sizeof(double)), {1, ROWS}};
  double sum = 0;
  for (int i = 0; i < (ROWS + 2) * N; i++)
    grid.u[i] = grid.v[i] = i % 17;
  for (int s = 0; s < STEPS; s++) {
    exchange(&grid, s);
#pragma omp parallel for
    for (int i = 1; i <= ROWS; i++)
      for (int j = 1; j < N - 1; j++)
        grid.v[i * N + j] = 0.25 * (grid.u[(i - 1) * N + j] + grid.u[(i + 1) * N + j] + grid.u[i * N + j]);
    double *t = grid.u;
    grid.u = grid.v;
    grid.v = t;
  }
  for (int i = 0; i < (ROWS + 2) * N; i++)
    sum += grid.u[i] * (i % 5);
  printf("%.12g\\n", sum);
  return 0;
}
"""


def test_messages_that_functions_wait_for(environment: Environment, fake: Path, tmp_path: Path) -> None:
    """Wherever a call is, and whatever its buffer is called, only its bytes move; a column has its own."""
    project = Project(tmp_path, environment, environment.on_discrete("opencl", fake))
    project.write({"mpi.h": MPI, "library.c": MPI_LIBRARY, "any.c": ANYWHERE})
    project.build("gcc", "-w", "-c", "library.c")
    project.build("gcc", "-I.", "-O2", "-w", "any.c", "library.o", "-o", "plain")
    project.run("mapper", "compile", "-O2", "-I.", "-Wall", "any.c", "library.o", "-o", "any")
    assert project.build("./any", MAPPER_PROFILE=str(tmp_path / "profile")) == project.build("./plain")
    (region,) = json.loads((tmp_path / "profile").read_text(encoding="utf-8"))["regions"]
    array, row = 202 * 300 * 8, 300 * 8
    assert region["upload"]["bytes"] <= 2 * array + 2 * 10 * row + 202 * 8 + 8
    assert region["download"]["bytes"] <= array + 4 * 10 * row + 2 * 202 * 8 + 8


UNDER_WAY = """\
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 300, ROWS = 200, STEPS = 10 };
#ifndef FINISH
#define FINISH(request) MPI_Wait(request, &status)
#endif
static void start(double *u, MPI_Request *r) {
  MPI_Irecv(u + (ROWS + 1) * N, N - 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(u + N, 1, MPI_COLUMN, 0, 2, MPI_COMM_WORLD, &r[1]);
}
int main(void) {
  double *u = malloc((ROWS + 2) * N * sizeof *u), *v = malloc((ROWS + 2) * N * sizeof *v), sum = 0;
  MPI_Status status;
  MPI_Request r[4], kept;
  int flag;
  MPI_Recv_init(u, N - 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, &kept);
  for (int i = 0; i < (ROWS + 2) * N; i++)
    u[i] = v[i] = i % 17;
  for (int s = 0; s < STEPS; s++) {
    start(u, r);
    MPI_Start(&kept);
    MPI_Isend(u + N + 1, N - 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &r[2]);
#pragma omp parallel for
    for (int i = 2; i < ROWS; i++)
      for (int j = 2; j < N - 1; j++)
        v[i * N + j] = 0.25 * (u[(i - 1) * N + j] + u[(i + 1) * N + j] + u[i * N + j - 1] + u[i * N + j + 1]);
    MPI_Isend(u + ROWS * N + 1, N - 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, &r[3]);
    MPI_Isend(u + N + 2, 1, MPI_COLUMN, 0, 2, MPI_COMM_WORLD, &r[3]);
#pragma omp parallel for
    for (int i = 2; i < ROWS; i++)
      for (int j = 2; j < N - 1; j++)
        u[i * N + j] = v[i * N + j] + 1;
    if (s == 6)
      for (int i = 2 * N; i < ROWS * N; i++)
        sum += i % N ? u[i] : 1;
    MPI_Waitall(1, r, &status);
    FINISH(&r[1]);
    for (flag = 0; !flag;)
      MPI_Test(&kept, &flag, &status);
#pragma omp parallel for
    for (int i = 0; i < (ROWS + 2) * N; i++)
      v[i] = u[i] * 0.5;
  }
  MPI_Request_free(&kept);
  for (int i = 0; i < (ROWS + 2) * N; i++)
    sum += u[i] * (i % 5) + v[i];
  printf("%.12g\\n", sum);
  return 0;
}
"""


@pytest.mark.parametrize("elsewhere", [False, True])
def test_messages_under_way(elsewhere: bool, environment: Environment, fake: Path, tmp_path: Path) -> None:
    """What comes while loops run reaches the device and is not overwritten, also where other code waits for it."""
    project = Project(tmp_path, environment, environment.on_discrete("opencl", fake))
    project.write({"mpi.h": MPI, "library.c": MPI_LIBRARY, "way.c": UNDER_WAY})
    flags = ["-DFINISH=finish_elsewhere"] if elsewhere else []
    project.build("gcc", "-w", "-c", "library.c")
    project.build("gcc", "-I.", "-O2", "-w", *flags, "way.c", "library.o", "-o", "plain")
    project.run("mapper", "compile", "-O2", "-I.", "-Wall", *flags, "way.c", "library.o", "-o", "way")
    assert project.build("./way", MAPPER_PROFILE=str(tmp_path / "profile")) == project.build("./plain")
    regions = json.loads((tmp_path / "profile").read_text(encoding="utf-8"))["regions"]
    array, row, steps = 202 * 300 * 8, 300 * 8, 10
    if not elsewhere:
        assert sum(region["upload"]["bytes"] for region in regions) <= 2 * array + 4 * steps * row
        assert sum(region["download"]["bytes"] for region in regions) <= 3 * array + 8 * steps * row
