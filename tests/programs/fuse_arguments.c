/* Arguments of calls that one kernel runs become what the parameter's type makes of them.
   expect: offloaded=3 */
#include <stdio.h>

#define N 50

static double a[N], b[N];
static int many = 300;

static void add_if(_Bool wanted)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] += wanted;
}

static void add_byte(unsigned char part, float scale)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    b[i] += part * scale + a[i];
}

static void add_short(short part)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] += part * 2;
}

int main(void)
{
#pragma omp parallel
  {
    add_if(0.25);
    add_if((int)0.75);
    add_if(1e300);
    add_if(-7);
    add_if(-0.0);
  }
#pragma omp parallel
  {
    add_byte(many, 0.1);
    add_byte(2.9, 1e-9);
    add_short(-2.9);
    add_short(many * 300);
  }
  printf("%.17g %.17g\n", a[7], b[7]);
  return 0;
}
