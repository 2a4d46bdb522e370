/* ranks.c: which of the processes of an MPI program this is, as the launcher says in the environment. */
#include "mrt_base.h"

#include <stdio.h>
#include <stdlib.h>

/* Of Open MPI, MVAPICH, MPICH and Intel MPI, Cray's PALS, Flux and Slurm: a launcher that starts processes directly
 * comes before one that allocates nodes, since mpirun may run inside of a job of Slurm's. */
static const char *const on_node[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID",
                                      "PALS_LOCAL_RANKID", "PMI_LOCAL_RANK", "FLUX_TASK_LOCAL_ID", "SLURM_LOCALID"};
static const char *const of_all[] = {"OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PALS_RANKID", "PMIX_RANK",
                                     "PMI_RANK", "FLUX_TASK_RANK", "SLURM_PROCID"};

/* The first of some variables that holds a number; -1 where none does. */
static int first_of(const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *text = getenv(names[i]);
    char *end = NULL;
    long number = text != NULL && *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;
    if (number >= 0 && number < 1 << 24 && *end == '\0')
      return (int)number;
  }
  return -1;
}

int mrt_rank(void) {
  static int rank = -2; /* not asked yet; threads that ask at the same time find the same */
  int known = __atomic_load_n(&rank, __ATOMIC_RELAXED);
  if (known == -2) {
    known = first_of(of_all, sizeof of_all / sizeof *of_all);
    __atomic_store_n(&rank, known, __ATOMIC_RELAXED);
  }
  return known;
}

int mrt_local_rank(void) { return first_of(on_node, sizeof on_node / sizeof *on_node); }

const char *mrt_prefix(char text[MRT_PREFIX_BYTES]) {
  int rank = mrt_rank();
  if (rank < 0)
    snprintf(text, MRT_PREFIX_BYTES, "mapper: ");
  else
    snprintf(text, MRT_PREFIX_BYTES, "mapper: rank %d: ", rank);
  return text;
}
