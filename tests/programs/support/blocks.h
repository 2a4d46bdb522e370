#include <stddef.h>

void *need(size_t n, size_t size);
double *numbers(int n);
void release(void *block);
void *counted(size_t n);
int blocks_counted(void);
