/* A header with code, for call_inline_chain.c. */
#ifndef CLAMP_H
#define CLAMP_H

#define CLAMP_LIMIT 25

static inline int clamp(int value, int low, int high)
{
  return value < low ? low : value > high ? high : value;
}

#endif
