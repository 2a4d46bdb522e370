#define NAME(what) other_##what
#define TYPE float
#include "shared_loops.h"
#undef NAME
#undef TYPE
#define NAME(what) long_##what
#define TYPE long
#include "shared_loops.h"

float other(float *to, const float *from, int n)
{
  other_smooth(to, from, n);
  return other_largest(to, n);
}

long other_long(long *to, const long *from, int n)
{
  long_smooth(to, from, n);
  to[0] = 3;
  return long_largest(to, n);
}
