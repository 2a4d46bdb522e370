/* The interface between host_other_file.c and ledger.c. */
#ifndef LEDGER_H
#define LEDGER_H

#define LEDGER 45

extern double ledger[LEDGER];

void ledger_book(int where, double amount);
double ledger_total(void);

#endif
