/* Jobs as structures with pointers and arrays of numbers: `memset` and `memcpy` of a whole array leave the pointers as they are.
 * The last loop is kept: what it clears goes beyond the array.  expect: offloaded=3 kept=K016 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOBS 60
#define SIZE 100
#define KINDS 24

typedef struct {
  const uint8_t *in;
  uint32_t n, used;
  uint32_t count[KINDS];
  uint16_t *out;
} job;

struct row {
  double head[4];
  double *values;
  float scale[3];
  int n;
};

static void encode(job *j)
{
  uint32_t used = 0;
  memset(j->count, 0, sizeof j->count);
  for (uint32_t i = 0; i < j->n; i++) {
    j->count[j->in[i] % KINDS]++;
    if (j->in[i] & 1)
      j->out[used++] = (uint16_t)(j->in[i] * 3);
  }
  j->used = used;
}

int main(void)
{
  uint8_t *data = malloc(JOBS * SIZE);
  uint16_t *out = calloc(JOBS * SIZE, sizeof *out);
  double *values = malloc(JOBS * SIZE * sizeof *values), total = 0;
  job *jobs = calloc(JOBS, sizeof *jobs);
  struct row *rows = calloc(JOBS, sizeof *rows);
  static const double first[4] = {1, 2, 3, 4};
  for (int i = 0; i < JOBS * SIZE; i++) {
    data[i] = (uint8_t)(i * 7 + i / 11);
    values[i] = i * 0.25;
  }
  for (int k = 0; k < JOBS; k++) {
    jobs[k].in = data + k * SIZE;
    jobs[k].n = SIZE - k % 5;
    jobs[k].out = out + k * SIZE;
    rows[k].values = values + k * SIZE;
    rows[k].n = SIZE;
  }
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < JOBS; k++)
    encode(&jobs[k]);
#pragma omp parallel for
  for (int k = 0; k < JOBS; k++) {
    struct row *r = rows + k;
    memcpy(r->head, first, sizeof(double) * 4);
    memset(r->scale, 0, sizeof(r->scale));
    for (int i = 0; i < r->n; i++) {
      r->head[i % 4] += r->values[i];
      r->scale[i % 3] += 0.5f;
    }
  }
#pragma omp parallel for reduction(+ : total)
  for (int k = 0; k < JOBS; k++)
    total += jobs[k].used * 3.0 + jobs[k].count[k % KINDS] + rows[k].head[k % 4] + rows[k].scale[k % 3] + out[k * SIZE + 5];
#pragma omp parallel for
  for (int k = 0; k < JOBS; k++) {
    struct row *r = rows + k;
    r->head[0] = r->values[k % SIZE];
    memset(r->scale, 0, 4 * sizeof(float));
  }
  for (int k = 0; k < JOBS; k++)
    total += rows[k].head[0] + rows[k].scale[1] + rows[k].n;
  printf("%.2f\n", total);
  free(data); free(out); free(values); free(jobs); free(rows);
  return 0;
}
