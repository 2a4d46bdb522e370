#include <stdio.h>
#include <stdlib.h>
#include "fv.h"
#include "version.h"
int main(int argc, char **argv)
{
    config_t *c = config_read(argc > 1 ? argv[1] : "fv.cfg");
    mesh_t *m = mesh_make(config_int(c, "nx", 40), config_int(c, "ny", 30), config_real(c, "skew", 0.1));
    flow_t s;
    int it, n = config_int(c, "steps", 20);
    double total = 0;
    logmsg(LOG_INFO, "fv %s: %d cells, %d faces\n", FV_VERSION, m->ncells, m->nfaces);
    flow_init(&s, m, c);
    for (it = 1; it <= n; it++) {
        real r = flow_step(&s);
        if (it % 5 == 0) logmsg(LOG_INFO, "%4d %.8e\n", it, (double)r);
    }
    for (it = 0; it < m->ncells; it++) total += s.u[it][0] * m->volume[it];
    printf("mass %.10f\n", total);
    flow_free(&s);
    mesh_free(m);
    config_free(c);
    printf("left %zu\n", bytes_in_use());
    return EXIT_SUCCESS;
}
