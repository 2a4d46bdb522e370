#ifndef SECOND_NAMES_H
#define SECOND_NAMES_H

enum { COUNT = 1500 };
extern double outer[COUNT];
extern double half[COUNT] __asm__("whole");
double advance(double x);
double inner_sum(void);
void inner_grow(void);

#endif
