#include <stdio.h>
#include <stdlib.h>
#include "seis.h"

void nrerror(text)
char text[];
{
  fprintf(stderr, "run-time error: %s\n", text);
  exit(1);
}

float *vector(nl, nh)
long nl, nh;
{
  float *v;
  v = (float *)malloc((unsigned)((nh - nl + 1 + NR_END) * sizeof(float)));
  if (!v) nrerror("vector");
  return v - nl + NR_END;
}

float **matrix(nrl, nrh, ncl, nch)
long nrl, nrh, ncl, nch;
{
  long i, nrow = nrh - nrl + 1, ncol = nch - ncl + 1;
  float **m;
  m = (float **)malloc((unsigned)((nrow + NR_END) * sizeof(float *)));
  if (!m) nrerror("matrix 1");
  m += NR_END;
  m -= nrl;
  m[nrl] = (float *)calloc((unsigned)(nrow * ncol + NR_END), sizeof(float));
  if (!m[nrl]) nrerror("matrix 2");
  m[nrl] += NR_END;
  m[nrl] -= ncl;
  for (i = nrl + 1; i <= nrh; i++) m[i] = m[i - 1] + ncol;
  return m;
}

void free_matrix(m, nrl, nrh, ncl, nch)
float **m;
long nrl, nrh, ncl, nch;
{
  free((FREE_ARG)(m[nrl] + ncl - NR_END));
  free((FREE_ARG)(m + nrl - NR_END));
}

void free_vector(v, nl, nh)
float *v;
long nl, nh;
{
  free((FREE_ARG)(v + nl - NR_END));
}
