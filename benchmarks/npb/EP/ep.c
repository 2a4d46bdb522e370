/* NPB EP: pairs of Gaussian deviates by the acceptance-rejection method, summed and counted by square annuli.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, section 2.1, and NAS-95-020).  The 2^M
 * pairs are cut into batches; each batch finds its own seed by jumping ahead in the random sequence, so that
 * batches are independent of each other.
 */
#include <math.h>
#include <stdio.h>

#include "npb.h"
#include "npbparams.h"

#define BATCH_LOG2 10
#define BATCH_PAIRS (1 << BATCH_LOG2)
#define BATCHES (1L << (M - BATCH_LOG2))
#define ANNULI 10
#define SEED 271828183.0

static long count[ANNULI];
static double sx, sy;

/* The state of the generator at the beginning of a batch: SEED * jump^batch. */
static double batch_seed(long batch, double jump)
{
  double seed = SEED;

  randlc(&seed, randlc_power(jump, batch));
  return seed;
}

/* Makes all pairs; the results are in count, sx and sy. */
static void make_pairs(void)
{
  long batch;
  int i;
  double jump = randlc_power(NPB_A, 2L * BATCH_PAIRS);

  sx = 0.0;
  sy = 0.0;
  for (i = 0; i < ANNULI; i++)
    count[i] = 0;

#pragma omp parallel for private(i) reduction(+ : sx, sy)
  for (batch = 0; batch < BATCHES; batch++) {
    int mine[ANNULI];
    double state = batch_seed(batch, jump);

    for (i = 0; i < ANNULI; i++)
      mine[i] = 0;
    for (i = 0; i < BATCH_PAIRS; i++) {
      double x = 2.0 * randlc(&state, NPB_A) - 1.0;
      double y = 2.0 * randlc(&state, NPB_A) - 1.0;
      double t = x * x + y * y;

      if (t <= 1.0) {
        double factor = sqrt(-2.0 * log(t) / t);
        double gx = x * factor;
        double gy = y * factor;

        mine[(int)fmax(fabs(gx), fabs(gy))]++;
        sx += gx;
        sy += gy;
      }
    }
    for (i = 0; i < ANNULI; i++) {
#pragma omp atomic
      count[i] += mine[i];
    }
  }
}

int main(void)
{
  int i;
  long accepted = 0;
  char size[32];
  struct npb_result result = {"EP", CLASS, size, 1, 0.0, 0.0, 0};

  timer_clear(0);
  timer_start(0);
  make_pairs();
  timer_stop(0);

  for (i = 0; i < ANNULI; i++)
    accepted += count[i];
  printf("Gaussian pairs = %ld\n", accepted);
  printf("Sums = %.15e %.15e\n", sx, sy);
  for (i = 0; i < ANNULI; i++)
    printf("Annulus %d = %ld\n", i, count[i]);

  snprintf(size, sizeof size, "2^%d", M);
  result.seconds = timer_read(0);
  result.mops = 2.0 * BATCHES * BATCH_PAIRS / result.seconds * 1e-6;
  result.verified = npb_close_to(sx, SX, 1e-8) && npb_close_to(sy, SY, 1e-8);
  return npb_report(&result);
}
