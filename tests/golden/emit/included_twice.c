/* A header with a loop is included twice: its text is there twice, with pieces of its own. */
#define NAME halves
#define TYPE float
#include "included_twice.h"
#undef NAME
#undef TYPE
#undef BODY
#define NAME doubles
#define TYPE double
#include "included_twice.h"

int main(void)
{
  static float f[9];
  static double d[9];
  halves(f, 9);
  doubles(d, 9);
  return (int)f[2] + (int)d[3];
}
