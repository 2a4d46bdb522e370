/* Functions of gauge.c, and one that each file which includes this has of its own. */
#ifndef GAUGE_H
#define GAUGE_H

double gauge(int i);

static inline double gauge_bias(int i)
{
  return 0.5 * i;
}

#endif
