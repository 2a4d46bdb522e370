/* The second source file of host_other_file.c: it holds no parallel region. */
#include "ledger.h"

void ledger_book(int where, double amount)
{
  ledger[where] += amount;
}

double ledger_total(void)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < LEDGER; i++)
    sum += ledger[i];
  return sum;
}
