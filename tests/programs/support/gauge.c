/* A function and a variable that have the names of another file's own. */
#include "gauge.h"

double weight(int i);
double scale = 7;

double weight(int i)
{
  return i - 1;
}

double gauge(int i)
{
  return weight(i) + scale + gauge_bias(i);
}
