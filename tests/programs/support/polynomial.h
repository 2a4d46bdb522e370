/* The interface between call_other_file.c and polynomial.c. */
#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

extern double polynomial_scale;

double polynomial(const double *coefficients, int degree, double x);
void polynomial_all(const double *coefficients, int degree, double *values, int n);

#endif
