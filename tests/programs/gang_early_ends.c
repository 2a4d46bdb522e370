/* Loops over rows that end early, where an element of the row says so: triangles as they are counted in sorted rows.
 * expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 300, k = 0;
    int *row = malloc((n + 1) * sizeof *row), *adj = malloc(n * n * sizeof *adj), *many = malloc(n * sizeof *many);
    for (int v = 0; v < n; v++) {
        row[v] = k;
        for (int u = 0; u < n; u++)
            if (u != v && (u == 17 || v == 17 || (u * v) % 31 == 5 || (u + v) % 23 == 0))
                adj[k++] = u;
    }
    row[n] = k;
    long found = 0;
#pragma omp parallel for reduction(+ : found)
    for (int v = 0; v < n; v++)
        for (int k = row[v]; k < row[v + 1]; k++) {
            int u = adj[k];
            if (u > v)
                break;
            int i = row[u];
            for (int j = row[v]; j < row[v + 1]; j++) {
                int w = adj[j];
                if (w > u)
                    break;
                while (adj[i] < w)
                    i++;
                if (adj[i] == w)
                    found++;
            }
        }
#pragma omp parallel for
    for (int v = 0; v < n; v++) {
        int sum = 0;
        if (v % 5 == 2) {
            many[v] = -1;
            continue;
        }
        for (int k = row[v]; k < row[v + 1]; k++) {
            if (adj[k] * 3 > v + 200)
                break;
            if (adj[k] % 4 == 1)
                continue;
            sum += adj[k];
        }
        many[v] = sum;
    }
    long all = 0;
    for (int v = 0; v < n; v++)
        all = (all * 7 + many[v]) % 1000003;
    printf("%ld %ld\n", found, all);
    return 0;
}
