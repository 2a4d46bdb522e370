/* Functions in assembly, which no analysis reads: they touch what they name.  expect: offloaded=3 */
#include <stdio.h>

#define N 1000

static double hidden[N];
double shown[N];
static double alone[N];

/* A tail call of a function that only this text names, and a pointer to an array in a table. */
void change(void);
void change(void)
{
  hidden[1] += 50;
  shown[2] += 60;
}
#if defined(__x86_64__)
__asm__(".text\n"
        ".globl by_assembly\n"
        ".type by_assembly, @function\n"
        "by_assembly:\n"
        "\tjmp change\n"
        ".size by_assembly, .-by_assembly\n"
        ".section .data\n"
        ".globl table\n"
        ".balign 8\n"
        "table: .quad hidden\n"
        ".text\n");
extern void by_assembly(void);
extern double *table[1];
#else
static double *table[1] = {hidden};
static void by_assembly(void) { change(); }
#endif

int main(void)
{
  double sum = 0;
  for (int round = 0; round < 2; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      hidden[i] += i;
      shown[i] += 2 * i;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      alone[i] = hidden[i] - shown[i];
    by_assembly();
    table[0][4] += 0.25;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += hidden[i] + shown[i] + alone[i];
    printf("%g %g\n", sum, hidden[4]);
  }
  return 0;
}
