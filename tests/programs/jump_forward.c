/* `goto` out of nested loops, and to the end of an iteration.  expect: offloaded=4 */
#include <stdio.h>

#define N 48

int main(void)
{
    static int values[N], pairs[N], tries[N], rows[N], low[N];
    static double grid[N][N];
    for (int i = 0; i < N; i++)
        values[i] = (i * 37 + 11) % 101;

    /* out of three loops, to an empty statement at the end of the iteration */
#pragma omp parallel for
    for (int target = 0; target < N; target++) {
        int a, b, c;
        pairs[target] = -1;
        tries[target] = 0;
        for (a = 0; a < N; a++)
            for (b = a + 1; b < N; b++)
                for (c = b + 1; c < N; c++) {
                    tries[target]++;
                    if (values[a] + values[b] + values[c] == 60 + target * 3) {
                        pairs[target] = a * N * N + b * N + c;
                        goto found;
                    }
                }
        tries[target] = -tries[target];
    found:;
    }

    /* two labels, statements between them, jumps from blocks under conditions and from `while` and `do` */
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        int k = 0, x = values[i];
        if (x % 5 == 0) {
            if (x % 2)
                goto next;
            k = 1;
            goto last;
        }
        k = 2;
        while (x > 3) {
            do {
                x -= 7;
                if (x == 11)
                    goto last;
                if (x < 0) {
                    k = 9;
                    goto next;
                }
            } while (x % 3);
            k++;
        }
        k += 100;
    last:
        sum += k;
    next:
        sum += 1000 * (i % 3);
        rows[i] = k;
    }

    /* inside of an inner loop, and a jump with a declaration behind it */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            grid[i][j] = 0;
            for (int k = 0; k < 8; k++) {
                if ((i + j * k) % 13 == 12)
                    goto skip;
                double add = i * .5 + j;
                for (int m = 0; m < 4; m++) {
                    if (m * k == 21 - j)
                        goto skip;
                    grid[i][j] += add * m;
                }
            }
            grid[i][j] += 10000;
        skip:
            grid[i][j] -= 1;
        }
    }

    /* a label in a block of its own, and the jump is in a branch of its own */
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < N; i++) {
            low[i] = 1;
            if (i > 4) {
                for (int d = 2; d * d <= i; d++)
                    if (i % d == 0)
                        goto composite;
                    else
                        low[i] += d;
                low[i] += 1000;
            composite:
                low[i] *= 2;
            }
            low[i] += 3;
        }
    }

    double total = 0;
    for (int i = 0; i < N; i++) {
        printf("%d %d %d %d\n", pairs[i], tries[i], rows[i], low[i]);
        for (int j = 0; j < N; j++)
            total += grid[i][j] * (i - 2 * j);
    }
    printf("%ld %.10g\n", sum, total);
    return 0;
}
