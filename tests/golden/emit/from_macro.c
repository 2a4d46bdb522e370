/* A construct that a macro makes behind other code: the macro's use is written out, and the construct replaced. */
#define FILL(array, value) \
  array[0] = 0; \
  _Pragma("omp parallel for") for (int i = 0; i < 16; i++) array[i] = value;

static int a[16], b[16];

void fill(void)
{
  FILL(a, 1)
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    b[i] = 2;
}
