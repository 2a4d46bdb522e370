/* The host code that touches device data is in another source file.  expect: offloaded=1  with: support/ledger.c */
#include <stdio.h>

#include "support/ledger.h"

double ledger[LEDGER];

int main(void)
{
  int i, round;

  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < LEDGER; i++)
      ledger[i] += i;
    ledger_book(round, 0.5);
    printf("%.12g\n", ledger_total());
  }
  return 0;
}
