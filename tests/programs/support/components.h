/* What layout_components.c and components.c share. */
#ifndef COMPONENTS_H
#define COMPONENTS_H

enum { KS = 6, JS = 7, IS = 40, COMPONENTS = 5 };

extern double field[KS][JS][IS][COMPONENTS];
extern double next[KS][JS][IS][COMPONENTS];

void sweep(int times);

#endif
