/* A loop reduces into an array that may be, to the analysis, the one that it reads:
   the launch finds them to be different memory. Members of a structure of other types are other memory.
 * expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

struct cloud {
    int atoms;
    double *at, *force, *torque;
};

static double pull(struct cloud *c, int size) {
    if (size < 3) return 0;
    double energy = 0, *force = c->force, *torque = c->torque;
#pragma omp parallel for reduction(+ : energy, force[:size], torque[:size])
    for (int i = 0; i < c->atoms; i++) {
        int from = 3 * i;
        double step[3];
        for (int j = i + 1; j < c->atoms; j++) {
            int to = 3 * j;
            for (int k = 0; k < 3; k++) {
                step[k] = c->at[to + k] - c->at[from + k];
                force[from + k] += step[k];
                force[to + k] -= step[k];
            }
            torque[to] -= step[0] * (i % 4);
            energy += step[1] * step[2];
        }
    }
    return energy;
}

int main(int argc, char **argv) {
    enum { N = 90 };
    (void)argv;
    double *one = calloc(3 * N, sizeof(double)), *other = calloc(3 * N, sizeof(double));
    double *third = calloc(3 * N, sizeof(double));
    struct cloud c = {N, argc > 9 ? one : other, argc > 9 ? other : one, third};
    for (int i = 0; i < 3 * N; i++) c.at[i] = (i * 37 % 101) * 0.25;
    double energy = pull(&c, 3 * N), sums[2] = {0, 0};
    for (int i = 0; i < 3 * N; i++) {
        sums[0] += c.force[i] * (i % 7);
        sums[1] += c.torque[i] * (i % 5);
    }
    printf("%.2f %.2f %.2f\n", energy, sums[0], sums[1]);
    free(one);
    free(other);
    free(third);
    return 0;
}
