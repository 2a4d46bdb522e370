#ifndef APPLY_H
#define APPLY_H

typedef double apply_function(double, const void *);

void apply(double *values, int n, apply_function *f, const void *context);
void apply_named(double *values, int n, const char *name);

#endif
